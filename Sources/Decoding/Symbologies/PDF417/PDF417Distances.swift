/// Which codeword bars are by the distances between edges of the same direction, which blur and the growth of bars leave alone: six of
/// them tell all 2787 apart.
struct PDF417Distances {
  static let table = PDF417Distances()

  /// What bars are, and how far from it: the sum of the squared differences of the six distances in modules.
  struct Match {
    var cluster: Int
    var codeword: Int
    var cost: Float
  }

  /// Slots of distances (three bits each, from two modules on) with the number of the pattern, in an open table.
  private var slots = [UInt32](repeating: 0, count: 8192)

  private init() {
    for index in 0..<3 * PDF417Patterns.count {
      let widths = PDF417Distances.widths(
        PDF417Patterns.modules(index / PDF417Patterns.count, index % PDF417Patterns.count))
      var key: UInt32 = 0
      for i in 0..<6 { key = key << 3 | UInt32(widths[i] + widths[i + 1] - 2) }
      var slot = PDF417Distances.slot(key)
      while slots[slot] != 0 { slot = (slot + 1) & 8191 }
      slots[slot] = key << 12 | UInt32(index + 1)
    }
  }

  /// Widths of bars and spaces of 17 modules.
  static func widths(_ modules: UInt32) -> [Int] {
    var (out, last) = ([Int](), UInt32(0))
    for i in (0..<17).reversed() {
      let bit = modules >> UInt32(i) & 1
      if bit == last, !out.isEmpty { out[out.count - 1] += 1 } else { out.append(1) }
      last = bit
    }
    return out
  }

  private static func slot(_ key: UInt32) -> Int { Int((key &* 2_654_435_769) >> 19) }

  private func find(_ key: UInt32) -> Int? {
    slots.withUnsafeBufferPointer { slots in
      var slot = PDF417Distances.slot(key)
      while slots[slot] != 0 {
        if slots[slot] >> 12 == key { return Int(slots[slot] & 4095) - 1 }
        slot = (slot &+ 1) & 8191
      }
      return nil
    }
  }

  /// The codeword whose bars begin at an edge and end at the eighth from it; nil when none is like them.
  func match(_ e: UnsafePointer<Float>) -> Match? {
    let module = (e[8] - e[0]) / 17
    guard module > 0 else { return nil }
    var (key, cost): (UInt32, Float) = (0, 0)
    // The distance that is least clear, and which way it would go.
    var (doubt, place, step): (Float, UInt32, Int32) = (0, 0, 0)
    for i in 0..<6 {
      let distance = (e[i + 2] - e[i]) / module
      guard distance > 1.4, distance < 9.7 else { return nil }
      let whole = max(2, min(9, distance.rounded()))
      let rest = distance - whole
      key = key << 3 | UInt32(whole - 2)
      cost += rest * rest
      if abs(rest) > doubt { (doubt, place, step) = (abs(rest), UInt32(3 * (5 - i)), rest > 0 ? 1 : -1) }
    }
    if let index = find(key) { return Match(index, cost) }
    let value = Int32(key >> place & 7) + step
    guard doubt > 0.2, value >= 0, value < 8 else { return nil }
    let other = key & ~(7 << place) | UInt32(value) << place
    return find(other).map { Match($0, cost + 1 - 2 * doubt) }
  }
}

extension PDF417Distances.Match {
  fileprivate init(_ index: Int, _ cost: Float) {
    (cluster, codeword) = index.quotientAndRemainder(dividingBy: PDF417Patterns.count)
    self.cost = cost
  }
}
