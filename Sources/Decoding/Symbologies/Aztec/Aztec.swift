/// Aztec Code (ISO/IEC 24778:2008).
enum Aztec {
  /// The code of the mode message: x^4 + x + 1; all roots begin with 2^1.
  private static let mode = ReedSolomon(GaloisField(bits: 4, polynomial: 0x13), firstRoot: 1)
  /// The codes of the data, by the bits of a codeword.
  private static let codes: [Int: ReedSolomon] = [
    6: ReedSolomon(GaloisField(bits: 6, polynomial: 0x43), firstRoot: 1), 8: DataMatrix.code,
    10: ReedSolomon(GaloisField(bits: 10, polynomial: 0x409), firstRoot: 1),
    12: ReedSolomon(GaloisField(bits: 12, polynomial: 0x1069), firstRoot: 1),
  ]

  /// What the mode message says.
  struct Size: Equatable {
    var layers: Int
    /// Data codewords.
    var words: Int
    /// The four bits of its codewords, corrected.
    var message: [UInt8]
  }

  /// The size in the codewords of a mode message; nil when they are too far from any.
  static func size(_ message: [UInt8], isCompact: Bool) -> Size? {
    let checks = isCompact ? 5 : 6
    var message = message
    guard message.count == (isCompact ? 7 : 10), mode.correct(&message, checkCount: checks) != nil else { return nil }
    let value = message.dropLast(checks).reduce(0) { $0 << 4 | Int($1) }
    let (layers, words) = isCompact ? ((value >> 6) + 1, value & 63) : ((value >> 11) + 1, value & 2047)
    // The top bit of the count says that the symbol sets up the reader, where it is not needed.
    let isSpare = isCompact ? layers == 1 : layers <= 22
    return Size(
      layers: layers, words: 1 + (isSpare ? words & (isCompact ? 31 : 1023) : words), message: message)
  }

  /// The data codewords of modules that stand upright, and the symbol as it must have been printed; nil when error correction fails.
  static func corrected(_ seen: ModuleGrid) -> (data: [UInt16], bits: Int, symbol: RedrawnSymbol)? {
    guard seen.columns == seen.rows else { return nil }
    for isCompact in [true, false] {
      if let layout = AztecLayout(side: seen.columns, isCompact: isCompact), let read = corrected(seen, layout) {
        return read
      }
    }
    return nil
  }

  /// The rune that modules stand for, as it must have been printed: the core of a compact symbol, the message is a byte with every
  /// other bit turned (annex A). nil when they are none.
  static func rune(_ seen: ModuleGrid) -> RedrawnSymbol? {
    guard seen.columns == 11, seen.rows == 11, let layout = AztecLayout(side: 11, isCompact: true),
      var grid = layout.patterns
    else { return nil }
    var message = message(seen, layout).map { $0 ^ 0b1010 }
    guard let corrected = mode.correct(&message, checkCount: 5) else { return nil }
    draw(message.map { $0 ^ 0b1010 }, layout, &grid)
    return RedrawnSymbol(grid: grid, corrected: corrected, correctable: 2)
  }

  /// The four bits of the codewords of the mode message.
  private static func message(_ seen: ModuleGrid, _ layout: AztecLayout) -> [UInt8] {
    let places = layout.modePlaces
    var out = [UInt8](repeating: 0, count: places.count / 4)
    for (i, place) in places.enumerated() where seen.dark[place] { out[i / 4] |= 8 >> UInt8(i % 4) }
    return out
  }

  private static func draw(_ message: [UInt8], _ layout: AztecLayout, _ grid: inout ModuleGrid) {
    for (i, place) in layout.modePlaces.enumerated() { grid.dark[place] = message[i / 4] >> UInt8(3 - i % 4) & 1 == 1 }
  }

  private static func corrected(_ seen: ModuleGrid, _ layout: AztecLayout) -> (
    data: [UInt16], bits: Int, symbol: RedrawnSymbol
  )? {
    guard var grid = layout.patterns, layout.layers > 0,
      let size = size(message(seen, layout), isCompact: layout.isCompact), size.layers == layout.layers
    else { return nil }
    draw(size.message, layout, &grid)
    let places = layout.dataPlaces
    let bits = layout.bits
    let skipped = places.count % bits
    var codewords = [UInt16](repeating: 0, count: places.count / bits)
    for i in 0..<bits * codewords.count where seen.dark[places[skipped + i]] {
      codewords[i / bits] |= 1 << UInt16(bits - 1 - i % bits)
    }
    let checks = codewords.count - size.words
    guard checks > 0, let code = codes[bits], let corrected = code.correct(&codewords, checkCount: checks) else {
      return nil
    }
    for i in 0..<bits * codewords.count {
      grid.dark[places[skipped + i]] = codewords[i / bits] >> UInt16(bits - 1 - i % bits) & 1 == 1
    }
    let symbol = RedrawnSymbol(grid: grid, corrected: corrected, correctable: checks / 2)
    return (Array(codewords.prefix(size.words)), bits, symbol)
  }
}
