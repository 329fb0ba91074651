import ReaderCore

/// The place that a code takes up with the space around it: a fifth of its shorter side.
struct CodeArea {
  let minX, minY, maxX, maxY: Double
  /// Sides as lines: a point is inside when it lies on the right side of all four.
  private var sides: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  /// The area of a code with these corners.
  init(_ quad: Quad) {
    let corners = (quad.topLeft, quad.topRight, quad.bottomRight, quad.bottomLeft)
    let x = SIMD4(corners.0.x, corners.1.x, corners.2.x, corners.3.x)
    let y = SIMD4(corners.0.y, corners.1.y, corners.2.y, corners.3.y)
    let dx = SIMD4(x[1], x[2], x[3], x[0]) - x
    let dy = SIMD4(y[1], y[2], y[3], y[0]) - y
    let length = (dx * dx + dy * dy).squareRoot()
    let space = 0.2 * min(max(length[0], length[2]), max(length[1], length[3])) + 3
    (minX, maxX) = (x.min() - space, x.max() + space)
    (minY, maxY) = (y.min() - space, y.max() + space)
    // Corners may come in either direction.
    let turn = dx[0] * dy[1] - dy[0] * dx[1] < 0 ? -1.0 : 1.0
    let unit = length.replacing(with: 1, where: length .< 1e-9)
    let (nx, ny) = (-dy * turn / unit, dx * turn / unit)
    sides = (nx, ny, space - nx * x - ny * y)
  }

  /// Where it begins and ends along a row of the picture; nil where it does not reach.
  func extent(at y: Double) -> ClosedRange<Double>? {
    guard y >= minY, y <= maxY else { return nil }
    let rest = sides.1 * y + sides.2
    var (from, to) = (minX, maxX)
    for i in 0..<4 {
      let slope = sides.0[i]
      if abs(slope) < 1e-9 {
        if rest[i] < 0 { return nil }
      } else if slope > 0 {
        from = max(from, -rest[i] / slope)
      } else {
        to = min(to, -rest[i] / slope)
      }
    }
    return from <= to ? from...to : nil
  }

  /// Whether a point lies in it.
  func contains(_ p: Point) -> Bool { (sides.0 * p.x + sides.1 * p.y + sides.2).min() >= 0 }
}
