import ReaderCore

/// A straight border between dark and light.
struct BorderLine {
  /// Whether rows cross it: x = offset + slope y; else columns do: y = offset + slope x.
  let isSteep: Bool
  /// Dark to the right, or below.
  let isDarkAfter: Bool
  let offset: Double
  let slope: Double
  /// The first and the last row, or column, that crossed it.
  let from: Double
  let to: Double
}

/// Follows borders from one row or column to the next.
struct BorderTracker {
  private struct Chain {
    let isDarkAfter: Bool
    let first: Int32
    var count: Float = 0
    /// Sums over its edges: lines since the first, places, and their products.
    var t: Float = 0
    var p: Float = 0
    var tt: Float = 0
    var tp: Float = 0
    var pp: Float = 0

    @inline(__always)
    mutating func add(_ line: Int32, _ place: Float) {
      let distance = Float(line &- first)
      count += 1
      t += distance
      p += place
      tt += distance * distance
      tp += distance * place
      pp += place * place
    }
  }

  /// Edges of one line, at most: the rest of it is not looked at.
  private static let mostEdges = 400

  private var chains: [Chain] = []

  /// The borders of a picture that are straight and long enough, longest first.
  ///
  /// - Parameters:
  ///   - level: Parts dark from light; what differs from it by less than `band` is neither.
  ///   - slope: About how they lean.
  ///   - step: Rows or columns from one line to the next.
  ///   - limit: The most that are returned.
  mutating func lines(
    _ luma: LumaView, isSteep: Bool, level: Int, band: Int, slope: Double, step: Int, least: Double, limit: Int
  ) -> [BorderLine] {
    let (lines, length) = isSteep ? (luma.height, luma.width) : (luma.width, luma.height)
    guard lines >= 8, length >= 8, step > 0 else { return [] }
    let (along, across) = isSteep ? (1, luma.stride) : (luma.stride, 1)
    chains.removeAll(keepingCapacity: true)
    let lean = Float(slope) * Float(step)
    let slack = 0.16 * Float(step) + 0.6
    withUnsafeTemporaryAllocation(of: LineEdge.self, capacity: 2 * BorderTracker.mostEdges) { edges in
      guard let edges = edges.baseAddress else { return }
      var (before, now) = (edges, edges + BorderTracker.mostEdges)
      var known = 0
      for line in 0..<lines / step {
        let count = LineEdge.scan(
          luma.base + line &* step &* across, along, length, level, band, into: now, limit: BorderTracker.mostEdges)
        link(before, known, now, count, Int32(line), lean, slack)
        swap(&before, &now)
        known = count
      }
    }
    let all = straight(isSteep, Double(step), least).sorted { $0.to - $0.from > $1.to - $1.from }
    return Array(all.prefix(limit))
  }

  /// Joins each edge to the one of the line before that it continues, or begins a chain.
  private mutating func link(
    _ before: UnsafeMutablePointer<LineEdge>, _ known: Int, _ now: UnsafeMutablePointer<LineEdge>, _ count: Int,
    _ line: Int32, _ lean: Float, _ slack: Float
  ) {
    var first = 0
    for i in 0..<count {
      let edge = now[i]
      let wanted = edge.place - lean
      while first < known, before[first].place < wanted - slack { first &+= 1 }
      var (best, distance) = (-1, slack)
      var j = first
      while j < known, before[j].place <= wanted + slack {
        let off = abs(before[j].place - wanted)
        if before[j].isDarkAfter == edge.isDarkAfter, before[j].chain >= 0, off <= distance {
          (best, distance) = (j, off)
        }
        j &+= 1
      }
      if best >= 0 {
        now[i].chain = before[best].chain
        before[best].chain = -1
      } else {
        now[i].chain = Int32(chains.count)
        chains.append(Chain(isDarkAfter: edge.isDarkAfter, first: line))
      }
      chains[Int(now[i].chain)].add(line, edge.place)
    }
  }

  /// The chains that are lines.
  private func straight(_ isSteep: Bool, _ step: Double, _ least: Double) -> [BorderLine] {
    var lines: [BorderLine] = []
    for chain in chains where Double(chain.count) * step >= least && chain.count >= 4 {
      let n = Double(chain.count)
      let (t, p) = (Double(chain.t) / n, Double(chain.p) / n)
      let spread = Double(chain.tt) / n - t * t
      guard spread > 0 else { continue }
      let slope = (Double(chain.tp) / n - t * p) / spread
      let rest = Double(chain.pp) / n - p * p - slope * slope * spread
      guard rest < 0.15 else { continue }
      // Lines through the middles of rows.
      let first = Double(chain.first) * step + 0.5
      lines.append(
        BorderLine(
          isSteep: isSteep, isDarkAfter: chain.isDarkAfter, offset: p - slope * (t + first / step), slope: slope / step,
          from: first, to: first + (n - 1) * step))
    }
    return lines
  }
}
