/// Format and version information: short words in BCH codes (ISO/IEC 18004:2015, annexes C and D).
struct QRFormat {
  let level: QRLevel
  /// Data mask, 0 to 7.
  let mask: Int

  /// Reads the format information; nil when neither copy is within 3 bits of a legal word.
  init?(_ matrix: QRMatrix) {
    let n = matrix.side
    var first = 0
    var second = 0
    // From bit 14 down: along row 8 to the left finder's edge and up column 8; the copy up from the bottom, then along the right.
    for x in [0, 1, 2, 3, 4, 5, 7, 8] { first = first << 1 | (matrix[x, 8] ? 1 : 0) }
    for y in [7, 5, 4, 3, 2, 1, 0] { first = first << 1 | (matrix[8, y] ? 1 : 0) }
    for y in ((n - 7)..<n).reversed() { second = second << 1 | (matrix[8, y] ? 1 : 0) }
    for x in (n - 8)..<n { second = second << 1 | (matrix[x, 8] ? 1 : 0) }
    var best = (distance: 4, data: 0)
    for data in 0..<32 {
      let word = QRFormat.word(data)
      let distance = min((word ^ first).nonzeroBitCount, (word ^ second).nonzeroBitCount)
      if distance < best.distance { best = (distance, data) }
    }
    guard best.distance <= 3 else { return nil }
    level = QRLevel(formatBits: best.data >> 3)
    mask = best.data & 7
  }

  /// The 15 bits for 5 bits of data, masked.
  static func word(_ data: Int) -> Int {
    var rest = data << 10
    for bit in (10..<15).reversed() where rest & (1 << bit) != 0 { rest ^= 0x537 << (bit - 10) }
    return (data << 10 | rest) ^ 0x5412
  }

  /// The version that the version information of a symbol names; nil when neither copy is within 3 bits of a legal word.
  static func version(_ matrix: QRMatrix) -> Int? {
    let n = matrix.side
    var first = 0
    var second = 0
    for i in (0..<18).reversed() {
      first = first << 1 | (matrix[n - 11 + i % 3, i / 3] ? 1 : 0)
      second = second << 1 | (matrix[i / 3, n - 11 + i % 3] ? 1 : 0)
    }
    var best = (distance: 4, version: 0)
    for version in 7...40 {
      var rest = version << 12
      for bit in (12..<18).reversed() where rest & (1 << bit) != 0 { rest ^= 0x1f25 << (bit - 12) }
      let word = version << 12 | rest
      let distance = min((word ^ first).nonzeroBitCount, (word ^ second).nonzeroBitCount)
      if distance < best.distance { best = (distance, version) }
    }
    return best.distance <= 3 ? best.version : nil
  }
}
