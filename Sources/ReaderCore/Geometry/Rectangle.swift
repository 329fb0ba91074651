/// An upright rectangle: origin at the top left, y down.
public struct Rectangle: Equatable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  /// Makes a rectangle.
  public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The middle.
  public var centre: Point { Point(x + width / 2, y + height / 2) }

  /// The part that lies inside of another one; its sides may be 0.
  public func clipped(to other: Rectangle) -> Rectangle {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
    return Rectangle(left, top, max(0, right - left), max(0, bottom - top))
  }

  /// The corners in the order of `Quad`.
  public var quad: Quad {
    Quad(Point(x, y), Point(x + width, y), Point(x + width, y + height), Point(x, y + height))
  }

  /// The rectangle around some points.
  public init(around quad: Quad) {
    let b = quad.bounds
    self.init(b.minX, b.minY, b.maxX - b.minX, b.maxY - b.minY)
  }

  /// Whether a convex quadrilateral has a point in common with the rectangle, its edge included.
  ///
  /// Two convex shapes are apart exactly when they are apart along the direction of a side of one of them.
  public func overlaps(_ quad: Quad) -> Bool {
    let b = quad.bounds
    guard b.minX <= x + width, b.maxX >= x, b.minY <= y + height, b.maxY >= y else { return false }
    let corners = quad.corners
    let own = self.quad.corners
    for i in 0..<4 {
      let (from, to) = (corners[i], corners[(i + 1) % 4])
      let (nx, ny) = (to.y - from.y, from.x - to.x)
      func reach(_ points: [Point]) -> (Double, Double) {
        let along = points.map { $0.x * nx + $0.y * ny }
        return (along.reduce(along[0]) { min($0, $1) }, along.reduce(along[0]) { max($0, $1) })
      }
      let (a, c) = (reach(corners), reach(own))
      if a.1 < c.0 || c.1 < a.0 { return false }
    }
    return true
  }
}
