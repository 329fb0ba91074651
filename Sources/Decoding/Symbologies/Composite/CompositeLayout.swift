/// The size of a 2D component: CC-A, or CC-B (a MicroPDF417), with row address patterns, or CC-C (a PDF417).
struct CompositeLayout: Equatable {
  enum Kind {
    case a, b, c
  }

  let kind: Kind
  let columns: Int
  let rows: Int
  /// Codewords for error correction, at the end.
  let checks: Int
  /// Row address patterns of the first row, from 1; 0: there is none. Each row below has the next one, 1 follows 52.
  let left: Int
  let centre: Int
  let right: Int
  /// Cluster of the first row, 0 to 2.
  let cluster: Int
  /// A PDF417 without row indicators on the right, whose stop pattern is one bar.
  var isCompact = false

  /// All codewords.
  var codewords: Int { columns * rows }

  /// Modules from the first bar to the end of the stop bar.
  var width: Int {
    kind == .c
      ? (columns + (isCompact ? 2 : 4)) * 17 + 1
      : (left > 0 ? 10 : 0) + columns * 17 + (centre > 0 ? 10 : 0) + 10 + 1
  }

  /// First module of each row address pattern; nil: there is none.
  var leftStart: Int? { left > 0 ? 0 : nil }
  var centreStart: Int? {
    guard centre > 0 else { return nil }
    return (left > 0 ? 10 : 0) + (columns == 3 ? 1 : 2) * 17
  }
  var rightStart: Int { width - 11 }

  /// First module of a codeword.
  func start(ofColumn column: Int) -> Int {
    if kind == .c { return 17 * (column + 2) }
    let before = (left > 0 ? 10 : 0) + 17 * column
    guard let centreStart, before >= centreStart else { return before }
    return before + 10
  }

  /// A PDF417 with row indicators in the place of address patterns.
  static func pdf417(columns: Int, rows: Int, checks: Int) -> CompositeLayout {
    CompositeLayout(
      kind: .c, columns: columns, rows: rows, checks: checks, left: 0, centre: 0, right: 0, cluster: 0)
  }

  /// A pattern's number in a row.
  static func address(_ first: Int, row: Int) -> Int { (first - 1 + row) % 52 + 1 }

  /// The sizes that stand above a linear component: by its kind the number of columns is fixed.
  static func all(columns: Int) -> [CompositeLayout] { (columns == 2 ? two : columns == 3 ? three : four) }

  /// The sizes of MicroPDF417.
  static let micro = (1...4).flatMap { sizes($0, b) }

  private static let two = sizes(2, a, aChecks: [4, 4, 5, 5, 6, 6, 7]) + sizes(2, b)
  private static let three = sizes(3, a, aChecks: [4, 5, 6, 7, 7]) + sizes(3, b)
  private static let four = sizes(4, a, aChecks: [4, 5, 6, 7, 8]) + sizes(4, b)

  private static func sizes(_ columns: Int, _ table: [[Int]], aChecks: [Int]? = nil) -> [CompositeLayout] {
    var out: [CompositeLayout] = []
    for line in table where line[0] == columns {
      out.append(
        CompositeLayout(
          kind: aChecks == nil ? .b : .a, columns: columns, rows: line[1], checks: aChecks?[out.count] ?? line[6],
          left: line[2], centre: line[3], right: line[4], cluster: line[5]))
    }
    return out
  }

  /// CC-A (ISO/IEC 24723, tables 9 to 11): columns, rows, left, centre and right pattern, cluster of the first row.
  private static let a: [[Int]] = [
    [2, 5, 39, 0, 19, 2], [2, 6, 1, 0, 33, 0], [2, 7, 32, 0, 12, 1], [2, 8, 8, 0, 40, 1], [2, 9, 14, 0, 46, 1],
    [2, 10, 43, 0, 23, 0], [2, 12, 20, 0, 52, 1], [3, 4, 0, 43, 23, 1], [3, 5, 0, 33, 13, 0], [3, 6, 0, 37, 17, 1],
    [3, 7, 0, 47, 27, 2], [3, 8, 0, 1, 33, 2], [4, 3, 40, 20, 52, 0], [4, 4, 43, 23, 3, 0], [4, 5, 46, 26, 6, 0],
    [4, 6, 34, 14, 46, 0], [4, 7, 29, 9, 41, 1],
  ]

