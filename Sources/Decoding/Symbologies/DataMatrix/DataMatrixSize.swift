/// The sizes of Data Matrix symbols: ECC 200 (ISO/IEC 16022:2006, table 7) and the rectangular extension (ISO/IEC 21471:2020).
struct DataMatrixSize: Equatable {
  /// Modules of the symbol with its patterns.
  let rows: Int
  let columns: Int
  /// Data regions side by side and on top of each other.
  let regionsAcross: Int
  let regionsDown: Int
  /// Data codewords of the symbol, check codewords of a block, blocks.
  let data: Int
  let checks: Int
  let blocks: Int

  /// Whether it belongs to the rectangular extension.
  var isExtended: Bool { rows != columns && !DataMatrixSize.rectangles.contains { $0 == (rows, columns) } }

  /// The rectangles of ECC 200.
  private static let rectangles = [(8, 18), (8, 32), (12, 26), (12, 36), (16, 36), (16, 48)]

  /// Codewords of all blocks.
  var codewords: Int { data + blocks * checks }

  /// Modules of a region without its patterns.
  var regionRows: Int { rows / regionsDown - 2 }
  var regionColumns: Int { columns / regionsAcross - 2 }

  /// The size of a symbol of so many modules; nil when there is none.
  static func of(rows: Int, columns: Int) -> DataMatrixSize? {
    all.first { $0.rows == rows && $0.columns == columns }
  }

  private init(_ rows: Int, _ columns: Int, _ down: Int, _ across: Int, _ data: Int, _ checks: Int, _ blocks: Int) {
    self.rows = rows
    self.columns = columns
    regionsDown = down
    regionsAcross = across
    self.data = data
    self.checks = checks
    self.blocks = blocks
  }

  /// All of them, squares first, each kind by its room but for the rectangular extension, which comes last.
  static let all: [DataMatrixSize] = [
    .init(10, 10, 1, 1, 3, 5, 1), .init(12, 12, 1, 1, 5, 7, 1), .init(14, 14, 1, 1, 8, 10, 1),
    .init(16, 16, 1, 1, 12, 12, 1), .init(18, 18, 1, 1, 18, 14, 1), .init(20, 20, 1, 1, 22, 18, 1),
    .init(22, 22, 1, 1, 30, 20, 1), .init(24, 24, 1, 1, 36, 24, 1), .init(26, 26, 1, 1, 44, 28, 1),
    .init(32, 32, 2, 2, 62, 36, 1), .init(36, 36, 2, 2, 86, 42, 1), .init(40, 40, 2, 2, 114, 48, 1),
    .init(44, 44, 2, 2, 144, 56, 1), .init(48, 48, 2, 2, 174, 68, 1), .init(52, 52, 2, 2, 204, 42, 2),
    .init(64, 64, 4, 4, 280, 56, 2), .init(72, 72, 4, 4, 368, 36, 4), .init(80, 80, 4, 4, 456, 48, 4),
    .init(88, 88, 4, 4, 576, 56, 4), .init(96, 96, 4, 4, 696, 68, 4), .init(104, 104, 4, 4, 816, 56, 6),
    .init(120, 120, 6, 6, 1050, 68, 6), .init(132, 132, 6, 6, 1304, 62, 8), .init(144, 144, 6, 6, 1558, 62, 10),
    .init(8, 18, 1, 1, 5, 7, 1), .init(8, 32, 1, 2, 10, 11, 1), .init(12, 26, 1, 1, 16, 14, 1),
    .init(12, 36, 1, 2, 22, 18, 1), .init(16, 36, 1, 2, 32, 24, 1), .init(16, 48, 1, 2, 49, 28, 1),
    .init(8, 48, 1, 2, 18, 15, 1), .init(8, 64, 1, 4, 24, 18, 1), .init(8, 80, 1, 4, 32, 22, 1),
    .init(8, 96, 1, 4, 38, 28, 1), .init(8, 120, 1, 6, 49, 32, 1), .init(8, 144, 1, 6, 63, 36, 1),
    .init(12, 64, 1, 4, 43, 27, 1), .init(12, 88, 1, 4, 64, 36, 1), .init(16, 64, 1, 4, 62, 36, 1),
    .init(20, 36, 1, 2, 44, 28, 1), .init(20, 44, 1, 2, 56, 34, 1), .init(20, 64, 1, 4, 84, 42, 1),
    .init(22, 48, 1, 2, 72, 38, 1), .init(24, 48, 1, 2, 80, 41, 1), .init(24, 64, 1, 4, 108, 46, 1),
    .init(26, 40, 1, 2, 70, 38, 1), .init(26, 48, 1, 2, 90, 42, 1), .init(26, 64, 1, 4, 118, 50, 1),
  ]
}
