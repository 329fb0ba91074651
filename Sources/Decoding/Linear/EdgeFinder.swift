/// Edges of a profile with their positions between the samples.
final class EdgeFinder {
  /// Positions in samples, ascending; even ones go from light to dark, odd ones from dark to light.
  let edges = FloatBuffer()
  /// The same mirrored, for reading from the right: also starts with light to dark.
  let mirrored = FloatBuffer()
  private(set) var count = 0
  /// The places of the turns between them in samples, from the lightest before the first edge to the lightest after the last.
  let turns = FloatBuffer()

  /// Finds the edges between turns that differ by more than `hysteresis`.
  ///
  /// - Parameter least: Where there are fewer edges nobody wants to know them: none are found.
  func find(_ p: UnsafePointer<Float>, _ n: Int, hysteresis: Float, least: Int = 0) {
    count = 0
    guard n >= 8 else { return }
    edges.reserve(n + 2)
    mirrored.reserve(n + 2)
    turns.reserve(n + 2)
    let e = edges.base
    let turn = turns.base
    // Turns: alternating maxima and minima, begun with a maximum.
    var turnCount = 0
    var at = 0
    var value = p[0]
    var i = 1
    while i < n {
      // Up to the next maximum.
      while i < n {
        let v = p[i]
        if v >= value {
          (value, at) = (v, i)
        } else if value - v > hysteresis {
          break
        }
        i &+= 1
      }
      guard i < n else { break }
      turn[turnCount] = Float(at)
      turnCount &+= 1
      (value, at) = (p[i], i)
      i &+= 1
      // Down to the next minimum.
      while i < n {
        let v = p[i]
        if v <= value {
          (value, at) = (v, i)
        } else if v - value > hysteresis {
          break
        }
        i &+= 1
      }
      guard i < n else { break }
      turn[turnCount] = Float(at)
      turnCount &+= 1
      (value, at) = (p[i], i)
      i &+= 1
    }
    guard turnCount > max(0, least &- 1) else { return }
    turn[turnCount] = Float(at)
    turnCount &+= 1
    for k in 1..<turnCount { e[k &- 1] = steepest(p, n, Int(turn[k &- 1]), Int(turn[k])) }
    count = turnCount &- 1
    if count & 1 == 1 { count &-= 1 }  // the last edge goes from dark to light
    let m = mirrored.base
    for k in 0..<count { m[k] = -e[count &- 1 &- k] }
  }
}

/// Where the profile is steepest between two turns: the parabola through the largest difference and its neighbours. Blur
/// moves this place less than it moves the crossing of any level.
@inline(__always)
private func steepest(_ p: UnsafePointer<Float>, _ n: Int, _ from: Int, _ to: Int) -> Float {
  let sign: Float = p[to] > p[from] ? 1 : -1
  var best: Float = -1
  var at = from
  var before = p[from]
  var i = from
  while i < to {
    let here = p[i &+ 1]
    let d = (here - before) * sign
    before = here
    if d > best { (best, at) = (d, i) }
    i &+= 1
  }
  let left = at > 0 ? (p[at] - p[at &- 1]) * sign : best
  let right = at &+ 2 < n ? (p[at &+ 2] - p[at &+ 1]) * sign : best
  let curve = left - 2 * best + right
  let offset = curve < 0 ? 0.5 * (left - right) / curve : 0
  return Float(at) + 0.5 + max(-0.5, min(0.5, offset))
}
