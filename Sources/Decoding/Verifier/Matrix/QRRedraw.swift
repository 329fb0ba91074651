/// QR codes drawn again from their corrected codewords (ISO/IEC 18004:2015, clause 7).
enum QRRedraw {
  /// The symbol that modules stand for; nil when they are none.
  static func symbol(_ seen: ModuleGrid) -> RedrawnSymbol? {
    guard seen.columns == seen.rows, let matrix = QRMatrix(side: seen.columns, modules: seen.dark),
      let read = QRCodewords.corrected(matrix, isStrict: false)
    else { return nil }
    return symbol(read)
  }

  /// The symbol of corrected blocks.
  static func symbol(_ read: QRCodewords.Corrected) -> RedrawnSymbol? {
    guard var grid = patterns(read.version, read.format) else { return nil }
    let codewords = QRCodewords.interleave(read.blocks, read.version, read.format.level)
    let inverted = QRCodewords.masked(read.version.side, read.format.mask)
    for (i, place) in read.places.enumerated() {
      let (byte, bit) = (i / 8, 7 - i % 8)
      // The bits that are left over are light before they are masked.
      let isDark = byte < codewords.count && codewords[byte] >> UInt8(bit) & 1 == 1
      grid.dark[place] = isDark != inverted[place]
    }
    return RedrawnSymbol(grid: grid, corrected: read.mostCorrected, correctable: read.correctable)
  }

  /// Everything that is no data.
  private static func patterns(_ version: QRVersion, _ format: QRFormat) -> ModuleGrid? {
    let n = version.side
    guard var grid = ModuleGrid(columns: n, rows: n) else { return nil }
    for i in 0..<n where i % 2 == 0 {
      grid[i, 6] = true
      grid[6, i] = true
    }
    for (cx, cy) in [(3, 3), (n - 4, 3), (3, n - 4)] {
      for y in max(0, cy - 4)...min(n - 1, cy + 4) {
        for x in max(0, cx - 4)...min(n - 1, cx + 4) {
          let ring = max(abs(x - cx), abs(y - cy))
          grid[x, y] = ring != 2 && ring != 4
        }
      }
    }
    for (cx, cy) in version.alignmentCentres {
      for y in cy - 2...cy + 2 { for x in cx - 2...cx + 2 { grid[x, y] = max(abs(x - cx), abs(y - cy)) != 1 } }
    }
    let word = format.word
    for (bit, (first, second)) in QRFormat.places(n).enumerated() {
      let isDark = word >> (14 - bit) & 1 == 1
      grid[first.x, first.y] = isDark
      grid[second.x, second.y] = isDark
    }
    grid[8, n - 8] = true
    if version.number >= 7 {
      let word = QRFormat.versionWord(version.number)
      for i in 0..<18 {
        grid[n - 11 + i % 3, i / 3] = word >> i & 1 == 1
        grid[i / 3, n - 11 + i % 3] = word >> i & 1 == 1
      }
    }
    return grid
  }
}
