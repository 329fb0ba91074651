/// MaxiCodes drawn again from their corrected codewords (ISO/IEC 16023:2000).
enum MaxiCodeRedraw {
  /// The symbol that modules stand for, rows of thirty whatever they are shifted; nil when they are none. The bull's eye has no modules
  /// and is left as it was seen.
  static func symbol(_ seen: ModuleGrid) -> RedrawnSymbol? {
    guard seen.columns == MaxiCodeLayout.columns, seen.rows == MaxiCodeLayout.rows else { return nil }
    let cells = MaxiCodeLayout.cells
    guard cells.count >= MaxiCodeLayout.bits else { return nil }
    var codewords = [UInt8](repeating: 0, count: 144)
    for i in 0..<MaxiCodeLayout.bits where seen.dark[cells[i]] { codewords[i / 6] |= 1 << UInt8(5 - i % 6) }
    guard let (mode, data) = MaxiCodeCodewords.corrected(codewords) else { return nil }
    let drawn = MaxiCodeCodewords.protected(data)
    guard drawn.count == codewords.count else { return nil }
    var grid = seen
    for i in 0..<MaxiCodeLayout.bits { grid.dark[cells[i]] = drawn[i / 6] >> UInt8(5 - i % 6) & 1 == 1 }
    for mark in MaxiCodeLayout.marks { grid.dark[mark.cell] = mark.isDark }
    // The block that lost most of what it can bear: the primary message, and the secondary in two.
    let checks = (124 - MaxiCodeCodewords.secondaryCount(mode: mode)) / 2
    var most = (corrected: 0, correctable: 5)
    for (places, correctable) in [
      (Array(0..<20), 5), (Array(stride(from: 20, to: 144, by: 2)), checks / 2),
      (Array(stride(from: 21, to: 144, by: 2)), checks / 2),
    ] {
      let count = places.count { drawn[$0] != codewords[$0] }
      if count * most.correctable > most.corrected * correctable { most = (count, correctable) }
    }
    return RedrawnSymbol(grid: grid, corrected: most.corrected, correctable: most.correctable)
  }
}
