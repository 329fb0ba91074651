import Glibc
import ReaderCore

/// The three rings in the middle of a MaxiCode, as they were found.
struct BullsEye {
  var centre: Point
  /// From modules to pixels, symmetric: what is a circle in the symbol is this ellipse in the picture.
  var shape: (xx: Double, xy: Double, yy: Double)
  /// Light rings on dark ground.
  var isInverted: Bool
  /// Grey values of the rings.
  var light: Double
  var dark: Double

  /// Pixels of a module, about.
  var module: Double { max(0, shape.xx * shape.yy - shape.xy * shape.xy).squareRoot() }
}

/// Finds the bull's eyes of a part of a picture: any line through one shows six dark and five light pieces, whatever the
/// rotation.
final class BullsEyeFinder {
  private let line = FloatBuffer()
  private let finder = EdgeFinder()
  /// Smallest difference of light and dark.
  private static let leastContrast: Float = 16

  /// Bull's eyes of a rectangle, looked for along every `step`-th row; at most `limit`.
  func find(_ luma: LumaView, x: Range<Int>, y: Range<Int>, step: Int, limit: Int = 4) -> [BullsEye] {
    let x = x.clamped(to: 0..<luma.width)
    let y = y.clamped(to: 0..<luma.height)
    guard x.count >= 16, y.count >= 16 else { return [] }
    var found: [BullsEye] = []
    for row in stride(from: y.lowerBound + step / 2, to: y.upperBound, by: max(1, step)) {
      let pixels = luma.row(row) + x.lowerBound
      var (low, high): (UInt8, UInt8) = (255, 0)
      for i in 0..<x.count {
        low = min(low, pixels[i])
        high = max(high, pixels[i])
      }
      let contrast = Float(high) - Float(low)
      // Rings are crossings of the mean at even distances; most lines end here.
      guard contrast > BullsEyeFinder.leastContrast,
        let part = rings(pixels, x.count, (UInt16(low) + UInt16(high)) / 2)
      else { continue }
      line.reserve(part.count)
      let p = line.base
      for i in 0..<part.count { p[i] = Float(pixels[part.lowerBound + i]) }
      for hit in hits(part.count, hysteresis: max(8, 0.25 * contrast)) {
        let at = Point(Double(hit.middle) + Double(x.lowerBound + part.lowerBound), Double(row))
        if found.contains(where: { abs($0.centre.x - at.x) + abs($0.centre.y - at.y) < 4 * $0.module }) { continue }
        guard let middle = crossing(luma, at, Double(hit.width), hit.isInverted),
          let eye = measured(luma, middle, Double(hit.width), hit.isInverted)
        else { continue }
        if found.contains(where: { abs($0.centre.x - eye.centre.x) + abs($0.centre.y - eye.centre.y) < 4 * eye.module })
        {
          continue
        }
        found.append(eye)
        if found.count >= limit { return found }
      }
    }
    return found
  }

