import Imaging
import ReaderCore

/// Finds the bars of a postal code in an upright patch and measures what each shows above and below the tracker.
///
/// All bars have the same width and distance and cross one line, the tracker. Rows and slopes are tried for the line that
/// the most bars cross evenly. Along the bars, the mean darkness is a staircase: all bars, some, none; its two steps on
/// either side give the zones in which ascenders and descenders are measured, apart for both halves of the code, so that
/// perspective does not matter.
final class PostalSampler {
  /// Fewest bars of a postal code that is looked for.
  static let minimumBars = 12
  private static let maximumBars = 180

  private let profile = PatchProfile()
  private let line = FloatBuffer()
  private let finder = EdgeFinder()
  private var luma: LumaView!
  private var light: Float = 255
  private var scale: Float = 1
  /// Shortest zone that counts as one, in pixels.
  private var shortest: Float = 2

  /// Whether the last patch had at least a row of even bars.
  private(set) var sawBars = false
  /// Whether that row comes close to an end of the patch.
  private(set) var isCut = false

  /// A row of even bars along a line.
  private struct Chain {
    var centres: [Float]
    var slope: Float
    var row: Float
    var pitch: Float
    var quiet: Float
    var isOpen: Bool
  }

  /// The bars of a patch; nil when there is no even row of them.
  func measure(_ patch: LumaView) -> PostalBars? {
    sawBars = false
    isCut = false
    guard patch.width >= 48, patch.height >= 8, patch.width >= 2 * patch.height else { return nil }
    luma = patch
    let histogram = Histogram(patch, rowStep: max(1, patch.height / 48))
    light = Float(histogram.percentile(0.85))
    let dark = Float(histogram.percentile(0.03))
    guard light - dark > 24 else { return nil }
    scale = 1 / (light - dark)
    guard let chain = findChain() else { return nil }
    isCut = chain.isOpen && chain.quiet < 5
    profile.load(patch)
    // Most are less than three bar distances high on either side; POSTNET may be printed twice as high.
    return bars(chain, reach: 3.4) ?? bars(chain, reach: 7)
  }

  // MARK: the line that all bars cross

  private func findChain() -> Chain? {
    let height = luma.height
    let step = max(1, height / 24)
    var rough: Chain?
    for y in stride(from: step / 2, to: height, by: step) {
      if let chain = chain(Float(y), 0), chain.centres.count > (rough?.centres.count ?? 0) { rough = chain }
    }
    guard let start = rough, start.centres.count >= 8 else { return nil }
    sawBars = true
    var best: [Chain] = []
    func offer(_ chain: Chain) {
      if chain.centres.count > (best.first?.centres.count ?? 0) { best = [] }
      if best.isEmpty || chain.centres.count == best[0].centres.count { best.append(chain) }
    }
    let reach = Int(3 * start.pitch) + step
    for slope: Float in [0, -0.015, 0.015, -0.03, 0.03, -0.05, 0.05, -0.07, 0.07] {
      var y = max(0, Int(start.row) - reach)
      while y <= min(height - 1, Int(start.row) + reach) {
        if let chain = chain(Float(y), slope) { offer(chain) }
        y += max(1, step / 2)
      }
    }
    guard let first = best.first, (PostalSampler.minimumBars...PostalSampler.maximumBars).contains(first.centres.count)
    else { return nil }
    // The slope at which the most rows cross all bars, the flattest of several, in the middle of its rows.
    func rows(_ slope: Float) -> Int { best.reduce(0) { $0 + ($1.slope == slope ? 1 : 0) } }
    var (slope, most) = (first.slope, 0)
    for one in best where one.slope != slope || most == 0 {
      let count = rows(one.slope)
      if count > most || (count == most && abs(one.slope) < abs(slope)) { (slope, most) = (one.slope, count) }
    }
    let same = best.filter { $0.slope == slope }
    return same[same.count / 2]
  }

  /// The values along a line between two rows: bars of two tracks only meet there.
  private func fill(_ p: UnsafeMutablePointer<Float>, _ row: Float, _ slope: Float) {
    let luma: LumaView = self.luma
    let (width, height) = (luma.width, luma.height)
    let last = Float(height - 1)
    if slope == 0 {
      let y = row + 0.5
      guard y >= 0, y <= last else { return p.update(repeating: 255, count: width) }
      let t = y - Float(Int(y))
      let (above, below) = (luma.row(Int(y)), luma.row(min(Int(y) &+ 1, height &- 1)))
      for x in 0..<width {
        let a = Float(above[x])
        p[x] = a + t * (Float(below[x]) - a)
      }
      return
    }
    let middle = Float(width - 1) / 2
    for x in 0..<width {
      let y = row + 0.5 + slope * (Float(x) - middle)
      guard y >= 0, y <= last else {
        p[x] = 255
        continue
      }
      let y0 = Int(y)
      let a = Float(luma.row(y0)[x])
      p[x] = a + (y - Float(y0)) * (Float(luma.row(min(y0 &+ 1, height &- 1))[x]) - a)
    }
  }

