/// What a scan line shows of a PDF417 or MicroPDF417.
enum PDF417Line {
  /// The place of an element of a row: 0 is the first one behind the start pattern, or the first address pattern.
  struct Token {
    /// Number of the element in its row, from the left.
    var element: Int
    /// First and last edge in samples.
    var start: Float
    var end: Float
    /// 0 to 2; -1: an address pattern.
    var cluster: Int
    /// Codeword, or number of an address pattern from 1 on.
    var value: Int
    /// How far from what it is taken for.
    var cost: Float
  }

  /// One line through a symbol.
  struct Row {
    var tokens: [Token] = []
    /// Where the start pattern begins and the stop pattern ends; nil: not seen.
    var start: Float?
    var stop: Float?
    /// Width of a module in samples.
    var module: Float
    /// Elements between start and stop pattern, where both were seen.
    var elements: Int?
  }

  /// Start and stop pattern (ISO/IEC 15438, clause 5.3.1.2): bars and spaces by turns.
  private static let startWidths: [Float] = [8, 1, 1, 1, 1, 1, 1, 3]
  private static let stopWidths: [Float] = [7, 1, 1, 3, 1, 1, 1, 2, 1]
  private static let patternLimit: Float = 1.2

  /// How far bars are from a pattern: the sum of the squared differences of the distances between edges of the same direction.
  private static func cost(_ e: UnsafePointer<Float>, _ widths: [Float], _ module: Float) -> Float {
    var sum: Float = 0
    for i in 0..<widths.count - 1 {
      let d = (e[i + 2] - e[i]) / module - widths[i] - widths[i + 1]
      sum += d * d
    }
    return sum
  }

  /// Whether a start pattern begins at an even edge.
  static func isStart(_ edges: StackEdges, _ at: Int) -> Bool {
    guard at >= 0, at + 8 < edges.count else { return false }
    let e = edges.e + at
    let total = e[8] - e[0]
    let first = e[1] - e[0]
    guard first > 0.36 * total, first < 0.58 * total else { return false }
    return cost(e, startWidths, total / 17) < patternLimit
  }

  /// Whether a stop pattern begins at an even edge.
  static func isStop(_ edges: StackEdges, _ at: Int) -> Bool {
    guard at >= 0, at + 9 < edges.count else { return false }
    let e = edges.e + at
    let total = e[9] - e[0]
    let first = e[1] - e[0]
    guard first > 0.28 * total, first < 0.5 * total else { return false }
    return cost(e, stopWidths, total / 18) < patternLimit
  }

  /// The symbols of a line: from each start pattern to its stop pattern, and from stop patterns without a start.
  static func rows(_ edges: StackEdges) -> [Row] {
    var out: [Row] = []
    var at = 0
    var covered = 0
    while at + 8 < edges.count {
      if isStart(edges, at) {
        let row = forward(edges, at)
        if row.tokens.count > 0 {
          out.append(row)
          if let stop = row.stop {
            while at + 8 < edges.count, edges.e[at] < stop { at += 2 }
            covered = at
            continue
          }
        }
      } else if isStop(edges, at), at > covered + 8 {
        // The start pattern was not seen, or the row was lost on the way.
        var row = backward(edges, at)
        if let last = out.indices.last, out[last].stop == nil {
          join(&out[last], &row)
        } else if !row.tokens.isEmpty {
          out.append(row)
        }
        covered = at
      }
      at += 2
    }
    return out
  }

  /// Reads on from a start pattern; where edges are missing it goes on at the place where the next codeword must begin.
  private static func forward(_ edges: StackEdges, _ first: Int) -> Row {
    let e = edges.e
    var row = Row(start: e[first], module: (e[first + 8] - e[first]) / 17)
    var (at, position) = (first + 8, e[first + 8])
    var (element, lost) = (0, 0)
    while element < 33, lost < 8, at < edges.count {
      let length = 17 * row.module
      // Both patterns begin with a wide bar, which no codeword has.
      if abs(e[at] - position) < 0.9 * row.module, isStop(edges, at) {
        row.stop = e[at + 9]
        row.elements = element
        return row
      }
      if abs(e[at] - position) < 0.9 * row.module, at + 8 < edges.count, abs(e[at + 8] - e[at] - length) < 0.15 * length
      {
        if let match = PDF417Distances.table.match(e + at) {
          row.tokens.append(
            Token(
              element: element, start: e[at], end: e[at + 8], cluster: match.cluster, value: match.codeword,
              cost: match.cost))
          if match.cost < 1 { row.module += 0.5 * ((e[at + 8] - e[at]) / 17 - row.module) }
        }
        lost = 0
        at += 8
        position = e[at]
      } else {
        lost += 1
        position += length
        // The even edge nearest to where the next codeword must begin.
        while at + 2 < edges.count, abs(e[at + 2] - position) <= abs(e[at] - position) { at += 2 }
      }
      element += 1
    }
    return row
  }

  /// Reads back from a stop pattern; elements are counted from it, from -1 downwards.
  private static func backward(_ edges: StackEdges, _ last: Int) -> Row {
    let e = edges.e
    var row = Row(stop: e[last + 9], module: (e[last + 9] - e[last]) / 18)
    var (at, position, element, lost) = (last, e[last], -1, 0)
    while element > -33, lost < 8, at >= 0 {
      let length = 17 * row.module
      if abs(e[at] - position) < 0.9 * row.module, at >= 8, abs(e[at] - e[at - 8] - length) < 0.15 * length {
        if let match = PDF417Distances.table.match(e + at - 8) {
          row.tokens.append(
            Token(
              element: element, start: e[at - 8], end: e[at], cluster: match.cluster, value: match.codeword,
              cost: match.cost))
          if match.cost < 1 { row.module += 0.5 * ((e[at] - e[at - 8]) / 17 - row.module) }
        } else if isStart(edges, at - 8) {
          break
        }
        lost = 0
        at -= 8
        position = e[at]
      } else {
        lost += 1
        position -= length
        while at >= 2, abs(e[at - 2] - position) <= abs(e[at] - position) { at -= 2 }
      }
      element -= 1
    }
    return row
  }

  /// Puts what was read from the stop pattern backwards behind what was read from the start pattern.
  private static func join(_ row: inout Row, _ tail: inout Row) {
    guard let start = row.start, let stop = tail.stop else { return }
    let elements = Int(((stop - start) / ((row.module + tail.module) / 2) - 35) / 17 + 0.5)
    guard elements > 0, elements < 33 else { return }
    // The count is only sure where both see the same codeword.
    let isSure = tail.tokens.contains { token in
      row.tokens.contains { abs($0.start - token.start) < row.module && $0.element == elements + token.element }
    }
    if isSure { row.elements = elements }
    row.stop = stop
    for var token in tail.tokens {
      token.element += elements
      guard token.element >= 0, !row.tokens.contains(where: { $0.element == token.element }) else { continue }
      row.tokens.append(token)
    }
  }
}
