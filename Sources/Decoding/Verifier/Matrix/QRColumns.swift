/// How QR symbols of all kinds lay out their bits: pairs of columns from the right, up and down in turn.
struct QRColumns {
  /// The modules that carry data, in the order of the bits.
  let places: [Int]

  /// - Parameters:
  ///   - used: The modules of patterns and format information, row by row.
  ///   - right: The column that the first pair begins with.
  init(columns: Int, rows: Int, used: [Bool], right: Int) {
    var places: [Int] = []
    var isUpward = true
    for x in stride(from: right, to: 0, by: -2) {
      for i in 0..<rows {
        let y = isUpward ? rows - 1 - i : i
        for place in [y * columns + x, y * columns + x - 1] where !used[place] { places.append(place) }
      }
      isUpward.toggle()
    }
    self.places = places
  }

  /// Bits are unmasked on the way out and masked on the way in.
  func read(_ grid: ModuleGrid, _ isMasked: (Int, Int) -> Bool) -> [Bool] {
    places.map { grid.dark[$0] != isMasked($0 % grid.columns, $0 / grid.columns) }
  }

  func write(_ bits: [Bool], _ grid: inout ModuleGrid, _ isMasked: (Int, Int) -> Bool) {
    for (i, place) in places.enumerated() {
      // What is left over is light before it is masked.
      let bit = i < bits.count && bits[i]
      grid.dark[place] = bit != isMasked(place % grid.columns, place / grid.columns)
    }
  }

  /// The word among those of all values that is nearest to bits that were seen; nil when it is further off than `limit` bits.
  static func nearest(_ seen: Int, _ words: (Int) -> Int, count: Int, limit: Int) -> (value: Int, distance: Int)? {
    var best = (value: 0, distance: Int.max)
    for value in 0..<count {
      let distance = (words(value) ^ seen).nonzeroBitCount
      if distance < best.distance { best = (value, distance) }
    }
    return best.distance <= limit ? best : nil
  }
}

extension ModuleGrid {
  /// Nested squares around a module, dark and light in turn from the outermost dark one inwards; what lies outside is left out.
  mutating func drawRings(_ cx: Int, _ cy: Int, radius: Int, lightRings: [Int]) {
    for y in max(0, cy - radius)...min(rows - 1, cy + radius) {
      for x in max(0, cx - radius)...min(columns - 1, cx + radius) {
        self[x, y] = !lightRings.contains(max(abs(x - cx), abs(y - cy)))
      }
    }
  }
}