  private func chain(_ row: Float, _ slope: Float) -> Chain? {
    let width = luma.width
    line.reserve(width + 8)
    let p = line.base
    fill(p, row, slope)
    finder.find(p, width, hysteresis: 0.22 / scale, least: 16)
    let bars = finder.count / 2
    guard bars >= 8 else { return nil }
    let e = finder.edges.base
    let centres = (0..<bars).map { (e[2 * $0] + e[2 * $0 + 1]) / 2 }
    let best = EvenRun.longest(centres, tolerance: 0.3)
    guard best.count >= 8, let low = best.first, let high = best.last else { return nil }
    let pitch = (centres[high] - centres[low]) / Float(best.count - 1)
    guard pitch >= 2.5 else { return nil }
    // Bars are not much wider or narrower than half their distance, and there is light around them.
    let width0 = best.reduce(Float(0)) { $0 + e[2 * $1 + 1] - e[2 * $1] } / Float(best.count)
    guard width0 > 0.2 * pitch, width0 < 0.8 * pitch else { return nil }
    if low > 0, centres[low] - centres[low - 1] < 1.8 * pitch { return nil }
    if high + 1 < bars, centres[high + 1] - centres[high] < 1.8 * pitch { return nil }
    let before = centres[low] - (low > 0 ? centres[low - 1] : 0)
    let after = (high + 1 < bars ? centres[high + 1] : Float(width)) - centres[high]
    return Chain(
      centres: best.map { centres[$0] }, slope: slope, row: row, pitch: pitch, quiet: min(before, after) / pitch,
      isOpen: low == 0 || high + 1 == bars)
  }

  // MARK: the bars

  /// Darkness at a place, 0 to about 1.
  @inline(__always)
  private func darkness(_ x: Float, _ y: Float) -> Float {
    let (w, h) = (luma.width, luma.height)
    guard x > -1, y > -1, x < Float(w), y < Float(h) else { return 0 }
    let x0 = max(0, min(w - 2, Int(max(0, x))))
    let y0 = max(0, min(h - 2, Int(max(0, y))))
    let (s, t) = (max(0, min(1, x - Float(x0))), max(0, min(1, y - Float(y0))))
    let a = luma.row(y0)
    let b = luma.row(y0 + 1)
    let top = Float(a[x0]) + s * (Float(a[x0 + 1]) - Float(a[x0]))
    let bottom = Float(b[x0]) + s * (Float(b[x0 + 1]) - Float(b[x0]))
    return (light - (top + t * (bottom - top))) * scale
  }

  private func bars(_ chain: Chain, reach distances: Float) -> PostalBars? {
    let n = chain.centres.count
    let reach = max(4, Int((distances * chain.pitch).rounded(.up)))
    shortest = 0.34 * chain.pitch
    let rows = 2 * reach + 1
    let middle = Float(luma.width - 1) / 2
    // Darkness of each bar by row from the tracker, relative to the bar's own at the tracker.
    var d = [Float](repeating: 0, count: n * rows)
    for i in 0..<n {
      let x = chain.centres[i]
      let y = chain.row + chain.slope * (x - middle)
      let lean = profile.lean + profile.leanPerColumn * (x - middle)
      var own: Float = 0
      for r in -reach...reach {
        let dy = Float(r)
        var v: Float = 0
        for k: Float in [-0.12, 0, 0.12] { v += darkness(x + lean * dy + k * chain.pitch, y + dy) }
        d[i * rows + r + reach] = v / 3
        if abs(r) <= max(1, Int(chain.pitch / 4)) { own = max(own, v / 3) }
      }
      guard own > 0.15 else { return nil }
      for r in 0..<rows { d[i * rows + r] = max(0, min(1.2, d[i * rows + r] / own)) }
    }
    // Zones of both halves, at their middles.
    let half = n / 2
    guard let left = zones(d, 0..<(n - half), rows), let right = zones(d, half..<n, rows) else { return nil }
    let all = zones(d, 0..<n, rows)
    let up = left.up != nil || right.up != nil || all?.up != nil
    let down = left.down != nil || right.down != nil || all?.down != nil
    guard up || down, let whole = all else { return nil }
    func zone(_ i: Int, _ part: (Zones) -> (Float, Float)?) -> (Float, Float)? {
      guard let w = part(whole) else { return nil }
      guard let a = part(left), let b = part(right) else { return w }
      let u = (Float(i) - Float(n) / 4) / (Float(n) / 2)
      return (a.0 + u * (b.0 - a.0), a.1 + u * (b.1 - a.1))
    }
    func measure(_ i: Int, _ z: (Float, Float)?) -> Float {
      guard let z else { return 0 }
      // The inner part of the zone.
      let (low, high) = (min(z.0, z.1), max(z.0, z.1))
      let from = low + 0.2 * (high - low)
      let to = high - 0.2 * (high - low)
      var sum: Float = 0
      var count: Float = 0
      var y = from
      while y <= to + 0.01 {
        let r = Int((y + Float(reach)).rounded())
        if r >= 0, r < rows {
          sum += d[i * rows + r]
          count += 1
        }
        y += 0.5
      }
      return count > 0 ? sum / count : 0
    }
    let ascenders = (0..<n).map { measure($0, zone($0) { $0.up }) }
    let descenders = (0..<n).map { measure($0, zone($0) { $0.down }) }
    let a = PostalSampler.split(ascenders)
    let b = PostalSampler.split(descenders)
    guard a.isClear, b.isClear else { return nil }
    var states: [PostalBars.State] = []
    var clearness: [(ascender: Float, descender: Float)] = []
    for i in 0..<n {
      states.append(PostalBars.State(ascender: ascenders[i] > a.border, descender: descenders[i] > b.border))
      clearness.append((a.clearness(ascenders[i]), b.clearness(descenders[i])))
    }
    func edge(_ i: Int, _ y: Float) -> Point {
      let x = chain.centres[i]
      let lean = profile.lean + profile.leanPerColumn * (x - middle)
      let side: Float = i == 0 ? -0.25 : 0.25
      return Point(
        Double(x + lean * y + side * chain.pitch) + 0.5,
        Double(chain.row + chain.slope * (x - middle) + y) + 0.5)
    }
    let top = whole.up?.1 ?? whole.tracker.0
    let bottom = whole.down?.1 ?? whole.tracker.1
    return PostalBars(
      states: states, clearness: clearness, hasAscenders: whole.up != nil, hasDescenders: whole.down != nil,
      tracker: (whole.tracker.1 - whole.tracker.0) / max(1, bottom - top), quiet: chain.quiet, pitch: chain.pitch,
      quad: Quad(edge(0, top), edge(n - 1, top), edge(n - 1, bottom), edge(0, bottom)))
  }

