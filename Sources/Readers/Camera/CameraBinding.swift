import Camera
import ReaderCore

/// Lets an open camera carry out the settings of its reader.
///
/// A lens that zooms has its own range; without one the picture is cut to its middle, which `zoomCrop` says.
final class CameraBinding {
  private let store: SettingStore
  private let lock = Lock()
  private var camera: CameraControls?
  private var hasLens = false
  private let hasOtherLamp: () -> Bool

  /// - Parameter hasOtherLamp: Whether an accessory has the lamp.
  init(_ store: SettingStore, hasOtherLamp: @escaping () -> Bool = { false }) {
    self.store = store
    self.hasOtherLamp = hasOtherLamp
  }

  /// The controls while the camera is open.
  var controls: CameraControls? { lock.locked { camera } }

  /// A camera was opened: it takes what differs from the defaults.
  func attach(_ controls: CameraControls) {
    let lens = controls.range(of: .zoom)
    lock.locked { (camera, hasLens) = (controls, lens != nil) }
    for (setting, control) in bound {
      guard let range = controls.range(of: control) else { continue }
      store.handle(setting, handler(setting, control, range, controls))
    }
    if let lens { bindZoom(controls, lens) }
    store.applyAll(bound.map(\.0) + CameraBinding.zoom, onlyChanged: true)
  }

  /// The camera is about to be given back.
  func detach() {
    for (setting, _) in bound { store.handle(setting, nil) }
    for setting in CameraBinding.zoom { store.handle(setting, nil) }
    lock.locked { (camera, hasLens) = (nil, false) }
  }

  /// Percent by which a frame has to be enlarged here; 100 when the camera does it, or when nothing is.
  func zoomCrop(_ settings: ReaderSettings) -> Int {
    lock.locked { hasLens } ? 100 : settings.device.enlargement
  }

  /// Settings that are one control of the camera.
  static let controls: [(Setting, CameraControl)] = [
    (.lights, .lamp), (.focusTime, .focusInterval), (.focusPower, .focus), (.exposure, .exposure), (.gain, .gain),
    (.exposureCompensation, .exposureCompensation), (.brightness, .brightness), (.powerLine, .powerLine),
    (.autofocus, .autofocus),
  ]

  private static let zoom = [Setting.zoom, Setting.zoomPercent]

  /// Those that this camera carries out: where the host supplies the lamp, it is not the camera's.
  private var bound: [(Setting, CameraControl)] {
    CameraBinding.controls.filter { !hasOtherLamp() || $0.1 != .lamp }
  }

  private func handler(
    _ setting: Setting, _ control: CameraControl, _ range: ControlRange, _ controls: CameraControls
  ) -> SettingHandler {
    // What the host never set is the camera's own.
    let reads = [CameraControl.focus, .gain, .exposureCompensation, .brightness, .powerLine, .autofocus, .exposure]
    let read = { () -> SettingValue? in
      do throws(ReaderError) {
        return reads.contains(control) ? .number(try controls.value(of: control)) : nil
      } catch { return nil }
    }
    return SettingHandler(limit: range.maximum, isSlow: true, read: read) { (value) throws(ReaderError) in
      try controls.set(control, to: value.asNumber)
    }
  }

  private func bindZoom(_ controls: CameraControls, _ lens: ControlRange) {
    store.handle(
      .zoom,
      SettingHandler(isSlow: true) { [unowned store] (value) throws(ReaderError) in
        var device = store.current.device
        device.zoom = value.asNumber
        try controls.set(.zoom, to: min(device.enlargement, lens.maximum))
      })
    store.handle(
      .zoomPercent,
      SettingHandler(limit: lens.maximum, isSlow: true) { [unowned store] (value) throws(ReaderError) in
        var device = store.current.device
        guard case .numbers(let levels) = value, device.zoom > 0 else { return }
        device.zoomPercent = levels
        try controls.set(.zoom, to: device.enlargement)
      })
  }
}

extension DeviceSettings {
  /// Percent that the present level of zoom enlarges by.
  var enlargement: Int { zoom > 0 && zoom <= zoomPercent.count ? zoomPercent[zoom - 1] : 100 }
}

extension SettingValue {
  /// A flag or a single number as a number.
  var asNumber: Int {
    switch self {
    case .flag(let on): on ? 1 : 0
    case .numbers(let list): list.first ?? 0
    case .lengths, .text: 0
    }
  }
}
