/// A point in frame pixels: origin at the top left, x to the right, y down.
public struct Point: Equatable {
  public var x: Double
  public var y: Double
  /// Makes a point.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// Width and height in pixels.
public struct PixelSize: Equatable {
  public var width: Int
  public var height: Int
  /// Makes a size.
  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }
}

/// Four corners of a code in frame pixels, named as seen when the code itself is upright.
public struct Quad: Equatable {
  public var topLeft: Point
  public var topRight: Point
  public var bottomRight: Point
  public var bottomLeft: Point

  /// Makes a quadrilateral.
  public init(_ topLeft: Point, _ topRight: Point, _ bottomRight: Point, _ bottomLeft: Point) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// The corners in the order top left, top right, bottom right, bottom left.
  public var corners: [Point] { [topLeft, topRight, bottomRight, bottomLeft] }

  /// Mean of the corners.
  public var centre: Point {
    Point(
      (topLeft.x + topRight.x + bottomRight.x + bottomLeft.x) / 4,
      (topLeft.y + topRight.y + bottomRight.y + bottomLeft.y) / 4)
  }

  /// The upright rectangle around the corners.
  public var bounds: (minX: Double, minY: Double, maxX: Double, maxY: Double) {
    let c = corners
    return (
      c.reduce(c[0].x) { min($0, $1.x) }, c.reduce(c[0].y) { min($0, $1.y) },
      c.reduce(c[0].x) { max($0, $1.x) }, c.reduce(c[0].y) { max($0, $1.y) }
    )
  }

  /// The same corners after moving each by a function.
  public func map(_ move: (Point) -> Point) -> Quad {
    Quad(move(topLeft), move(topRight), move(bottomRight), move(bottomLeft))
  }
}
