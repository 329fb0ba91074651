import Imaging
import ReaderCore

/// Measures the bars of a two-track Pharmacode: where each begins and ends, and the three lines on which all do so.
///
/// No line crosses all bars when the tracks only touch, so columns are summed first: every bar darkens its own. The ends of the
/// bars then have to lie on three lines, the middle one halfway; they may slope, as turned and slanted pictures have it.
final class TwoTrackSampler {
  private let profile = PatchProfile()
  private let columns = FloatBuffer()
  private let finder = EdgeFinder()
  private var luma: LumaView!
  private var light: Float = 255
  private var scale: Float = 1

  /// Whether the last patch had a row of even bars, and whether that comes close to an end of the patch.
  private(set) var sawBars = false
  private(set) var isCut = false

  /// A bar's place and ends in the patch.
  private struct Bar {
    var x: Float
    var top: Float
    var bottom: Float
  }

  /// The bars of a patch; nil when they do not end on three lines.
  func measure(_ patch: LumaView) -> PostalBars? {
    (sawBars, isCut) = (false, false)
    guard patch.width >= 24, patch.height >= 12, patch.width >= patch.height else { return nil }
    luma = patch
    guard canHoldBars() else { return nil }
    let histogram = Histogram(patch, rowStep: max(1, patch.height / 48))
    light = Float(histogram.percentile(0.7))
    let dark = Float(histogram.percentile(0.03))
    guard light - dark > 24 else { return nil }
    scale = 1 / (light - dark)
    profile.load(patch, rows: PatchProfile.quickRows, thickness: 4)
    guard let (places, pitch, quiet) = places() else { return nil }
    sawBars = true
    isCut = isCut && quiet < 5
    var bars: [Bar] = []
    for x in places {
      guard let bar = bar(x, pitch) else { return nil }
      bars.append(bar)
    }
    return result(bars, pitch, quiet)
  }

  /// Whether some rows together show about as many bars as there can be: a quick look that nearly nothing else passes.
  private func canHoldBars() -> Bool {
    let width = luma.width
    columns.reserve(width + 8)
    let p = columns.base
    p.update(repeating: 0, count: width)
    var y = luma.height / 8
    var rows: Float = 0
    while y < luma.height {
      let row = luma.row(y)
      for x in 0..<width { p[x] += Float(row[x]) }
      rows += 1
      y += max(1, luma.height / 12)
    }
    var (low, high) = (Float.infinity, -Float.infinity)
    for x in 0..<width { (low, high) = (min(low, p[x]), max(high, p[x])) }
    guard high - low > 12 * rows else { return false }
    finder.find(p, width, hysteresis: 0.1 * (high - low))
    let bars = finder.count / 2
    return bars >= PharmacodeTwoTrack.barCounts.lowerBound && bars <= PharmacodeTwoTrack.barCounts.upperBound + 8
  }

  private func lean(_ x: Float) -> Float {
    profile.lean + profile.leanPerColumn * (x - Float(luma.width - 1) / 2)
  }

