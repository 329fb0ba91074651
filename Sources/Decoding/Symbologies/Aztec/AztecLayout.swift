/// Where everything lies in an Aztec symbol of a size (ISO/IEC 24778:2008, clause 7).
struct AztecLayout {
  let side: Int
  let isCompact: Bool
  let layers: Int
  var middle: Int { side / 2 }
  /// Modules from the middle to the ring of the mode message.
  var ring: Int { isCompact ? 5 : 7 }
  /// Bits of a codeword.
  var bits: Int { layers <= 2 ? 6 : layers <= 8 ? 8 : layers <= 22 ? 10 : 12 }

  /// A rune is compact, and has no layers.
  init?(side: Int, isCompact: Bool) {
    let layers = (isCompact ? 0...4 : 1...32).first { AztecLayout.side($0, isCompact) == side }
    guard let layers else { return nil }
    (self.side, self.isCompact, self.layers) = (side, isCompact, layers)
  }

  init?(layers: Int, isCompact: Bool) {
    guard (1...(isCompact ? 4 : 32)).contains(layers) else { return nil }
    (side, self.isCompact, self.layers) = (AztecLayout.side(layers, isCompact), isCompact, layers)
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

  /// Bull's eye, marks of the direction and reference grid.
  var patterns: ModuleGrid? {
    guard var grid = ModuleGrid(columns: side, rows: side) else { return nil }
    if !isCompact {
      for line in stride(from: middle % 16, to: side, by: 16) {
        for i in 0..<side where (i - middle) % 2 == 0 {
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
