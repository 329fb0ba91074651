public import CScanbeam
import Overlay
import ReaderCore
import Readers

/// An overlay as the host holds it.
final class OverlayHandle {
  let overlay: PreviewOverlay
  let owner: ReaderHandle

  init(_ overlay: PreviewOverlay, _ owner: ReaderHandle) {
    self.overlay = overlay
    self.owner = owner
    owner.addReference()
  }

  deinit { owner.dropReference() }

  /// The handle's object; throws for NULL and in a forked child.
  static func checked(_ handle: OpaquePointer?) throws(ReaderError) -> OverlayHandle {
    guard let object = Handle.object(handle, OverlayHandle.self) else { throw missing("overlay") }
    try object.owner.owner.checkFork()
    return object
  }
}

/// The shapes of one moment, with memory for what C borrows.
final class ShapesHandle {
  let shapes: [OverlayShape]
  private let view: (width: Double, height: Double)
  private let names: [CText?]
  private let points: [UnsafeMutableBufferPointer<scanbeam_point>]
  private let lock = Lock()
  private var drawing: CText?

  init(_ shapes: [OverlayShape], _ view: (width: Double, height: Double)) {
    self.shapes = shapes
    self.view = view
    names = shapes.map { $0.name.isEmpty ? nil : CText($0.name) }
    points = shapes.map { shape in
      let buffer = UnsafeMutableBufferPointer<scanbeam_point>.allocate(capacity: shape.points.count)
      for (i, p) in shape.points.enumerated() { buffer.initializeElement(at: i, to: scanbeam_point(x: p.x, y: p.y)) }
      return buffer
    }
  }

  /// Made when it is asked for: who draws the shapes goes without.
  var svg: CText? {
    lock.locked {
      if drawing == nil { drawing = CText(OverlaySVG.text(shapes, width: view.width, height: view.height)) }
      return drawing
    }
  }

  deinit { for buffer in points { buffer.deallocate() } }

  func table(_ index: Int) -> scanbeam_shape {
    let shape = shapes[index]
    var table = scanbeam_shape()
    table.frame = makeRect(shape.frame)
    table.points = shape.points.isEmpty ? nil : UnsafePointer(points[index].baseAddress)
    table.point_count = UInt64(shape.points.count)
    table.name = names[index]?.pointer
    table.line_width = shape.lineWidth
    table.value = shape.value
    table.tag = shape.tag
    table.kind = shape.kind.rawValue
    table.line_colour = shape.lineColour
    table.fill_colour = shape.fillColour
    table.sign = shape.sign.rawValue
    table.state = shape.state
    return table
  }
}

/// 0 or 1.
private func flag(_ number: Int32, _ what: StaticString) throws(ReaderError) -> Bool {
  guard number == 0 || number == 1 else {
    throw ReaderError(.invalidArgument, "The number for \(what) is \(number); it must be 0 or 1.")
  }
  return number == 1
}

private func overlayView(
  _ view: UnsafePointer<scanbeam_view>?, _ fullScreen: Int32
) throws(ReaderError) -> OverlayView {
  OverlayView(try viewMapping(view), isFullScreen: try flag(fullScreen, "full_screen"))
}

@implementation @_cdecl("scanbeam_overlay_new")
public func scanbeam_overlay_new(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ reader: OpaquePointer?,
  _ options: UnsafePointer<scanbeam_overlay_options>?
) -> scanbeam_status {
  out?.pointee = nil
  return call { () throws(ReaderError) in
    guard let out else { throw missing("place for the overlay") }
    let owner = try ReaderHandle.checked(reader)
    var (mode, outline) = (OverlayMode.cmb, Int32(0))
    if let options {
      let table = try SizedTable.read(options, first: 16)
      guard let wanted = OverlayMode(rawValue: table.mode), table.outline_ms >= 0 else {
        throw ReaderError(.invalidArgument, "The overlay's mode must be 0 or 1, and outline_ms 0 or more.")
      }
      (mode, outline) = (wanted, table.outline_ms)
    }
    out.pointee = Handle.make(OverlayHandle(PreviewOverlay(owner.reader, mode, outlineMs: outline), owner))
  }
}

@implementation @_cdecl("scanbeam_overlay_ref")
public func scanbeam_overlay_ref(_ overlay: OpaquePointer?) -> OpaquePointer? {
  Handle.retain(overlay, OverlayHandle.self)
  return overlay
}