  /// Where bars stand on the middle row, how far from each other, and how many distances of light are around them.
  private func places() -> (places: [Float], pitch: Float, quiet: Float)? {
    let (width, height) = (luma.width, luma.height)
    columns.reserve(width + 8)
    let p = columns.base
    p.update(repeating: 0, count: width)
    let middle = Float(height - 1) / 2
    for y in 0..<height {
      let row = luma.row(y)
      let dy = Float(y) - middle
      for x in 0..<width {
        let place = Float(x) + dy * lean(Float(x)) + 0.5
        let i = place > 0 ? min(width - 1, Int(place)) : 0
        p[x] += Float(row[i])
      }
    }
    var (low, high) = (Float.infinity, -Float.infinity)
    for x in 0..<width {
      p[x] /= Float(height)
      (low, high) = (min(low, p[x]), max(high, p[x]))
    }
    finder.find(p, width, hysteresis: max(2, 0.1 * (high - low)))
    let count = finder.count / 2
    guard count >= PharmacodeTwoTrack.barCounts.lowerBound, count <= 4 * PharmacodeTwoTrack.barCounts.upperBound else {
      return nil
    }
    let e = finder.edges.base
    let centres = (0..<count).map { (e[2 * $0] + e[2 * $0 + 1]) / 2 }
    // What else there is keeps away.
    let best = EvenRun.longest(centres, tolerance: 0.25)
    guard PharmacodeTwoTrack.barCounts.contains(best.count), let first = best.first, let last = best.last else {
      return nil
    }
    let pitch = (centres[last] - centres[first]) / Float(best.count - 1)
    let thickness = best.reduce(Float(0)) { $0 + e[2 * $1 + 1] - e[2 * $1] } / Float(best.count)
    guard pitch >= 3, thickness > 0.2 * pitch, thickness < 0.8 * pitch else { return nil }
    let before = centres[first] - (first > 0 ? centres[first - 1] : -0.5 * pitch)
    let after = (last + 1 < count ? centres[last + 1] : Float(width) + 0.5 * pitch) - centres[last]
    isCut = first == 0 || last + 1 == count
    return (best.map { centres[$0] }, pitch, min(before, after) / pitch)
  }

  /// Darkness at a place, 0 to about 1, over three columns.
  private func darkness(_ x: Float, _ y: Int, _ pitch: Float) -> Float {
    let row = luma.row(y)
    let last = luma.width - 1
    var sum: Float = 0
    for k: Float in [-0.12, 0, 0.12] {
      let place = max(0, min(Float(last), x + k * pitch))
      let i = Int(place)
      let t = place - Float(i)
      sum += Float(row[i]) + t * (Float(row[min(i + 1, last)]) - Float(row[i]))
    }
    return (light - sum / 3) * scale
  }

  /// The ends of the bar at a place; nil when it is broken or shares its column with something else.
  private func bar(_ x: Float, _ pitch: Float) -> Bar? {
    let height = luma.height
    let middle = Float(height - 1) / 2
    let slope = lean(x)
    var d = [Float](repeating: 0, count: height)
    for y in 0..<height { d[y] = darkness(x + slope * (Float(y) - middle), y, pitch) }
    // Three rows averaged, against noise.
    var v = [Float](repeating: 0, count: height)
    for y in 0..<height {
      let (above, below) = (d[max(0, y - 1)], d[min(height - 1, y + 1)])
      v[y] = (above + d[y] + below) / 3
    }
    guard let level = v.max(), level > 0.3 else { return nil }
    let border = level / 2
    guard let first = v.firstIndex(where: { $0 > border }), let last = v.lastIndex(where: { $0 > border }),
      first > 0, last + 1 < height
    else { return nil }
    for y in first...last where v[y] < 0.7 * border { return nil }
    let top = Float(first) - (v[first] - border) / max(1e-3, v[first] - v[first - 1])
    let bottom = Float(last) + (v[last] - border) / max(1e-3, v[last] - v[last + 1])
    return Bar(x: x, top: top, bottom: bottom)
  }

  /// A line: its height in the middle of the bars, and its slope.
  private struct Line {
    var y: Float
    var slope: Float
    func at(_ x: Float) -> Float { y + slope * x }
  }

