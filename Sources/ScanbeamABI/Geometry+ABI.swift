public import CScanbeam
import ReaderCore

private func mapping(
  _ view: UnsafePointer<scanbeam_view>?, _ from: scanbeam_space, _ to: scanbeam_space
) throws(ReaderError) -> (ViewMapping, ViewMapping.Space, ViewMapping.Space) {
  let mapping = try viewMapping(view)
  guard let from = ViewMapping.Space(rawValue: from), let to = ViewMapping.Space(rawValue: to) else {
    throw ReaderError(.invalidArgument, "A space must be one of SCANBEAM_SPACE_FRAME to SCANBEAM_SPACE_VIEW.")
  }
  return (mapping, from, to)
}

/// A caller's view.
func viewMapping(_ view: UnsafePointer<scanbeam_view>?) throws(ReaderError) -> ViewMapping {
  guard let view else { throw missing("view") }
  let table = try SizedTable.read(view, first: 40)
  let size = PixelSize(Int(table.frame.width), Int(table.frame.height))
  guard size.width > 0, size.height > 0, (0...8).contains(table.orientation),
    let gravity = ViewMapping.Gravity(rawValue: table.gravity == 0 ? 1 : table.gravity),
    table.width.isFinite, table.height.isFinite, table.width >= 0, table.height >= 0
  else { throw ReaderError(.invalidArgument, "The view's frame, orientation, gravity or size is none.") }
  var mapping = ViewMapping(frame: size, orientation: max(1, Int(table.orientation)), view: (0, 0), gravity: gravity)
  let upright = mapping.upright
  mapping.view = (
    table.width > 0 ? table.width : Double(upright.width), table.height > 0 ? table.height : Double(upright.height)
  )
  return mapping
}

@implementation @_cdecl("scanbeam_view_convert_points")
public func scanbeam_view_convert_points(
  _ view: UnsafePointer<scanbeam_view>?, _ from: scanbeam_space, _ to: scanbeam_space,
  _ points: UnsafePointer<scanbeam_point>?, _ count: Int, _ out: UnsafeMutablePointer<scanbeam_point>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let (mapping, from, to) = try mapping(view, from, to)
    guard count != 0 else { return }
    guard let points, let out, count > 0, count < 1 << 40 else { throw missing("list of points") }
    for i in 0..<count {
      let point = mapping.convert(Point(points[i].x, points[i].y), from: from, to: to)
      out[i] = scanbeam_point(x: point.x, y: point.y)
    }
  }
}

@implementation @_cdecl("scanbeam_view_convert_rect")
public func scanbeam_view_convert_rect(
  _ view: UnsafePointer<scanbeam_view>?, _ from: scanbeam_space, _ to: scanbeam_space,
  _ rect: UnsafePointer<scanbeam_rect>?, _ out: UnsafeMutablePointer<scanbeam_rect>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    let (mapping, from, to) = try mapping(view, from, to)
    guard let rect, let out else { throw missing("rectangle") }
    out.pointee = makeRect(mapping.convert(makeRectangle(rect.pointee), from: from, to: to))
  }
}

@implementation @_cdecl("scanbeam_finder_frame")
public func scanbeam_finder_frame(
  _ container: UnsafePointer<scanbeam_rect>?, _ aspect: Double, _ inset_x: Double, _ inset_y: Double,
  _ out: UnsafeMutablePointer<scanbeam_rect>?
) -> scanbeam_status {
  call { () throws(ReaderError) in
    guard let container, let out else { throw missing("rectangle") }
    try checkFinder(aspect, inset_x, inset_y)
    out.pointee = makeRect(
      Finder.frame(in: makeRectangle(container.pointee), aspect: aspect, insetX: inset_x, insetY: inset_y))
  }
}

func checkFinder(_ aspect: Double, _ insetX: Double, _ insetY: Double) throws(ReaderError) {
  guard aspect.isFinite, aspect >= 0, insetX.isFinite, insetX >= 0, insetY.isFinite, insetY >= 0 else {
    throw ReaderError(.invalidArgument, "The shape and the insets of a finder must be numbers of 0 or more.")
  }
}

func makeRect(_ r: Rectangle) -> scanbeam_rect { scanbeam_rect(x: r.x, y: r.y, width: r.width, height: r.height) }

func makeRectangle(_ r: scanbeam_rect) -> Rectangle { Rectangle(r.x, r.y, r.width, r.height) }