@implementation @_cdecl("scanbeam_overlay_unref")
public func scanbeam_overlay_unref(_ overlay: OpaquePointer?) { Handle.release(overlay, OverlayHandle.self) }

@implementation @_cdecl("scanbeam_overlay_shapes_new")
public func scanbeam_overlay_shapes_new(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ overlay: OpaquePointer?, _ view: UnsafePointer<scanbeam_view>?,
  _ full_screen: Int32
) -> scanbeam_status {
  out?.pointee = nil
  return call { () throws(ReaderError) in
    guard let out else { throw missing("place for the shapes") }
    let handle = try OverlayHandle.checked(overlay)
    let view = try overlayView(view, full_screen)
    out.pointee = Handle.make(ShapesHandle(handle.overlay.shapes(in: view), view.mapping.view))
  }
}

@implementation @_cdecl("scanbeam_shapes_ref")
public func scanbeam_shapes_ref(_ shapes: OpaquePointer?) -> OpaquePointer? {
  Handle.retain(shapes, ShapesHandle.self)
  return shapes
}

@implementation @_cdecl("scanbeam_shapes_unref")
public func scanbeam_shapes_unref(_ shapes: OpaquePointer?) { Handle.release(shapes, ShapesHandle.self) }

@implementation @_cdecl("scanbeam_shapes_count")
public func scanbeam_shapes_count(_ shapes: OpaquePointer?) -> Int {
  Handle.object(shapes, ShapesHandle.self)?.shapes.count ?? 0
}

@implementation @_cdecl("scanbeam_shapes_get")
public func scanbeam_shapes_get(
  _ shapes: OpaquePointer?, _ index: Int, _ out: UnsafeMutablePointer<scanbeam_shape>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    guard let list = Handle.object(shapes, ShapesHandle.self) else { throw missing("list of shapes") }
    guard list.shapes.indices.contains(index) else {
      throw ReaderError(.invalidArgument, "There is no shape \(index); the list has \(list.shapes.count).")
    }
    try SizedTable.write(list.table(index), to: out, first: 104)
  }
}

@implementation @_cdecl("scanbeam_shapes_svg")
public func scanbeam_shapes_svg(_ shapes: OpaquePointer?) -> UnsafePointer<CChar>? {
  Handle.object(shapes, ShapesHandle.self)?.svg?.pointer
}

@implementation @_cdecl("scanbeam_overlay_visible")
public func scanbeam_overlay_visible(
  _ overlay: OpaquePointer?, _ out: UnsafeMutablePointer<scanbeam_rect>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let handle = try OverlayHandle.checked(overlay)
    guard let out else { throw missing("rectangle") }
    out.pointee = makeRect(handle.overlay.state.visible)
  }
}

@implementation @_cdecl("scanbeam_overlay_button_at")
public func scanbeam_overlay_button_at(
  _ overlay: OpaquePointer?, _ view: UnsafePointer<scanbeam_view>?, _ full_screen: Int32, _ x: Double, _ y: Double,
  _ tag: UnsafeMutablePointer<scanbeam_overlay_tag>?
) -> scanbeam_status {
  tag?.pointee = 0
  return call { () throws(ReaderError) in
    let handle = try OverlayHandle.checked(overlay)
    let view = try overlayView(view, full_screen)
    guard let tag else { throw missing("place for the tag") }
    guard x.isFinite, y.isFinite else { throw ReaderError(.invalidArgument, "The place is no number.") }
    tag.pointee = handle.overlay.tag(at: Point(x, y), in: view) ?? 0
  }
}

@implementation @_cdecl("scanbeam_overlay_press")
public func scanbeam_overlay_press(_ overlay: OpaquePointer?, _ tag: scanbeam_overlay_tag) -> scanbeam_status {
  call { () throws(ReaderError) in try OverlayHandle.checked(overlay).overlay.press(tag) }
}

@implementation @_cdecl("scanbeam_overlay_set_hidden")
public func scanbeam_overlay_set_hidden(_ overlay: OpaquePointer?, _ hidden: Int32) -> scanbeam_status {
  call { () throws(ReaderError) in
    let overlay = try OverlayHandle.checked(overlay).overlay.overlay
    overlay.isHidden = try flag(hidden, "hidden")
  }
}

