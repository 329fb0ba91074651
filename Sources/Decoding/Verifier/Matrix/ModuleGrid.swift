/// The modules of a matrix symbol row by row, true is dark (of a symbol that is light on dark: light).
struct ModuleGrid: Equatable {
  let columns: Int
  let rows: Int
  var dark: [Bool]

  /// Makes a grid; nil when the count of modules is wrong or there are none, or more than any symbol has.
  init?(columns: Int, rows: Int, dark: [Bool]) {
    guard (1...1024).contains(columns), (1...1024).contains(rows), dark.count == columns * rows else { return nil }
    self.columns = columns
    self.rows = rows
    self.dark = dark
  }

  /// The modules of one of our own decoders; nil when there are more than any symbol has.
  init?(_ modules: SymbolModules) { self.init(columns: modules.width, rows: modules.height, dark: modules.dark) }

  /// A light grid; nil when a side is not 1 to 1024.
  init?(columns: Int, rows: Int) {
    guard (1...1024).contains(columns), (1...1024).contains(rows) else { return nil }
    self.init(columns: columns, rows: rows, dark: [Bool](repeating: false, count: columns * rows))
  }

  /// The module in column x of row y, both inside.
  subscript(x: Int, y: Int) -> Bool {
    get { dark[y * columns + x] }
    set { dark[y * columns + x] = newValue }
  }

  /// The rows.
  var lines: [[Bool]] { (0..<rows).map { Array(dark[$0 * columns..<($0 + 1) * columns]) } }

  /// Rows for columns: the mirror image.
  var transposed: ModuleGrid {
    var all: [Bool] = []
    all.reserveCapacity(dark.count)
    for x in 0..<columns { for y in 0..<rows { all.append(self[x, y]) } }
    return ModuleGrid(columns: rows, rows: columns, dark: all) ?? self
  }

  /// Turned by half a turn.
  var reversed: ModuleGrid { ModuleGrid(columns: columns, rows: rows, dark: dark.reversed()) ?? self }

  /// How many modules differ from another grid's; nil when the sizes do.
  func differences(from other: ModuleGrid) -> Int? {
    guard columns == other.columns, rows == other.rows else { return nil }
    var count = 0
    for i in dark.indices where dark[i] != other.dark[i] { count += 1 }
    return count
  }
}
