import Glibc
import ReaderCore

/// Further pictures of a frame for more thorough efforts: what an engine cannot read as it is, it may read here.
enum Effort {
  /// One further picture and the way back to the frame.
  struct Pass {
    /// For logs.
    let name: StaticString
    /// Makes the picture; nil when there is no memory for it or it would not help.
    let make: (LumaView) -> LumaImage?
    /// From its pixels to those of the frame, for a frame of some size.
    let back: (Point, PixelSize) -> Point
  }

  /// The passes of an effort after the plain one: white on black from 3, half size and turned by 45 degrees from 4, double
  /// size of small pictures at 5.
  static func passes(_ effort: Int) -> [Pass] {
    var passes: [Pass] = []
    if effort >= 3 { passes.append(Pass(name: "inverted", make: inverted, back: { point, _ in point })) }
    if effort >= 4 {
      passes.append(Pass(name: "half", make: half, back: { point, _ in Point(point.x * 2, point.y * 2) }))
      passes.append(Pass(name: "turned", make: turned, back: turnedBack))
    }
    if effort >= 5 {
      passes.append(Pass(name: "double", make: double, back: { point, _ in Point(point.x / 2, point.y / 2) }))
    }
    return passes
  }

  private static func image(_ width: Int, _ height: Int) -> LumaImage? { try? LumaImage(width: width, height: height) }

  /// White for black.
  static func inverted(_ luma: LumaView) -> LumaImage? {
    guard let result = image(luma.width, luma.height) else { return nil }
    for y in 0..<luma.height {
      let from = luma.row(y)
      let to = result.base + y * luma.width
      for x in 0..<luma.width { to[x] = 255 &- from[x] }
    }
    return result
  }

  /// Each pixel the mean of four.
  static func half(_ luma: LumaView) -> LumaImage? {
    let (width, height) = (luma.width / 2, luma.height / 2)
    guard width >= 32, height >= 8, let result = image(width, height) else { return nil }
    for y in 0..<height {
      let above = luma.row(2 * y)
      let below = luma.row(2 * y + 1)
      let to = result.base + y * width
      for x in 0..<width {
        let i = 2 &* x
        let sum = UInt16(above[i]) &+ UInt16(above[i &+ 1]) &+ UInt16(below[i]) &+ UInt16(below[i &+ 1])
        to[x] = UInt8(truncatingIfNeeded: (sum &+ 2) >> 2)
      }
    }
    return result
  }

  /// Twice the size, linear between pixels; only for pictures up to 1 megapixel.
  static func double(_ luma: LumaView) -> LumaImage? {
    guard luma.width * luma.height <= 1_048_576, let result = image(luma.width * 2, luma.height * 2) else { return nil }
    for y in 0..<(luma.height * 2) {
      let to = result.base + y * luma.width * 2
      for x in 0..<(luma.width * 2) {
        let point = Point((Double(x) + 0.5) / 2, (Double(y) + 0.5) / 2)
        to[x] = UInt8(truncatingIfNeeded: Pixel.value(luma, point) >> 4)
      }
    }
    return result
  }

  private static let diagonal = 0.5.squareRoot()

  /// Turned by 45 degrees about its middle, what is outside in white.
  static func turned(_ luma: LumaView) -> LumaImage? {
    let side = Int((Double(luma.width + luma.height) * diagonal).rounded(.up))
    guard side >= 32, luma.width * luma.height <= 16_777_216, let result = image(side, side) else { return nil }
    let size = PixelSize(luma.width, luma.height)
    for y in 0..<side {
      let to = result.base + y * side
      for x in 0..<side {
        let p = turnedBack(Point(Double(x) + 0.5, Double(y) + 0.5), size)
        let isInside = p.x >= 0 && p.y >= 0 && p.x < Double(luma.width) && p.y < Double(luma.height)
        to[x] = isInside ? UInt8(truncatingIfNeeded: Pixel.value(luma, p) >> 4) : 255
      }
    }
    return result
  }

  private static func turnedBack(_ point: Point, _ size: PixelSize) -> Point {
    let middle = (Double(size.width + size.height) * diagonal).rounded(.up) / 2
    let (x, y) = (point.x - middle, point.y - middle)
    return Point(Double(size.width) / 2 + (x - y) * diagonal, Double(size.height) / 2 + (x + y) * diagonal)
  }
}
