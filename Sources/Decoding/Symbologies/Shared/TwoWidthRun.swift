import ReaderCore

/// A row of bars between quiet zones whose bars, and whose spaces, come in one or two widths.
struct TwoWidthRun {
  /// Positions of the edges in samples: the first begins the first bar, the last ends the last bar.
  var edges: [Float]
  /// For each element, bars and spaces in turn: whether it is wide.
  var wide: [Bool]
  /// Width of a narrow element, bars and spaces averaged, in samples.
  var narrow: Float
  /// Wide over narrow, bars and spaces averaged; 1 when nothing is wide.
  var ratio: Float
  /// Whether bars, and whether spaces, come in two widths.
  var barsDiffer: Bool
  var spacesDiffer: Bool
  /// Mean widths in samples: narrow and wide bars, narrow and wide spaces.
  var widths: [Float]
  /// Smallest distance of an element from the border between narrow and wide, in narrow widths.
  var margin: Float
  /// Light before and after in narrow widths, and whether it ends with the patch.
  var quiet: (before: Float, after: Float)
  var open: (before: Bool, after: Bool)
  /// Seen from the right.
  var reversed = false

  /// Number of bars.
  var bars: Int { edges.count / 2 }

  /// Whether both quiet zones are at least so wide; ends of the patch count only when `open` is allowed.
  func isQuiet(_ modules: Float, allowingOpen: Bool = false) -> Bool {
    (quiet.before >= modules || (allowingOpen && open.before))
      && (quiet.after >= modules || (allowingOpen && open.after))
  }

  /// The same run read from the other end.
  var turned: TwoWidthRun {
    var run = self
    run.edges = edges.reversed().map { -$0 }
    run.wide = wide.reversed()
    run.quiet = (quiet.after, quiet.before)
    run.open = (open.after, open.before)
    run.reversed.toggle()
    return run
  }

  /// Whether elements from `at` are wide as `pattern` says ("W" and "N").
  func matches(_ pattern: StaticString, at: Int) -> Bool {
    let count = pattern.utf8CodeUnitCount
    guard at >= 0, at + count <= wide.count else { return false }
    for i in 0..<count where wide[at + i] != (pattern.utf8Start[i] == 0x57) { return false }
    return true
  }

  /// `count` elements from `at`, every `step`-th, as bits: wide is 1, the first is the highest. Must lie inside.
  func bits(at: Int, count: Int, step: Int = 1) -> UInt32 {
    var value: UInt32 = 0
    for i in 0..<count { value = value << 1 | (wide[at + i * step] ? 1 : 0) }
    return value
  }

  /// Whether the spaces among `count` elements from `at` (a bar) are narrow.
  func spacesAreNarrow(at: Int, count: Int) -> Bool {
    var i = at + 1
    while i < at + count, i < wide.count {
      if wide[i] { return false }
      i += 2
    }
    return true
  }
}

extension TwoWidthRun {
  /// Most bars that are looked at in a run.
  private static let maximumBars = 700

  /// The runs of a line of edges (see `EdgeFinder`), `length` samples long.
  static func runs(_ finder: EdgeFinder, length: Int) -> [TwoWidthRun] {
    let e = finder.edges.base
    let n = finder.count
    guard n >= 4 else { return [] }
    var bars: [Float] = []
    var spaces: [Float] = []
    for i in stride(from: 0, to: n, by: 2) {
      bars.append(e[i + 1] - e[i])
      if i + 2 < n { spaces.append(e[i + 2] - e[i + 1]) }
    }
    bars.sort()
    spaces.sort()
    let limit = max(1.8 * bars[(bars.count - 1) * 9 / 10], 2.5 * (spaces.isEmpty ? 0 : spaces[spaces.count / 2]))
    var out: [TwoWidthRun] = []
    var first = 0
    for i in stride(from: 1, to: n, by: 2) where i + 1 >= n || e[i + 1] - e[i] > limit {
      let count = i - first + 1
      if count >= 4, count <= 2 * maximumBars, out.count < 8 {
        let before = first > 0 ? e[first] - e[first - 1] : e[0]
        let after = i + 1 < n ? e[i + 1] - e[i] : Float(length - 1) - e[i]
        let edges = Array(UnsafeBufferPointer(start: e + first, count: count))
        if var run = classified(edges) {
          run.quiet = (before / run.narrow, after / run.narrow)
          run.open = (first == 0, i + 1 >= n)
          out.append(run)
        }
      }
      first = i + 1
    }
    return out
  }

