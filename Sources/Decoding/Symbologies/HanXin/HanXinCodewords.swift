/// The codewords of a Han Xin Code: blocks over GF(256) with x^8 + x^6 + x^5 + x + 1, roots from 2^1, then spread so that
/// neighbours are thirteen places apart (ISO/IEC 20830:2021, clauses 5.6 and 5.7).
enum HanXinCodewords {
  private static let field = ReedSolomon(GaloisField(bits: 8, polynomial: 0x163), firstRoot: 1)

  /// Where each codeword of the blocks stands in the symbol.
  private static func order(_ count: Int) -> [Int] {
    (0..<13).flatMap { Array(stride(from: $0, to: count, by: 13)) }
  }

  /// Data of a full symbol with check codewords, in the order of the symbol; nil when their number is not that of the level.
  static func protected(_ data: [UInt8], _ version: HanXinVersion, level: Int) -> [UInt8]? {
    guard data.count == version.capacity(level: level) else { return nil }
    var words: [UInt8] = []
    var at = 0
    for block in version.blocks(level: level) {
      let part = Array(data[at..<at + block.data])
      at += block.data
      words += part
      words += field.checks(of: part, count: block.checks)
    }
    return order(words.count).map { words[$0] }
  }

  /// The data of codewords in the order of the symbol; nil when they are too far from any.
  static func corrected(_ codewords: [UInt8], _ version: HanXinVersion, level: Int) -> [UInt8]? {
    let blocks = version.blocks(level: level)
    let count = blocks.reduce(0) { $0 + $1.count }
    guard codewords.count == count else { return nil }
    var words = [UInt8](repeating: 0, count: count)
    for (i, place) in order(count).enumerated() { words[place] = codewords[i] }
    var data: [UInt8] = []
    var at = 0
    for block in blocks {
      var part = Array(words[at..<at + block.count])
      at += block.count
      guard field.correct(&part, checkCount: block.checks, limit: block.limit) != nil else { return nil }
      data += part[..<block.data]
    }
    return data
  }
}
