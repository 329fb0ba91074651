/// Data Matrix ECC 200 (ISO/IEC 16022:2006) and its rectangular extension (ISO/IEC 21471:2020).
enum DataMatrix {
  /// x^8 + x^5 + x^3 + x^2 + 1, roots from 2^1.
  static let code = ReedSolomon(GaloisField(bits: 8, polynomial: 0x12d), firstRoot: 1)

  /// The data codewords of modules, and the symbol as it must have been printed; nil when error correction fails.
  static func corrected(_ seen: ModuleGrid, _ layout: DataMatrixLayout) -> (data: [UInt8], symbol: RedrawnSymbol)? {
    let size = layout.size
    guard seen.columns == size.columns, seen.rows == size.rows else { return nil }
    var words = codewords(seen, layout)
    var most = 0
    for b in 0..<size.blocks {
      let own = layout.indices(of: b)
      var block = own.map { words[$0] }
      guard let count = code.correct(&block, checkCount: size.checks) else { return nil }
      most = max(most, count)
      if count > 0 { for (i, at) in own.enumerated() { words[at] = block[i] } }
    }
    let symbol = RedrawnSymbol(grid: modules(words, layout), corrected: most, correctable: size.checks / 2)
    return (Array(words.prefix(size.data)), symbol)
  }

  /// The codewords that modules show.
  private static func codewords(_ seen: ModuleGrid, _ layout: DataMatrixLayout) -> [UInt8] {
    (0..<layout.size.codewords).map { word in
      layout.places[8 * word..<8 * word + 8].reduce(0) { $0 << 1 | (seen.dark[$1] ? 1 : 0) }
    }
  }

  /// The modules of codewords.
  private static func modules(_ words: [UInt8], _ layout: DataMatrixLayout) -> ModuleGrid {
    var grid = layout.patterns
    for i in 0..<8 * words.count { grid.dark[layout.places[i]] = words[i / 8] >> UInt8(7 - i % 8) & 1 == 1 }
    return grid
  }

  /// The symbol of data codewords, which are filled up to the room of the size; nil when they are too many.
  static func symbol(_ data: [UInt8], _ size: DataMatrixSize) -> ModuleGrid? {
    guard data.count <= size.data, let layout = DataMatrixLayout(size) else { return nil }
    var words = data
    while words.count < size.data {
      // All pads but the first are scrambled by their place (clause 5.2.3).
      let value = 129 + (words.count == data.count ? 0 : 149 * (words.count + 1) % 253 + 1)
      words.append(UInt8(value > 254 ? value - 254 : value))
    }
    words += [UInt8](repeating: 0, count: size.blocks * size.checks)
    for b in 0..<size.blocks {
      let own = layout.indices(of: b)
      let checks = code.checks(of: own.dropLast(size.checks).map { words[$0] }, count: size.checks)
      guard checks.count == size.checks else { return nil }
      for (at, check) in zip(own.suffix(size.checks), checks) { words[at] = check }
    }
    return modules(words, layout)
  }

  /// The smallest square symbol of data codewords; nil when they are too many.
  static func symbol(_ data: [UInt8]) -> ModuleGrid? {
    DataMatrixSize.all.first { $0.rows == $0.columns && $0.data >= data.count }.flatMap { symbol(data, $0) }
  }
}
