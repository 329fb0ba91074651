/// The modules of a QR code, true is dark.
struct QRMatrix {
  /// Modules on a side.
  let side: Int
  private(set) var modules: [Bool]

  /// Makes a matrix; nil when the side is none of 21, 25, … 177 or the count is wrong.
  init?(side: Int, modules: [Bool]) {
    guard side >= 21, side <= 177, side % 4 == 1, modules.count == side * side else { return nil }
    self.side = side
    self.modules = modules
  }

  /// The version that the side stands for.
  var version: QRVersion? { QRVersion((side - 17) / 4) }

  /// The module in column x of row y, both below `side`.
  subscript(x: Int, y: Int) -> Bool { modules[y * side + x] }

  /// The matrix of the mirrored symbol.
  var transposed: QRMatrix {
    var result = self
    for y in 0..<side { for x in 0..<side { result.modules[y * side + x] = modules[x * side + y] } }
    return result
  }
}
