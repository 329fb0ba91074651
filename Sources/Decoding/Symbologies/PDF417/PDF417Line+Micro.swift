/// Lines of a MicroPDF417, which has row address patterns in the place of start and stop patterns.
extension PDF417Line {
  /// What stands in a row of so many columns: address patterns of ten modules (`isSide` tells which table), codewords, and a bar at the
  /// end.
  static func elements(columns: Int) -> [(isAddress: Bool, isSide: Bool)] {
    let (side, centre, word) = ((true, true), (true, false), (false, false))
    return switch columns {
    case 1: [side, word, side]
    case 2: [side, word, word, side]
    case 3: [side, word, centre, word, word, side]
    default: [side, word, word, centre, word, word, side]
    }
  }

  /// The number of an address pattern by the five distances between its edges of one direction, three bits each from two modules on.
  private static let (sides, centres) = (numbers(CompositeLayout.sidePatterns), numbers(CompositeLayout.centrePatterns))

  private static func numbers(_ patterns: [UInt16]) -> [UInt8] {
    var out = [UInt8](repeating: 0, count: 1 << 15)
    for (i, pattern) in patterns.enumerated() {
      // The last of the modules is light, so that 17 modules of a codeword would end the same way.
      let widths = PDF417Distances.widths(UInt32(pattern) << 7)
      var key = 0
      for k in 0..<5 {
        let width = widths[k] + (k == 4 ? widths[5] - 7 : widths[k + 1])
        key = key << 3 | (width - 2)
      }
      out[key] = UInt8(i + 1)
    }
    return out
  }

  /// The address pattern that begins at an edge, and how far the bars are from it.
  private static func address(_ e: UnsafePointer<Float>, isSide: Bool) -> (number: Int, cost: Float)? {
    let module = (e[6] - e[0]) / 10
    guard module > 0 else { return nil }
    var (key, cost): (Int, Float) = (0, 0)
    for i in 0..<5 {
      let distance = (e[i + 2] - e[i]) / module
      guard distance > 1.4, distance < 9 else { return nil }
      let whole = max(2, min(9, distance.rounded()))
      cost += (distance - whole) * (distance - whole)
      key = key << 3 | (Int(whole) - 2)
    }
    let number = Int((isSide ? sides : centres)[key])
    return number > 0 ? (number, cost) : nil
  }

  /// The rows of MicroPDF417s of so many columns on a line.
  static func microRows(_ edges: StackEdges, columns: [Int]) -> [Row] {
    let e = edges.e
    var out: [Row] = []
    var at = 0
    while at + 6 < edges.count {
      var next = at + 2
      if let left = address(e + at, isSide: true), left.cost < 0.7 {
        for count in columns {
          let elements = elements(columns: count)
          guard let row = microRow(edges, at, elements), PDF417Size.fits(row, columns: count) else { continue }
          out.append(row)
          while next < edges.count, e[next] < row.stop ?? 0 { next += 2 }
          break
        }
      }
      at = next
    }
    return out
  }

  /// The row that begins at an edge; where edges are missing or too many it goes on where the next element must begin.
  private static func microRow(
    _ edges: StackEdges, _ first: Int, _ elements: [(isAddress: Bool, isSide: Bool)]
  ) -> Row? {
    let e = edges.e
    var row = Row(start: e[first], module: (e[first + 6] - e[first]) / 10, elements: elements.count)
    var (at, position, clusters) = (first, e[first], [0, 0, 0])
    for (i, element) in elements.enumerated() {
      let (count, modules): (Int, Float) = element.isAddress ? (6, 10) : (8, 17)
      let length = modules * row.module
      while at + 2 < edges.count, abs(e[at + 2] - position) <= abs(e[at] - position) { at += 2 }
      guard abs(e[at] - position) < 0.9 * row.module, at + count < edges.count,
        abs(e[at + count] - e[at] - length) < 0.15 * length
      else {
        position += length
        continue
      }
      var token: Token?
      if element.isAddress, let (number, cost) = address(e + at, isSide: element.isSide) {
        token = Token(element: i, start: e[at], end: e[at + count], cluster: -1, value: number, cost: cost)
      } else if !element.isAddress, let match = PDF417Distances.table.match(e + at) {
        token = Token(
          element: i, start: e[at], end: e[at + count], cluster: match.cluster, value: match.codeword, cost: match.cost)
        clusters[match.cluster] += 1
      }
      if let token {
        row.tokens.append(token)
        if token.cost < 1 { row.module += 0.5 * ((e[at + count] - e[at]) / modules - row.module) }
      }
      at += count
      position = e[at]
    }
    // Nothing else looks like two address patterns with codewords between them, and a bar at the end.
    guard row.tokens.first?.element == 0, row.tokens.last?.element == elements.count - 1, at + 1 < edges.count,
      e[at + 1] - e[at] < 2.2 * row.module, row.tokens.last?.cost ?? 9 < 0.7
    else { return nil }
    row.stop = e[at + 1]
    let most = clusters.max() ?? 0
    return most > 0 && 2 * most > elements.count(where: { !$0.isAddress }) - 1 ? row : nil
  }
}
