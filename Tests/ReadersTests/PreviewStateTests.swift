import Overlay
import ReaderCore
import Testing

@testable import Readers

/// What an overlay is told of a reader, and what its buttons do.
@Suite struct PreviewStateTests {
  static func store(_ mode: CameraMode = .noAimer, _ options: PreviewOptions = []) -> SettingStore {
    SettingStore(ReaderSettings(mode), mode: mode, preview: PreviewPlan(mode, options))
  }

  func tags(_ overlay: PreviewOverlay) -> [Int32] {
    overlay.shapes(in: OverlayView(ViewMapping(frame: PixelSize(64, 48), view: (640, 480)))).map(\.tag)
  }

  /// cmbSDK: light commands are ignored with a passive aimer and at the front, so there is no button; modes with an aimer
  /// have no preview unless it is forced.
  @Test(arguments: [
    (CameraMode.noAimer, PreviewOptions(), true, true), (.noAimer, .noLightButton, true, false),
    (.noAimer, .noZoomButton, false, true), (.passiveAimer, PreviewOptions(), false, false),
    (.activeAimer, PreviewOptions(), false, false),
    (.passiveAimer, .alwaysShow, true, false), (.activeAimer, .alwaysShow, true, true),
    (.frontCamera, PreviewOptions(), true, false),
  ])
  func buttonsOfEachMode(_ mode: CameraMode, _ options: PreviewOptions, _ zoom: Bool, _ light: Bool) throws {
    let bench = try Bench(store: PreviewStateTests.store(mode, options))
    _ = try bench.connect()
    try bench.reader.startScanning()
    #expect(try bench.run { bench.reader.scanningState == .running })
    let tags = tags(PreviewOverlay(bench.reader))
    #expect(tags.contains(OverlayTag.zoomButton) == zoom)
    #expect(tags.contains(OverlayTag.lightButton) == light)
    #expect(!tags.contains(OverlayTag.closeButton))
    bench.reader.close()
    _ = try bench.run { bench.reader.connectionState == .disconnected }
  }

  @Test func theBarRunsDownWithTheScan() throws {
    let bench = try Bench(store: PreviewStateTests.store())
    try bench.reader.configure { $0.scanTimeoutMs = 10_000 }
    _ = try bench.connect()
    #expect(bench.reader.overlayState().timeLeft == nil)
    try bench.reader.startScanning()
    #expect(try bench.run { bench.reader.scanningState == .running })
    #expect(bench.reader.overlayState().timeLeft == 1)
    bench.clock.now += 2_500_000_000
    #expect(bench.reader.overlayState().timeLeft == 0.75)
    bench.clock.now += 7_500_000_000
    #expect(try bench.run { bench.reader.scanningState == .idle })
    #expect(bench.witness.reasons == [.timedOut])
    #expect(bench.reader.overlayState().timeLeft == nil)
    bench.reader.close()
    _ = try bench.run { bench.reader.connectionState == .disconnected }
  }

  @Test func aPausedReaderWaitsForTheTriggerAndPausesAgain() throws {
    let bench = try Bench(store: PreviewStateTests.store(.noAimer, [.paused, .keepPaused]))
    try bench.reader.configure { $0.scanTimeoutMs = 10_000 }
    _ = try bench.connect()
    let overlay = PreviewOverlay(bench.reader)
    #expect(tags(overlay) == [OverlayTag.triggerButton])
    try bench.reader.startScanning()
    #expect(try bench.run { bench.reader.scanningState == .paused })
    // A pause has no end.
    #expect(bench.reader.overlayState().timeLeft == nil)
    try overlay.press(OverlayTag.triggerButton)
    #expect(try bench.run { bench.reader.scanningState == .running })
    #expect(bench.reader.overlayState().timeLeft == 1)
    bench.clock.now += 10_000_000_000
    #expect(try bench.run { bench.reader.scanningState == .paused })
    #expect(bench.witness.reasons == [.timedOut])
    #expect(bench.reader.isScanning)
    try overlay.press(OverlayTag.triggerButton)
    #expect(try bench.run { bench.reader.scanningState == .running })
    try overlay.press(OverlayTag.triggerButton)
    #expect(try bench.run { bench.reader.scanningState == .paused })
    try overlay.press(OverlayTag.closeButton)
    #expect(try bench.run { bench.reader.scanningState == .idle })
    // From idle the trigger starts decoding at once.
    try overlay.press(OverlayTag.triggerButton)
    #expect(try bench.run { bench.reader.scanningState == .running })
    bench.reader.close()
    _ = try bench.run { bench.reader.connectionState == .disconnected }
  }

