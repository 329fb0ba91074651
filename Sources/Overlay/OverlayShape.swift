import ReaderCore

/// One thing to draw over a preview. Places are normalised: 0 to 1 on both axes of the view, from its top left.
public struct OverlayShape: Equatable {
  /// How it is drawn; the numbers are those of `scanbeam/overlay.h`.
  public enum Kind: Int32 {
    /// A rectangle with a border, and filled.
    case rectangle = 1
    /// A line through the points.
    case line = 2
    /// A closed line through the points, filled.
    case polygon = 3
    /// All but a rectangle is filled; the rectangle has a border.
    case mask = 4
    /// A button: a disc with a sign on it, which can be pressed.
    case button = 5
    /// A bar that is filled from the left up to `value`.
    case bar = 6
    /// A sign without a button.
    case mark = 7
  }

  /// What a button or a mark shows.
  public enum Sign: Int32 {
    case none = 0
    case zoom = 1
    case light = 2
    case close = 3
    case start = 4
    case stop = 5
    case pause = 6
  }

  /// `OverlayTag`, or a tag of the host.
  public var tag: Int32
  public var kind: Kind
  public var frame: Rectangle
  /// Of lines and polygons, at least two; of buttons and marks the ends of the sign's lines, two by two, which the overlay fills
  /// in.
  public var points: [Point]
  /// 0xAARRGGBB.
  public var lineColour: UInt32
  /// 0xAARRGGBB.
  public var fillColour: UInt32
  /// In units of the view.
  public var lineWidth: Double
  /// Of a bar: 0 to 1.
  public var value: Double
  /// Of a button: level of the zoom (0 to 2), or 1 when what it switches is on.
  public var state: Int32
  public var sign: Sign
  /// What a screen reader says.
  public var name: String

  /// Makes a shape.
  public init(
    _ tag: Int32, _ kind: Kind, _ frame: Rectangle, points: [Point] = [], line: UInt32 = 0, fill: UInt32 = 0,
    width: Double = 0, value: Double = 0, state: Int32 = 0, sign: Sign = .none, name: String = ""
  ) {
    self.tag = tag
    self.kind = kind
    self.frame = frame
    self.points = points
    lineColour = line
    fillColour = fill
    lineWidth = width
    self.value = value
    self.state = state
    self.sign = sign
    self.name = name
  }

  /// Whether a place belongs to it, as far as it can be pressed.
  public func isHit(_ p: Point) -> Bool {
    kind == .button && p.x >= frame.x && p.x < frame.x + frame.width && p.y >= frame.y && p.y < frame.y + frame.height
  }
}
