import Overlay
import ReaderCore
import Testing

/// What is drawn for which state. Figures of the styles: facts/cmbsdk.md 2.11 (legacy overlay of MWOverlay, view tags),
/// facts/scanner-sdks.md 1.1 (finder of Scanbot), the modes and options of 1.1 and 1.2.
@Suite struct OverlayTests {
  let view = OverlayView(ViewMapping(frame: PixelSize(1280, 720), view: (640, 360)))

  func running(_ change: (inout OverlayState) -> Void = { _ in }) -> OverlayState {
    var state = OverlayState()
    state.activity = .running
    change(&state)
    return state
  }

  func tags(_ overlay: Overlay, _ state: OverlayState, _ view: OverlayView? = nil) -> [Int32] {
    overlay.shapes(state, in: view ?? self.view).map(\.tag)
  }

  @Test func theCMBStyleHasCornersBarAndButtonsAndNoViewport() throws {
    let shapes = Overlay().shapes(running { $0.timeLeft = 0.25 }, in: view)
    #expect(shapes.map(\.tag) == [1115, 1115, 1115, 1115, 1116, 1110, 1111])
    let corners = shapes.filter { $0.tag == 1115 }
    #expect(corners.allSatisfy { $0.kind == .line && $0.points.count == 3 })
    // One line in each quarter of the view, its bend the outermost point.
    let bends = corners.map { $0.points[1] }
    #expect(bends.map { $0.x < 0.5 } == [true, false, false, true])
    #expect(bends.map { $0.y < 0.5 } == [true, true, false, false])
    for line in corners {
      #expect(line.points.allSatisfy { abs($0.x - 0.5) <= abs(line.points[1].x - 0.5) + 1e-9 })
      #expect(line.points.allSatisfy { abs($0.y - 0.5) <= abs(line.points[1].y - 0.5) + 1e-9 })
    }
    let bar = try #require(shapes.first { $0.tag == 1116 })
    #expect(bar.kind == .bar && bar.value == 0.25)
  }

  @Test func theLegacyStyleHasViewportAndLineAndNoBar() throws {
    let state = running {
      $0.timeLeft = 0.5
      $0.region = Rectangle(0.25, 0.25, 0.5, 0.5)
    }
    let shapes = Overlay(.legacy).shapes(state, in: view)
    #expect(shapes.map(\.tag) == [1121, 1122, 1122, 1110, 1111])
    let viewport = shapes[0]
    #expect(viewport.kind == .mask && viewport.frame == Rectangle(0.25, 0.25, 0.5, 0.5))
    #expect(viewport.lineWidth == 3 && viewport.lineColour & 0xffffff == 0xff0000)
    // Alpha 0.5, of the line as of what is dimmed.
    #expect(viewport.lineColour >> 24 == 128 && viewport.fillColour >> 24 == 128)
    let line = shapes[1]
    #expect(line.lineColour == 0xffff_0000 && line.lineWidth == 1)
    #expect(line.points == [Point(0.25, 0.5), Point(0.75, 0.5)])
    #expect(shapes[2].points == [Point(0.5, 0.25), Point(0.5, 0.75)])
  }

  @Test(arguments: [(0, true), (249, true), (250, false), (499, false), (500, true), (3_600_250, false)])
  func theLineBlinksFourTimesInASecond(_ ms: Int64, _ isSeen: Bool) {
    let state = running { $0.blinkTime = ms * 1_000_000 }
    #expect(tags(Overlay(.legacy), state).contains(1122) == isSeen)
  }

  @Test func theLineFollowsTheDirectionsAndTheHost() {
    let overlay = Overlay(.legacy)
    let across = running { $0.looksVertically = false }
    #expect(tags(overlay, across).filter { $0 == 1122 }.count == 1)
    overlay.blinkingSpeed = 0
    #expect(tags(overlay, running { $0.blinkTime = 250_000_000 }).contains(1122))
    overlay.blinkingSpeed = 1
    #expect(tags(overlay, running { $0.blinkTime = 999_000_000 }).contains(1122))
    #expect(!tags(overlay, running { $0.blinkTime = 1_000_000_000 }).contains(1122))
    overlay.blinkingSpeed = .nan
    overlay.blinkingSpeed = .infinity
    overlay.blinkingSpeed = -1
    #expect(tags(overlay, running { $0.blinkTime = .max }).contains(1122))
  }

