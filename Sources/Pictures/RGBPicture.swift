import Glibc
import ReaderCore

/// A colour picture in memory to draw on: R, G, B bytes, rows without padding. One thread at a time.
public final class RGBPicture {
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The first pixel; valid as long as the picture is.
  public let base: UnsafeMutablePointer<UInt8>

  /// A colour.
  public struct Colour {
    let red: UInt8
    let green: UInt8
    let blue: UInt8
    /// Makes a colour, 0 to 255 each.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// A grey copy of luminance.
  public init(_ luma: LumaView) throws(ReaderError) {
    try LumaImage.check(width: luma.width, height: luma.height)
    guard let memory = malloc(3 * luma.width * luma.height) else {
      throw ReaderError(.noMemory, "There is no memory for a colour picture of \(luma.width) x \(luma.height).")
    }
    width = luma.width
    height = luma.height
    base = memory.assumingMemoryBound(to: UInt8.self)
    var target = base
    for y in 0..<height {
      let row = luma.row(y)
      for x in 0..<width {
        target[0] = row[x]
        target[1] = row[x]
        target[2] = row[x]
        target += 3
      }
    }
  }

  deinit { free(base) }

  /// Lays a colour over a pixel, which must lie inside.
  ///
  /// - Parameter cover: How much of the pixel is covered, 0 to 1.
  @inline(__always)
  private func blend(_ x: Int, _ y: Int, _ colour: Colour, _ cover: Double) {
    let p = base + 3 * (y * width + x)
    let weight = Int32(cover * 256)
    func mix(_ old: UInt8, _ new: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: (Int32(old) * (256 - weight) + Int32(new) * weight) >> 8)
    }
    p[0] = mix(p[0], colour.red)
    p[1] = mix(p[1], colour.green)
    p[2] = mix(p[2], colour.blue)
  }

  /// True for coordinates that can be calculated with; points far outside are legal.
  private func isSane(_ p: Point) -> Bool { abs(p.x) < 1e6 && abs(p.y) < 1e6 }

  /// Whole numbers of a range that lie inside 0 to `count - 1`.
  private func inside(_ from: Double, _ to: Double, _ count: Int) -> Range<Int> {
    let low = max(0, min(Double(count), from.rounded(.down)))
    let high = max(low, min(Double(count), to.rounded(.up) + 1))
    return Int(low)..<Int(high)
  }

  /// Draws a line with round ends and soft edges; what lies outside is left out, and a line with a coordinate that is
  /// not a number is not drawn.
  ///
  /// Coordinates are those of pixel corners: (0.5, 0.5) is the middle of the first pixel.
  public func line(_ a: Point, _ b: Point, thickness: Double, _ colour: Colour) {
    guard isSane(a), isSane(b), thickness > 0, thickness < 1e6 else { return }
    let radius = thickness / 2
    let reach = radius + 1
    let dx = b.x - a.x
    let dy = b.y - a.y
    let squared = dx * dx + dy * dy
    for y in inside(min(a.y, b.y) - reach, max(a.y, b.y) + reach, height) {
      // Only the part of the row near the line is looked at.
      let py = Double(y) + 0.5
      var (near, far) = (a.x, b.x)
      if abs(dy) > 1e-9 {
        near = a.x + dx * max(0, min(1, (py - reach - a.y) / dy))
        far = a.x + dx * max(0, min(1, (py + reach - a.y) / dy))
      }
      for x in inside(min(near, far) - reach, max(near, far) + reach, width) {
        let px = Double(x) + 0.5
        let along = squared < 1e-9 ? 0 : max(0, min(1, ((px - a.x) * dx + (py - a.y) * dy) / squared))
        let ex = px - a.x - along * dx
        let ey = py - a.y - along * dy
        let cover = radius + 0.5 - (ex * ex + ey * ey).squareRoot()
        if cover > 0 { blend(x, y, colour, min(1, cover)) }
      }
    }
  }

  /// Draws a filled disc with a soft edge.
  public func disc(_ centre: Point, radius: Double, _ colour: Colour) {
    line(centre, centre, thickness: 2 * radius, colour)
  }

  /// Fills an upright rectangle, the part of it that lies inside.
  public func fill(x: Int, y: Int, width w: Int, height h: Int, _ colour: Colour) {
    guard w > 0, h > 0 else { return }
    for row in inside(Double(y), Double(y) + Double(h) - 1, height) {
      for column in inside(Double(x), Double(x) + Double(w) - 1, width) { blend(column, row, colour, 1) }
    }
  }

  /// Writes one line of text with the top left corner of its first character at a pixel; what lies outside is left out.
  ///
  /// - Parameters:
  ///   - text: ASCII; anything else is shown as a dot.
  ///   - scale: Pixels for a pixel of the font, whose characters are 5 x 8 with one column between them.
  public func write(_ text: [UInt8], x: Int, y: Int, scale: Int, _ colour: Colour) {
    let sane = -1_000_000...1_000_000
    guard scale > 0, scale < 1000, sane.contains(x), sane.contains(y) else { return }
    var left = x
    for character in text {
      if left >= width { return }
      for row in 0..<Font.height {
        for column in 0..<Font.width where Font.isInk(character, column: column, row: row) {
          fill(x: left + column * scale, y: y + row * scale, width: scale, height: scale, colour)
        }
      }
      left += (Font.width + 1) * scale
    }
  }
}
