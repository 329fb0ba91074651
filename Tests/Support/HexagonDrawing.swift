import Glibc

/// MaxiCode symbols, drawn from their codewords: hexagons and rings as ISO/IEC 16023 has them.
public enum HexagonDrawing {
  /// A square picture with the bull's eye in the middle.
  ///
  /// - Parameters:
  ///   - dark: Middles of the dark hexagons in modules from the middle of the bull's eye.
  ///   - rings: Radii at which the rings change, from light inside.
  ///   - module: Pixels a module.
  ///   - degrees: Clockwise rotation.
  public static func draw(
    _ dark: [(x: Double, y: Double)], rings: [Double], module: Double, degrees: Double, isInverted: Bool
  ) -> Drawing {
    let side = Int(46 * module)
    let drawing = Drawing(width: side, height: side)
    let angle = degrees * Double.pi / 180
    let (c, s) = (cos(angle), sin(angle))
    var near: [Int: [(x: Double, y: Double)]] = [:]
    func key(_ x: Double, _ y: Double) -> Int { Int((y + 40).rounded(.down)) * 100 + Int((x + 40).rounded(.down)) }
    for place in dark {
      for dy in -1...1 {
        for dx in -1...1 { near[key(place.x + Double(dx), place.y + Double(dy)), default: []].append(place) }
      }
    }
    func isDark(_ x: Double, _ y: Double) -> Bool {
      let r = (x * x + y * y).squareRoot()
      if r < rings[rings.count - 1] { return rings.filter { $0 < r }.count % 2 == 1 }
      // A hexagon with a corner on top, a little smaller than its cell.
      return (near[key(x, y)] ?? []).contains { place in
        let (u, v) = (abs(x - place.x), abs(y - place.y))
        return u < 0.45 && u * 0.5 + v * 0.866 < 0.45
      }
    }
    for y in 0..<side {
      for x in 0..<side {
        var count = 0
        for i in 0..<16 {
          let px = (Double(x) + (Double(i % 4) + 0.5) / 4 - Double(side) / 2) / module
          let py = (Double(y) + (Double(i / 4) + 0.5) / 4 - Double(side) / 2) / module
          if isDark(px * c + py * s, py * c - px * s) { count += 1 }
        }
        let value = 255 - 255 * count / 16
        drawing.pixels[y * side + x] = UInt8(isInverted ? 255 - value : value)
      }
    }
    return drawing
  }
}
