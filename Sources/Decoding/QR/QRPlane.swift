import Imaging
import ReaderCore

/// A version laid over three finder patterns and, where it has one, the alignment pattern across from them.
struct QRPlane {
  let version: QRVersion
  let corners: Quad
  /// From the middles of the finder patterns, 0 and 1, to the picture: (a + s u + t v) / (1 + g s + h t).
  private let a: Point
  private let u: Point
  private let v: Point
  private let g: Double
  private let h: Double

  /// Lays a version over a place; nil when that gives no square seen from somewhere.
  init?(_ luma: LumaView, _ place: QRPlace, _ version: QRVersion, _ level: Int) {
    let (a, b, d) = (place.corner.centre, place.right.centre, place.below.centre)
    let n = Double(version.side)
    let flat = QRPlane(version, a, b, d, 0, 0)
    guard version.number > 1, let c = flat.alignment(luma, level) else {
      self = flat
      return
    }
    // The fourth point says how much the plane leans.
    let q = (n - 10) / (n - 7)
    let right = Point(
      (1 - 2 * q) * a.x + q * (b.x + d.x) - c.x, (1 - 2 * q) * a.y + q * (b.y + d.y) - c.y)
    let (gx, gy, hx, hy) = (q * (c.x - b.x), q * (c.y - b.y), q * (c.x - d.x), q * (c.y - d.y))
    let det = gx * hy - hx * gy
    guard abs(det) > 1e-6 else { return nil }
    let (g, h) = ((right.x * hy - hx * right.y) / det, (gx * right.y - right.x * gy) / det)
    guard abs(g) < 0.5, abs(h) < 0.5 else { return nil }
    self = QRPlane(version, a, b, d, g, h)
  }

  private init(_ version: QRVersion, _ a: Point, _ b: Point, _ d: Point, _ g: Double, _ h: Double) {
    self.version = version
    self.a = a
    u = Point((1 + g) * b.x - a.x, (1 + g) * b.y - a.y)
    v = Point((1 + h) * d.x - a.x, (1 + h) * d.y - a.y)
    (self.g, self.h) = (g, h)
    let (u, v) = (self.u, self.v)
    func at(_ s: Double, _ t: Double) -> Point {
      let w = 1 + g * s + h * t
      return Point((a.x + s * u.x + t * v.x) / w, (a.y + s * u.y + t * v.y) / w)
    }
    let out = 3.5 / Double(version.side - 7)
    corners = Quad(at(-out, -out), at(1 + out, -out), at(1 + out, 1 + out), at(-out, 1 + out))
  }

  /// Where a place in modules lies.
  @inline(__always)
  private func callAsFunction(_ x: Double, _ y: Double) -> Point {
    let scale = 1 / Double(version.side - 7)
    let (s, t) = ((x - 3.5) * scale, (y - 3.5) * scale)
    let w = 1 / (1 + g * s + h * t)
    return Point((a.x + s * u.x + t * v.x) * w, (a.y + s * u.y + t * v.y) * w)
  }

  /// The middle of the alignment pattern; nil when none shows within three modules of where it should be.
  private func alignment(_ luma: LumaView, _ level: Int) -> Point? {
    let at = Double(version.side) - 6.5
    let limit = Int32(16 * level)
    /// How many of 17 modules are as the pattern has them: the middle, the ring around it, and half of the ring around that.
    func score(_ dx: Double, _ dy: Double) -> Int {
      func isDark(_ x: Int, _ y: Int) -> Bool {
        Pixel.value(luma, self(at + dx + Double(x), at + dy + Double(y))) < limit
      }
      guard isDark(0, 0) else { return 0 }
      var sum = 1
      for (x, y) in QRPlane.ring {
        if !isDark(x, y) { sum += 1 }
        if isDark(2 * x, 2 * y) { sum += 1 }
      }
      return sum
    }
    var (best, count) = (0, 0.0)
    var (x, y) = (0.0, 0.0)
    for reach in [1.0, 3.0] {
      for dy in Swift.stride(from: -reach, through: reach, by: 0.5) {
        for dx in Swift.stride(from: -reach, through: reach, by: 0.5) {
          let now = score(dx, dy)
          if now > best { (best, count, x, y) = (now, 0, 0, 0) }
          if now == best {
            count += 1
            x += dx
            y += dy
          }
        }
      }
      // The middle of where it fits best.
      if best >= 15 { return self(at + x / count, at + y / count) }
    }
    return nil
  }

  private static let ring = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]

  /// How many of a hundred modules of the timing patterns are as they should be.
  func timing(_ luma: LumaView, _ level: Int) -> Int {
    let n = version.side
    let limit = Int32(16 * level)
    var right = 0
    for i in 8..<n - 8 {
      let at = Double(i) + 0.5
      if (Pixel.value(luma, self(at, 6.5)) < limit) == (i % 2 == 0) { right += 1 }
      if (Pixel.value(luma, self(6.5, at)) < limit) == (i % 2 == 0) { right += 1 }
    }
    return 50 * right / (n - 16)
  }
}