  @Test func zoomAndLightGoThroughTheSettings() throws {
    let bench = try Bench(store: PreviewStateTests.store())
    _ = try bench.connect()
    try bench.reader.startScanning()
    #expect(try bench.run { bench.reader.scanningState == .running })
    let overlay = PreviewOverlay(bench.reader)
    for (level, visible) in [(1, 0.5), (2, 0.25), (0, 1)] {
      try overlay.press(OverlayTag.zoomButton)
      #expect(try bench.run { bench.reader.settings.device.zoom == level })
      // 200 and 400 percent: half and a quarter of the frame is seen.
      #expect(overlay.state.visible.width == visible)
      #expect(overlay.state.zoomLevel == Int32(level))
    }
    #expect(throws: ReaderError.self) { try overlay.press(OverlayTag.location) }
    bench.reader.close()
    _ = try bench.run { bench.reader.connectionState == .disconnected }
    #expect(throws: ReaderError.self) { try overlay.press(OverlayTag.triggerButton) }
  }

  @Test func placesComeFromTheSettings() throws {
    let bench = try Bench(store: PreviewStateTests.store())
    try bench.reader.configure {
      $0.look.targetDecoding = true
      $0.look.region = .percent([25, 50, 10, 80])
      $0.linearOrientation = 3
    }
    let state = bench.reader.overlayState()
    // The window of 50 50 10 10 has its centre in the middle.
    let target = try #require(state.target)
    #expect(abs(target.x - 0.45) < 1e-9 && abs(target.width - 0.1) < 1e-9)
    #expect(state.region == Rectangle(0.25, 0.1, 0.5, 0.8))
    #expect(state.looksHorizontally && !state.looksVertically)
    try bench.reader.configure { $0.look.displayTarget = false }
    #expect(bench.reader.overlayState().target == nil)
  }

  @Test func outlinesStayForASecond() {
    var scene = PreviewScene()
    let code = DecodedCode(
      symbology: .qr, bytes: [65], aimID: "]Q1", corners: Rectangle(320, 180, 320, 180).quad)
    scene.remember([code], PixelSize(1280, 720), time: 5)
    #expect(scene.outlines(now: 999_999_999, for: 1_000_000_000) == [Rectangle(0.25, 0.25, 0.25, 0.25).quad])
    #expect(scene.outlines(now: 1_000_000_005, for: 1_000_000_000).isEmpty)
    #expect(scene.names == ["QR"])
    scene.remember([code], nil, time: 6)
    #expect(scene.outlines(now: 6, for: 1_000_000_000).isEmpty)
    #expect(scene.names.isEmpty)
  }

  /// Whatever is in a code, its name is a line.
  @Test(arguments: [
    ("SCANBEAM", "QR SCANBEAM"), ("a\u{0}b\nc\u{9b}d", "QR a b c d"),
    (String(repeating: "é", count: 81), "QR " + String(repeating: "é", count: 80) + "…"),
  ]) func outlinesSayWhatWasRead(_ text: String, _ name: String) {
    var scene = PreviewScene()
    var code = DecodedCode(symbology: .qr, bytes: [], aimID: "]Q1", corners: Rectangle(0, 0, 1, 1).quad)
    code.text = DecodedText(text: text, charset: "UTF-8")
    scene.remember([code], PixelSize(1280, 720), time: 5)
    #expect(scene.names == [name])
  }
}
