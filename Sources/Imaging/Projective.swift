import ReaderCore

/// A projective map of the plane, as a perspective view of something flat makes it.
public struct Projective {
  /// Row by row; the last element is 1.
  public let m: (Double, Double, Double, Double, Double, Double, Double, Double)

  /// The map that takes the corners of the rectangle (0, 0) to (width, height) to a quadrilateral; nil when the quadrilateral
  /// is degenerate.
  public init?(width: Double, height: Double, to quad: Quad) {
    guard width > 0, height > 0 else { return nil }
    let (p0, p1, p2, p3) = (quad.topLeft, quad.topRight, quad.bottomRight, quad.bottomLeft)
    let (dx1, dx2, dx3) = (p1.x - p2.x, p3.x - p2.x, p0.x - p1.x + p2.x - p3.x)
    let (dy1, dy2, dy3) = (p1.y - p2.y, p3.y - p2.y, p0.y - p1.y + p2.y - p3.y)
    let det = dx1 * dy2 - dx2 * dy1
    guard det.isFinite, abs(det) > 1e-9 else { return nil }
    let g = (dx3 * dy2 - dx2 * dy3) / det
    let h = (dx1 * dy3 - dx3 * dy1) / det
    m = (
      (p1.x - p0.x + g * p1.x) / width, (p3.x - p0.x + h * p3.x) / height, p0.x,
      (p1.y - p0.y + g * p1.y) / width, (p3.y - p0.y + h * p3.y) / height, p0.y, g / width, h / height
    )
  }

  /// Where a point goes; far away when it lies on the horizon.
  @inline(__always)
  public func apply(_ p: Point) -> Point {
    let w = m.6 * p.x + m.7 * p.y + 1
    guard abs(w) > 1e-9 else { return Point(-1e9, -1e9) }
    return Point((m.0 * p.x + m.1 * p.y + m.2) / w, (m.3 * p.x + m.4 * p.y + m.5) / w)
  }
}