  private func result(_ bars: [Bar], _ pitch: Float, _ quiet: Float) -> PostalBars? {
    let n = bars.count
    let middle = (bars[0].x + bars[n - 1].x) / 2
    // A common slope that brings all ends closest to three lines.
    var best: (cost: Float, slope: Float, top: Float, bottom: Float)?
    for step in -16...16 {
      let slope = 0.006 * Float(step)
      func level(_ y: Float, _ x: Float) -> Float { y - slope * (x - middle) }
      var (top, bottom) = (Float.infinity, -Float.infinity)
      for bar in bars {
        top = min(top, level(bar.top, bar.x))
        bottom = max(bottom, level(bar.bottom, bar.x))
      }
      let (half, height) = ((top + bottom) / 2, bottom - top)
      guard height > 0 else { return nil }
      var cost: Float = 0
      for bar in bars {
        let (a, b) = (level(bar.top, bar.x), level(bar.bottom, bar.x))
        let (up, down) = (min(abs(a - top), abs(a - half)), min(abs(b - bottom), abs(b - half)))
        cost += up * up + down * down
      }
      cost /= height * height
      if cost < (best?.cost ?? .infinity) { best = (cost, slope, top, bottom) }
    }
    guard let best else { return nil }
    var top = Line(y: best.top, slope: best.slope)
    var bottom = Line(y: best.bottom, slope: best.slope)
    var half = Line(y: (best.top + best.bottom) / 2, slope: best.slope)
    var states: [PostalBars.State] = []
    for _ in 0..<3 {
      states.removeAll(keepingCapacity: true)
      var (tops, halves, bottoms): ([(Float, Float)], [(Float, Float)], [(Float, Float)]) = ([], [], [])
      for bar in bars {
        let x = bar.x - middle
        let isUp = abs(bar.top - top.at(x)) < abs(bar.top - half.at(x))
        let isDown = abs(bar.bottom - bottom.at(x)) < abs(bar.bottom - half.at(x))
        states.append(PostalBars.State(ascender: isUp, descender: isDown))
        if isUp { tops.append((x, bar.top)) } else { halves.append((x, bar.top)) }
        if isDown { bottoms.append((x, bar.bottom)) } else { halves.append((x, bar.bottom)) }
      }
      top = TwoTrackSampler.fit(tops, best.slope) ?? top
      bottom = TwoTrackSampler.fit(bottoms, best.slope) ?? bottom
      half = TwoTrackSampler.fit(halves, best.slope) ?? half
    }
    let height = bottom.y - top.y
    guard height > 1.5 * pitch, height < 14 * pitch, abs(half.y - (top.y + bottom.y) / 2) < 0.12 * height else {
      return nil
    }
    var clearness: [(ascender: Float, descender: Float)] = []
    for (i, bar) in bars.enumerated() {
      let x = bar.x - middle
      let (a, b) = (
        bar.top - (states[i].hasAscender ? top : half).at(x),
        bar.bottom - (states[i].hasDescender ? bottom : half).at(x)
      )
      clearness.append((1 - 4 * abs(a) / height, 1 - 4 * abs(b) / height))
    }
    func corner(_ bar: Bar, _ y: Float, _ side: Float) -> Point {
      Point(
        Double(bar.x + side * pitch + lean(bar.x) * (y - Float(luma.height - 1) / 2)) + 0.5, Double(y) + 0.5)
    }
    let (first, last) = (bars[0], bars[n - 1])
    return PostalBars(
      states: states, clearness: clearness, hasAscenders: states.contains { $0 == .ascender },
      hasDescenders: states.contains { $0 == .descender }, tracker: 0, quiet: quiet, pitch: pitch,
      quad: Quad(
        corner(first, top.at(first.x - middle), -0.25), corner(last, top.at(last.x - middle), 0.25),
        corner(last, bottom.at(last.x - middle), 0.25), corner(first, bottom.at(first.x - middle), -0.25)))
  }

  /// The line through points; of the given slope when they are few.
  private static func fit(_ points: [(x: Float, y: Float)], _ slope: Float) -> Line? {
    guard !points.isEmpty else { return nil }
    let n = Float(points.count)
    let mx = points.reduce(0) { $0 + $1.x } / n
    let my = points.reduce(0) { $0 + $1.y } / n
    let sxx = points.reduce(0) { $0 + ($1.x - mx) * ($1.x - mx) }
    let sxy = points.reduce(0) { $0 + ($1.x - mx) * ($1.y - my) }
    let own = points.count >= 4 && sxx > 0 ? max(slope - 0.06, min(slope + 0.06, sxy / sxx)) : slope
    return Line(y: my - own * mx, slope: own)
  }
}
