/// How a frame is shown: turned upright, and then laid into a view.
///
/// Points in four spaces, all with the origin at the top left and y down: the frame in pixels as the camera delivers it,
/// the upright frame in its pixels, either of them normalised (0 to 1 on both axes), and the view in its own units.
public struct ViewMapping: Equatable {
  /// How the upright frame fills a view of another shape.
  public enum Gravity: Int32 {
    /// All of the frame is seen; bars at two sides stay free.
    case fit = 1
    /// All of the view is filled; two sides of the frame are cut off.
    case fill = 2
    /// Both: the picture is distorted.
    case stretch = 3
  }

  /// What coordinates mean.
  public enum Space: Int32 {
    case frame = 1
    case frameNormalised = 2
    case upright = 3
    case uprightNormalised = 4
    case view = 5
  }

  /// Columns and rows of the frame.
  public var frame: PixelSize
  /// How the frame has to be turned, as Exif says it: 1 not at all, 2 mirrored, 3 by 180 degrees, 4 by 180 degrees and
  /// mirrored, 5 mirrored at the falling diagonal, 6 by 90 degrees clockwise, 7 mirrored at the rising diagonal, 8 by 90
  /// degrees counter-clockwise.
  public var orientation: Int
  /// Width and height of the view.
  public var view: (width: Double, height: Double)
  public var gravity: Gravity

  /// Makes a mapping.
  public init(frame: PixelSize, orientation: Int = 1, view: (width: Double, height: Double), gravity: Gravity = .fit) {
    self.frame = frame
    self.orientation = orientation
    self.view = view
    self.gravity = gravity
  }

  public static func == (a: ViewMapping, b: ViewMapping) -> Bool {
    a.frame == b.frame && a.orientation == b.orientation && a.view == b.view && a.gravity == b.gravity
  }

  /// Columns and rows when it is turned upright.
  public var upright: PixelSize {
    orientation >= 5 && orientation <= 8 ? PixelSize(frame.height, frame.width) : frame
  }

  /// Where the upright frame lies in the view, in units of the view; larger than the view when it is cut off.
  public var pictureInView: Rectangle {
    let (w, h) = (Double(max(1, upright.width)), Double(max(1, upright.height)))
    let (sx, sy) = (view.width / w, view.height / h)
    let (x, y): (Double, Double)
    switch gravity {
    case .fit: (x, y) = (min(sx, sy), min(sx, sy))
    case .fill: (x, y) = (max(sx, sy), max(sx, sy))
    case .stretch: (x, y) = (sx, sy)
    }
    return Rectangle((view.width - w * x) / 2, (view.height - h * y) / 2, w * x, h * y)
  }

  /// A point in other coordinates.
  public func convert(_ point: Point, from: Space, to: Space) -> Point {
    from == to ? point : denormalised(turned(normalised(point, from), from, to), to)
  }

  /// A rectangle in other coordinates: the upright one around its corners, which it fills, since frames are only turned by
  /// quarters.
  public func convert(_ rectangle: Rectangle, from: Space, to: Space) -> Rectangle {
    Rectangle(around: rectangle.quad.map { convert($0, from: from, to: to) })
  }

  /// 0 to 1, of the frame or of the upright frame, whichever the space belongs to.
  private func normalised(_ p: Point, _ space: Space) -> Point {
    switch space {
    case .frame: return Point(p.x / Double(max(1, frame.width)), p.y / Double(max(1, frame.height)))
    case .frameNormalised, .uprightNormalised: return p
    case .upright: return Point(p.x / Double(max(1, upright.width)), p.y / Double(max(1, upright.height)))
    case .view:
      let r = pictureInView
      guard r.width > 0, r.height > 0 else { return Point(0, 0) }
      return Point((p.x - r.x) / r.width, (p.y - r.y) / r.height)
    }
  }

  private func denormalised(_ p: Point, _ space: Space) -> Point {
    switch space {
    case .frame: return Point(p.x * Double(frame.width), p.y * Double(frame.height))
    case .frameNormalised, .uprightNormalised: return p
    case .upright: return Point(p.x * Double(upright.width), p.y * Double(upright.height))
    case .view:
      let r = pictureInView
      return Point(r.x + p.x * r.width, r.y + p.y * r.height)
    }
  }

  private func turned(_ p: Point, _ from: Space, _ to: Space) -> Point {
    func isFrame(_ space: Space) -> Bool { space == .frame || space == .frameNormalised }
    if isFrame(from) == isFrame(to) { return p }
    // Only the quarter turns differ from their own inverse.
    var orientation = orientation
    if isFrame(to) { orientation = [6: 8, 8: 6][orientation] ?? orientation }
    switch orientation {
    case 2: return Point(1 - p.x, p.y)
    case 3: return Point(1 - p.x, 1 - p.y)
    case 4: return Point(p.x, 1 - p.y)
    case 5: return Point(p.y, p.x)
    case 6: return Point(1 - p.y, p.x)
    case 7: return Point(1 - p.y, 1 - p.x)
    case 8: return Point(p.y, 1 - p.x)
    default: return p
    }
  }
}
