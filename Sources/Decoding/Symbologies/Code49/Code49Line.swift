/// Code 49 on one scan line.
enum Code49Line {
  /// The rows that edges show in the order of reading.
  static func rows(_ edges: StackEdges) -> [StackRow] {
    var out: [StackRow] = []
    var i = 0
    // Start of two elements, four words of eight, and the bar of the stop are 70 modules.
    while i + 35 < edges.count, out.count < 4 {
      if let row = row(edges, i) {
        out.append(row)
        i += 34
      }
      i += 2
    }
    return out
  }

  private static func row(_ edges: StackEdges, _ i: Int) -> StackRow? {
    let module = edges.width(i, i + 35) / 70
    guard abs(edges.width(i, i + 2) / module - 2) < 0.9, abs(edges.width(i + 34, i + 35) / module - 4) < 1.4 else {
      return nil
    }
    for k in 0..<4 where abs(edges.width(i + 2 + 8 * k, i + 10 + 8 * k) / module - 16) > 2 { return nil }
    // Bar and space of the start are one module each, the stop is four.
    let start = edges.width(i, i + 1) - edges.width(i + 1, i + 2)
    let growth = max(-0.7, min(0.7, (start / 2 + edges.width(i + 34, i + 35) - 4 * module) / (2 * module)))
    var characters: [Int] = []
    var parity: UInt8 = 0
    for k in 0..<4 {
      guard let word = word(edges, i + 2 + 8 * k, growth: growth) else { return nil }
      characters += [word.word / 49, word.word % 49]
      parity = parity << 1 | (word.isOdd ? 1 : 0)
    }
    let row = Code49.row(parity)
    guard row != nil || parity == Code49.lastParity, Code49.isRow(characters) else { return nil }
    if row == nil, Code49.rowCount(characters) == nil { return nil }
    return StackRow(row: row, words: characters, start: edges.e[i], end: edges.e[i + 35], module: module)
  }

  /// The word whose eight elements begin at an edge.
  ///
  /// The distances between edges of the same direction are whole modules, whatever the growth; with the first element they give
  /// all others. One module more of it makes all bars together four more, so their width tells it.
  private static func word(_ edges: StackEdges, _ at: Int, growth: Float) -> (word: Int, isOdd: Bool)? {
    let module = edges.width(at, at + 8) / 16
    guard module > 0 else { return nil }
    var bars: Float = 0
    for k in 0..<4 { bars += edges.width(at + 2 * k, at + 2 * k + 1) / module - growth }
    var best: (pattern: UInt16, cost: Float) = (0, .infinity)
    var second = Float.infinity
    var sums = [Int](repeating: 0, count: 7)
    var costs = [Float](repeating: 0, count: 7)
    // The nearest whole numbers, and with the one that is least sure the other way.
    var unsure: (index: Int, other: Int, more: Float) = (0, 0, .infinity)
    for k in 0..<7 {
      let d = edges.width(at + k, at + k + 2) / module
      let near = d.rounded()
      guard near >= 2, near <= 12 else { return nil }
      sums[k] = Int(near)
      costs[k] = (d - near) * (d - near)
      let other = near + (d > near ? 1 : -1)
      let more = (d - other) * (d - other) - costs[k]
      if more < unsure.more { unsure = (k, Int(other), more) }
    }
    let cost = costs.reduce(0, +)
    for turn in 0..<2 {
      if turn == 1 { sums[unsure.index] = unsure.other }
      for first in 1...6 {
        guard let (pattern, dark) = pattern(first, sums), Code49Patterns.word(pattern) != nil else { continue }
        let d = bars - Float(dark)
        let all = cost + (turn == 1 ? unsure.more : 0) + 0.3 * d * d
        if all < best.cost {
          second = best.cost
          best = (pattern, all)
        } else {
          second = min(second, all)
        }
      }
    }
    guard best.cost < 1.3, second - best.cost > 0.08 else { return nil }
    return Code49Patterns.word(best.pattern)
  }

  /// Modules and their dark ones by the first element and the sums of neighbours; nil when an element is not 1 to 6 wide.
  private static func pattern(_ first: Int, _ sums: [Int]) -> (UInt16, Int)? {
    var width = first
    var (pattern, dark, modules): (UInt32, Int, Int) = (0, 0, 0)
    for k in 0..<8 {
      if k > 0 { width = sums[k - 1] - width }
      guard (1...6).contains(width) else { return nil }
      modules += width
      let isBar = k & 1 == 0
      for _ in 0..<width { pattern = pattern << 1 | (isBar ? 1 : 0) }
      if isBar { dark += width }
    }
    return modules == 16 ? (UInt16(truncatingIfNeeded: pattern), dark) : nil
  }
}
