import ReaderCore

/// A PDF417 or MicroPDF417 by its size and all of its codewords.
struct PDF417Symbol: Equatable {
  let layout: CompositeLayout
  /// Row by row, those for error correction last.
  let words: [Int]

  /// Error correction is the same as in composites.
  static let code = CompositeCodewords.code

  var symbology: Symbology { layout.kind == .c ? .pdf417 : .microPDF417 }

  /// The rows of modules; nil when a codeword does not exist.
  var modules: [[Bool]]? { CompositeEncoder.modules(words, layout) }

  /// What it says; nil when the codewords follow no standard.
  var content: PDF417Content? {
    PDF417Message.decode(Array(words.dropLast(layout.checks)), isMicro: layout.kind != .c)
  }

  /// The most codewords that may be wrong, an erasure counting half of one: two check codewords notice what else is wrong
  /// (ISO/IEC 15438, clause 5.7.1).
  static func budget(checks: Int) -> Int { max(0, checks - 2) }

  /// Corrects codewords; nil when more is wrong than may be, with nothing changed.
  ///
  /// - Parameters:
  ///   - words: As they were read; what stands at an erasure does not matter.
  ///   - erasures: Places of those that were not read.
  /// - Returns: The symbol, and how many codewords that were read had to be changed.
  static func corrected(_ words: [Int], erasures: [Int], _ layout: CompositeLayout) -> (PDF417Symbol, Int)? {
    let budget = budget(checks: layout.checks)
    guard words.count == layout.codewords, erasures.count <= budget else { return nil }
    var words = words
    let limit = (budget - erasures.count) / 2
    guard let errors = code.correct(&words, checkCount: layout.checks, erasures: erasures, limit: limit) else {
      return nil
    }
    return (PDF417Symbol(layout: layout, words: words), errors)
  }
}
