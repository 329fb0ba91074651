/// Data Matrix symbols drawn again from their corrected codewords (ISO/IEC 16022:2006, clause 5 and annex F).
enum DataMatrixRedraw {
  /// x^8 + x^5 + x^3 + x^2 + 1, roots from 2^1.
  static let code = ReedSolomon(GaloisField(bits: 8, polynomial: 0x12d), firstRoot: 1)

  /// The symbol that modules stand for; nil when they are none.
  static func symbol(_ seen: ModuleGrid) -> RedrawnSymbol? {
    guard let size = DataMatrixSize.of(rows: seen.rows, columns: seen.columns), var grid = patterns(size) else {
      return nil
    }
    let places = places(size)
    let total = size.data + size.blocks * size.checks
    guard places.count >= 8 * total else { return nil }
    var codewords = [UInt8](repeating: 0, count: total)
    for i in 0..<8 * total where seen.dark[places[i]] { codewords[i / 8] |= 0x80 >> UInt8(i % 8) }
    var most = 0
    for b in 0..<size.blocks {
      let own = indices(of: b, size)
      var block = own.map { codewords[$0] }
      guard let count = code.correct(&block, checkCount: size.checks) else { return nil }
      most = max(most, count)
      for (i, at) in own.enumerated() { codewords[at] = block[i] }
    }
    for i in 0..<8 * total { grid.dark[places[i]] = codewords[i / 8] >> UInt8(7 - i % 8) & 1 == 1 }
    return RedrawnSymbol(grid: grid, corrected: most, correctable: size.checks / 2)
  }

  /// The codewords of a block: data and checks are dealt out in turn; in the largest size, whose last two blocks have less data, the
  /// checks begin with those.
  private static func indices(of block: Int, _ size: DataMatrixSize) -> [Int] {
    let turn = size.rows == 144 ? (block + 2) % 10 : block
    return Array(stride(from: block, to: size.data, by: size.blocks))
      + (0..<size.checks).map { size.data + $0 * size.blocks + turn }
  }

  /// The borders of the regions: dark on the left and below, dotted above and on the right. What codewords do not reach is a dark
  /// corner with a light one beside it.
  private static func patterns(_ size: DataMatrixSize) -> ModuleGrid? {
    guard var grid = ModuleGrid(columns: size.columns, rows: size.rows) else { return nil }
    let (height, width) = (size.regionRows + 2, size.regionColumns + 2)
    for y in 0..<size.rows {
      for x in 0..<size.columns {
        let (v, u) = (y % height, x % width)
        grid[x, y] = u == 0 || v == height - 1 || v == 0 && u % 2 == 0 || u == width - 1 && v % 2 == 1
      }
    }
    let (rows, columns) = (size.regionRows * size.regionsDown, size.regionColumns * size.regionsAcross)
    for (r, c) in [(rows - 1, columns - 1), (rows - 2, columns - 2)] { grid.dark[module(r, c, size)] = true }
    return grid
  }

  /// The module of the symbol at a row and column of the data alone.
  private static func module(_ row: Int, _ column: Int, _ size: DataMatrixSize) -> Int {
    let y = row / size.regionRows * (size.regionRows + 2) + row % size.regionRows + 1
    let x = column / size.regionColumns * (size.regionColumns + 2) + column % size.regionColumns + 1
    return y * size.columns + x
  }

  /// The modules of the bits of all codewords, in order.
  static func places(_ size: DataMatrixSize) -> [Int] {
    let rows = size.regionRows * size.regionsDown
    let columns = size.regionColumns * size.regionsAcross
    var isUsed = [Bool](repeating: false, count: rows * columns)
    var places: [Int] = []
    places.reserveCapacity(rows * columns)
    func put(_ row: Int, _ column: Int) {
      var (r, c) = (row, column)
      if r < 0 { (r, c) = (r + rows, c + 4 - (rows + 4) % 8) }
      if c < 0 { (r, c) = (r + 4 - (columns + 4) % 8, c + columns) }
      if r >= rows { r -= rows }
      guard (0..<rows).contains(r), (0..<columns).contains(c) else { return }
      isUsed[r * columns + c] = true
      places.append(module(r, c, size))
    }
    /// A codeword around its last bit, at the lower right.
    func word(_ row: Int, _ column: Int) {
      guard row >= 0, row < rows, column >= 0, column < columns, !isUsed[row * columns + column] else { return }
      for (dy, dx) in [(-2, -2), (-2, -1), (-1, -2), (-1, -1), (-1, 0), (0, -2), (0, -1), (0, 0)] {
        put(row + dy, column + dx)
      }
    }
    /// A codeword in the corners: from the bottom on the left, then from the right end of the top.
    func corner(_ bits: [(Int, Int)]) {
      for (r, c) in bits { put(r < 0 ? rows + r : r, c < 0 ? columns + c : c) }
    }
    var (row, column) = (4, 0)
    while row < rows || column < columns {
      if column == 0, row == rows {
        corner([(-1, 0), (-1, 1), (-1, 2), (0, -2), (0, -1), (1, -1), (2, -1), (3, -1)])
      }
      if column == 0, row == rows - 2, columns % 4 != 0 {
        corner([(-3, 0), (-2, 0), (-1, 0), (0, -4), (0, -3), (0, -2), (0, -1), (1, -1)])
      }
      if column == 0, row == rows - 2, columns % 8 == 4 {
        corner([(-3, 0), (-2, 0), (-1, 0), (0, -2), (0, -1), (1, -1), (2, -1), (3, -1)])
      }
      if column == 2, row == rows + 4, columns % 8 == 0 {
        corner([(-1, 0), (-1, -1), (0, -3), (0, -2), (0, -1), (1, -3), (1, -2), (1, -1)])
      }
      repeat {
        word(row, column)
        row -= 2
        column += 2
      } while row >= 0 && column < columns
      row += 1
      column += 3
      repeat {
        word(row, column)
        row += 2
        column -= 2
      } while row < rows && column >= 0
      row += 3
      column += 1
    }
    return places
  }
}
