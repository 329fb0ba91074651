import ReaderCore

/// Bars of one width in slots that are evenly spaced, some of them empty: Korea Post and FIM. Distances are what counts;
/// they are parted from the edges of a line anew, because the widths of their spaces are more than two.
struct SlotBars {
  /// Positions of the edges in samples.
  var edges: [Float]
  /// The slot of each bar, counted from the first.
  var slots: [Int]
  /// Distance of slots, and width of bars, in samples.
  var pitch: Float
  var width: Float
  /// Light before and after in slots, and whether it ends with the patch.
  var quiet: (before: Float, after: Float)
  var open: (before: Bool, after: Bool)
  /// Seen from the right.
  var reversed = false

  /// Number of slots from the first bar to the last.
  var count: Int { (slots.last ?? -1) + 1 }

  /// The same seen from the other end.
  var turned: SlotBars {
    var bars = self
    bars.edges = edges.reversed().map { -$0 }
    bars.slots = slots.reversed().map { count - 1 - $0 }
    bars.quiet = (quiet.after, quiet.before)
    bars.open = (open.after, open.before)
    bars.reversed.toggle()
    return bars
  }

  /// The rows of bars of a line of edges, `length` samples long: bars of one width, no farther apart than `gap` slots.
  static func all(_ finder: EdgeFinder, length: Int, gap: Int, bars: ClosedRange<Int>) -> [SlotBars] {
    let e = finder.edges.base
    let n = finder.count / 2
    guard n >= bars.lowerBound, n <= 512 else { return [] }
    var out: [SlotBars] = []
    var first = 0
    while first < n {
      // Bars of one width that hang together.
      var last = first
      var least = Float.infinity
      while last + 1 < n {
        let width = e[2 * last + 1] - e[2 * last]
        let next = e[2 * last + 3] - e[2 * last + 2]
        let distance = (e[2 * last + 2] + e[2 * last + 3] - e[2 * last] - e[2 * last + 1]) / 2
        guard abs(next - width) < 0.6 * max(next, width), distance < (Float(gap) + 0.6) * min(least, distance) else {
          break
        }
        least = min(least, distance)
        last += 1
      }
      if bars.contains(last - first + 1), let one = of(e, first...last, n, length) { out.append(one) }
      first = last + 1
    }
    return out
  }

  private static func of(_ e: UnsafeMutablePointer<Float>, _ bars: ClosedRange<Int>, _ n: Int, _ length: Int)
    -> SlotBars?
  {
    func centre(_ i: Int) -> Float { (e[2 * i] + e[2 * i + 1]) / 2 }
    var distances: [Float] = []
    for i in bars.dropFirst() { distances.append(centre(i) - centre(i - 1)) }
    guard var pitch = distances.min(), pitch >= 3 else { return nil }
    // The mean of what is one slot wide, then of all.
    var slots: [Int] = []
    for _ in 0..<2 {
      slots = [0]
      for d in distances {
        let steps = (d / pitch).rounded()
        guard steps >= 1, steps < 64 else { return nil }
        slots.append((slots.last ?? 0) + Int(steps))
      }
      guard let last = slots.last, last > 0 else { return nil }
      pitch = (centre(bars.upperBound) - centre(bars.lowerBound)) / Float(last)
    }
    for (i, d) in distances.enumerated() where abs(d / pitch - Float(slots[i + 1] - slots[i])) > 0.4 { return nil }
    let width = bars.reduce(Float(0)) { $0 + e[2 * $1 + 1] - e[2 * $1] } / Float(bars.count)
    for i in bars where abs(e[2 * i + 1] - e[2 * i] - width) > max(0.35 * width, 0.12 * pitch) { return nil }
    let (low, high) = (bars.lowerBound, bars.upperBound)
    let before = e[2 * low] - (low > 0 ? e[2 * low - 1] : 0)
    let after = (high + 1 < n ? e[2 * high + 2] : Float(length - 1)) - e[2 * high + 1]
    return SlotBars(
      edges: (2 * low...2 * high + 1).map { e[$0] }, slots: slots, pitch: pitch, width: width,
      quiet: (before / pitch, after / pitch), open: (low == 0, high + 1 == n))
  }

  /// A pattern of bars of one width in slots, `pitch` modules apart.
  static func pattern(_ slots: [Int], pitch: Float) -> LinearPattern {
    var p = LinearPattern()
    for (i, slot) in slots.enumerated() {
      if i > 0 { p.appendGap(pitch * Float(slot - slots[i - 1]) - 1) }
      p.characters.append(p.widths.count)
      p.widths.append(1)
    }
    return p
  }
}