  @Test func pausesLookAsTheModeSays() {
    var paused = running { $0.blinkTime = 250_000_000 }
    paused.activity = .paused
    let overlay = Overlay(.legacy)
    #expect(tags(overlay, paused) == [1121, 1126, 1110, 1111, 1120])
    overlay.pauseMode = .steadyLine
    #expect(tags(overlay, paused) == [1121, 1122, 1122, 1110, 1111, 1120])
    overlay.pauseMode = .nothing
    #expect(tags(overlay, paused) == [1121, 1110, 1111, 1120])
    paused.blinkTime = 0
    #expect(tags(overlay, paused).contains(1122))
    #expect(tags(Overlay(), paused) == [1115, 1115, 1115, 1115, 1110, 1111, 1120])
  }

  @Test(arguments: [OverlayMode.cmb, .legacy]) func outlinesAreGreenAndFourWide(_ mode: OverlayMode) throws {
    let quad = Rectangle(0.25, 0.5, 0.25, 0.25).quad
    let outline = try #require(
      Overlay(mode).shapes(running { $0.outlines = [quad] }, in: view).first { $0.tag == 1124 })
    #expect(outline.kind == .polygon && outline.points == quad.corners)
    #expect(outline.lineColour == 0xff00_ff00 && outline.lineWidth == 4 && outline.fillColour == 0)
    // Also when the scan is over.
    var idle = OverlayState()
    idle.outlines = [quad]
    #expect(tags(Overlay(mode), idle) == [1124])
  }

  @Test func theTargetWindowIsYellowAndWhereItIs() throws {
    let state = running { $0.target = Rectangle(0.45, 0.45, 0.1, 0.1) }
    let target = try #require(Overlay().shapes(state, in: view).first { $0.tag == 1123 })
    #expect(target.kind == .rectangle && target.lineColour == 0xffff_ff00)
    #expect(abs(target.frame.x - 0.45) < 1e-9 && abs(target.frame.width - 0.1) < 1e-9)
  }

  @Test func theFinderDimsItsSurroundings() throws {
    let state = running { ($0.isFinder, $0.region) = (true, Rectangle(0.3, 0.1, 0.4, 0.8)) }
    for mode in [OverlayMode.cmb, .legacy] {
      let shapes = Overlay(mode).shapes(state, in: view)
      let finder = try #require(shapes.first { $0.tag == 1125 })
      #expect(finder.kind == .mask && finder.fillColour & 0xffffff == 0xffffff && finder.lineColour == 0)
      // 0.66 of 255.
      #expect(finder.fillColour >> 24 == 168 && finder.lineWidth == 2)
      #expect(!shapes.contains { $0.tag == 1121 })
    }
  }

  @Test func buttonsFollowModeAndOptions() {
    let overlay = Overlay()
    #expect(!tags(overlay, running { $0.hasLightButton = false }).contains(1111))
    #expect(!tags(overlay, running { $0.hasZoomButton = false }).contains(1110))
    #expect(!tags(overlay, running()).contains(1112))
    #expect(tags(overlay, running { $0.hasCloseButton = true }).contains(1112))
    var full = view
    full.isFullScreen = true
    #expect(tags(overlay, running(), full).contains(1112))
    #expect(tags(overlay, running { $0.isShown = false }).isEmpty)
    #expect(tags(overlay, OverlayState()).isEmpty)
    var idle = OverlayState()
    idle.hasTriggerButton = true
    #expect(tags(overlay, idle) == [1120])
  }

  @Test func buttonsShowTheirStateAndHaveNames() throws {
    let state = running { ($0.zoomLevel, $0.isLightOn, $0.hasTriggerButton) = (2, true, true) }
    let shapes = Overlay().shapes(state, in: view).filter { $0.kind == .button }
    #expect(shapes.map(\.tag) == [1110, 1111, 1120])
    #expect(shapes.map(\.state) == [2, 1, 1])
    #expect(shapes.map(\.sign) == [.zoom, .light, .stop])
    #expect(shapes.map(\.name) == ["Zoom", "Light off", "Stop scanning"])
  }

  @Test(arguments: [(640.0, 360.0), (360.0, 640.0), (1920.0, 1080.0), (80.0, 60.0), (1000.0, 20.0)])
  func everythingLiesInsideAndButtonsApart(_ width: Double, _ height: Double) {
    let view = OverlayView(ViewMapping(frame: PixelSize(1280, 720), view: (width, height)), isFullScreen: true)
    let state = running {
      ($0.timeLeft, $0.hasTriggerButton) = (1, true)
    }
    let shapes = Overlay().shapes(state, in: view)
    for shape in shapes {
      let f = shape.frame
      #expect(f.x >= 0 && f.y >= 0 && f.x + f.width <= 1.000001 && f.y + f.height <= 1.000001)
    }
    let buttons = shapes.filter { $0.kind == .button }
    #expect(buttons.count == 4)
    for (i, a) in buttons.enumerated() {
      // As wide as high on the screen.
      #expect(abs(a.frame.width * width - a.frame.height * height) < 1e-6)
      for b in buttons[(i + 1)...] {
        let common = a.frame.clipped(to: b.frame)
        #expect(common.width * common.height < 1e-9)
      }
    }
  }

  @Test func outlinesFollowTheFrameIntoTheView() throws {
    // 4:3 in 16:9: the picture is 480 wide and 80 from the left.
    let fitted = OverlayView(ViewMapping(frame: PixelSize(640, 480), view: (640, 360)))
    let state = running { $0.outlines = [Rectangle(0, 0, 1, 1).quad] }
    let outline = try #require(Overlay().shapes(state, in: fitted).first { $0.tag == 1124 })
    #expect(outline.frame == Rectangle(0.125, 0, 0.75, 1))
    // Mirrored for a front camera: what is left in the frame is right in the view.
    let mirrored = OverlayView(ViewMapping(frame: PixelSize(1280, 720), orientation: 2, view: (640, 360)))
    let corner = running { $0.outlines = [Rectangle(0, 0, 0.25, 0.25).quad] }
    #expect(
      Overlay().shapes(corner, in: mirrored).first { $0.tag == 1124 }?.frame == Rectangle(0.75, 0, 0.25, 0.25))
    // Enlarged twice: the middle fills the view.
    let zoomed = running {
      $0.visible = Rectangle(0.25, 0.25, 0.5, 0.5)
      $0.outlines = [Rectangle(0.25, 0.25, 0.25, 0.25).quad]
    }
    #expect(Overlay().shapes(zoomed, in: view).first { $0.tag == 1124 }?.frame == Rectangle(0, 0, 0.5, 0.5))
  }

  @Test func theHostRestylesHidesAddsAndRemoves() throws {
    let overlay = Overlay()
    let quad = Rectangle(0, 0, 1, 1).quad
    let state = running { $0.outlines = [quad] }
    // The guide's example: yellow, 5 wide.
    try overlay.setStyle(PartStyle(line: 0xffff_ff00, width: 5), of: 1124)
    let outline = try #require(overlay.shapes(state, in: view).first { $0.tag == 1124 })
    #expect(outline.lineColour == 0xffff_ff00 && outline.lineWidth == 5)
    try overlay.setStyle(nil, of: 1124)
    #expect(try overlay.style(of: 1124) == PartStyle(line: 0xff00_ff00, width: 4))
    try overlay.setVisible(false, 1110)
    #expect(!tags(overlay, state).contains(1110))
    #expect(try !overlay.isVisible(1110))
    try overlay.setVisible(true, 1110)
    #expect(tags(overlay, state).contains(1110))
    let own = OverlayShape(10001, .rectangle, Rectangle(0.1, 0.1, 0.2, 0.2), line: 0xff12_3456, width: 1, name: "Logo")
    try overlay.add(own)
    #expect(overlay.shapes(state, in: view).last == own)
    try overlay.setStyle(PartStyle(line: 0xff00_0000, width: 2), of: 10001)
    #expect(overlay.shapes(state, in: view).last?.lineWidth == 2)
    try overlay.remove(10001)
    #expect(!tags(overlay, state).contains(10001))
    overlay.isHidden = true
    #expect(tags(overlay, state).isEmpty)
    overlay.reset()
    #expect(!tags(overlay, state).isEmpty)
  }

  @Test func nonsenseIsRefused() throws {
    let overlay = Overlay()
    for tag in [0, 1109, 1113, 9999, 10000, Int32.min, .max] as [Int32] {
      #expect(throws: ReaderError.self) { try overlay.setStyle(nil, of: tag) }
      #expect(throws: ReaderError.self) { try overlay.setVisible(false, tag) }
      #expect(throws: ReaderError.self) { try overlay.remove(tag) }
    }
    let place = Rectangle(0, 0, 1, 1)
    #expect(throws: ReaderError.self) { try overlay.add(OverlayShape(1110, .rectangle, place)) }
    #expect(throws: ReaderError.self) { try overlay.add(OverlayShape(10000, .line, place)) }
    #expect(throws: ReaderError.self) { try overlay.add(OverlayShape(10000, .rectangle, place, width: .nan)) }
    #expect(throws: ReaderError.self) {
      try overlay.add(OverlayShape(10000, .rectangle, Rectangle(.infinity, 0, 1, 1)))
    }
    #expect(throws: ReaderError.self) { try overlay.setStyle(PartStyle(line: 0, width: -1), of: 1124) }
    for _ in 0..<Overlay.maximumAdded { try overlay.add(OverlayShape(10000, .rectangle, place)) }
    #expect(throws: ReaderError.self) { try overlay.add(OverlayShape(10000, .rectangle, place)) }
    // Numbers of a state that make no sense do not trap.
    var odd = running {
      $0.timeLeft = .nan
      $0.visible = Rectangle(0, 0, 0, 0)
      $0.outlines = [Rectangle(.infinity, .nan, 1e300, -1e300).quad]
      $0.region = Rectangle(.nan, .nan, .nan, .nan)
    }
    odd.blinkTime = .min
    let empty = OverlayView(ViewMapping(frame: PixelSize(0, 0), view: (0, .nan)))
    for mode in [OverlayMode.cmb, .legacy] {
      _ = OverlaySVG.text(Overlay(mode).shapes(odd, in: empty), width: .nan, height: -1)
    }
  }

  @Test func aButtonIsFoundWhereItIsDrawn() throws {
    let overlay = Overlay()
    let state = running()
    for tag in [1110, 1111] as [Int32] {
      let button = try #require(overlay.shapes(state, in: view).first { $0.tag == tag })
      #expect(overlay.tag(at: button.frame.centre, state, in: view) == tag)
    }
    #expect(overlay.tag(at: Point(0.5, 0.5), state, in: view) == nil)
    try overlay.setVisible(false, 1110)
    let zoom = try #require(Overlay().shapes(state, in: view).first { $0.tag == 1110 })
    #expect(overlay.tag(at: zoom.frame.centre, state, in: view) == nil)
  }

  @Test func theDrawingIsSVG() throws {
    let overlay = Overlay(.legacy)
    try overlay.add(OverlayShape(10000, .mark, Rectangle(0, 0, 0.1, 0.1), name: "<&\"\u{1}"))
    let state = running {
      $0.region = Rectangle(0.25, 0.25, 0.5, 0.5)
      $0.outlines = [Rectangle(0.25, 0.5, 0.25, 0.25).quad]
    }
    let svg = OverlaySVG.text(overlay.shapes(state, in: view), width: 640, height: 360)
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640.00 360.00\">"))
    #expect(svg.hasSuffix("</svg>"))
    #expect(svg.contains("<polyline points=\"160.00,180.00 480.00,180.00\" fill=\"none\" stroke=\"#ff0000\""))
    #expect(
      svg.contains("<polygon points=\"160.00,180.00 320.00,180.00 320.00,270.00 160.00,270.00\" fill=\"none\""))
    #expect(svg.contains("data-tag=\"1110\" role=\"button\" tabindex=\"0\" aria-label=\"Zoom\" aria-pressed=\"false\""))
    #expect(svg.contains("aria-label=\"&lt;&amp;&quot; \""))
    #expect(svg.contains("stroke-opacity=\"0.502\" stroke-width=\"3.00\""))
  }

  /// A host that draws by itself finds the lines of the signs where they belong.
  @Test func buttonsHaveTheLinesOfTheirSigns() throws {
    var state = OverlayState()
    state.activity = .running
    state.hasCloseButton = true
    let view = OverlayView(ViewMapping(frame: PixelSize(1280, 720), view: (640, 360)))
    let overlay = Overlay()
    let buttons = overlay.shapes(state, in: view).filter { $0.kind == .button }
    #expect(buttons.count == 3)
    for button in buttons {
      #expect(button.points.count >= 4 && button.points.count % 2 == 0 && !button.name.isEmpty)
      #expect(button.points.allSatisfy(button.isHit))
    }
    // A cross, in units of the view: 0.3 to 0.7 of the side in both directions.
    let cross = try #require(buttons.first { $0.sign == .close })
    let side = cross.frame.width * 640
    let ends = cross.points.map { Point(($0.x - cross.frame.x) * 640 / side, ($0.y - cross.frame.y) * 360 / side) }
    let expected = [Point(0.3, 0.3), Point(0.7, 0.7), Point(0.7, 0.3), Point(0.3, 0.7)]
    #expect(zip(ends, expected).allSatisfy { abs($0.x - $1.x) < 1e-9 && abs($0.y - $1.y) < 1e-9 })
    // One of the host as well.
    try overlay.add(
      OverlayShape(10_001, .mark, Rectangle(0.25, 0.25, 0.5, 0.5), line: 0xff00_0000, width: 1, sign: .pause))
    #expect(overlay.shapes(state, in: view).last?.points.count == 4)
  }
}
