/// Code 16K on one scan line.
enum Code16KLine {
  /// The rows that edges show in the order of reading.
  static func rows(_ edges: StackEdges, _ characters: CharacterSet) -> [StackRow] {
    var out: [StackRow] = []
    var i = 0
    // Start, separator, five characters, and stop are 39 elements of 70 modules.
    while i + 39 < edges.count, out.count < 4 {
      if let row = row(edges, i, characters) {
        out.append(row)
        i += 38
      }
      i += 2
    }
    return out
  }

  private static func row(_ edges: StackEdges, _ i: Int, _ characters: CharacterSet) -> StackRow? {
    let module = edges.width(i, i + 39) / 70
    guard abs(edges.width(i, i + 4) / module - 7) < 1.5, abs(edges.width(i + 35, i + 39) / module - 7) < 1.5 else {
      return nil
    }
    for k in 0..<5 where abs(edges.width(i + 5 + 6 * k, i + 11 + 6 * k) / module - 11) > 2 { return nil }
    // The separator of one module tells by how much bars are too wide; characters correct that.
    var growth = max(-0.8, min(0.8, edges.width(i + 4, i + 5) / module - 1))
    guard let start = guardValue(edges, i, growth: growth, isDark: true) else { return nil }
    var words: [Int] = []
    for k in 0..<5 {
      let at = i + 5 + 6 * k
      // Spaces shrink by what bars grow.
      let match = characters.match(edges.e + at, 0..<107, growth: -growth)
      guard match.value >= 0, match.cost < 0.8, match.lead > 0.15 else { return nil }
      words.append(match.value)
      let w = characters.widths + match.value * 6
      let light = edges.width(at, at + 1) + edges.width(at + 2, at + 3) + edges.width(at + 4, at + 5)
      let more = (w[0] + w[2] + w[4] - light * 11 / edges.width(at, at + 6)) / 3
      growth += 0.3 * (max(-0.8, min(0.8, more)) - growth)
    }
    guard let stop = guardValue(edges, i + 35, growth: growth, isDark: false),
      let row = Code16K.row(start: start, stop: stop)
    else { return nil }
    return StackRow(row: row, words: words, start: edges.e[i], end: edges.e[i + 39], module: module)
  }

  /// The start or stop whose four elements, the first dark or light, fit from an edge on.
  private static func guardValue(_ edges: StackEdges, _ at: Int, growth: Float, isDark: Bool) -> Int? {
    let module = edges.width(at, at + 4) / 7
    guard module > 0 else { return nil }
    let outer = (edges.width(at, at + 1) + edges.width(at + 2, at + 3)) / module - (isDark ? 2 : -2) * growth
    var best: (value: Int, cost: Float) = (0, .infinity)
    var second = Float.infinity
    for (value, w) in Code16K.guards.enumerated() {
      let d = outer - w[0] - w[2]
      let cost = edges.cost(at, w, module: module) + 0.3 * d * d
      if cost < best.cost {
        second = best.cost
        best = (value, cost)
      } else {
        second = min(second, cost)
      }
    }
    return best.cost < 0.9 && second - best.cost > 0.15 ? best.value : nil
  }
}
