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
    for (a, b) in QRFormat.places(n) {
      first = first << 1 | (matrix[a.x, a.y] ? 1 : 0)
      second = second << 1 | (matrix[b.x, b.y] ? 1 : 0)
    }
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

  /// Where the two copies lie, from bit 14 down: along row 8 to the left finder's edge and up column 8; up from the bottom, then
  /// along the right.
  static func places(_ side: Int) -> [((x: Int, y: Int), (x: Int, y: Int))] {
    var all: [((x: Int, y: Int), (x: Int, y: Int))] = []
    all.reserveCapacity(15)
    for i in 0..<15 {
      let first = i < 8 ? (x: i < 6 ? i : i + 1, y: 8) : (x: 8, y: i == 8 ? 7 : 14 - i)
      all.append((first, i < 7 ? (x: 8, y: side - 1 - i) : (x: side - 15 + i, y: 8)))
    }
    return all
  }

  /// The 15 bits of this format.
  var word: Int {
    let bits = [QRLevel.low: 1, .medium: 0, .quartile: 3, .high: 2][level] ?? 0
    return QRFormat.word(bits << 3 | mask)
  }

  /// The 18 bits for a version.
  static func versionWord(_ version: Int) -> Int {
    var rest = version << 12
    for bit in (12..<18).reversed() where rest & (1 << bit) != 0 { rest ^= 0x1f25 << (bit - 12) }
    return version << 12 | rest
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
      let word = versionWord(version)
      let distance = min((word ^ first).nonzeroBitCount, (word ^ second).nonzeroBitCount)
      if distance < best.distance { best = (distance, version) }
    }
    return best.distance <= 3 ? best.version : nil
  }
}
