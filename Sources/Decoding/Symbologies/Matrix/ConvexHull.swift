import Glibc
import ReaderCore

/// The convex hull of points.
struct ConvexHull {
  /// Its corners, clockwise as pictures are seen (y runs down).
  let points: [Point]

  /// Andrew's monotone chain; nil for fewer than four corners.
  init?(_ all: [Point]) {
    let sorted = all.sorted { $0.x < $1.x || ($0.x == $1.x && $0.y < $1.y) }
    guard sorted.count >= 4 else { return nil }
    func half(_ points: [Point]) -> [Point] {
      var chain: [Point] = []
      for p in points {
        while chain.count >= 2, ConvexHull.turn(chain[chain.count - 2], chain[chain.count - 1], p) <= 0 {
          chain.removeLast()
        }
        chain.append(p)
      }
      return chain.dropLast()
    }
    points = half(sorted) + half(sorted.reversed())
    guard points.count >= 4 else { return nil }
  }

  /// Twice the area of a triangle, positive when it runs clockwise.
  static func turn(_ a: Point, _ b: Point, _ c: Point) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  /// Its area.
  var area: Double {
    var sum = 0.0
    for i in points.indices {
      let (a, b) = (points[i], points[(i + 1) % points.count])
      sum += a.x * b.y - b.x * a.y
    }
    return abs(sum) / 2
  }

  /// The largest quadrilateral with corners of the hull: for each pair as a diagonal, the farthest corner on either side.
  func largestQuad() -> Quad? {
    let n = points.count
    guard n >= 4, n <= 2000 else { return nil }
    var best: (area: Double, corners: (Int, Int, Int, Int)) = (0, (0, 0, 0, 0))
    for i in 0..<n - 2 {
      var (j, l) = (i + 1, i + 3)
      for k in i + 2..<n {
        while j + 1 < k,
          ConvexHull.turn(points[i], points[j + 1], points[k]) >= ConvexHull.turn(points[i], points[j], points[k])
        { j += 1 }
        l = max(l, k + 1)
        while l + 1 < n + i,
          ConvexHull.turn(points[i], points[k], points[(l + 1) % n])
            >= ConvexHull.turn(points[i], points[k], points[l % n])
        { l += 1 }
        guard l < n + i else { continue }
        let area =
          ConvexHull.turn(points[i], points[j], points[k]) + ConvexHull.turn(points[i], points[k], points[l % n])
        if area > best.area { best = (area, (i, j, k, l % n)) }
      }
    }
    guard best.area > 0 else { return nil }
    let c = best.corners
    return squared(c) ?? Quad(points[c.0], points[c.1], points[c.2], points[c.3])
  }

  /// The lines through the hull between four of its corners, cut with each other: corners that blur or a light module has taken
  /// away are where the sides meet. nil when that is far from the four.
  private func squared(_ c: (Int, Int, Int, Int)) -> Quad? {
    let ends = [c.0, c.1, c.2, c.3]
    var lines: [(at: Point, along: Point)] = []
    for side in 0..<4 {
      guard let line = line(from: ends[side], to: ends[(side + 1) % 4]) else { return nil }
      lines.append(line)
    }
    var corners: [Point] = []
    for side in 0..<4 {
      let (a, b) = (lines[(side + 3) % 4], lines[side])
      let cross = a.along.x * b.along.y - a.along.y * b.along.x
      guard abs(cross) > 0.1 else { return nil }
      let t = ((b.at.x - a.at.x) * b.along.y - (b.at.y - a.at.y) * b.along.x) / cross
      let corner = Point(a.at.x + t * a.along.x, a.at.y + t * a.along.y)
      let tip = points[ends[side]]
      guard abs(corner.x - tip.x) + abs(corner.y - tip.y) < 0.15 * area.squareRoot() else { return nil }
      corners.append(corner)
    }
    return Quad(corners[0], corners[1], corners[2], corners[3])
  }

  /// The line along a part of the hull; long edges count more.
  private func line(from first: Int, to last: Int) -> (at: Point, along: Point)? {
    var (w, x, y, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    var i = first
    while i != last {
      let (a, b) = (points[i], points[(i + 1) % points.count])
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let weight = dx * dx + dy * dy
      for p in [a, b] {
        w += weight
        x += weight * p.x
        y += weight * p.y
        xx += weight * p.x * p.x
        xy += weight * p.x * p.y
        yy += weight * p.y * p.y
      }
      i = (i + 1) % points.count
    }
    guard w > 0 else { return nil }
    let at = Point(x / w, y / w)
    let (a, b, c) = (xx / w - at.x * at.x, xy / w - at.x * at.y, yy / w - at.y * at.y)
    let angle = 0.5 * atan2(2 * b, a - c)
    return (at, Point(cos(angle), sin(angle)))
  }
}
