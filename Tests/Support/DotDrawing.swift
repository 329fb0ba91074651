import Glibc
import ReaderCore

/// Symbols of round dots, as ink-jet printers make them.
public enum DotDrawing {
  /// A picture with a symbol in the middle and a quiet zone of six places.
  ///
  /// - Parameters:
  ///   - modules: Rows of places, true is a dot.
  ///   - pitch: Pixels from place to place.
  ///   - degrees: Clockwise rotation.
  ///   - size: Diameter of a dot in places.
  ///   - isMirrored: Left and right exchanged before the rotation.
  ///   - shift: Moves a dot, in places, by its column and row.
  ///   - grow: Changes the diameter of a dot, by its column and row.
  public static func draw(
    _ modules: [[Bool]], pitch: Double, degrees: Double = 0, size: Double = 0.8, isInverted: Bool = false,
    isMirrored: Bool = false, shift: (Int, Int) -> (Double, Double) = { _, _ in (0, 0) },
    grow: (Int, Int) -> Double = { _, _ in 1 }
  ) -> Drawing {
    let (columns, rows) = (Double(modules.first?.count ?? 0), Double(modules.count))
    let angle = degrees * Double.pi / 180
    let (c, s) = (cos(angle), sin(angle))
    let (w, h) = (columns + 12, rows + 12)
    let drawing = Drawing(
      width: Int(((abs(w * c) + abs(h * s)) * pitch).rounded(.up)),
      height: Int(((abs(w * s) + abs(h * c)) * pitch).rounded(.up)))
    let middle = Point(Double(drawing.width) / 2, Double(drawing.height) / 2)
    for (row, line) in modules.enumerated() {
      for (column, isThere) in line.enumerated() where isThere {
        let (dx, dy) = shift(column, row)
        var u = Double(column) + 0.5 - columns / 2 + dx
        let v = Double(row) + 0.5 - rows / 2 + dy
        if isMirrored { u = -u }
        let centre = Point(middle.x + (u * c - v * s) * pitch, middle.y + (u * s + v * c) * pitch)
        dot(drawing, centre, size * grow(column, row) * pitch / 2)
      }
    }
    if isInverted { for i in drawing.pixels.indices { drawing.pixels[i] = 255 - drawing.pixels[i] } }
    return drawing
  }

  /// A disc, each pixel the mean of sixteen samples.
  private static func dot(_ drawing: Drawing, _ centre: Point, _ radius: Double) {
    let (x0, x1) = (max(0, Int(centre.x - radius) - 1), min(drawing.width, Int(centre.x + radius) + 2))
    let (y0, y1) = (max(0, Int(centre.y - radius) - 1), min(drawing.height, Int(centre.y + radius) + 2))
    guard x0 < x1, y0 < y1 else { return }
    for y in y0..<y1 {
      for x in x0..<x1 {
        var dark = 0
        for i in 0..<16 {
          let dx = Double(x) + (Double(i % 4) + 0.5) / 4 - centre.x
          let dy = Double(y) + (Double(i / 4) + 0.5) / 4 - centre.y
          if dx * dx + dy * dy < radius * radius { dark += 1 }
        }
        let old = Int(drawing.pixels[y * drawing.width + x])
        drawing.pixels[y * drawing.width + x] = UInt8(old * (16 - dark) / 16)
      }
    }
  }
}
