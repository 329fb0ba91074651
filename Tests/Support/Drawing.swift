import Glibc
import ReaderCore

/// A grey picture that tests draw symbols on.
public final class Drawing {
  public let width: Int
  public let height: Int
  public var pixels: [UInt8]

  /// A white picture.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: 255, count: width * height)
  }

  /// A picture with one symbol in the middle and a quiet zone of ten modules.
  ///
  /// - Parameters:
  ///   - modules: Rows of modules, true is dark.
  ///   - scale: Pixels a module.
  ///   - rowHeight: Height of a row in modules.
  ///   - degrees: Clockwise rotation.
  ///   - mirrored: Left and right exchanged before the rotation.
  ///   - inverted: White on black.
  public convenience init(
    _ modules: [[Bool]], scale: Double = 3, rowHeight: Double = 1, degrees: Double = 0, mirrored: Bool = false,
    inverted: Bool = false
  ) {
    let columns = Double(modules.map { $0.count }.max() ?? 1)
    let rows = Double(modules.count) * rowHeight
    let angle = degrees * Double.pi / 180
    let (c, s) = (cos(angle), sin(angle))
    let (w, h) = (columns + 20, rows + 20)
    self.init(
      width: Int(((abs(w * c) + abs(h * s)) * scale).rounded(.up)),
      height: Int(((abs(w * s) + abs(h * c)) * scale).rounded(.up)))
    draw(
      modules, at: Point(Double(width) / 2, Double(height) / 2), scale: scale, rowHeight: rowHeight, degrees: degrees,
      mirrored: mirrored)
    if inverted { for i in pixels.indices { pixels[i] = 255 - pixels[i] } }
  }

  /// Draws a symbol around a centre, each pixel the mean of sixteen samples.
  public func draw(
    _ modules: [[Bool]], at centre: Point, scale: Double, rowHeight: Double = 1, degrees: Double = 0,
    mirrored: Bool = false
  ) {
    let columns = modules.map { $0.count }.max() ?? 0
    let (halfWidth, halfHeight) = (Double(columns) / 2, Double(modules.count) * rowHeight / 2)
    let angle = degrees * Double.pi / 180
    let (c, s) = (cos(angle), sin(angle))
    let reach = (halfWidth * halfWidth + halfHeight * halfHeight).squareRoot() * scale + 2
    let (x0, x1) = (max(0, Int(centre.x - reach)), min(width, Int(centre.x + reach) + 1))
    let (y0, y1) = (max(0, Int(centre.y - reach)), min(height, Int(centre.y + reach) + 1))
    guard x0 < x1, y0 < y1 else { return }
    for y in y0..<y1 {
      for x in x0..<x1 {
        var dark = 0
        for i in 0..<16 {
          let px = Double(x) + (Double(i % 4) + 0.5) / 4 - centre.x
          let py = Double(y) + (Double(i / 4) + 0.5) / 4 - centre.y
          var u = (px * c + py * s) / scale
          let v = (py * c - px * s) / scale
          if mirrored { u = -u }
          let column = Int((u + halfWidth).rounded(.down))
          let row = Int(((v + halfHeight) / rowHeight).rounded(.down))
          guard row >= 0, row < modules.count, column >= 0, column < modules[row].count else { continue }
          dark += modules[row][column] ? 1 : 0
        }
        let old = Int(pixels[y * width + x])
        pixels[y * width + x] = UInt8(old * (16 - dark) / 16)
      }
    }
  }

  /// Lends the picture.
  public func withView<R>(_ body: (LumaView) -> R) -> R {
    pixels.withUnsafeBufferPointer {
      body(LumaView(base: $0.baseAddress!, width: width, height: height, stride: width))
    }
  }

  /// Where a point of a symbol that `init(_:…)` drew lies, in modules from its top left corner.
  public func place(
    _ u: Double, _ v: Double, columns: Int, rows: Double, scale: Double, degrees: Double, mirrored: Bool = false
  ) -> Point {
    let angle = degrees * Double.pi / 180
    let x = (u - Double(columns) / 2) * scale * (mirrored ? -1 : 1)
    let y = (v - rows / 2) * scale
    return Point(
      Double(width) / 2 + x * cos(angle) - y * sin(angle), Double(height) / 2 + x * sin(angle) + y * cos(angle))
  }
}
