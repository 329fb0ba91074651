import CV4L2
import ReaderCore

// Zoom and focus.
extension ControlSet {
  /// Zoom in percent. The unit of V4L2_CID_ZOOM_ABSOLUTE is the driver's own; of the USB video class it is the focal length
  /// of the lens, so that a value is to the smallest as the picture is to the whole one. A control that begins at 0 has no
  /// such scale, and cannot be set in percent.
  var zoomRange: ControlRange? {
    guard let zoom = driver(cv4l2_cid_zoom), zoom.minimum > 0, zoom.maximum > zoom.minimum else { return nil }
    return ControlRange(100, min(1000, zoom.maximum * 100 / zoom.minimum), standard: 100)
  }

  func zoom() throws(ReaderError) -> Int {
    let zoom = try need(zoomRange == nil ? nil : driver(cv4l2_cid_zoom), .zoom)
    return (try device.value(of: zoom) * 100 + zoom.minimum / 2) / zoom.minimum
  }

  func setZoom(_ percent: Int) throws(ReaderError) {
    let zoom = try need(driver(cv4l2_cid_zoom), .zoom)
    try device.set(zoom, to: zoom.nearest((zoom.minimum * percent + 50) / 100))
  }

  var hasAutofocus: Bool { driver(cv4l2_cid_focus_auto) != nil || driver(cv4l2_cid_focus_start) != nil }

  func setFocus(_ percent: Int) throws(ReaderError) {
    let focus = try need(driver(cv4l2_cid_focus), .focus)
    try device.set(focus, to: focus.value(percent: percent), by: driver(cv4l2_cid_focus_auto), manual: 0)
  }

  /// Cameras that focus by themselves do so as long as the interval is not 0; others are told by `refocus`.
  func setFocusInterval(_ seconds: Int) throws(ReaderError) {
    if let automatic = driver(cv4l2_cid_focus_auto) { try device.change(automatic, to: seconds == 0 ? 0 : 1) }
    focusInterval = seconds
  }

  /// Seconds after which `refocus` is to be called again; 0: never.
  var refocusInterval: Int {
    driver(cv4l2_cid_focus_start) == nil || driver(cv4l2_cid_focus_auto) != nil ? 0 : focusInterval
  }

  /// Runs the autofocus once.
  func refocus() throws(ReaderError) {
    if let start = driver(cv4l2_cid_focus_start) { try device.set(start, to: 1) }
  }
}
