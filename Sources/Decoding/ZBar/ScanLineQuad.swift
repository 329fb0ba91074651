import ReaderCore

/// The outline of a linear code from the ends of the scan lines that read it.
enum ScanLineQuad {
  /// What lies outside the outermost line ends, as a part of the length between them.
  struct Margins {
    var leading = 0.0
    var trailing = 0.0
  }

  /// The smallest rectangle around the ends of some scan lines, its corners in reading order.
  ///
  /// - Parameters:
  ///   - ends: Ends of scan lines, both sides mixed: an edge between pixels along the line, a pixel's index across it.
  ///   - turns: Clockwise quarter turns of the reading direction from left to right, nil: unknown (0 is taken).
  ///   - margins: How far the bars go on.
  static func corners(_ ends: [Point], _ turns: Int?, _ margins: Margins = Margins()) -> Quad? {
    let isVertical = (turns ?? 0) % 2 == 1
    let points = ends.map { isVertical ? Point($0.x + 0.5, $0.y) : Point($0.x, $0.y + 0.5) }
    let hull = convexHull(points)
    guard !hull.isEmpty else { return nil }
    let expected = [Point(1, 0), Point(0, 1), Point(-1, 0), Point(0, -1)][(turns ?? 0) & 3]
    var best: (area: Double, axis: Point)? = nil
    for i in 0..<hull.count where hull.count > 2 {
      let next = hull[(i + 1) % hull.count]
      let (dx, dy) = (next.x - hull[i].x, next.y - hull[i].y)
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 0 else { continue }
      let axis = Point(dx / length, dy / length)
      let box = extent(hull, along: axis, across: Point(-axis.y, axis.x))
      let area = (box.maxU - box.minU) * (box.maxV - box.minV)
      if area < (best?.area ?? .infinity) { best = (area, axis) }
    }
    var axis = best?.axis ?? expected
    // Of the four directions of the rectangle the reading direction is the one that libzbar names.
    for _ in 0..<3 where axis.x * expected.x + axis.y * expected.y < 0.7 { axis = Point(-axis.y, axis.x) }
    var box = extent(hull, along: axis, across: Point(-axis.y, axis.x))
    let length = box.maxU - box.minU
    box.minU -= margins.leading * length
    box.maxU += margins.trailing * length
    box.minV -= 0.5
    box.maxV += 0.5
    func at(_ u: Double, _ v: Double) -> Point { Point(u * axis.x - v * axis.y, u * axis.y + v * axis.x) }
    return Quad(at(box.minU, box.minV), at(box.maxU, box.minV), at(box.maxU, box.maxV), at(box.minU, box.maxV))
  }

  /// The extent of some points along two unit vectors.
  static func extent(
    _ points: [Point], along axis: Point, across: Point
  ) -> (minU: Double, maxU: Double, minV: Double, maxV: Double) {
    var box = (minU: Double.infinity, maxU: -Double.infinity, minV: Double.infinity, maxV: -Double.infinity)
    for p in points {
      let (u, v) = (p.x * axis.x + p.y * axis.y, p.x * across.x + p.y * across.y)
      box = (min(box.minU, u), max(box.maxU, u), min(box.minV, v), max(box.maxV, v))
    }
    return box
  }

  /// The corners of the convex hull, counter-clockwise as numbers go (monotone chain).
  static func convexHull(_ points: [Point]) -> [Point] {
    var sorted = points.sorted { $0.x != $1.x ? $0.x < $1.x : $0.y < $1.y }
    var unique: [Point] = []
    for p in sorted where unique.last != p { unique.append(p) }
    sorted = unique
    guard sorted.count > 2 else { return sorted }
    func half(_ points: [Point]) -> [Point] {
      var chain: [Point] = []
      for p in points {
        while chain.count >= 2 {
          let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
          guard (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) <= 0 else { break }
          chain.removeLast()
        }
        chain.append(p)
      }
      chain.removeLast()
      return chain
    }
    return half(sorted) + half(sorted.reversed())
  }
}
