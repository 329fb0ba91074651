/// Codablock F on one scan line.
enum CodablockFLine {
  private static let start: [Float] = [2, 1, 1, 4, 1, 2]
  private static let stop: [Float] = [2, 3, 3, 1, 1, 1, 2]

  /// The rows that edges show in the order of reading.
  static func rows(_ edges: StackEdges, _ characters: CharacterSet) -> [StackRow] {
    var out: [StackRow] = []
    var i = 0
    // Start, selector, number, four data, check character, and stop are 8 times 6 and 7 elements.
    while i + 55 < edges.count, out.count < 4 {
      // The start begins 2 1 1 4: a cheap test before the match.
      let (head, module) = (edges.width(i, i + 2), edges.width(i, i + 6) / 11)
      if head > 2.2 * module, head < 3.8 * module, edges.cost(i, start, module: module) < 0.9,
        let row = row(edges, i, module, characters)
      {
        out.append(row)
        i += 6 * (row.words.count + 1)
      }
      i += 2
    }
    return out
  }

  private static func row(_ edges: StackEdges, _ i: Int, _ first: Float, _ characters: CharacterSet) -> StackRow? {
    var module = first
    // Bars have 4 modules of the start's 11.
    var growth = max(-0.8, min(0.8, growth(edges, i, 11, bars: 4)))
    var words: [Int] = []
    var at = i + 6
    while at + 7 < edges.count, words.count <= CodablockF.columns.upperBound + 3 {
      let tail = edges.width(at, at + 7)
      // A character and what follows can be close to the stop: the check character tells.
      if words.count >= 7, tail > 10.5 * module, tail < 15.5 * module, edges.cost(at, stop, module: tail / 13) < 1.1,
        let row = CodablockF.row(words),
        Code128Tables.check([Code128Tables.startA] + words.dropLast()) == words[words.count - 1]
      {
        return StackRow(row: row, words: words, start: edges.e[i], end: edges.e[at + 7], module: module)
      }
      let width = edges.width(at, at + 6)
      guard width > 8.5 * module, width < 13.5 * module else { return nil }
      let match = characters.match(edges.e + at, 0..<103, growth: growth)
      guard match.value >= 0, match.cost < 1.2, match.lead > 0.05 else { return nil }
      words.append(match.value)
      let w = characters.widths + match.value * 6
      growth += 0.3 * (max(-0.8, min(0.8, self.growth(edges, at, 11, bars: w[0] + w[2] + w[4]))) - growth)
      module += 0.3 * (width / 11 - module)
      at += 6
    }
    return nil
  }

  /// By how much each of three bars from an edge on is too wide, in modules.
  private static func growth(_ edges: StackEdges, _ at: Int, _ modules: Float, bars: Float) -> Float {
    let dark = edges.width(at, at + 1) + edges.width(at + 2, at + 3) + edges.width(at + 4, at + 5)
    return (dark * modules / edges.width(at, at + 6) - bars) / 3
  }
}
