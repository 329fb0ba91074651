import Camera
import ReaderCore

/// The camera of a reader, control by control. What the host sets is a setting like any other: it counts again when the
/// camera comes back, and DMCC sees it.
extension Reader {
  /// What values a control takes; throws `.state` while the camera is not open, `.unsupported` when it has no such control.
  public func range(of control: CameraControl) throws(ReaderError) -> ControlRange {
    let controls = try openControls()
    // Where an accessory has the lamp, the calls for lights reach it.
    if control == .lamp, shared.aimer != nil, shared.store.mode == .activeAimer { throw Reader.lacks(control) }
    if let range = controls.range(of: control) { return range }
    // Without a lens that zooms, the middle of the picture.
    guard control == .zoom else { throw Reader.lacks(control) }
    return ControlRange(100, 1000, standard: 100)
  }

  /// Whether the open camera has a control.
  public func has(_ control: CameraControl) -> Bool {
    do throws(ReaderError) { _ = try range(of: control) } catch { return false }
    return true
  }

  /// The value that a control has; throws as `range`, and `.lost`, `.io`.
  public func value(of control: CameraControl) throws(ReaderError) -> Int {
    let controls = try openControls()
    if control == .zoom, controls.range(of: .zoom) == nil { return settings.device.enlargement }
    return try controls.value(of: control)
  }

  /// Sets a control; throws as `value`, `.invalidArgument` outside of the range, `.access`. Nothing was changed then.
  public func set(_ control: CameraControl, to value: Int) throws(ReaderError) {
    let range = try range(of: control)
    guard range.contains(value) else {
      throw ReaderError(.invalidArgument, "\(value) is not within \(range.minimum) to \(range.maximum).")
    }
    let store = shared.store
    guard control != .zoom else {
      guard value > 100 else { return try store.set(.number(0), for: .zoom) }
      try store.set(.numbers([value, max(value, store.current.device.zoomPercent[1])]), for: .zoomPercent)
      return try store.set(.number(1), for: .zoom)
    }
    guard let setting = CameraBinding.controls.first(where: { $0.1 == control })?.0 else { throw Reader.lacks(control) }
    try store.set(control == .lamp ? .flag(value == 1) : .number(value), for: setting)
  }

  /// Chooses size and rate of the frames, of what the camera offers the nearest. A camera that runs is started anew only for
  /// another size. Any time; counts for each connection from then on.
  public func setFrames(_ size: PixelSize, framesPerSecond: Double) throws(ReaderError) {
    guard deviceClass == .camera else { throw ReaderError(.unsupported, "This reader has no camera.") }
    guard (1...LumaImage.maximumSide).contains(size.width), (1...LumaImage.maximumSide).contains(size.height),
      framesPerSecond >= 0, framesPerSecond <= 1000
    else { throw ReaderError(.invalidArgument, "Frames of \(size.width) x \(size.height) there are not.") }
    try configure {
      $0.device.frameSize = size
      $0.device.framesPerSecond = framesPerSecond
    }
    driver.settingsChanged()
  }

  /// Names the LED class device that lights for the camera; nil: the only one that calls itself flash or torch. Counts from
  /// the next connection.
  public func setLamp(named name: String?) throws(ReaderError) {
    guard deviceClass == .camera else { throw ReaderError(.unsupported, "This reader has no camera.") }
    try configure { $0.device.lampName = name }
  }

  private func openControls() throws(ReaderError) -> CameraControls {
    guard deviceClass == .camera else { throw ReaderError(.unsupported, "This reader has no camera.") }
    guard let controls = driver.controls else {
      throw ReaderError(.state, "The camera is not open; call connect first.")
    }
    return controls
  }

  private static func lacks(_ control: CameraControl) -> ReaderError {
    ReaderError(.unsupported, "This camera has no such control (\(control.rawValue)).")
  }
}
