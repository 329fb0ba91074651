/// The part of a frame to look at. All are for the upright frame, origin at the top left.
public enum Region: Equatable {
  /// x, y, width and height in percent of the frame.
  case percent(Rectangle)
  /// The same in pixels; what lies outside of the frame is cut off.
  case pixels(Rectangle)
  /// A frame for the user to hold the code in: width to height as `aspect`, in the middle, as large as fits when so much
  /// stays free at the left and right, and at the top and bottom, in pixels.
  case finder(aspect: Double, insetX: Double, insetY: Double)

  /// The whole frame.
  public static let whole = Region.percent(Rectangle(0, 0, 100, 100))

  /// The region in the pixels of a frame.
  public func rectangle(in size: PixelSize) -> Rectangle {
    let (w, h) = (Double(size.width), Double(size.height))
    switch self {
    case .percent(let part):
      return Rectangle(part.x * w / 100, part.y * h / 100, part.width * w / 100, part.height * h / 100)
        .clipped(to: Rectangle(0, 0, w, h))
    case .pixels(let part): return part.clipped(to: Rectangle(0, 0, w, h))
    case .finder(let aspect, let insetX, let insetY):
      return Finder.frame(in: Rectangle(0, 0, w, h), aspect: aspect, insetX: insetX, insetY: insetY)
    }
  }

  /// The region in whole pixels, at least one by one, inside of the frame; every pixel that it touches belongs to it.
  public func pixels(in size: PixelSize) -> PixelRegion {
    let r = rectangle(in: size)
    func span(_ from: Double, _ length: Double, _ limit: Int) -> (Int, Int) {
      guard from.isFinite, length.isFinite, limit > 0 else { return (0, max(1, limit)) }
      let low = Int(max(0, min(from.rounded(.down), Double(limit - 1))))
      let high = Int(max(0, min((from + length - 1e-9).rounded(.up), Double(limit))))
      return (low, max(1, high - low))
    }
    let (x, w) = span(r.x, r.width, size.width)
    let (y, h) = span(r.y, r.height, size.height)
    return PixelRegion(x: x, y: y, width: w, height: h)
  }
}

/// Whole pixels of a frame.
public struct PixelRegion: Equatable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int
  /// Makes a region.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Whether it is all of a frame.
  public func isWhole(_ size: PixelSize) -> Bool { width == size.width && height == size.height }
}

/// The frame that a user holds a code in.
public enum Finder {
  /// The largest rectangle of a shape, in the middle of `container`, that leaves the insets free.
  ///
  /// - Parameters:
  ///   - aspect: Width to height; 0 or no number: the whole container.
  ///   - insetX: What stays free at least, at the left and at the right each.
  ///   - insetY: The same for top and bottom.
  /// - Returns: The container when nothing is left within the insets.
  public static func frame(in container: Rectangle, aspect: Double, insetX: Double, insetY: Double) -> Rectangle {
    let (insetX, insetY) = (insetX.isFinite ? max(0, insetX) : 0, insetY.isFinite ? max(0, insetY) : 0)
    let (w, h) = (container.width - 2 * insetX, container.height - 2 * insetY)
    guard aspect.isFinite, aspect > 0, w > 0, h > 0 else { return container }
    let width = min(w, h * aspect)
    let height = width / aspect
    return Rectangle(
      container.x + (container.width - width) / 2, container.y + (container.height - height) / 2, width, height)
  }
}