  /// MicroPDF417 (ISO/IEC 24728, tables 10 to 12), as above, and the codewords for error correction.
  private static let b: [[Int]] = [
    [1, 11, 1, 0, 9, 0, 7], [1, 14, 8, 0, 8, 1, 7], [1, 17, 36, 0, 36, 2, 7], [1, 20, 19, 0, 19, 0, 8],
    [1, 24, 9, 0, 17, 2, 8], [1, 28, 25, 0, 33, 0, 8],
    [2, 8, 1, 0, 1, 0, 8], [2, 11, 1, 0, 9, 0, 9], [2, 14, 8, 0, 8, 1, 9], [2, 17, 36, 0, 36, 2, 10],
    [2, 20, 19, 0, 19, 0, 11], [2, 23, 9, 0, 17, 2, 13], [2, 26, 27, 0, 35, 2, 15], [3, 6, 1, 1, 1, 0, 12],
    [3, 8, 7, 7, 7, 0, 14], [3, 10, 15, 15, 15, 2, 16], [3, 12, 25, 25, 25, 0, 18], [3, 15, 37, 37, 37, 0, 21],
    [3, 20, 1, 17, 33, 0, 26], [3, 26, 1, 9, 17, 0, 32], [3, 32, 21, 29, 37, 2, 38], [3, 38, 15, 31, 47, 2, 44],
    [3, 44, 1, 25, 49, 0, 50], [4, 4, 47, 19, 43, 1, 8], [4, 6, 1, 1, 1, 0, 12], [4, 8, 7, 7, 7, 0, 14],
    [4, 10, 15, 15, 15, 2, 16], [4, 12, 25, 25, 25, 0, 18], [4, 15, 37, 37, 37, 0, 21], [4, 20, 1, 17, 33, 0, 26],
    [4, 26, 1, 9, 17, 0, 32], [4, 32, 21, 29, 37, 2, 38], [4, 38, 15, 31, 47, 2, 44], [4, 44, 1, 25, 49, 0, 50],
  ]

  // MARK: Row address patterns (ISO/IEC 24728, table 2): ten modules, the first in bit 9, set is dark

  static let sidePatterns: [UInt16] = [
    0x322, 0x3a2, 0x3b2, 0x332, 0x372, 0x37a, 0x33a, 0x3ba, 0x39a, 0x3da, 0x3ca, 0x38a, 0x30a, 0x31a, 0x312, 0x392,
    0x3d2, 0x3d6, 0x3d4, 0x394, 0x3b4, 0x3a4, 0x3a6, 0x3ae, 0x3ac, 0x3a8, 0x328, 0x32c, 0x32e, 0x326, 0x336, 0x3b6,
    0x396, 0x316, 0x314, 0x334, 0x374, 0x364, 0x366, 0x36e, 0x36c, 0x368, 0x348, 0x358, 0x35c, 0x35e, 0x34e, 0x34c,
    0x344, 0x346, 0x342, 0x362,
  ]
  static let centrePatterns: [UInt16] = [
    0x2ce, 0x24e, 0x26e, 0x22e, 0x226, 0x236, 0x216, 0x212, 0x21a, 0x23a, 0x232, 0x222, 0x262, 0x272, 0x27a, 0x2fa,
    0x2f2, 0x2f6, 0x276, 0x274, 0x264, 0x266, 0x246, 0x242, 0x2c2, 0x2e2, 0x2e6, 0x2e4, 0x2ec, 0x26c, 0x22c, 0x228,
    0x268, 0x2e8, 0x2c8, 0x2cc, 0x2c4, 0x2c6, 0x286, 0x28e, 0x28c, 0x29c, 0x298, 0x2b8, 0x2b0, 0x290, 0x2d0, 0x250,
    0x258, 0x25c, 0x2dc, 0x2de,
  ]
}
