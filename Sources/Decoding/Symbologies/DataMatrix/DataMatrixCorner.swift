import Glibc
import ReaderCore

/// The corner of a Data Matrix where its two solid borders meet, and these borders.
struct DataMatrixCorner {
  /// The corner, and the ends of the bottom and of the left border.
  var corner: Point
  var right: Point
  var top: Point
  let isInverted: Bool
  /// Grey values of dark and light, times 16, as Pixel has them; of a light symbol exchanged.
  var ink = 0.0
  var paper = 0.0

  /// Pairs of borders that can be a corner, longest first; at most `limit`.
  static func all(_ steep: [BorderLine], _ flat: [BorderLine], slack: Double, limit: Int) -> [DataMatrixCorner] {
    var found: [(corner: DataMatrixCorner, length: Double)] = []
    for s in steep {
      for f in flat {
        let det = 1 - s.slope * f.slope
        guard abs(det) > 0.2 else { continue }
        let x = (s.offset + s.slope * f.offset) / det
        let y = f.offset + f.slope * x
        let isDown = abs(y - s.from) < abs(y - s.to)
        let isRight = abs(x - f.from) < abs(x - f.to)
        guard abs(y - (isDown ? s.from : s.to)) <= slack, abs(x - (isRight ? f.from : f.to)) <= slack else { continue }
        // Ink lies between the arms.
        let isInk = s.isDarkAfter == isRight
        guard isInk == (f.isDarkAfter == isDown) else { continue }
        let (ys, xf) = (isDown ? s.to : s.from, isRight ? f.to : f.from)
        let (a, b) = (Point(s.offset + s.slope * ys, ys), Point(xf, f.offset + f.slope * xf))
        // From the bottom border to the left one it is a quarter turn against the clock.
        let turn = (b.x - x) * (a.y - y) - (b.y - y) * (a.x - x)
        let corner = DataMatrixCorner(
          corner: Point(x, y), right: turn < 0 ? b : a, top: turn < 0 ? a : b, isInverted: !isInk)
        found.append((corner, s.to - s.from + f.to - f.from))
      }
    }
    return found.sorted { $0.length > $1.length }.prefix(limit).map { $0.corner }
  }

  /// The corner with its borders followed to their ends; nil when they are none, or there is hardly any contrast.
  ///
  /// - Parameter depth: How deep in the border its ink is looked at, in pixels.
  func followed(_ luma: LumaView, depth: Double) -> DataMatrixCorner? {
    var out = self
    let (n, sign) = (6, isInverted ? -1.0 : 1.0)
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: 4 * n) { buffer -> DataMatrixCorner? in
      guard let inside = buffer.baseAddress else { return nil }
      let outside = inside + 2 * n
      var (ink, paper) = (0.0, 0.0)
      for (k, ends) in [(right, top), (top, right)].enumerated() {
        let (d, across) = (DataMatrixCorner.unit(corner, ends.0), inward(ends.0, ends.1))
        let length = hypot(ends.0.x - corner.x, ends.0.y - corner.y)
        for i in 0..<n {
          let s = length * Double(i + 1) / Double(n + 1)
          let p = Point(corner.x + d.x * s, corner.y + d.y * s)
          let (x, y) = (across.x * depth, across.y * depth)
          inside[k * n + i] = Double(Pixel.value(luma, Point(p.x + x, p.y + y)))
          outside[k * n + i] = Double(Pixel.value(luma, Point(p.x - x, p.y - y)))
          ink += inside[k * n + i]
          paper += outside[k * n + i]
        }
      }
      (out.ink, out.paper) = (ink / Double(2 * n), paper / Double(2 * n))
      guard sign * (out.paper - out.ink) > 16 * 16 else { return nil }
      // Solid ink inside, and paper outside but for a neighbour.
      let level = (out.ink + out.paper) / 2
      var wrong = 0
      for i in 0..<2 * n {
        if sign * (inside[i] - level) > 0 { wrong += 1 }
        if sign * (outside[i] - level) < 0 { wrong += 1 }
      }
      guard wrong <= 2 else { return nil }
      return out
    }.flatMap { $0.toEnds(luma, depth) }
  }

  private func toEnds(_ luma: LumaView, _ depth: Double) -> DataMatrixCorner? {
    var out = self
    guard let right = out.end(luma, right, top, depth), let top = out.end(luma, top, right, depth) else { return nil }
    (out.right, out.top) = (right, top)
    return out
  }

  /// Whether a point is nearer to ink than to paper.
  @inline(__always)
  func isInk(_ luma: LumaView, _ p: Point) -> Bool {
    let value = Double(Pixel.value(luma, p))
    return (value < (ink + paper) / 2) != isInverted
  }

  /// Where a border ends in paper, or in the end of the picture.
  private func end(_ luma: LumaView, _ about: Point, _ other: Point, _ depth: Double) -> Point? {
    let (d, n) = (DataMatrixCorner.unit(corner, about), inward(about, other))
    let length = hypot(about.x - corner.x, about.y - corner.y)
    let level = (ink + paper) / 2
    var s = max(2, 0.7 * length)
    var before = value(luma, d, n, s, depth)
    guard (before < level) != isInverted else { return nil }
    let most = Double(luma.width + luma.height)
    while s < most {
      s += 0.75
      let p = Point(corner.x + d.x * s, corner.y + d.y * s)
      guard p.x > -1, p.y > -1, p.x < Double(luma.width + 1), p.y < Double(luma.height + 1) else { return p }
      let now = value(luma, d, n, s, depth)
      if (now < level) == isInverted {
        let part = now == before ? 0.5 : max(0, min(1, (level - before) / (now - before)))
        s += 0.75 * (part - 1)
        return Point(corner.x + d.x * s, corner.y + d.y * s)
      }
      before = now
    }
    return nil
  }

  private func value(_ luma: LumaView, _ d: Point, _ n: Point, _ s: Double, _ depth: Double) -> Double {
    Double(Pixel.value(luma, Point(corner.x + d.x * s + n.x * depth, corner.y + d.y * s + n.y * depth)))
  }

  private func inward(_ end: Point, _ other: Point) -> Point {
    let d = DataMatrixCorner.unit(corner, end)
    let n = Point(-d.y, d.x)
    return n.x * (other.x - corner.x) + n.y * (other.y - corner.y) < 0 ? Point(-n.x, -n.y) : n
  }

  static func unit(_ a: Point, _ b: Point) -> Point {
    let length = max(1e-9, hypot(b.x - a.x, b.y - a.y))
    return Point((b.x - a.x) / length, (b.y - a.y) / length)
  }
}
