/// Where everything lies in a Data Matrix symbol of a size (ISO/IEC 16022:2006, clause 5 and annex F).
struct DataMatrixLayout {
  let size: DataMatrixSize
  /// The modules of the bits of all codewords, in order.
  let places: [Int]
  /// What does not depend on data, all else light: the borders of the regions, dark on the left and below, dotted above and on the
  /// right. What codewords do not reach is a dark corner with a light one beside it.
  let patterns: ModuleGrid

  /// The layout of a size; nil when it is none.
  init?(_ size: DataMatrixSize) {
    guard var grid = ModuleGrid(columns: size.columns, rows: size.rows) else { return nil }
    let (height, width) = (size.regionRows + 2, size.regionColumns + 2)
    for y in 0..<size.rows {
      for x in 0..<size.columns {
        let (v, u) = (y % height, x % width)
        grid[x, y] = u == 0 || v == height - 1 || v == 0 && u % 2 == 0 || u == width - 1 && v % 2 == 1
      }
    }
    let (rows, columns) = (size.regionRows * size.regionsDown, size.regionColumns * size.regionsAcross)
    for (r, c) in [(rows - 1, columns - 1), (rows - 2, columns - 2)] {
      grid.dark[DataMatrixLayout.module(r, c, size)] = true
    }
    let places = DataMatrixLayout.places(size)
    guard places.count >= 8 * size.codewords else { return nil }
    self.size = size
    self.places = places
    patterns = grid
  }

  /// Whether a module belongs to the border of a region.
  func isBorder(_ x: Int, _ y: Int) -> Bool {
    let (v, u) = (y % (size.regionRows + 2), x % (size.regionColumns + 2))
    return u == 0 || v == 0 || u == size.regionColumns + 1 || v == size.regionRows + 1
  }

  /// The codewords of a block: data and checks are dealt out in turn; in the largest size, whose last two blocks have less data, the
  /// checks begin with those.
  func indices(of block: Int) -> [Int] {
    let turn = size.rows == 144 ? (block + 2) % 10 : block
    return Array(stride(from: block, to: size.data, by: size.blocks))
      + (0..<size.checks).map { size.data + $0 * size.blocks + turn }
  }

  /// The module of the symbol at a row and column of the data alone.
  private static func module(_ row: Int, _ column: Int, _ size: DataMatrixSize) -> Int {
    let y = row / size.regionRows * (size.regionRows + 2) + row % size.regionRows + 1
    let x = column / size.regionColumns * (size.regionColumns + 2) + column % size.regionColumns + 1
    return y * size.columns + x
  }

  /// The modules of the bits of all codewords, in order.
  private static func places(_ size: DataMatrixSize) -> [Int] {
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
