import CV4L2
import ReaderCore

/// The controls of one open camera, in the units of this library. What the camera lacks has no range. One thread at a time.
final class ControlSet {
  let device: V4L2Device
  private let lamp: LEDLamp?
  private var found: [UInt32: V4L2Control?] = [:]
  /// The lamp was lit here, and goes out with the camera.
  private var isLit = false
  /// Seconds, see `CameraControl.focusInterval`.
  var focusInterval = 3

  /// - Parameters:
  ///   - lamp: Name of an LED class device that lights for this camera; nil: the only one that calls itself flash or torch.
  ///   - sysfs: The kernel's device tree.
  init(_ device: V4L2Device, lamp name: String?, sysfs: String, log: Log) {
    self.device = device
    if let name {
      do throws(ReaderError) { lamp = try LEDLamp(named: name, sysfs: sysfs) } catch {
        log(.warning, error.message)
        lamp = nil
      }
    } else {
      lamp = LEDLamp.only(sysfs: sysfs)
    }
  }

  /// A control of the driver; asked for once.
  func driver(_ id: UInt32) -> V4L2Control? {
    if let known = found[id] { return known }
    let control = device.control(id)
    found[id] = .some(control)
    return control
  }

  /// The values of a control; nil when the camera has none.
  func range(of control: CameraControl) -> ControlRange? {
    switch control {
    case .zoom: zoomRange
    case .lamp: driver(cv4l2_cid_flash_mode) != nil || lamp != nil ? ControlRange(0, 1, standard: 0) : nil
    case .focus: driver(cv4l2_cid_focus).map(percents)
    case .autofocus: driver(cv4l2_cid_focus_auto).map { ControlRange(0, 1, standard: $0.standard == 0 ? 0 : 1) }
    case .exposure: exposureRange
    case .exposureCompensation: compensationRange
    case .gain: gain.map(percents)
    case .brightness: driver(cv4l2_cid_brightness).map(percents)
    case .powerLine: driver(cv4l2_cid_power_line).map { ControlRange($0.minimum, $0.maximum, standard: $0.standard) }
    case .focusInterval: hasAutofocus ? ControlRange(0, 10, standard: 3) : nil
    }
  }

  /// The value that a control has now; throws `.unsupported` when there is none, `.lost`, `.io`.
  func value(of control: CameraControl) throws(ReaderError) -> Int {
    switch control {
    case .zoom: return try zoom()
    case .lamp:
      if let flash = driver(cv4l2_cid_flash_mode) { return try device.value(of: flash) == cv4l2_flash_none ? 0 : 1 }
      if let lamp { return lamp.isOn ? 1 : 0 }
    case .focus: return try percent(driver(cv4l2_cid_focus), control)
    case .autofocus: return try device.value(of: need(driver(cv4l2_cid_focus_auto), control)) == 0 ? 0 : 1
    case .exposure: return try exposure()
    case .exposureCompensation: return try compensation()
    case .gain: return try percent(gain, control)
    case .brightness: return try percent(driver(cv4l2_cid_brightness), control)
    case .powerLine: return try device.value(of: need(driver(cv4l2_cid_power_line), control))
    case .focusInterval: if hasAutofocus { return focusInterval }
    }
    throw lacks(control)
  }

  /// Sets a control; the camera takes the nearest value that it has.
  ///
  /// - Throws: `.unsupported` when there is none, `.invalidArgument` outside of the range, `.state` when the driver does
  ///   not allow it now, `.lost`, `.access`, `.io`. Nothing was changed then.
  func set(_ control: CameraControl, to value: Int) throws(ReaderError) {
    guard let range = range(of: control) else { throw device.isGone ? device.lostError(0) : lacks(control) }
    guard range.contains(value) else {
      throw ReaderError(.invalidArgument, "\(value) is not within \(range.minimum) to \(range.maximum).")
    }
    switch control {
    case .zoom: try setZoom(value)
    case .lamp: try setLamp(value == 1)
    case .focus: try setFocus(value)
    case .autofocus: try device.change(need(driver(cv4l2_cid_focus_auto), control), to: value)
    case .exposure: try setExposure(value)
    case .exposureCompensation: try setCompensation(value)
    case .gain: try setGain(value)
    case .brightness:
      let brightness = try need(driver(cv4l2_cid_brightness), control)
      try device.set(brightness, to: brightness.value(percent: value))
    case .powerLine: try device.set(need(driver(cv4l2_cid_power_line), control), to: value)
    case .focusInterval: try setFocusInterval(value)
    }
  }

  private func setLamp(_ on: Bool) throws(ReaderError) {
    if let flash = driver(cv4l2_cid_flash_mode) {
      try device.set(flash, to: Int(on ? cv4l2_flash_torch : cv4l2_flash_none))
    } else {
      try lamp?.set(on)
    }
    isLit = on
  }

  /// The camera is given back: a lamp that was lit here goes out.
  func end() {
    guard isLit else { return }
    do throws(ReaderError) { try setLamp(false) } catch {}  // gone, and its lamp with it
  }

  private func percents(_ control: V4L2Control) -> ControlRange {
    ControlRange(0, 100, standard: control.percent(value: control.standard))
  }

  private func percent(_ driver: V4L2Control?, _ control: CameraControl) throws(ReaderError) -> Int {
    let driver = try need(driver, control)
    return driver.percent(value: try device.value(of: driver))
  }

  func need(_ driver: V4L2Control?, _ control: CameraControl) throws(ReaderError) -> V4L2Control {
    guard let driver else { throw lacks(control) }
    return driver
  }

  private func lacks(_ control: CameraControl) -> ReaderError {
    ReaderError(.unsupported, "The camera \(device.node) (\(device.card)) has no control for \(control.words).")
  }
}

extension CameraControl {
  /// For sentences.
  var words: String {
    switch self {
    case .zoom: "zoom"
    case .lamp: "a lamp"
    case .focus: "the focus"
    case .autofocus, .focusInterval: "autofocus"
    case .exposure: "the exposure time"
    case .exposureCompensation: "exposure compensation"
    case .gain: "gain"
    case .brightness: "brightness"
    case .powerLine: "the power line frequency"
    }
  }
}
