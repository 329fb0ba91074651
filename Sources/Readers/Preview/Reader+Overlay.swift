import Overlay
import ReaderCore

extension Reader {
  /// What an overlay shows of the reader at this moment. Any thread.
  ///
  /// - Parameter outlineTime: Nanoseconds for which the outlines of a read are shown.
  public func overlayState(outlineTime: Int64 = 1_000_000_000) -> OverlayState {
    let (settings, scene, now) = (self.settings, shared.scene, context.loop.time)
    let plan = preview ?? PreviewPlan(.noAimer, [])
    var state = OverlayState()
    // The numbers are the same.
    state.activity = OverlayState.Activity(rawValue: scanningState.rawValue) ?? .idle
    state.isShown = plan.isShown
    let isCamera = deviceClass == .camera
    state.hasZoomButton = plan.hasZoomButton && (isCamera || preview != nil)
    state.hasLightButton = plan.hasLightButton && (isCamera || preview != nil)
    state.hasCloseButton = plan.hasCloseButton
    state.hasTriggerButton = plan.startsPaused
    state.zoomLevel = Int32(clamping: max(0, min(2, settings.device.zoom)))
    state.isLightOn = settings.device.lights
    state.timeLeft = scene.left(now: now)
    state.outlines = scene.outlines(now: now, for: outlineTime)
    state.outlineNames = state.outlines.isEmpty ? [] : scene.names
    state.looksHorizontally = settings.linearOrientation != 2
    state.looksVertically = settings.linearOrientation != 3
    state.blinkTime = max(0, now &- scene.begin)
    // Places that are given in pixels need a frame; before the first one it has the size that was asked for.
    let size = shared.frameSize ?? settings.device.frameSize
    let (w, h) = (Double(max(1, size.width)), Double(max(1, size.height)))
    let zoom = 100 / Double(driver.previewZoom)
    state.visible = Rectangle((1 - zoom) / 2, (1 - zoom) / 2, zoom, zoom)
    let part = settings.look.pixels(in: size, zoom: driver.previewZoom)
    state.region = Rectangle(
      Double(part.x) / w, Double(part.y) / h, Double(part.width) / w, Double(part.height) / h)
    if case .finder = settings.look.region { state.isFinder = true }
    if settings.look.targetDecoding, settings.look.displayTarget, settings.look.window.count == 4 {
      let t = settings.look.window.map { Double($0) / 100 }
      state.target = Rectangle(t[0] - t[2] / 2, t[1] - t[3] / 2, t[2], t[3]).clipped(to: Rectangle(0, 0, 1, 1))
    }
    return state
  }
}