@implementation @_cdecl("scanbeam_overlay_set_visible")
public func scanbeam_overlay_set_visible(
  _ overlay: OpaquePointer?, _ tag: scanbeam_overlay_tag, _ visible: Int32
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let overlay = try OverlayHandle.checked(overlay).overlay.overlay
    try overlay.setVisible(try flag(visible, "visible"), tag)
  }
}

@implementation @_cdecl("scanbeam_overlay_get_style")
public func scanbeam_overlay_get_style(
  _ overlay: OpaquePointer?, _ tag: scanbeam_overlay_tag, _ out: UnsafeMutablePointer<scanbeam_part_style>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let style = try OverlayHandle.checked(overlay).overlay.overlay.style(of: tag)
    var table = scanbeam_part_style()
    table.line_width = style.lineWidth
    (table.line_colour, table.fill_colour) = (style.lineColour, style.fillColour)
    try SizedTable.write(table, to: out, first: 24)
  }
}

@implementation @_cdecl("scanbeam_overlay_set_style")
public func scanbeam_overlay_set_style(
  _ overlay: OpaquePointer?, _ tag: scanbeam_overlay_tag, _ style: UnsafePointer<scanbeam_part_style>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let overlay = try OverlayHandle.checked(overlay).overlay.overlay
    guard let style else { return try overlay.setStyle(nil, of: tag) }
    let table = try SizedTable.read(style, first: 24)
    try overlay.setStyle(PartStyle(line: table.line_colour, fill: table.fill_colour, width: table.line_width), of: tag)
  }
}

@implementation @_cdecl("scanbeam_overlay_set_pause")
public func scanbeam_overlay_set_pause(_ overlay: OpaquePointer?, _ pause: scanbeam_overlay_pause) -> scanbeam_status {
  call { () throws(ReaderError) in
    let overlay = try OverlayHandle.checked(overlay).overlay.overlay
    guard let pause = OverlayPauseMode(rawValue: pause) else {
      throw ReaderError(.invalidArgument, "The way to pause is \(pause); it must be 0 to 2.")
    }
    overlay.pauseMode = pause
  }
}

@implementation @_cdecl("scanbeam_overlay_set_blinking")
public func scanbeam_overlay_set_blinking(_ overlay: OpaquePointer?, _ seconds: Double) -> scanbeam_status {
  call { () throws(ReaderError) in
    let overlay = try OverlayHandle.checked(overlay).overlay.overlay
    guard seconds.isFinite, (0...3600).contains(seconds) else {
      throw ReaderError(.invalidArgument, "The seconds must be 0 to 3600.")
    }
    overlay.blinkingSpeed = seconds
  }
}

@implementation @_cdecl("scanbeam_overlay_add")
public func scanbeam_overlay_add(
  _ overlay: OpaquePointer?, _ shape: UnsafePointer<scanbeam_shape>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let overlay = try OverlayHandle.checked(overlay).overlay.overlay
    guard let shape else { throw missing("shape") }
    let table = try SizedTable.read(shape, first: 104)
    guard let kind = OverlayShape.Kind(rawValue: table.kind), let sign = OverlayShape.Sign(rawValue: table.sign) else {
      throw ReaderError(.invalidArgument, "The shape's kind must be 1 to 7, and its sign 0 to 6.")
    }
    var points: [Point] = []
    if table.point_count > 0 {
      guard let first = table.points, table.point_count <= 1024 else {
        throw ReaderError(.invalidArgument, "A shape has at most 1024 points, and a place for them.")
      }
      points = (0..<Int(table.point_count)).map { Point(first[$0].x, first[$0].y) }
    }
    try overlay.add(
      OverlayShape(
        table.tag, kind, makeRectangle(table.frame), points: points, line: table.line_colour, fill: table.fill_colour,
        width: table.line_width, value: table.value, state: table.state, sign: sign,
        name: table.name.map { String(cString: $0) } ?? ""))
  }
}

@implementation @_cdecl("scanbeam_overlay_remove")
public func scanbeam_overlay_remove(_ overlay: OpaquePointer?, _ tag: scanbeam_overlay_tag) -> scanbeam_status {
  call { () throws(ReaderError) in try OverlayHandle.checked(overlay).overlay.overlay.remove(tag) }
}

@implementation @_cdecl("scanbeam_overlay_reset")
public func scanbeam_overlay_reset(_ overlay: OpaquePointer?) -> scanbeam_status {
  call { () throws(ReaderError) in try OverlayHandle.checked(overlay).overlay.overlay.reset() }
}