  /// Parts narrow from wide, taking out a scale that changes evenly along the line (perspective).
  static func classified(_ edges: [Float]) -> TwoWidthRun? {
    let count = edges.count - 1
    guard count >= 3, let low = edges.first, let high = edges.last, high > low else { return nil }
    var raw = [Float](repeating: 0, count: count)
    var place = raw
    for i in 0..<count {
      raw[i] = edges[i + 1] - edges[i]
      guard raw[i] > 0 else { return nil }
      place[i] = ((edges[i] + edges[i + 1]) - (low + high)) / (high - low)
    }
    var slope: Float = 0
    var best: (wide: [Bool], means: [Float], differ: (Bool, Bool), margin: Float)?
    for _ in 0..<3 {
      let w = (0..<count).map { raw[$0] / (1 + slope * place[$0]) }
      guard let bars = split(w, from: 0), let spaces = split(w, from: 1) else { return nil }
      var wide = [Bool](repeating: false, count: count)
      for i in 0..<count { wide[i] = w[i] > (i & 1 == 0 ? bars.border : spaces.border) }
      let means = [bars.narrow, bars.wide, spaces.narrow, spaces.wide]
      best = (wide, means, (bars.differ, spaces.differ), min(bars.margin, spaces.margin))
      // width = mean of its class * (1 + slope * place)
      var sxy: Float = 0
      var sxx: Float = 0
      for i in 0..<count {
        let mean = means[(i & 1) * 2 + (wide[i] ? 1 : 0)]
        guard mean > 0 else { continue }
        sxy += place[i] * (raw[i] / mean - 1)
        sxx += place[i] * place[i]
      }
      guard sxx > 0 else { break }
      slope = max(-0.4, min(0.4, sxy / sxx))
    }
    guard let best else { return nil }
    let narrow = (best.means[0] + best.means[2]) / 2
    guard narrow > 0 else { return nil }
    let differ = best.differ
    let ratio: Float =
      differ.0 && differ.1
      ? (best.means[1] + best.means[3]) / (best.means[0] + best.means[2])
      : differ.0
        ? (best.means[1] - (best.means[0] - best.means[2]) / 2) / narrow
        : differ.1 ? (best.means[3] + (best.means[0] - best.means[2]) / 2) / narrow : 1
    return TwoWidthRun(
      edges: edges, wide: best.wide, narrow: narrow, ratio: ratio, barsDiffer: differ.0, spacesDiffer: differ.1,
      widths: best.means, margin: best.margin / narrow, quiet: (0, 0), open: (true, true))
  }

  /// Splits every other width where neighbours in order differ most; one class when they hardly differ.
  private static func split(_ w: [Float], from: Int)
    -> (narrow: Float, wide: Float, border: Float, differ: Bool, margin: Float)?
  {
    let sorted = stride(from: from, to: w.count, by: 2).map { w[$0] }.sorted()
    guard let first = sorted.first, let last = sorted.last, first > 0 else { return nil }
    var gap: Float = 0
    var at = 0
    if sorted.count > 1 {
      for i in 1..<sorted.count where sorted[i] - sorted[i - 1] > gap {
        gap = sorted[i] - sorted[i - 1]
        at = i
      }
    }
    // Two widths leave a gap and differ by more than half; noise on one width fills the range between the extremes.
    let (low, high) = (sorted[..<at], sorted[at...])
    let narrow = low.reduce(0, +) / Float(max(1, low.count))
    let wide = high.reduce(0, +) / Float(max(1, high.count))
    guard at > 0, wide > 1.55 * narrow, gap > 0.3 * (last - first) || sorted.count < 4 else {
      guard last < 2 * first else { return nil }
      let mean = sorted.reduce(0, +) / Float(sorted.count)
      return (mean, mean, .infinity, false, mean)
    }
    return (narrow, wide, (sorted[at] + sorted[at - 1]) / 2, true, gap / 2)
  }
}
