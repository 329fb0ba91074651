import Imaging
import ReaderCore

/// The surroundings of a matrix symbol, reduced so that a module is two to four pixels wide: noise is averaged, and misplaced
/// samples are grey.
struct MatrixPart {
  let luma: LumaView
  private let owner: LumaImage?
  /// Pixels of the frame in one of the part, and where the part begins.
  private let scale: Double
  private let origin: Point

  /// Largest module that is left as it is, in pixels.
  private static let largest = 4.4

  /// Cuts it out; nil outside of the frame or without memory.
  init?(_ luma: LumaView, _ corners: Quad, module: Double) {
    let b = corners.bounds
    guard b.minX > -1e5, b.minY > -1e5, b.maxX < 1e5, b.maxY < 1e5, module > 0 else { return nil }
    let margin = 4 + Int(3 * min(module, 100))
    let (left, top) = (max(0, Int(b.minX) - margin), max(0, Int(b.minY) - margin))
    let (right, bottom) = (min(luma.width, Int(b.maxX) + margin), min(luma.height, Int(b.maxY) + margin))
    guard var part = luma.crop(x: left, y: top, width: right - left, height: bottom - top) else { return nil }
    var owner: LumaImage?
    var scale = 1.0
    while module / scale > MatrixPart.largest, part.width >= 32, part.height >= 32 {
      guard let half = try? LumaImage(width: part.width / 2, height: part.height / 2) else { return nil }
      halve(part, into: half.base)
      owner = half
      part = half.view
      scale *= 2
    }
    self.luma = part
    self.owner = owner
    self.scale = scale
    origin = Point(Double(left), Double(top))
  }

  /// A quadrilateral of the frame in the part; pixels begin at whole coordinates in both.
  func inside(_ quad: Quad) -> Quad {
    quad.map { Point(($0.x - origin.x) / scale, ($0.y - origin.y) / scale) }
  }

  /// A quadrilateral of the part in the frame.
  func restore(_ quad: Quad) -> Quad { quad.map { Point($0.x * scale + origin.x, $0.y * scale + origin.y) } }
}