  /// Rows from the tracker line at which zones begin (at the tracker) and end.
  private struct Zones {
    var up: (Float, Float)?
    var down: (Float, Float)?
    var tracker: (Float, Float)
  }

  /// The steps of the staircase that the mean darkness of some bars is.
  private func zones(_ d: [Float], _ bars: Range<Int>, _ rows: Int) -> Zones? {
    let reach = rows / 2
    var mean = [Float](repeating: 0, count: rows)
    for i in bars { for r in 0..<rows { mean[r] += d[i * rows + r] } }
    for r in 0..<rows { mean[r] /= Float(max(1, bars.count)) }
    func side(_ sign: Int) -> (inner: Float, outer: Float, level: Float)? {
      // Mean darkness outwards from the tracker line: ones, a level, zeros.
      let v = (0...reach).map { mean[reach + sign * $0] }
      var best: (cost: Float, a: Int, b: Int, level: Float)?
      for a in 0...reach {
        var head: Float = 0
        for k in 0..<a { head += (v[k] - 1) * (v[k] - 1) }
        var sum: Float = 0
        var squares: Float = 0
        var tail: Float = 0
        for k in a...reach { tail += v[k] * v[k] }
        for b in a...(reach + 1) {
          if b > a {
            sum += v[b - 1]
            squares += v[b - 1] * v[b - 1]
            tail -= v[b - 1] * v[b - 1]
          }
          let count = Float(max(1, b - a))
          let cost = head + squares - sum * sum / count + tail
          if cost < (best?.cost ?? .infinity) { best = (cost, a, b, b > a ? sum / count : 0) }
        }
      }
      guard let best, best.cost / Float(reach + 1) < 0.04, best.b <= reach else { return nil }
      return (Float(best.a) - 0.5, Float(best.b) - 0.5, best.level)
    }
    guard let up = side(-1), let down = side(1) else { return nil }
    func zone(_ s: (inner: Float, outer: Float, level: Float), _ sign: Float) -> (Float, Float)? {
      s.outer - s.inner > shortest && s.level > 0.06 && s.level < 0.97 ? (sign * s.inner, sign * s.outer) : nil
    }
    return Zones(up: zone(up, -1), down: zone(down, 1), tracker: (-up.inner, down.inner))
  }

  /// Two levels of a measure.
  private struct Levels {
    var low: Float
    var high: Float
    /// Nothing reaches the high level.
    var isFlat: Bool
    var isClear: Bool
    var border: Float { isFlat ? 0.6 : (low + high) / 2 }
    func clearness(_ v: Float) -> Float {
      max(0, min(1, abs(v - border) / max(0.05, isFlat ? 0.6 : (high - low) / 2)))
    }
  }

  private static func split(_ v: [Float]) -> Levels {
    var (low, high): (Float, Float) = (0, 1)
    guard v.contains(where: { $0 > 0.5 }) else { return Levels(low: 0, high: 1, isFlat: true, isClear: true) }
    for _ in 0..<4 {
      let border = (low + high) / 2
      let above = v.filter { $0 > border }
      let below = v.filter { $0 <= border }
      if !above.isEmpty { high = above.reduce(0, +) / Float(above.count) }
      if !below.isEmpty { low = below.reduce(0, +) / Float(below.count) }
    }
    // Mean distance from the own level against that of the levels.
    let spread = v.reduce(Float(0)) { $0 + min(abs($1 - low), abs($1 - high)) } / Float(v.count)
    return Levels(low: low, high: high, isFlat: false, isClear: high - low > 0.35 && spread < 0.22 * (high - low))
  }
}
