/// A size of Code One (AIM USS Code One, 1994). Layout, codewords and blocks were measured on the symbols that zint 2.11 draws.
struct CodeOneVersion: Equatable {
  /// The three sorts of symbols: A to H, the low ones T, and S for numbers.
  enum Kind { case full, low, number }

  let name: String
  let kind: Kind
  let rows: Int
  let columns: Int
  /// Row at which the recovery pattern begins.
  let centre: Int
  /// Dark lines over the whole width, and those that end before the edge.
  let bars: Int
  let shortBars: Int
  /// Columns of the vertical reference bars above and below.
  let above: [Int]
  let below: [Int]
  /// Codewords of data, of checks, and blocks.
  let data: Int
  let checks: Int
  let blocks: Int

  private init(
    _ name: String, _ kind: Kind, _ size: (Int, Int), _ centre: Int, _ bars: (Int, Int), _ above: [Int],
    _ below: [Int], _ words: (Int, Int), blocks: Int = 1
  ) {
    self.name = name
    self.kind = kind
    (rows, columns) = size
    self.centre = centre
    (self.bars, shortBars) = bars
    self.above = above
    self.below = below
    (data, checks) = words
    self.blocks = blocks
  }

  static let all = [
    CodeOneVersion("A", .full, (16, 18), 5, (1, 2), [4], [12], (10, 10)),
    CodeOneVersion("B", .full, (22, 22), 7, (1, 3), [4], [16], (19, 16)),
    CodeOneVersion("C", .full, (28, 32), 10, (2, 2), [4, 26], [4, 26], (44, 26)),
    CodeOneVersion("D", .full, (40, 42), 15, (1, 4), [4, 20, 36], [4, 20, 36], (91, 44)),
    CodeOneVersion("E", .full, (52, 54), 21, (2, 3), [4, 26, 48], [4, 26, 48], (182, 70)),
    CodeOneVersion("F", .full, (70, 76), 30, (3, 2), [4, 26, 48, 70], [4, 26, 48, 70], (370, 140), blocks: 2),
    CodeOneVersion(
      "G", .full, (104, 98), 46, (2, 4), [6, 27, 48, 69, 90], [6, 27, 48, 69, 90], (732, 280), blocks: 4),
    CodeOneVersion(
      "H", .full, (148, 134), 68, (3, 3), [6, 26, 46, 66, 86, 106, 126], [6, 26, 46, 66, 86, 106, 126], (1480, 560),
      blocks: 8),
    CodeOneVersion("T-16", .low, (16, 17), 10, (1, 0), [8], [], (10, 10)),
    CodeOneVersion("T-32", .low, (16, 33), 10, (1, 0), [16], [], (24, 16)),
    CodeOneVersion("T-48", .low, (16, 49), 10, (1, 0), [24], [], (38, 22)),
    CodeOneVersion("S-10", .number, (8, 11), 4, (1, 0), [5], [], (4, 4)),
    CodeOneVersion("S-20", .number, (8, 21), 4, (1, 0), [10], [], (8, 8)),
    CodeOneVersion("S-30", .number, (8, 31), 4, (1, 0), [15], [], (12, 12)),
  ]

  /// Modules that are the same in every symbol of the version, row by row; nil: data.
  var known: [[Bool?]] {
    var grid = [[Bool?]](repeating: [Bool?](repeating: nil, count: columns), count: rows)
    func line(_ dark: (Int) -> Bool) -> [Bool?] { (0..<columns).map { dark($0) } }
    let last = columns - 1
    var y = centre
    if kind == .full {
      let bars = Array(Set(above + below)).sorted()
      func odd(_ x: Int) -> Bool { bars.firstIndex(of: x).map { $0 % 2 == 1 } ?? false }
      grid[y] = line { bars.contains($0) }
      for bar in 0..<self.bars {
        grid[y + 1] = line { _ in true }
        grid[y + 2] = line { bar < self.bars - 1 && odd($0) }
        y += 2
      }
      for bar in 0..<shortBars {
        grid[y + 1] = line { $0 > 0 && $0 < last }
        if bar < shortBars - 1 { grid[y + 2] = line { $0 == 1 || $0 == last - 1 } }
        y += 2
      }
      for row in 0..<centre {
        for x in above { (grid[row][x], grid[row][x + 1]) = (true, row % 12 == 0) }
      }
      for row in y..<rows {
        for x in below { (grid[row][x], grid[row][x + 1]) = (true, (rows - 1 - row) % 12 == 0) }
      }
      return grid
    }
    let middle = above[0]
    // Narrow symbols leave parts of the middle light.
    let number = columns / (kind == .low ? 16 : 10)
    for row in 0..<centre { grid[row][middle] = row == 0 }
    grid[y] = line { $0 == middle && (kind == .low || number > 1) }
    grid[y + 1] = line { _ in true }
    let isMarked = kind == .low ? number > 1 : number > 2
    grid[y + 2] = line { $0 == 0 || $0 == last || ($0 == middle && isMarked) }
    grid[y + 3] = line { $0 != 1 && $0 != last - 1 }
    if kind == .low {
      grid[y + 4] = line { $0 == 0 || $0 == last || ($0 == middle && number > 2) }
      grid[y + 5] = grid[y + 3]
    }
    return grid
  }

  /// The modules of each codeword, the highest bit first.
  var words: [[(x: Int, y: Int)]] {
    let known = known
    let free = (0..<rows).map { y in (0..<columns).filter { known[y][$0] == nil } }
    let used = (0..<rows).filter { !free[$0].isEmpty }
    var out: [[(x: Int, y: Int)]] = []
    // Eight modules in two rows of four; of numbers five, three above and two below, then the other way round.
    let parts: [(Range<Int>, Range<Int>)] = kind == .number ? [(0..<3, 0..<2), (3..<5, 2..<5)] : [(0..<4, 0..<4)]
    let width = kind == .number ? 5 : 4
    for pair in stride(from: 0, to: used.count - 1, by: 2) {
      let (top, bottom) = (used[pair], used[pair + 1])
      for x in stride(from: 0, to: free[top].count - width + 1, by: width) {
        for (above, below) in parts {
          out.append(
            above.map { (x: free[top][x + $0], y: top) } + below.map { (x: free[bottom][x + $0], y: bottom) })
        }
      }
    }
    return out
  }

  /// All modules that are known, for laying the symbol over a picture.
  var knownModules: [KnownModule] {
    known.enumerated().flatMap { y, row in
      row.enumerated().compactMap { x, value in value.map { KnownModule(x: x, y: y, isDark: $0) } }
    }
  }
}
