/// The modules of a matrix symbol, row by row; true is dark.
struct SymbolModules: Equatable {
  let width: Int
  let height: Int
  var dark: [Bool]

  /// A light symbol.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    dark = [Bool](repeating: false, count: width * height)
  }

  /// Rows of equal length.
  init?(_ rows: [[Bool]]) {
    guard let first = rows.first, !first.isEmpty, rows.allSatisfy({ $0.count == first.count }) else { return nil }
    width = first.count
    height = rows.count
    dark = rows.flatMap { $0 }
  }

  subscript(_ x: Int, _ y: Int) -> Bool {
    get { dark[y * width + x] }
    set { dark[y * width + x] = newValue }
  }

  /// The rows.
  var rows: [[Bool]] { (0..<height).map { Array(dark[$0 * width..<($0 + 1) * width]) } }

  /// Modules in which two symbols of one size differ.
  func differences(_ other: SymbolModules) -> Int {
    guard width == other.width, height == other.height else { return Int.max }
    return zip(dark, other.dark).count { $0 != $1 }
  }
}

extension SymbolModules {
  /// Rows become columns.
  func transposed() -> SymbolModules {
    var out = SymbolModules(width: height, height: width)
    for y in 0..<height { for x in 0..<width { out[y, x] = self[x, y] } }
    return out
  }

  /// As seen with the right edge on top: a quarter turn against the clock.
  func turned() -> SymbolModules {
    var out = SymbolModules(width: height, height: width)
    for y in 0..<height { for x in 0..<width { out[y, width - 1 - x] = self[x, y] } }
    return out
  }
}
