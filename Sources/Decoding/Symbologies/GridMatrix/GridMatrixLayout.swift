/// Macromodules of a Grid Matrix: six by six modules with a frame, dark and light in turn, and in them two bits that say which ring
/// around the middle it is, and two codewords of seven bits (AIM AIMD014).
enum GridMatrixLayout {
  /// The macromodules in the order of the codewords: from the middle in rings, clockwise, each from the right of its top left
  /// corner on.
  static func order(_ version: GridMatrixVersion) -> [(x: Int, y: Int)] {
    let c = version.number
    var out = [(x: c, y: c)]
    for r in 1...c {
      var ring: [(x: Int, y: Int)] = []
      for i in -r..<r { ring.append((x: c + i, y: c - r)) }
      for i in -r..<r { ring.append((x: c + r, y: c + i)) }
      for i in -r..<r { ring.append((x: c - i, y: c + r)) }
      for i in -r..<r { ring.append((x: c - r, y: c - i)) }
      out += ring.dropFirst() + ring.prefix(1)
    }
    return out
  }

  /// The two bits of a ring, 0 in the middle.
  static func layer(_ ring: Int, level: Int) -> Int { level == 1 ? 3 - ring % 4 : (ring + 5 - level) % 4 }

  /// The ring of a macromodule.
  static func ring(_ version: GridMatrixVersion, _ x: Int, _ y: Int) -> Int {
    max(abs(x - version.number), abs(y - version.number))
  }

  /// Places in a macromodule, after the two bits of the ring: the second codeword, then the first.
  static let bits: [(x: Int, y: Int)] = (2..<16).map { (x: 1 + $0 % 4, y: 1 + $0 / 4) }

  /// The frames of a version; every `step`-th of their modules.
  static func frames(_ version: GridMatrixVersion, step: Int = 1) -> [KnownModule] {
    var out: [KnownModule] = []
    var count = 0
    for y in 0..<version.side {
      for x in 0..<version.side where x % 6 == 0 || x % 6 == 5 || y % 6 == 0 || y % 6 == 5 {
        count += 1
        if count % step == 0 { out.append(KnownModule(x: x, y: y, isDark: (x / 6 + y / 6) % 2 == 0)) }
      }
    }
    return out
  }
}
