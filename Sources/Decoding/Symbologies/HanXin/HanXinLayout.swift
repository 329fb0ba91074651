/// Which module of a Han Xin Code is what: finder patterns in the corners, the stairs of the alignment pattern, information on
/// the symbol around the finder patterns, and data in all other modules, row by row (ISO/IEC 20830:2021, clause 5).
struct HanXinLayout {
  let version: HanXinVersion
  /// Modules that are the same in every symbol of the version; nil: the others.
  private(set) var known: [Bool?]
  /// Modules that hold information on the symbol.
  private var isInformation: [Bool]

  /// The finder pattern at the top left.
  static let finder: [[Bool]] = [
    "#######", "#......", "#.#####", "#.#....", "#.#.###", "#.#.###", "#.#.###",
  ].map { row in row.utf8.map { $0 == 0x23 } }

  init(_ version: HanXinVersion) {
    self.version = version
    known = [Bool?](repeating: nil, count: version.side * version.side)
    isInformation = [Bool](repeating: false, count: version.side * version.side)
    drawAlignment()
    drawCorners()
  }

  /// The finder patterns with their separators, and room for what stands around them.
  private mutating func drawCorners() {
    let last = version.side - 1
    for y in 0..<9 {
      for x in 0..<9 {
        // Each points outwards, but the one at the bottom left points to the top right.
        let isFinder = x < 7 && y < 7
        let pattern: Bool? = isFinder ? HanXinLayout.finder[y][x] : x < 8 && y < 8 ? false : nil
        let odd = isFinder ? HanXinLayout.finder[6 - y][6 - x] : pattern
        for (px, py, value) in [
          (x, y, pattern), (last - x, y, pattern), (last - x, last - y, pattern), (x, last - y, odd),
        ] {
          known[py * version.side + px] = value
          isInformation[py * version.side + px] = value == nil
        }
      }
    }
  }

  /// Dark lines like stairs with light ones below, and marks where no line meets the edge.
  private mutating func drawAlignment() {
    let (k, m) = version.alignment
    guard m > 0 else { return }
    let last = version.side - 1
    // Counted from the top right corner.
    let xs = (0...m).map { last - k * $0 } + [0]
    let ys = (0...m).map { k * $0 } + [last]
    var line: [(Int, Int)] = []
    for i in 0...m + 1 {
      for j in 0...m + 1 where (i + j) % 2 == 0 && i + j > 0 {
        if j <= m { for x in xs[j + 1]...xs[j] { line.append((x, ys[i])) } }
        if i <= m { for y in ys[i]...ys[i + 1] { line.append((xs[j], y)) } }
      }
    }
    for (x, y) in line {
      for (dx, dy) in [(-1, 0), (0, 1), (-1, 1)] { set(x + dx, y + dy, false) }
    }
    for (x, y) in line { set(x, y, true) }
    for i in 1...m {
      if i % 2 == 1 {
        mark(xs[i], 0)
        mark(last, ys[i])
      }
      if (m + i) % 2 == 1 {
        mark(xs[i], last)
        mark(0, ys[i])
      }
    }
  }

  private mutating func mark(_ x: Int, _ y: Int) {
    for dy in -1...1 { for dx in -1...1 { set(x + dx, y + dy, false) } }
    set(x, y, true)
  }

  private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
    guard x >= 0, y >= 0, x < version.side, y < version.side else { return }
    known[y * version.side + x] = isDark
  }

  /// The places of the 34 bits of information, twice.
  static func information(side: Int) -> [[(x: Int, y: Int)]] {
    let last = side - 1
    let half = (0...8).map { ($0, 8) } + stride(from: 7, through: 0, by: -1).map { (8, $0) }
    let other = (0...8).map { (last - 8, $0) } + (last - 7...last).map { ($0, 8) }
    let first = half + other
    return [first.map { (x: $0.0, y: $0.1) }, first.map { (x: last - $0.0, y: last - $0.1) }]
  }

  /// Modules that take data, in order.
  var places: [(x: Int, y: Int)] {
    let n = version.side
    return (0..<n * n).compactMap { known[$0] == nil && !isInformation[$0] ? (x: $0 % n, y: $0 / n) : nil }
  }

  /// Whether a mask, 0 to 3, changes a module.
  static func isMasked(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
    let (i, j) = (y + 1, x + 1)
    switch mask {
    case 1: return (i + j) % 2 == 0
    case 2: return ((i + j) % 3 + j % 3) % 2 == 0
    case 3: return (i % j + j % i + i % 3 + j % 3) % 2 == 0
    default: return false
    }
  }

  /// All modules that are known, for laying the symbol over a picture.
  var knownModules: [KnownModule] {
    let n = version.side
    return known.indices.compactMap { i in known[i].map { KnownModule(x: i % n, y: i / n, isDark: $0) } }
  }

  /// Finder patterns and separators of any size.
  static func corners(side: Int) -> [KnownModule] {
    var out: [KnownModule] = []
    let last = side - 1
    for y in 0..<8 {
      for x in 0..<8 {
        let isFinder = x < 7 && y < 7
        let isDark = isFinder && finder[y][x]
        out.append(KnownModule(x: x, y: y, isDark: isDark))
        out.append(KnownModule(x: last - x, y: y, isDark: isDark))
        out.append(KnownModule(x: last - x, y: last - y, isDark: isDark))
        out.append(KnownModule(x: x, y: last - y, isDark: isFinder && finder[6 - y][6 - x]))
      }
    }
    return out
  }
}
