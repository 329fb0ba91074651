/// Aztec codes drawn again from their corrected codewords (ISO/IEC 24778:2008, clause 7).
enum AztecRedraw {
  /// The code of the mode message: x^4 + x + 1; all roots begin with 2^1.
  private static let mode = ReedSolomon(GaloisField(bits: 4, polynomial: 0x13), firstRoot: 1)
  /// The codes of the data, by the bits of a codeword.
  private static let codes: [Int: ReedSolomon] = [
    6: ReedSolomon(GaloisField(bits: 6, polynomial: 0x43), firstRoot: 1), 8: DataMatrixRedraw.code,
    10: ReedSolomon(GaloisField(bits: 10, polynomial: 0x409), firstRoot: 1),
    12: ReedSolomon(GaloisField(bits: 12, polynomial: 0x1069), firstRoot: 1),
  ]

  /// Where everything lies in a symbol of a size.
  private struct Layout {
    let side: Int
    let isCompact: Bool
    let layers: Int
    var middle: Int { side / 2 }
    /// Modules from the middle to the ring of the mode message.
    var ring: Int { isCompact ? 5 : 7 }
    /// Bits of a codeword.
    var bits: Int { layers <= 2 ? 6 : layers <= 8 ? 8 : layers <= 22 ? 10 : 12 }

    init?(side: Int, isCompact: Bool) {
      let layers = (1...(isCompact ? 4 : 32)).first { Layout.side($0, isCompact) == side }
      guard let layers else { return nil }
      (self.side, self.isCompact, self.layers) = (side, isCompact, layers)
    }

    /// Full symbols have a line of the reference grid at every sixteenth module from the middle.
    private static func side(_ layers: Int, _ isCompact: Bool) -> Int {
      if isCompact { return 11 + 4 * layers }
      let half = 7 + 2 * layers
      return 1 + 2 * (half + (half - 1) / 15)
    }

    /// The module that a row or column of the symbol without reference grid is.
    func line(_ i: Int) -> Int {
      if isCompact { return i }
      // Counted from the middle, past one line after each fifteen.
      let half = 7 + 2 * layers
      return i < half ? middle - 1 - (half - 1 - i) - (half - 1 - i) / 15 : middle + 1 + (i - half) + (i - half) / 15
    }

    /// The modules of the mode message, clockwise from the top left.
    var modePlaces: [Int] {
      let offsets = isCompact ? Array(-3...3) : Array(-5...5).filter { $0 != 0 }
      var all: [Int] = []
      let at = { (dx: Int, dy: Int) in (middle + dy) * side + middle + dx }
      for d in offsets { all.append(at(d, -ring)) }
      for d in offsets { all.append(at(ring, d)) }
      for d in offsets { all.append(at(-d, ring)) }
      for d in offsets { all.append(at(-ring, -d)) }
      return all
    }

    /// The modules of the data: pairs, layer by layer from outside, down the left side and counterclockwise.
    var dataPlaces: [Int] {
      var all: [Int] = []
      let last = (isCompact ? 11 : 14) + 4 * layers - 1
      for layer in 0..<layers {
        let (low, high) = (2 * layer, last - 2 * layer)
        let length = high - low - 1
        let at = { (x: Int, y: Int) in line(y) * side + line(x) }
        for j in 0..<length { for k in 0..<2 { all.append(at(low + k, low + j)) } }
        for j in 0..<length { for k in 0..<2 { all.append(at(low + j, high - k)) } }
        for j in 0..<length { for k in 0..<2 { all.append(at(high - k, high - j)) } }
        for j in 0..<length { for k in 0..<2 { all.append(at(high - j, low + k)) } }
      }
      return all
    }
  }

  /// The symbol that modules stand for; nil when they are none.
  static func symbol(_ seen: ModuleGrid) -> RedrawnSymbol? {
    guard seen.columns == seen.rows else { return nil }
    for isCompact in [true, false] {
      guard let layout = Layout(side: seen.columns, isCompact: isCompact), let drawn = symbol(seen, layout) else {
        continue
      }
      return drawn
    }
    return nil
  }

  private static func symbol(_ seen: ModuleGrid, _ layout: Layout) -> RedrawnSymbol? {
    guard var grid = patterns(layout) else { return nil }
    // The mode message: layers and data codewords.
    let modePlaces = layout.modePlaces
    var message = [UInt8](repeating: 0, count: modePlaces.count / 4)
    for (i, place) in modePlaces.enumerated() where seen.dark[place] { message[i / 4] |= 8 >> UInt8(i % 4) }
    let modeChecks = layout.isCompact ? 5 : 6
    guard mode.correct(&message, checkCount: modeChecks) != nil else { return nil }
    for (i, place) in modePlaces.enumerated() { grid.dark[place] = message[i / 4] >> UInt8(3 - i % 4) & 1 == 1 }
    let value = message.dropLast(modeChecks).reduce(0) { $0 << 4 | Int($1) }
    let (layers, words) = layout.isCompact ? (value >> 6, value & 63) : (value >> 11, value & 2047)
    guard layers + 1 == layout.layers else { return nil }
    // The top bit of the count says that the symbol sets up the reader, where it is not needed.
    let isSpare = layout.isCompact ? layout.layers == 1 : layout.layers <= 22
    let data = 1 + (isSpare ? words & (layout.isCompact ? 31 : 1023) : words)
    let places = layout.dataPlaces
    let bits = layout.bits
    let skipped = places.count % bits
    var codewords = [UInt16](repeating: 0, count: places.count / bits)
    for i in 0..<bits * codewords.count where seen.dark[places[skipped + i]] {
      codewords[i / bits] |= 1 << UInt16(bits - 1 - i % bits)
    }
    let checks = codewords.count - data
    guard checks > 0, let code = codes[bits], let corrected = code.correct(&codewords, checkCount: checks) else {
      return nil
    }
    for i in 0..<bits * codewords.count {
      grid.dark[places[skipped + i]] = codewords[i / bits] >> UInt16(bits - 1 - i % bits) & 1 == 1
    }
    return RedrawnSymbol(grid: grid, corrected: corrected, correctable: checks / 2)
  }

  /// Bull's eye, marks of the direction and reference grid.
  private static func patterns(_ layout: Layout) -> ModuleGrid? {
    guard var grid = ModuleGrid(columns: layout.side, rows: layout.side) else { return nil }
    let (middle, ring) = (layout.middle, layout.ring)
    if !layout.isCompact {
      for line in stride(from: middle % 16, to: layout.side, by: 16) {
        for i in 0..<layout.side where (i - middle) % 2 == 0 {
          grid[line, i] = true
          grid[i, line] = true
        }
      }
    }
    for dy in -ring...ring {
      for dx in -ring...ring {
        let distance = max(abs(dx), abs(dy))
        if distance < ring { grid[middle + dx, middle + dy] = distance % 2 == 0 }
      }
    }
    for (dx, dy) in [(-ring, -ring), (1 - ring, -ring), (-ring, 1 - ring), (ring, -ring), (ring, 1 - ring)] {
      grid[middle + dx, middle + dy] = true
    }
    for (dx, dy) in [
      (ring - 1, -ring), (ring, ring), (ring - 1, ring), (-ring, ring), (1 - ring, ring), (-ring, ring - 1),
    ] {
      grid[middle + dx, middle + dy] = false
    }
    grid[middle + ring, middle + ring - 1] = true
    return grid
  }
}
