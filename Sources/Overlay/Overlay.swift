import ReaderCore

/// The overlay of a preview as a list of shapes: what the state of a reader asks for, and what the host changed of it.
///
/// Any thread.
public final class Overlay {
  /// What the host changed.
  struct Changes {
    var pauseMode = OverlayPauseMode.mark
    /// Nanoseconds that the line of the legacy style is seen, and then not.
    var blinkTime: Int64 = 250_000_000
    var isHidden = false
    var styles: [Int32: PartStyle] = [:]
    var hidden: Set<Int32> = []
    var added: [OverlayShape] = []
  }

  public let mode: OverlayMode
  private let lock = Lock()
  private var changes = Changes()

  /// More shapes of the host than that are refused.
  public static let maximumAdded = 1024

  /// An overlay as the library draws it.
  public init(_ mode: OverlayMode = .cmb) { self.mode = mode }

  // MARK: What the host changes

  /// Draws nothing at all, or all again.
  public var isHidden: Bool {
    get { lock.locked { changes.isHidden } }
    set { lock.locked { changes.isHidden = newValue } }
  }

  public var pauseMode: OverlayPauseMode {
    get { lock.locked { changes.pauseMode } }
    set { lock.locked { changes.pauseMode = newValue } }
  }

  /// Seconds that the line of the legacy style is seen, and then not; 0: it does not blink.
  public var blinkingSpeed: Double {
    get { Double(lock.locked { changes.blinkTime }) / 1e9 }
    set {
      let seconds = newValue.isFinite ? min(3600, max(0, newValue)) : 0
      lock.locked { changes.blinkTime = Int64(seconds * 1e9) }
    }
  }

  /// How a part looks; throws `.notFound` for a tag that there is not.
  public func style(of tag: Int32) throws(ReaderError) -> PartStyle {
    if let style = lock.locked({ changes.styles[tag] }) { return style }
    if let own = lock.locked({ changes.added.first { $0.tag == tag } }) {
      return PartStyle(line: own.lineColour, fill: own.fillColour, width: own.lineWidth)
    }
    try check(tag)
    return .standard(tag)
  }

  /// Changes how a part looks; nil: as the library draws it, or the shape was given. Throws `.notFound`, `.invalidArgument`.
  public func setStyle(_ style: PartStyle?, of tag: Int32) throws(ReaderError) {
    try check(tag)
    if let width = style?.lineWidth {
      guard width.isFinite, (0...1000).contains(width) else {
        throw ReaderError(.invalidArgument, "A line is 0 to 1000 units wide.")
      }
    }
    lock.locked { changes.styles[tag] = style }
  }

  /// Whether a part is drawn when the state asks for it; throws `.notFound`.
  public func isVisible(_ tag: Int32) throws(ReaderError) -> Bool {
    try check(tag)
    return lock.locked { !changes.hidden.contains(tag) }
  }

  /// Takes a part away, or puts it back; throws `.notFound`.
  public func setVisible(_ isVisible: Bool, _ tag: Int32) throws(ReaderError) {
    try check(tag)
    lock.locked {
      if isVisible { changes.hidden.remove(tag) } else { changes.hidden.insert(tag) }
    }
  }

  /// Adds a shape of the host, drawn above all others; several may have one tag. Throws `.invalidArgument`, `.tooLarge`.
  public func add(_ shape: OverlayShape) throws(ReaderError) {
    guard shape.tag >= OverlayTag.firstOfHost else {
      throw ReaderError(
        .invalidArgument,
        "Tags of shapes that are added begin with \(OverlayTag.firstOfHost); this one is \(shape.tag).")
    }
    let f = shape.frame
    let numbers = [f.x, f.y, f.width, f.height, shape.value] + shape.points.flatMap { [$0.x, $0.y] }
    guard numbers.allSatisfy({ $0.isFinite && abs($0) <= 1000 }), f.width >= 0, f.height >= 0,
      shape.lineWidth.isFinite, (0...1000).contains(shape.lineWidth)
    else { throw ReaderError(.invalidArgument, "A place in an overlay is a number; 0 to 1 is inside of the view.") }
    let needsPoints = shape.kind == .line || shape.kind == .polygon
    guard !needsPoints || (2...1024).contains(shape.points.count) else {
      throw ReaderError(.invalidArgument, "Lines and polygons have 2 to 1024 points.")
    }
    let isFull = lock.locked { () -> Bool in
      guard changes.added.count < Overlay.maximumAdded else { return true }
      changes.added.append(shape)
      return false
    }
    if isFull { throw ReaderError(.tooLarge, "At most \(Overlay.maximumAdded) shapes can be added.") }
  }

  /// Removes shapes of the host, all of a tag; throws `.notFound` when there are none.
  public func remove(_ tag: Int32) throws(ReaderError) {
    let removed = lock.locked { () -> Bool in
      let count = changes.added.count
      changes.added.removeAll { $0.tag == tag }
      (changes.styles[tag], _) = (nil, changes.hidden.remove(tag))
      return changes.added.count < count
    }
    guard removed else { throw ReaderError(.notFound, "There is no added shape with the tag \(tag).") }
  }

  /// Undoes all that the host changed.
  public func reset() { lock.locked { changes = Changes() } }

  private func check(_ tag: Int32) throws(ReaderError) {
    guard OverlayTag.all.contains(tag) || lock.locked({ changes.added.contains { $0.tag == tag } }) else {
      throw ReaderError(.notFound, "The overlay has no part with the tag \(tag).")
    }
  }

  // MARK: What is drawn

  /// The shapes, the lowest first.
  public func shapes(_ state: OverlayState, in view: OverlayView) -> [OverlayShape] {
    let changes = lock.locked { self.changes }
    guard !changes.isHidden, state.isShown else { return [] }
    let parts = OverlayParts(mode, changes, state, view)
    let size = (max(1, view.mapping.view.width), max(1, view.mapping.view.height))
    var list = (parts.shapes() + changes.added).filter { !changes.hidden.contains($0.tag) }
    for i in list.indices {
      if let style = changes.styles[list[i].tag] {
        (list[i].lineColour, list[i].fillColour) = (style.lineColour, style.fillColour)
        list[i].lineWidth = style.lineWidth
      }
      guard list[i].kind == .button || list[i].kind == .mark else { continue }
      list[i].points = list[i].sign.lines(list[i].state, in: list[i].frame, of: size)
    }
    return list
  }

  /// The tag of the button at a place, 0 to 1 of the view; nil: none.
  public func tag(at place: Point, _ state: OverlayState, in view: OverlayView) -> Int32? {
    shapes(state, in: view).last { $0.isHit(place) }?.tag
  }
}
