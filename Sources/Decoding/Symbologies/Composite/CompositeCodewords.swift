/// The error correction of PDF417 codewords: Reed-Solomon over GF(929), roots are the powers of 3 from the first on
/// (ISO/IEC 15438, clause 5.10).
enum CompositeCodewords {
  static let code = ReedSolomon(GaloisField(prime: 929, root: 3), firstRoot: 1)

  /// Corrects codewords that the pixels show; nil when they are too far from any code word.
  ///
  /// - Returns: The codewords, and how many had to be changed.
  static func corrected(_ readings: [CodewordReader.Reading], checks: Int) -> (words: [Int], corrections: Int)? {
    let words = readings.map { $0.codeword }
    // Two are kept to notice errors.
    let budget = max(2, checks - 2)
    // Those least sure of, given up step by step.
    let doubtful = readings.indices.sorted {
      readings[$0].likeness - readings[$0].second < readings[$1].likeness - readings[$1].second
    }
    for erased in stride(from: 0, through: min(budget, words.count / 2), by: 2) {
      var trial = words
      let positions = Array(doubtful.prefix(erased))
      guard code.correct(&trial, checkCount: checks, erasures: positions, limit: (budget - erased) / 2) != nil
      else { continue }
      let changed = zip(trial, words).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
      return (trial, changed)
    }
    return nil
  }
}
