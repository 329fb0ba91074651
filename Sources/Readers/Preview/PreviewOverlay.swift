import Overlay
import ReaderCore

/// The overlay of one reader: what is drawn, and what its buttons do. Any thread.
public final class PreviewOverlay {
  public let reader: Reader
  /// What the host may change of it.
  public let overlay: Overlay
  /// Nanoseconds for which the outlines of a read are shown.
  private let outlineTime: Int64

  /// - Parameter outlineMs: Milliseconds for which the outlines of a read are shown; 0: a second.
  public init(_ reader: Reader, _ mode: OverlayMode = .cmb, outlineMs: Int32 = 0) {
    self.reader = reader
    overlay = Overlay(mode)
    outlineTime = Int64(outlineMs > 0 ? outlineMs : 1000) &* 1_000_000
  }

  /// The shapes at this moment, the lowest first.
  ///
  /// - Parameter view: How the whole frame would be shown; when the picture is enlarged the overlay is that of its middle.
  public func shapes(in view: OverlayView) -> [OverlayShape] {
    let state = self.state
    return overlay.shapes(state, in: PreviewOverlay.seen(view, state))
  }

  /// The button at a place, 0 to 1 of the view; nil: none.
  public func tag(at place: Point, in view: OverlayView) -> Int32? {
    let state = self.state
    return overlay.tag(at: place, state, in: PreviewOverlay.seen(view, state))
  }

  /// What the overlay shows.
  public var state: OverlayState { reader.overlayState(outlineTime: outlineTime) }

  /// Does what a button is for.
  ///
  /// - Throws: `.notFound` for a tag that is no button of the library, `.state` when closed, or the reader is not connected.
  public func press(_ tag: Int32) throws(ReaderError) {
    switch tag {
    case OverlayTag.zoomButton:
      try reader.sendCommand("SET CAMERA.ZOOM \((state.zoomLevel + 1) % 3)", nil)
    case OverlayTag.lightButton: try reader.setLights(!state.isLightOn, nil)
    case OverlayTag.closeButton: try reader.stopScanning()
    case OverlayTag.triggerButton: try trigger()
    default: throw ReaderError(.notFound, "The overlay has no button with the tag \(tag).")
    }
  }

  /// Starts decoding, or stops it: a scan that begins paused goes back to its pause, another one ends.
  private func trigger() throws(ReaderError) {
    let begins = reader.preview?.startsPaused == true
    switch reader.scanningState {
    case .paused: try reader.setPaused(false)
    case .running, .waiting: try reader.releaseTrigger()
    case .idle:
      try reader.startScanning()
      if begins { reader.goOnAfterStart() }
    }
  }

  private static func seen(_ view: OverlayView, _ state: OverlayState) -> OverlayView {
    var seen = view
    let frame = view.mapping.frame
    func part(_ length: Int, _ share: Double) -> Int { max(1, Int((Double(length) * share).rounded())) }
    seen.mapping.frame = PixelSize(part(frame.width, state.visible.width), part(frame.height, state.visible.height))
    return seen
  }
}

extension Reader {
  /// Ends the pause that a start that is under way will begin with.
  func goOnAfterStart() {
    context.loop.post { [weak self] in
      guard let self, !self.isClosed else { return }
      self.shared.store.change { $0.scan.isPaused = false }
      self.pauseChanged()
    }
  }
}