  /// The part of a line that crosses a level eleven times and more at about even distances, with the widest piece in the middle, and
  /// what is around it; nil when none does.
  private func rings(_ pixels: UnsafePointer<UInt8>, _ count: Int, _ level: UInt16) -> Range<Int>? {
    // The last twelve crossings, in a ring of sixteen.
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 16) { buffer in
      let at = buffer.baseAddress!
      at.initialize(repeating: 0, count: 16)
      let level = UInt8(level)
      var isDark = pixels[0] < level
      var n = 0
      var (first, last) = (count, 0)
      for i in 1..<count where (pixels[i] < level) != isDark {
        isDark.toggle()
        at[n & 15] = Int32(truncatingIfNeeded: i)
        n &+= 1
        guard n >= 12 else { continue }
        // Dark modules may touch the outermost ring: the inner edge of that counts.
        let total = at[(n &- 2) & 15] &- at[(n &- 11) & 15]
        let inner = at[(n &- 6) & 15] &- at[(n &- 7) & 15]
        let both = at[(n &- 6) & 15] &+ at[(n &- 7) & 15] &- at[(n &- 2) & 15] &- at[(n &- 11) & 15]
        guard total >= 13, inner &* 14 > total, inner &* 10 < 3 &* total, abs(both) &* 5 < total else { continue }
        // Rings of a colour are about equally wide; bars are not.
        var fits = true
        for first in [11, 10] {
          var (sum, low, high): (Int32, Int32, Int32) = (0, .max, 0)
          for k in stride(from: first, to: 2, by: -2) where k != 7 {
            let width = at[(n &- k &+ 1) & 15] &- at[(n &- k) & 15]
            sum &+= width
            low = min(low, width)
            high = max(high, width)
          }
          if 12 &* (low &+ 1) < sum || 16 &* (high &- 1) > 9 &* sum { fits = false }
        }
        guard fits else { continue }
        // The outermost pieces may be wider, and the first and last edges need to be seen from turn to turn.
        first = min(first, Int(at[(n &- 12) & 15] &- total))
        last = max(last, i &+ Int(total))
      }
      return first < last ? max(0, first)..<min(count, last) : nil
    }
  }

  /// Rings crossed by the line that was filled: middle and width in samples.
  private func hits(_ count: Int, hysteresis: Float) -> [(middle: Float, width: Float, isInverted: Bool)] {
    finder.find(line.base, count, hysteresis: hysteresis)
    let (e, n) = (finder.edges.base, finder.count)
    guard n >= 12 else { return [] }
    var out: [(middle: Float, width: Float, isInverted: Bool)] = []
    for i in 0...(n - 12) {
      // As above; both outermost pieces are as wide as a ring, at least.
      let ring = (e[i + 10] - e[i + 1]) / 9.47
      let total = 11.47 * ring
      // The cheapest check first: the middle is the widest piece, the middle of all.
      let inner = e[i + 6] - e[i + 5]
      let both = e[i + 6] + e[i + 5] - e[i + 10] - e[i + 1]
      guard inner > 0.7 * ring, inner < 2.6 * ring, abs(both) < 2 * ring else { continue }
      var outer: Float = 0
      var between: Float = 0
      for k in stride(from: 2, to: 9, by: 2) { outer += e[i + k + 1] - e[i + k] }
      for k in stride(from: 1, to: 11, by: 2) where k != 5 { between += e[i + k + 1] - e[i + k] }
      outer /= 4
      between /= 4
      guard outer > 0.35 * between, between > 0.35 * outer else { continue }
      var fits = true
      for k in 0..<11 where k != 5 {
        let width = e[i + k + 1] - e[i + k]
        let mean = k % 2 == 0 ? outer : between
        if width < 0.5 * mean || width > 1.6 * mean && k > 0 && k < 10 { fits = false }
      }
      if fits { out.append(((e[i + 5] + e[i + 6]) / 2, total, i % 2 == 1)) }
    }
    return out
  }

  /// The middle of the rings along the column through a place; nil when there are none.
  private func crossing(_ luma: LumaView, _ at: Point, _ width: Double, _ isInverted: Bool) -> Point? {
    let half = Int(width.rounded(.up))
    let (x, y) = (Int(at.x.rounded()), Int(at.y))
    guard x >= 0, x < luma.width, half < 4096 else { return nil }
    let (top, bottom) = (max(0, y - half), min(luma.height, y + half))
    guard bottom - top >= 12 else { return nil }
    line.reserve(bottom - top)
    var (low, high): (Float, Float) = (255, 0)
    for i in top..<bottom {
      let value = Float(luma.row(i)[x])
      line.base[i - top] = value
      low = min(low, value)
      high = max(high, value)
    }
    guard high - low > BullsEyeFinder.leastContrast else { return nil }
    let hits = hits(bottom - top, hysteresis: max(8, 0.25 * (high - low)))
    for hit in hits where hit.isInverted == isInverted {
      let middle = Double(hit.middle) + Double(top)
      if abs(middle - at.y) < 0.09 * width, abs(Double(hit.width) - width) < 0.4 * width { return Point(at.x, middle) }
    }
    return nil
  }

  /// The ellipse from rays around a place; nil when there are no rings all around.
  private func measured(_ luma: LumaView, _ at: Point, _ width: Double, _ isInverted: Bool) -> BullsEye? {
    var centre = at
    let rays = BullsEyeFinder.directions.count
    let reach = Int((0.5 * width * 1.35).rounded(.up)) * 2
    guard reach >= 8, reach < 4096 else { return nil }
    let rings = MaxiCodeLayout.rings
    let meanRing = rings.reduce(0, +) / 6
    let spread = rings.reduce(0) { $0 + ($1 - meanRing) * ($1 - meanRing) }
    for round in 0..<6 {
      var (sx, sy, good) = (0.0, 0.0, 0)
      // 1 / s² = a + b cos 2θ + c sin 2θ for the length s of a module in each direction.
      var m = [Double](repeating: 0, count: 9)
      var v = [Double](repeating: 0, count: 3)
      var (lightSum, darkSum) = (0.0, 0.0)
      let least = round == 0 ? rays / 2 : rays * 3 / 4
      for (looked, direction) in BullsEyeFinder.directions.enumerated() {
        // Where there is nothing, half of the rays tell.
        guard good + rays - looked >= least else { return nil }
        let (c, s) = direction
        line.reserve(reach)
        let (low, high) = ray(luma, centre, (c, s), reach, isInverted)
        guard high - low > BullsEyeFinder.leastContrast else { continue }
        finder.find(line.base, reach, hysteresis: 0.25 * (high - low))
        guard finder.count >= 6 else { continue }
        let e = finder.edges.base
        // Edge k lies at s ring[k] + d, d the distance of the true middle.
        var (mean, product) = (0.0, 0.0)
        for k in 0..<6 { mean += Double(e[k]) / 12 }
        for k in 0..<6 { product += (rings[k] - meanRing) * (Double(e[k]) / 2 - mean) }
        let length = product / spread
        let d = mean - length * meanRing
        guard length > 0.5 else { continue }
        var worst = 0.0
        for k in 0..<6 { worst = max(worst, abs(Double(e[k]) / 2 - d - length * rings[k])) }
        guard worst < 0.22 * length else { continue }
        good += 1
        lightSum += Double(high)
        darkSum += Double(low)
        sx += d * c
        sy += d * s
        let row = [1, c * c - s * s, 2 * c * s]
        for i in 0..<3 {
          v[i] += row[i] / (length * length)
          for j in 0..<3 { m[3 * i + j] += row[i] * row[j] }
        }
      }
      guard good >= least else { return nil }
      let (dx, dy) = (2 * sx / Double(good), 2 * sy / Double(good))
      if dx * dx + dy * dy > 0.02 {
        centre = Point(centre.x + dx, centre.y + dy)
        continue
      }
      guard let x = solve(m, v), let shape = root(x) else { return nil }
      let (light, dark) = (lightSum / Double(good), darkSum / Double(good))
      return BullsEye(
        centre: centre, shape: shape, isInverted: isInverted, light: isInverted ? 255 - dark : light,
        dark: isInverted ? 255 - light : dark)
    }
    return nil
  }

  /// The directions of rays, all around with each few of them.
  private static let directions = (0..<24).map { ray in
    let angle = 2 * Double.pi * Double(ray * 7 % 24) / 24
    return (cos(angle), sin(angle))
  }

  /// Fills the line with the grey values of a ray, half a pixel apart; the darkest and the lightest.
  private func ray(
    _ luma: LumaView, _ from: Point, _ direction: (Double, Double), _ count: Int, _ isInverted: Bool
  ) -> (low: Float, high: Float) {
    let out = line.base
    let (dx, dy) = (Float(direction.0) / 2, Float(direction.1) / 2)
    let (x0, y0) = (Float(from.x), Float(from.y))
    let (maxX, maxY) = (Float(luma.width - 1), Float(luma.height - 1))
    let (lastX, lastY) = (luma.width - 1, luma.height - 1)
    let (sign, zero): (Float, Float) = isInverted ? (-1, 255) : (1, 0)
    var (low, high): (Float, Float) = (255, 0)
    for i in 0..<count {
      let x = max(0, min(maxX, x0 + Float(i) * dx))
      let y = max(0, min(maxY, y0 + Float(i) * dy))
      let (ix, iy) = (Int(x), Int(y))
      let (fx, fy) = (x - Float(ix), y - Float(iy))
      let (above, below) = (luma.row(iy), luma.row(min(iy &+ 1, lastY)))
      let next = min(ix &+ 1, lastX)
      let top = Float(above[ix]) + fx * (Float(above[next]) - Float(above[ix]))
      let bottom = Float(below[ix]) + fx * (Float(below[next]) - Float(below[ix]))
      let value = zero + sign * (top + fy * (bottom - top))
      out[i] = value
      low = min(low, value)
      high = max(high, value)
    }
    return (low, high)
  }

  /// Three equations, by Cramer's rule.
  private func solve(_ m: [Double], _ v: [Double]) -> [Double]? {
    func determinant(_ a: [Double]) -> Double {
      a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) + a[2] * (a[3] * a[7] - a[4] * a[6])
    }
    let d = determinant(m)
    guard abs(d) > 1e-9 else { return nil }
    return (0..<3).map { column in
      var a = m
      for row in 0..<3 { a[3 * row + column] = v[row] }
      return determinant(a) / d
    }
  }

  /// The inverse root of [[a + b, c], [c, a - b]]; nil unless it is an ellipse that is not too flat.
  private func root(_ x: [Double]) -> (xx: Double, xy: Double, yy: Double)? {
    let (a, b, c) = (x[0], x[1], x[2])
    let bend = (b * b + c * c).squareRoot()
    guard a > 0, bend < 0.75 * a else { return nil }
    let (p, q) = (1 / (a + bend).squareRoot(), 1 / (a - bend).squareRoot())
    // Directions of the axes: the first is the shorter one.
    let angle = 0.5 * atan2(c, b)
    let (u, v) = (cos(angle), sin(angle))
    return (p * u * u + q * v * v, (p - q) * u * v, p * v * v + q * u * u)
  }
}

/// Grey values between pixels; a pixel's value lies at whole coordinates. The edge of the picture repeats.
enum Bilinear {
  @inline(__always)
  static func value(_ luma: LumaView, _ x: Double, _ y: Double) -> Double {
    let cx = max(0, min(Double(luma.width - 1), x))
    let cy = max(0, min(Double(luma.height - 1), y))
    let (x0, y0) = (Int(cx), Int(cy))
    let (x1, y1) = (min(x0 &+ 1, luma.width &- 1), min(y0 &+ 1, luma.height &- 1))
    let (s, t) = (cx - Double(x0), cy - Double(y0))
    let (above, below) = (luma.row(y0), luma.row(y1))
    let top = Double(above[x0]) + s * (Double(above[x1]) - Double(above[x0]))
    let bottom = Double(below[x0]) + s * (Double(below[x1]) - Double(below[x0]))
    return top + t * (bottom - top)
  }
}
