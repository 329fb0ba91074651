import ReaderCore

/// The parts that the library draws by itself.
struct OverlayParts {
  private let mode: OverlayMode
  private let changes: Overlay.Changes
  private let state: OverlayState
  private let isFullScreen: Bool
  private let layout: OverlayLayout

  init(_ mode: OverlayMode, _ changes: Overlay.Changes, _ state: OverlayState, _ view: OverlayView) {
    self.mode = mode
    self.changes = changes
    self.state = state
    isFullScreen = view.isFullScreen
    layout = OverlayLayout(view, visible: state.visible)
  }

  /// The lowest first.
  func shapes() -> [OverlayShape] {
    let scanning = state.activity != .idle
    var list: [OverlayShape] = []
    if scanning {
      list += finder + (mode == .legacy ? viewport + blinkingLine : cornerLines)
      list += target
    }
    list += outlines
    if scanning { list += mode == .legacy ? pauseMark : timeoutBar }
    return list + buttons
  }

  private func shape(
    _ tag: Int32, _ kind: OverlayShape.Kind, _ frame: Rectangle, points: [Point] = [], name: String = ""
  ) -> OverlayShape {
    let style = PartStyle.standard(tag)
    return OverlayShape(
      tag, kind, frame, points: points, line: style.lineColour, fill: style.fillColour, width: style.lineWidth,
      name: name)
  }

  /// A line or polygon, with the rectangle around it.
  private func shape(_ tag: Int32, _ kind: OverlayShape.Kind, through points: [Point]) -> OverlayShape {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (left, top) = (xs.reduce(xs[0]) { min($0, $1) }, ys.reduce(ys[0]) { min($0, $1) })
    let (right, bottom) = (xs.reduce(xs[0]) { max($0, $1) }, ys.reduce(ys[0]) { max($0, $1) })
    return shape(tag, kind, Rectangle(left, top, right - left, bottom - top), points: points)
  }

  private var finder: [OverlayShape] {
    state.isFinder ? [shape(OverlayTag.finder, .mask, layout.place(state.region), name: "Finder")] : []
  }

  private var viewport: [OverlayShape] {
    state.isFinder ? [] : [shape(OverlayTag.viewport, .mask, layout.place(state.region), name: "Searched part")]
  }

  private var cornerLines: [OverlayShape] { layout.cornerLines.map { shape(OverlayTag.area, .line, through: $0) } }

  /// Through the middle of what is searched, in the directions in which codes are looked for.
  private var blinkingLine: [OverlayShape] {
    if state.activity == .paused {
      if changes.pauseMode == .mark { return [] }
    }
    let isSteady = changes.blinkTime <= 0 || state.activity == .paused && changes.pauseMode == .steadyLine
    guard isSteady || state.blinkTime / changes.blinkTime % 2 == 0 else { return [] }
    let r = layout.place(state.region)
    let middle = r.centre
    var list: [OverlayShape] = []
    if state.looksHorizontally {
      list.append(
        shape(OverlayTag.blinkingLine, .line, through: [Point(r.x, middle.y), Point(r.x + r.width, middle.y)]))
    }
    if state.looksVertically {
      list.append(
        shape(OverlayTag.blinkingLine, .line, through: [Point(middle.x, r.y), Point(middle.x, r.y + r.height)]))
    }
    return list
  }

  private var target: [OverlayShape] {
    state.target.map { [shape(OverlayTag.targetWindow, .rectangle, layout.place($0), name: "Target")] } ?? []
  }

  private var outlines: [OverlayShape] {
    state.outlines.enumerated().map { i, quad in
      var outline = shape(OverlayTag.location, .polygon, through: quad.corners.map(layout.place))
      if i < state.outlineNames.count { outline.name = state.outlineNames[i] }
      return outline
    }
  }

  private var pauseMark: [OverlayShape] {
    guard state.activity == .paused, changes.pauseMode == .mark else { return [] }
    var mark = shape(OverlayTag.pauseMark, .mark, layout.pauseMark)
    (mark.sign, mark.name) = (.pause, "Paused")
    return [mark]
  }

  private var timeoutBar: [OverlayShape] {
    guard let left = state.timeLeft else { return [] }
    var bar = shape(OverlayTag.timeoutBar, .bar, layout.timeoutBar)
    (bar.value, bar.name) = (left.isFinite ? min(1, max(0, left)) : 0, "Time left")
    return [bar]
  }

  private var buttons: [OverlayShape] {
    let scanning = state.activity != .idle
    var list: [OverlayShape] = []
    func button(_ tag: Int32, _ sign: OverlayShape.Sign, _ state: Int32, _ name: String) {
      var button = shape(tag, .button, layout.buttonFrame(tag))
      (button.sign, button.state, button.name) = (sign, state, name)
      list.append(button)
    }
    if scanning, state.hasZoomButton { button(OverlayTag.zoomButton, .zoom, state.zoomLevel, "Zoom") }
    if scanning, state.hasLightButton {
      button(OverlayTag.lightButton, .light, state.isLightOn ? 1 : 0, state.isLightOn ? "Light off" : "Light on")
    }
    if state.hasCloseButton || isFullScreen { button(OverlayTag.closeButton, .close, 0, "Close") }
    if state.hasTriggerButton || state.activity == .paused {
      let runs = state.activity == .running || state.activity == .waiting
      button(
        OverlayTag.triggerButton, runs ? .stop : .start, runs ? 1 : 0, runs ? "Stop scanning" : "Start scanning")
    }
    return list
  }
}
