import CPlatform
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
  ///
  /// - Parameter least: Pixels between the insides of the outermost rings, at least.
  func find(
    _ luma: LumaView, x: Range<Int>, y: Range<Int>, step: Int, least: Int = 0, limit: Int = 4
  ) -> [BullsEye] {
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
      let level = UInt8((UInt16(low) + UInt16(high)) / 2)
      guard contrast > BullsEyeFinder.leastContrast,
        let part = rings(luma, x, row, level, least: Int32(truncatingIfNeeded: max(13, min(least, 65_535))))
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
  /// what is around it; nil when none does, or the column through the middle does not.
  private func rings(
    _ luma: LumaView, _ x: Range<Int>, _ row: Int, _ level: UInt8, least: Int32
  ) -> Range<Int>? {
    // Places are numbers of 16 bits.
    let count = min(x.count, 65_535)
    return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: count) { at -> Range<Int>? in
      guard let at = at.baseAddress else { return nil }
      var (from, to) = (count, 0)
      BullsEyeFinder.windows(luma.row(row) + x.lowerBound, count, level, at, least: least) { i, total in
        let middle = x.lowerBound + (Int(at[i &+ 5]) &+ Int(at[i &+ 6])) / 2
        guard showsColumn(luma, middle, row, level, total) else { return true }
        // The outermost pieces may be wider, and the first and last edges need to be seen from turn to turn.
        from = min(from, Int(at[i]) &- Int(total))
        to = max(to, Int(at[i &+ 11]) &+ Int(total))
        return true
      }
      return from < to ? max(0, from)..<min(count, to) : nil
    }
  }

  /// Whether the column through a place crosses a level in the same way.
  private func showsColumn(_ luma: LumaView, _ x: Int, _ y: Int, _ level: UInt8, _ total: Int32) -> Bool {
    let reach = min(Int(total), 8192)
    let (top, bottom) = (max(0, y - reach), min(luma.height, y + reach))
    let count = bottom - top
    guard count >= 12 else { return false }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { column in
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: count) { at in
        guard let column = column.baseAddress, let at = at.baseAddress else { return false }
        var pixel = luma.row(top) + x
        for i in 0..<count {
          column[i] = pixel.pointee
          // The last step leads nowhere.
          if i &+ 1 < count { pixel += luma.stride }
        }
        var shows = false
        BullsEyeFinder.windows(column, count, level, at, least: max(13, total / 2)) { i, _ in
          shows = Int(at[i &+ 3]) <= y &- top && y &- top <= Int(at[i &+ 8])
          return !shows
        }
        return shows
      }
    }
  }

  /// Hands the first of twelve places at which a line crosses a level to `body`, where those are even enough, with what is between the
  /// second and the last but one; until that is false.
  @inline(__always)
  private static func windows(
    _ pixels: UnsafePointer<UInt8>, _ count: Int, _ level: UInt8, _ at: UnsafeMutablePointer<UInt16>, least: Int32,
    _ body: (Int, Int32) -> Bool
  ) {
    guard level > 0 else { return }
    let n = cplatform_crossings(pixels, count, level, level &- 1, pixels[0] < level ? 0 : 1, at)
    guard n >= 12 else { return }
    @inline(__always) func place(_ i: Int) -> Int32 { Int32(at[i]) }
    @inline(__always) func width(_ i: Int) -> Int32 { place(i &+ 1) &- place(i) }
    for i in 0...n &- 12 {
      // Dark modules may touch the outermost ring: the inner edge of that counts.
      let (first, last) = (place(i &+ 1), place(i &+ 10))
      let total = last &- first
      let inner = width(i &+ 5)
      let both = place(i &+ 6) &+ place(i &+ 5) &- last &- first
      guard total >= least, inner &* 14 > total, inner &* 10 < 3 &* total, abs(both) &* 5 < total else { continue }
      // Rings of a colour are about equally wide; bars are not.
      @inline(__always) func areEven(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> Bool {
        let (low, high, sum) = (min(min(a, b), min(c, d)), max(max(a, b), max(c, d)), a &+ b &+ c &+ d)
        return 10 &* (low &+ 1) >= sum && 20 &* (high &- 1) <= 9 &* sum
      }
      guard areEven(width(i &+ 1), width(i &+ 3), width(i &+ 7), width(i &+ 9)),
        areEven(width(i &+ 2), width(i &+ 4), width(i &+ 6), width(i &+ 8))
      else { continue }
      if !body(i, total) { return }
    }
  }

  /// Rings crossed by the line that was filled: middle and width in samples.
  private func hits(_ count: Int, hysteresis: Float) -> [(middle: Float, width: Float, isInverted: Bool)] {
    finder.find(line.base, count, hysteresis: hysteresis, least: 12)
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
