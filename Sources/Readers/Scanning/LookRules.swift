import ReaderCore

/// Where in a frame is searched, and which of the codes there count.
extension LookSettings {
  /// The pixels of a frame to search.
  ///
  /// - Parameter zoom: Percent that the picture is enlarged by here, because the camera cannot: the middle of the frame.
  func pixels(in size: PixelSize, zoom: Int) -> PixelRegion {
    let all = Rectangle(0, 0, Double(size.width), Double(size.height))
    var part = geometry.rectangle(in: size)
    if zoom > 100 {
      let (w, h) = (all.width * 100 / Double(zoom), all.height * 100 / Double(zoom))
      let middle = Rectangle((all.width - w) / 2, (all.height - h) / 2, w, h)
      let both = part.clipped(to: middle)
      part = both.width > 0 && both.height > 0 ? both : middle
    }
    return ReaderCore.Region.pixels(part).pixels(in: size)
  }

  /// The pixels of a frame that are searched while nothing is zoomed.
  public func region(in size: PixelSize) -> PixelRegion { pixels(in: size, zoom: 100) }

  /// The region as a value of the geometry.
  var geometry: ReaderCore.Region {
    switch region {
    case .percent(let list):
      .percent(Rectangle(Double(list[0]), Double(list[2]), Double(list[1]), Double(list[3])))
    case .pixels(let list):
      .pixels(
        Rectangle(
          Double(list[0]), Double(list[2]), Double(list[1]) - Double(list[0]), Double(list[3]) - Double(list[2])))
    case .finder(let finder): .finder(aspect: finder.aspect, insetX: finder.insetX, insetY: finder.insetY)
    }
  }

  /// The window of target decoding in the pixels of a frame.
  func window(in size: PixelSize) -> Rectangle {
    let (w, h) = (Double(size.width) / 100, Double(size.height) / 100)
    let (width, height) = (Double(window[2]) * w, Double(window[3]) * h)
    return Rectangle(Double(window[0]) * w - width / 2, Double(window[1]) * h - height / 2, width, height)
  }

  /// The codes that lie where the user aims.
  func targeted(_ codes: [DecodedCode], in size: PixelSize) -> [DecodedCode] {
    guard targetDecoding else { return codes }
    let window = window(in: size)
    return codes.filter { window.overlaps($0.corners) }
  }

  /// Of several codes the one nearest to the middle of the window, if that is wanted.
  func centred(_ codes: [DecodedCode], in size: PixelSize) -> [DecodedCode] {
    guard useCentering, codes.count > 1 else { return codes }
    let middle = window(in: size).centre
    func distance(_ code: DecodedCode) -> Double {
      let (dx, dy) = (code.corners.centre.x - middle.x, code.corners.centre.y - middle.y)
      return dx * dx + dy * dy
    }
    return codes.min { distance($0) < distance($1) }.map { [$0] } ?? []
  }
}

/// A frame for the user to hold the code in, see `Region.finder`.
public struct FinderSettings: Equatable {
  /// Width to height.
  public var aspect: Double
  /// Pixels that stay free at the left and right each.
  public var insetX: Double
  /// Pixels that stay free at the top and bottom each.
  public var insetY: Double

  /// Makes a finder.
  public init(aspect: Double, insetX: Double = 32, insetY: Double = 32) {
    self.aspect = aspect
    self.insetX = insetX
    self.insetY = insetY
  }
}
