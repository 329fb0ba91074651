/// Where a symbol may lie in a profile.
struct BlurSegment {
  /// First and last edge, in samples.
  var start: Float
  var end: Float
  /// Light at both ends, and the depth of the darkest place between.
  var lightStart: Float
  var lightEnd: Float
  var depth: Float
}

/// Stretches with bars, parted from others by light as wide as a quiet zone; the strongest first.
func blurSegments(_ p: UnsafePointer<Float>, _ n: Int) -> [BlurSegment] {
  let range = contrast(p, n)
  guard range > 8, n > 80 else { return [] }
  let threshold = max(1.2, 0.05 * range)
  // Light, as a straight line through the lightest places of both ends: a blurred guard is even, but it is not light.
  let third = n / 3
  var a = 0
  var b = n - 1
  for i in 0..<third {
    if p[i] > p[a] { a = i }
    if p[n - 1 - i] > p[b] { b = n - 1 - i }
  }
  let slope = (p[b] - p[a]) / Float(max(1, b - a))
  // Runs of activity.
  var runs: [(Int, Int)] = []
  var i = 1
  while i < n - 1 {
    let light = p[a] + slope * Float(i - a)
    if abs(p[i + 1] - p[i - 1]) > threshold || p[i] < light - 0.3 * range {
      if let last = runs.last, i - last.1 <= 4 { runs[runs.count - 1].1 = i } else { runs.append((i, i)) }
    }
    i += 1
  }
  guard !runs.isEmpty else { return [] }
  // Light inside a symbol is at most 4 modules, quiet zones have 7 and more of 51 and more modules: for each width of
  // light that may part symbols, what it leaves together and is long enough to be one.
  var found: [(Int, Int)] = []
  var gap = 12
  while gap < n / 8 {
    var merged: [(Int, Int)] = []
    for run in runs {
      if let last = merged.last, run.0 - last.1 <= gap {
        merged[merged.count - 1].1 = run.1
      } else {
        merged.append(run)
      }
    }
    for m in merged {
      let length = m.1 - m.0
      guard length > 70, length > 9 * gap else { continue }
      if !found.contains(where: { abs($0.0 - m.0) < 4 && abs($0.1 - m.1) < 4 }) { found.append(m) }
    }
    gap += gap / 3
  }
  var out: [(BlurSegment, Float)] = []
  for (a, b) in found {
    let length = b - a
    let space = max(4, length / 12)
    let left = light(p, max(0, a - space), max(0, a - 2), fallback: (a, min(n - 1, a + length / 6)))
    let right = light(p, min(n - 1, b + 3), min(n - 1, b + space), fallback: (max(0, b - length / 6), b))
    var depth: Float = 0
    var energy: Float = 0
    for x in a...b {
      let w = left + (right - left) * Float(x - a) / Float(max(1, length))
      depth = max(depth, w - p[x])
      if x > 1 { energy += (p[x] - p[x - 1]) * (p[x] - p[x - 1]) }
    }
    guard depth > 6 else { continue }
    // The outermost edges, where a blurred guard has lost not quite half of the full depth.
    var s = max(1, a - 3)
    while s < b, left - p[s] < 0.42 * depth { s += 1 }
    var t = min(n - 2, b + 3)
    while t > a, right - p[t] < 0.42 * depth { t -= 1 }
    guard t - s > 60 else { continue }
    let fs = crossing(p[s - 1], p[s], left - 0.42 * depth)
    let ft = crossing(p[t + 1], p[t], right - 0.42 * depth)
    out.append(
      (
        BlurSegment(
          start: Float(s) - 1 + fs, end: Float(t) + 1 - ft, lightStart: left, lightEnd: right, depth: depth), energy
      ))
  }
  return out.sorted { $0.1 > $1.1 }.prefix(4).map { $0.0 }
}

/// Share of the way from a to b where the level is met.
private func crossing(_ a: Float, _ b: Float, _ level: Float) -> Float {
  a != b ? max(0, min(1, (level - a) / (b - a))) : 0.5
}

/// Mean of a quiet stretch; the largest value of the fallback when there is none.
private func light(_ p: UnsafePointer<Float>, _ from: Int, _ to: Int, fallback: (Int, Int)) -> Float {
  if to - from >= 4 {
    var sum: Float = 0
    for i in from..<to { sum += p[i] }
    return sum / Float(to - from)
  }
  var best: Float = 0
  for i in fallback.0...max(fallback.0, fallback.1) { best = max(best, p[i]) }
  return best
}
