import TestSupport

@testable import Decoding

/// MaxiCode symbols in pictures.
enum MaxiCodeDrawing {
  /// A picture of codewords with the bull's eye in the middle; see `HexagonDrawing`.
  static func draw(_ codewords: [UInt8], module: Double, degrees: Double, isInverted: Bool) -> Drawing {
    var dark: [(x: Double, y: Double)] = []
    for (row, modules) in MaxiCodeLayout.modules(codewords).enumerated() {
      for (column, isDark) in modules.enumerated() where isDark {
        dark.append(MaxiCodeLayout.place(row * MaxiCodeLayout.columns + column))
      }
    }
    return HexagonDrawing.draw(
      dark, rings: MaxiCodeLayout.rings, module: module, degrees: degrees, isInverted: isInverted)
  }
}
