import ReaderCore

/// A version laid over four corners, with how well the patterns that every symbol has agree.
struct QRFit {
  let version: QRVersion
  let corners: Quad
  let map: Homography
  /// -1 to 1: contrast between the modules that must be dark and light, over the contrast that is there.
  let score: Double

  /// Lays a version over the corners; nil when the corners have no area or modules are smaller than a pixel.
  init?(_ luma: LumaView, _ corners: Quad, _ version: QRVersion) {
    let side = Double(version.side)
    guard let map = Homography(side: side, corners) else { return nil }
    let bounds = corners.bounds
    guard max(bounds.maxX - bounds.minX, bounds.maxY - bounds.minY) >= side else { return nil }
    self.version = version
    self.corners = corners
    self.map = map
    score = QRFit.score(luma, version, map)
  }

  /// Finder and timing patterns against the picture.
  private static func score(_ luma: LumaView, _ version: QRVersion, _ map: Homography) -> Double {
    let n = version.side
    var dark = 0
    var light = 0
    var low: Int32 = .max
    var high: Int32 = .min
    var lightSum: Int32 = 0
    var darkSum: Int32 = 0
    func look(_ x: Int, _ y: Int, _ isDark: Bool) {
      let value = Pixel.value(luma, map(Double(x) + 0.5, Double(y) + 0.5))
      low = min(low, value)
      high = max(high, value)
      if isDark {
        dark += 1
        darkSum &+= value
      } else {
        light += 1
        lightSum &+= value
      }
    }
    for (ox, oy) in [(0, 0), (n - 7, 0), (0, n - 7)] {
      for y in 0..<7 {
        for x in 0..<7 {
          let ring = max(abs(x - 3), abs(y - 3))
          look(ox + x, oy + y, ring != 2)
        }
      }
    }
    for i in 7..<(n - 7) {
      look(i, 6, i % 2 == 0)
      look(6, i, i % 2 == 0)
    }
    if version.number > 1 {
      let c = n - 7
      for y in -2...2 { for x in -2...2 { look(c + x, c + y, max(abs(x), abs(y)) != 1) } }
    }
    // The separators are light; they tell a finder from the quiet zone of a wrong size.
    for i in 0..<8 {
      look(7, i, false)
      look(i, 7, false)
    }
    guard high > low, dark > 0, light > 0 else { return -1 }
    return (Double(lightSum) / Double(light) - Double(darkSum) / Double(dark)) / Double(high - low)
  }

  /// The corners moved in quarter pixels as long as the patterns agree better.
  func refined(_ luma: LumaView) -> QRFit {
    var best = self
    var step = 1.0
    while step >= 0.2 {
      var improved = false
      for corner in 0..<4 {
        for (dx, dy) in [(step, 0), (-step, 0), (0, step), (0, -step)] {
          var quad = best.corners
          switch corner {
          case 0: quad.topLeft = Point(quad.topLeft.x + dx, quad.topLeft.y + dy)
          case 1: quad.topRight = Point(quad.topRight.x + dx, quad.topRight.y + dy)
          case 2: quad.bottomRight = Point(quad.bottomRight.x + dx, quad.bottomRight.y + dy)
          default: quad.bottomLeft = Point(quad.bottomLeft.x + dx, quad.bottomLeft.y + dy)
          }
          if let next = QRFit(luma, quad, version), next.score > best.score + 1e-6 {
            best = next
            improved = true
          }
        }
      }
      if !improved { step /= 2 }
    }
    return best
  }
}
