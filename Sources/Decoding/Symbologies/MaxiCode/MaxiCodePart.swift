import Imaging
import ReaderCore

/// The surroundings of a bull's eye, reduced so that a module is two to four pixels wide.
struct MaxiCodePart {
  let luma: LumaView
  /// The bull's eye in it.
  let eye: BullsEye
  private let scale: Double
  private let origin: (x: Int, y: Int)

  /// Largest module that is left as it is, in pixels.
  private static let largest = 3.6

  /// Cuts it out; nil without memory.
  init?(_ luma: LumaView, _ eye: BullsEye) {
    let reach = Int((26 * eye.module).rounded(.up)) + 4
    let (cx, cy) = (Int(eye.centre.x), Int(eye.centre.y))
    let (left, top) = (max(0, cx - reach), max(0, cy - reach))
    let (right, bottom) = (min(luma.width, cx + reach), min(luma.height, cy + reach))
    guard var part = luma.crop(x: left, y: top, width: right - left, height: bottom - top) else { return nil }
    var scale = 1.0
    while eye.module / scale > MaxiCodePart.largest, part.width >= 32, part.height >= 32 {
      guard let half = try? LumaImage(width: part.width / 2, height: part.height / 2) else { return nil }
      halve(part, into: half.base)
      part = half.view
      scale *= 2
    }
    var inside = eye
    inside.centre = Point(
      (eye.centre.x - Double(left) + 0.5) / scale - 0.5, (eye.centre.y - Double(top) + 0.5) / scale - 0.5)
    inside.shape = (eye.shape.xx / scale, eye.shape.xy / scale, eye.shape.yy / scale)
    self.luma = part
    self.eye = inside
    self.scale = scale
    origin = (left, top)
  }

  /// A place of the picture (pixels begin at whole coordinates) for one of the part (pixels have their value there).
  func restore(_ p: Point) -> Point {
    Point((p.x + 0.5) * scale + Double(origin.x), (p.y + 0.5) * scale + Double(origin.y))
  }
}
