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

  /// The values in the middle of the cells of the square, cut into columns and rows: 0 to 255 times 16, row by row.
  func values(_ luma: LumaView, columns: Int, rows: Int, side: Double) -> [Int32] {
    let (du, dv) = (side / Double(columns), side / Double(rows))
    return [Int32](unsafeUninitializedCapacity: columns * rows) { target, count in
      for row in 0..<rows {
        let v = (Double(row) + 0.5) * dv
        let (x0, y0, w0) = (m.1 * v + m.2, m.4 * v + m.5, m.7 * v + 1)
        for column in 0..<columns {
          let u = (Double(column) + 0.5) * du
          let scale = 1 / (m.6 * u + w0)
          target[row &* columns &+ column] = Pixel.value(luma, Point((m.0 * u + x0) * scale, (m.3 * u + y0) * scale))
        }
      }
      count = columns * rows
    }
  }

  /// Where a point of the square lies.
  @inline(__always)
  func callAsFunction(_ x: Double, _ y: Double) -> Point {
    let w = m.6 * x + m.7 * y + 1
    return Point((m.0 * x + m.1 * y + m.2) / w, (m.3 * x + m.4 * y + m.5) / w)
  }
}
