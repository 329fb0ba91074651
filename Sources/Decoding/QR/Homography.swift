import ReaderCore

/// A projective map from a square of `side` units to a quadrilateral.
struct Homography {
  private var m: (Double, Double, Double, Double, Double, Double, Double, Double)

  /// The map that takes (0,0), (side,0), (side,side), (0,side) to the corners; nil for quadrilaterals without an area.
  ///
  /// The closed form for a unit square (Heckbert, Fundamentals of Texture Mapping, 1989), scaled.
  init?(side: Double, _ quad: Quad) {
    let (a, b, c, d) = (quad.topLeft, quad.topRight, quad.bottomRight, quad.bottomLeft)
    let sx = a.x - b.x + c.x - d.x
    let sy = a.y - b.y + c.y - d.y
    let dx1 = b.x - c.x
    let dx2 = d.x - c.x
    let dy1 = b.y - c.y
    let dy2 = d.y - c.y
    let determinant = dx1 * dy2 - dx2 * dy1
    guard determinant.magnitude > 1e-9, side > 0 else { return nil }
    let g = (sx * dy2 - dx2 * sy) / determinant
    let h = (dx1 * sy - sx * dy1) / determinant
    m = (
      (b.x - a.x + g * b.x) / side, (d.x - a.x + h * d.x) / side, a.x,
      (b.y - a.y + g * b.y) / side, (d.y - a.y + h * d.y) / side, a.y,
      g / side, h / side
    )
  }

  /// Where a point of the square lies.
  @inline(__always)
  func callAsFunction(_ x: Double, _ y: Double) -> Point {
    let w = m.6 * x + m.7 * y + 1
    return Point((m.0 * x + m.1 * y + m.2) / w, (m.3 * x + m.4 * y + m.5) / w)
  }
}
