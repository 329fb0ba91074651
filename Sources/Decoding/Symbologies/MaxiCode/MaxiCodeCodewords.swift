/// The 144 codewords of a MaxiCode: a primary message of 10 with 10 check codewords, and a secondary message whose even and odd
/// codewords are protected apart, with 20 or (mode 5) 28 check codewords each (ISO/IEC 16023:2000, clause 4.10).
enum MaxiCodeCodewords {
  /// x^6 + x + 1, roots from 2^1.
  private static let code = ReedSolomon(GaloisField(bits: 6, polynomial: 0x43), firstRoot: 1)

  /// Data codewords of the secondary message.
  static func secondaryCount(mode: Int) -> Int { mode == 5 ? 68 : 84 }

  /// Adds check codewords to data: the primary message, then the secondary.
  static func protected(_ data: [UInt8]) -> [UInt8] {
    guard data.count > 10 else { return [] }
    let (primary, secondary) = (Array(data[..<10]), Array(data[10...]))
    let half = (124 - secondary.count) / 2
    let even = code.checks(of: stride(from: 0, to: secondary.count, by: 2).map { secondary[$0] }, count: half)
    let odd = code.checks(of: stride(from: 1, to: secondary.count, by: 2).map { secondary[$0] }, count: half)
    var all = primary + code.checks(of: primary, count: 10) + secondary
    for i in 0..<half { all += [even[i], odd[i]] }
    return all
  }

  /// Corrects the codewords; the mode and the data, nil when they are too far from any.
  static func corrected(_ codewords: [UInt8]) -> (mode: Int, data: [UInt8])? {
    guard codewords.count == 144 else { return nil }
    var primary = Array(codewords[..<20])
    guard code.correct(&primary, checkCount: 10) != nil else { return nil }
    let mode = Int(primary[0] & 15)
    guard (2...6).contains(mode) else { return nil }
    let count = secondaryCount(mode: mode)
    let checkCount = (124 - count) / 2
    var secondary = [UInt8](repeating: 0, count: count)
    for parity in 0..<2 {
      var block = stride(from: 20 + parity, to: 144, by: 2).map { codewords[$0] }
      guard code.correct(&block, checkCount: checkCount) != nil else { return nil }
      for i in 0..<count / 2 { secondary[2 * i + parity] = block[i] }
    }
    return (mode, Array(primary[..<10]) + secondary)
  }

  /// The share of the modules of codewords as they were sampled that are as those of the corrected ones; 0 when they are none.
  static func agreement(_ codewords: [UInt8]) -> Double {
    guard let (_, data) = corrected(codewords) else { return 0 }
    let drawn = protected(data)
    guard drawn.count == codewords.count else { return 0 }
    let wrong = zip(drawn, codewords).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    return 1 - Double(wrong) / Double(6 * drawn.count)
  }
}
