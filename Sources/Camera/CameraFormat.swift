import ReaderCore

/// One way in which a camera can deliver frames.
public struct CameraFormat: Equatable {
  /// The driver's four-character code.
  public var pixelFormat: PixelFormat
  /// Columns and rows.
  public var size: PixelSize
  /// Highest rate in frames per second, 0 when the driver does not tell.
  public var framesPerSecond: Double
  /// True when frames of this format can be read.
  public var usable: Bool

  /// Makes a format.
  public init(pixelFormat: PixelFormat, size: PixelSize, framesPerSecond: Double, usable: Bool) {
    self.pixelFormat = pixelFormat
    self.size = size
    self.framesPerSecond = framesPerSecond
    self.usable = usable
  }
}

/// What a user wants of a camera; the nearest that it can do is taken.
public struct CameraPreference: Equatable {
  /// Wanted columns and rows.
  public var size = PixelSize(1280, 720)
  /// Wanted rate; 0: the largest. A camera that can do more is asked for no more than this.
  public var framesPerSecond = 0.0
  /// Only this format; nil: whichever is fastest, then cheapest.
  public var pixelFormat: PixelFormat?

  /// 1280 x 720 at the largest rate.
  public init() {}

  /// The best of what the camera offers: the nearest size, of that the largest rate, of that the format that costs least
  /// to turn into luminance. Nil when nothing is usable.
  public func choose(from formats: [CameraFormat]) -> CameraFormat? {
    let usable = formats.filter {
      $0.usable && $0.size.width > 0 && $0.size.height > 0 && (pixelFormat == nil || $0.pixelFormat == pixelFormat)
    }
    guard let nearest = usable.min(by: { isNearer($0.size, than: $1.size) })?.size else { return nil }
    let sized = usable.filter { $0.size == nearest }
    let best = sized.reduce(0) { max($0, rate(of: $1)) }
    // Rates that differ by rounding (30 and 29.97) are equal.
    return sized.filter { rate(of: $0) >= best * 0.98 }.min { cost(of: $0) < cost(of: $1) }
  }

  /// The rate that counts: more than what is wanted is worth nothing.
  private func rate(of format: CameraFormat) -> Double {
    framesPerSecond > 0 ? min(format.framesPerSecond, framesPerSecond) : format.framesPerSecond
  }

  private func cost(of format: CameraFormat) -> Int { LumaConverter.cost(of: format.pixelFormat) }

  private func isNearer(_ a: PixelSize, than b: PixelSize) -> Bool {
    let (da, db) = (distance(a), distance(b))
    return da == db ? (a.width, a.height) > (b.width, b.height) : da < db
  }

  /// By how much both sides must be stretched or shrunk: 1 for the size itself. Half the size is as far as twice.
  private func distance(_ a: PixelSize) -> Double {
    func factor(_ have: Int, _ want: Int) -> Double {
      let (have, want) = (Double(have), Double(max(want, 1)))
      return have > want ? have / want : want / have
    }
    return factor(a.width, size.width) * factor(a.height, size.height)
  }
}
