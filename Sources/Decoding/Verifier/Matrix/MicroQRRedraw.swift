/// Micro QR codes drawn again from their corrected codewords (ISO/IEC 18004:2015, clauses 6 and 7).
enum MicroQRRedraw {
  /// A version and level by symbol number: side, data codewords, check codewords, and codewords that may be corrected, others serve to
  /// detect errors (tables 7 and 9).
  private static let kinds: [(side: Int, data: Int, checks: Int, correctable: Int)] = [
    (11, 3, 2, 0), (13, 5, 5, 1), (13, 4, 6, 2), (15, 11, 6, 2), (15, 9, 8, 4), (17, 16, 8, 3), (17, 14, 10, 5),
    (17, 10, 14, 7),
  ]

  /// The symbol that modules stand for, also where more had to be corrected than may be; nil when they are none.
  static func symbol(_ seen: ModuleGrid) -> RedrawnSymbol? {
    let n = seen.columns
    guard n == seen.rows, [11, 13, 15, 17].contains(n) else { return nil }
    var word = 0
    for place in formatPlaces(n) { word = word << 1 | (seen.dark[place] ? 1 : 0) }
    guard let format = QRColumns.nearest(word, MicroQRRedraw.word, count: 32, limit: 3) else { return nil }
    let (kind, mask) = (kinds[format.value >> 2], [1, 4, 6, 7][format.value & 3])
    guard kind.side == n, var grid = patterns(n, format.value) else { return nil }
    let columns = QRColumns(columns: n, rows: n, used: used(n), right: n - 1)
    let isMasked = { (x: Int, y: Int) in QRCodewords.isMasked(x, y, mask) }
    let bits = columns.read(seen, isMasked)
    // The last data codeword of M1 and M3 is the upper four bits of one.
    let sizes = (0..<kind.data + kind.checks).map { n % 4 == 3 && $0 == kind.data - 1 ? 4 : 8 }
    guard sizes.reduce(0, +) <= bits.count else { return nil }
    var codewords: [UInt8] = []
    var at = 0
    for size in sizes {
      let value: UInt8 = (at..<at + size).reduce(0) { $0 << 1 | (bits[$1] ? 1 : 0) }
      codewords.append(value << UInt8(8 - size))
      at += size
    }
    let corrected = ReedSolomon.qr.correct(&codewords, checkCount: kind.checks, limit: kind.checks / 2)
    guard let corrected else { return nil }
    var drawn: [Bool] = []
    for (codeword, size) in zip(codewords, sizes) {
      for i in 0..<size { drawn.append(codeword >> UInt8(7 - i) & 1 == 1) }
    }
    columns.write(drawn, &grid, isMasked)
    return RedrawnSymbol(grid: grid, corrected: corrected, correctable: kind.correctable)
  }

  private static func word(_ data: Int) -> Int { QRFormat.word(data) ^ 0x5412 ^ 0x4445 }

  /// The format information from its first bit on: along row 8, then up column 8.
  private static func formatPlaces(_ n: Int) -> [Int] {
    (1...8).map { 8 * n + $0 } + (1...7).reversed().map { $0 * n + 8 }
  }

  /// The modules that carry no data.
  private static func used(_ n: Int) -> [Bool] {
    (0..<n * n).map { $0 % n == 0 || $0 / n == 0 || $0 % n <= 8 && $0 / n <= 8 }
  }

  private static func patterns(_ n: Int, _ format: Int) -> ModuleGrid? {
    guard var grid = ModuleGrid(columns: n, rows: n) else { return nil }
    for i in stride(from: 0, to: n, by: 2) {
      grid[i, 0] = true
      grid[0, i] = true
    }
    grid.drawRings(3, 3, radius: 4, lightRings: [2, 4])
    let word = word(format)
    for (i, place) in formatPlaces(n).enumerated() { grid.dark[place] = word >> (14 - i) & 1 == 1 }
    return grid
  }
}
