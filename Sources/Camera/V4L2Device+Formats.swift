import CV4L2
import Glibc
import ReaderCore

extension V4L2Device {
  // No camera has more; a driver that never stops enumerating must not fill memory.
  private static let maximumFormats: UInt32 = 128
  private static let maximumSizes: UInt32 = 128

  /// What the node can deliver. Asks only, sets nothing.
  ///
  /// - Parameter wanted: For drivers that take any size in a range, and for those that cannot list sizes: this one is
  ///   among the answers if it is possible.
  public func formats(near wanted: PixelSize) -> [CameraFormat] {
    var list: [CameraFormat] = []
    for index in 0..<V4L2Device.maximumFormats {
      var description = v4l2_fmtdesc()
      description.index = index
      description.type = type
      guard request(cv4l2_enum_fmt, &description) >= 0 else { break }
      let format = PixelFormat(rawValue: description.pixelformat)
      let usable = LumaConverter.supports(format)
      for size in sizes(of: format, near: wanted) {
        let entry = CameraFormat(
          pixelFormat: format, size: size, framesPerSecond: rate(of: format, size), usable: usable)
        if !list.contains(entry) { list.append(entry) }
      }
    }
    return list
  }

  private func sizes(of format: PixelFormat, near wanted: PixelSize) -> [PixelSize] {
    var sizes: [PixelSize] = []
    for index in 0..<V4L2Device.maximumSizes {
      var answer = v4l2_frmsizeenum()
      answer.index = index
      answer.pixel_format = format.rawValue
      guard request(cv4l2_enum_framesizes, &answer) >= 0 else { break }
      if answer.type != cv4l2_frmsize_discrete { return V4L2Device.sizes(in: answer.stepwise, near: wanted) }
      add(PixelSize(Int(answer.discrete.width), Int(answer.discrete.height)))
    }
    if sizes.isEmpty {
      for size in V4L2Device.commonSizes(and: wanted) { if let possible = tryFormat(format, size) { add(possible) } }
    }
    return sizes

    func add(_ size: PixelSize) {
      let sane = 1...LumaImage.maximumSide
      if sane.contains(size.width), sane.contains(size.height), !sizes.contains(size) { sizes.append(size) }
    }
  }

  /// Sizes to offer where any is possible.
  private static func commonSizes(and wanted: PixelSize) -> [PixelSize] {
    [wanted, PixelSize(640, 480), PixelSize(1280, 720), PixelSize(1920, 1080)]
  }

  /// The common sizes as far as a range allows them, with its smallest and largest.
  private static func sizes(in range: v4l2_frmsize_stepwise, near wanted: PixelSize) -> [PixelSize] {
    func fit(_ value: Int, _ low: UInt32, _ high: UInt32, _ step: UInt32) -> Int {
      let low = max(1, min(Int(low), LumaImage.maximumSide))
      let high = max(low, min(Int(high), LumaImage.maximumSide))
      let step = max(1, Int(step))
      let clamped = max(low, min(value, high))
      return min(high, low + (clamped - low + step / 2) / step * step)
    }
    var sizes: [PixelSize] = []
    let ends = [
      PixelSize(Int(range.min_width), Int(range.min_height)), PixelSize(Int(range.max_width), Int(range.max_height)),
    ]
    for size in commonSizes(and: wanted) + ends {
      let possible = PixelSize(
        fit(size.width, range.min_width, range.max_width, range.step_width),
        fit(size.height, range.min_height, range.max_height, range.step_height))
      if !sizes.contains(possible) { sizes.append(possible) }
    }
    return sizes
  }

  /// What the driver would make of a format, without setting it; nil when it would not give this pixel format.
  private func tryFormat(_ format: PixelFormat, _ size: PixelSize) -> PixelSize? {
    var picture = cv4l2_picture()
    picture.width = UInt32(clamping: size.width)
    picture.height = UInt32(clamping: size.height)
    picture.pixelformat = format.rawValue
    var answer = v4l2_format()
    cv4l2_format_set(&answer, type, &picture)
    // Drivers without TRY_FMT at least tell what they would give now.
    guard request(cv4l2_try_fmt, &answer) >= 0 || request(cv4l2_g_fmt, &answer) >= 0 else { return nil }
    let possible = cv4l2_format_get(&answer)
    guard possible.pixelformat == format.rawValue else { return nil }
    return PixelSize(Int(possible.width), Int(possible.height))
  }

  /// Highest rate of a format and size, 0 when the driver does not tell.
  private func rate(of format: PixelFormat, _ size: PixelSize) -> Double {
    var best = 0.0
    for index in 0..<V4L2Device.maximumSizes {
      var answer = v4l2_frmivalenum()
      answer.index = index
      answer.pixel_format = format.rawValue
      answer.width = UInt32(clamping: size.width)
      answer.height = UInt32(clamping: size.height)
      guard request(cv4l2_enum_frameintervals, &answer) >= 0 else { break }
      let isRange = answer.type != cv4l2_frmival_discrete
      let interval = isRange ? answer.stepwise.min : answer.discrete
      if interval.numerator > 0 { best = max(best, Double(interval.denominator) / Double(interval.numerator)) }
      if isRange { break }
    }
    return best
  }
}
