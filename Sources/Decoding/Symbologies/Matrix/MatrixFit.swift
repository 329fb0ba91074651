import ReaderCore

/// A module that every symbol of a kind has.
struct KnownModule {
  let x: Int
  let y: Int
  let isDark: Bool
}

/// A grid of modules laid over four corners, with how well the modules that every symbol has agree.
struct MatrixFit {
  let width: Int
  let height: Int
  private(set) var corners: Quad
  private(set) var score = -1.0
  private var map: Homography
  private let luma: LumaView
  private let isInverted: Bool
  /// What light and dark differ by, times 16.
  private let contrast: Double

  /// Lays a grid over corners (top left, top right, bottom right, bottom left); nil when they have no area.
  init?(
    _ luma: LumaView, _ corners: Quad, width: Int, height: Int, isInverted: Bool, contrast: Double,
    known: [KnownModule]
  ) {
    guard let map = Homography(side: 1, corners), contrast > 0, width > 0, height > 0 else { return nil }
    self.width = width
    self.height = height
    self.corners = corners
    self.map = map
    self.luma = luma
    self.isInverted = isInverted
    self.contrast = contrast * 16
    score = rate(known)
  }

  /// Where a point of the symbol lies, in modules.
  func place(_ x: Double, _ y: Double) -> Point { map(x / Double(width), y / Double(height)) }

  /// -1 to about 1: light over dark modules.
  private func rate(_ known: [KnownModule]) -> Double {
    // Of all modules, and of the dark ones.
    var (all, dark, darks): (Int32, Int32, Int32) = (0, 0, 0)
    let (sx, sy) = (1 / Double(width), 1 / Double(height))
    for module in known {
      let value = Pixel.value(luma, map((Double(module.x) + 0.5) * sx, (Double(module.y) + 0.5) * sy))
      let mask: Int32 = module.isDark ? -1 : 0
      all &+= value
      dark &+= value & mask
      darks &-= mask
    }
    let (light, lights) = (all &- dark, Int32(truncatingIfNeeded: known.count) &- darks)
    guard darks > 0, lights > 0 else { return -1 }
    let difference = (Double(light) / Double(lights) - Double(dark) / Double(darks)) / contrast
    return isInverted ? -difference : difference
  }

  /// The corners moved as long as known modules agree better; `step` in pixels at first.
  func refined(_ known: [KnownModule], from step: Double, to last: Double = 0.12) -> MatrixFit {
    var best = self
    best.score = best.rate(known)
    var step = step
    while step >= last {
      var improved = false
      for corner in 0..<4 {
        for (dx, dy) in [(step, 0), (-step, 0), (0, step), (0, -step)] {
          var next = best
          next.corners = best.corners.moving(corner, dx, dy)
          guard let map = Homography(side: 1, next.corners) else { continue }
          next.map = map
          next.score = next.rate(known)
          if next.score > best.score + 1e-6 {
            best = next
            improved = true
          }
        }
      }
      if !improved { step /= 2 }
    }
    return best
  }

  /// The value of a module, darker is less: the mean of five points.
  func value(_ x: Int, _ y: Int) -> Int32 {
    var sum: Int32 = 0
    for (dx, dy) in [(0.5, 0.5), (0.32, 0.32), (0.68, 0.32), (0.32, 0.68), (0.68, 0.68)] {
      sum &+= Pixel.value(luma, place(Double(x) + dx, Double(y) + dy))
    }
    return isInverted ? 5 * 16 * 255 &- sum : sum
  }

  /// All modules, each against the mean of its surroundings.
  ///
  /// - Parameter sharpening: How much of what a module differs from its neighbours is added to it, against blur.
  func modules(sharpening: Double = 0) -> SymbolModules {
    var values = [Double](repeating: 0, count: width * height)
    for y in 0..<height { for x in 0..<width { values[y * width + x] = Double(value(x, y)) } }
    if sharpening > 0 { values = sharpened(values, sharpening) }
    var grid = SymbolModules(width: width, height: height)
    // Sums over all that lies above and to the left.
    var sums = [Double](repeating: 0, count: (width + 1) * (height + 1))
    for y in 0..<height {
      var row = 0.0
      for x in 0..<width {
        row += values[y * width + x]
        sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
      }
    }
    for y in 0..<height {
      let (y0, y1) = (max(0, y - 6), min(height, y + 7))
      for x in 0..<width {
        let (x0, x1) = (max(0, x - 6), min(width, x + 7))
        let sum =
          sums[y1 * (width + 1) + x1] - sums[y0 * (width + 1) + x1] - sums[y1 * (width + 1) + x0]
          + sums[y0 * (width + 1) + x0]
        grid[x, y] = values[y * width + x] * Double((y1 - y0) * (x1 - x0)) < sum
      }
    }
    return grid
  }

  private func sharpened(_ values: [Double], _ amount: Double) -> [Double] {
    var out = values
    for y in 0..<height {
      for x in 0..<width {
        let here = values[y * width + x]
        var difference = 0.0
        if x > 0 { difference += here - values[y * width + x - 1] }
        if x + 1 < width { difference += here - values[y * width + x + 1] }
        if y > 0 { difference += here - values[(y - 1) * width + x] }
        if y + 1 < height { difference += here - values[(y + 1) * width + x] }
        out[y * width + x] += amount * difference
      }
    }
    return out
  }
}

extension Quad {
  /// One corner moved.
  func moving(_ corner: Int, _ dx: Double, _ dy: Double) -> Quad {
    var quad = self
    switch corner {
    case 0: quad.topLeft = Point(topLeft.x + dx, topLeft.y + dy)
    case 1: quad.topRight = Point(topRight.x + dx, topRight.y + dy)
    case 2: quad.bottomRight = Point(bottomRight.x + dx, bottomRight.y + dy)
    default: quad.bottomLeft = Point(bottomLeft.x + dx, bottomLeft.y + dy)
    }
    return quad
  }

  /// The same corners, beginning with another one.
  func turned(_ quarters: Int) -> Quad {
    let c = corners
    return Quad(c[quarters % 4], c[(quarters + 1) % 4], c[(quarters + 2) % 4], c[(quarters + 3) % 4])
  }

  /// Top right and bottom left exchanged: as seen from behind.
  var mirrored: Quad { Quad(topLeft, bottomLeft, bottomRight, topRight) }

  /// Mean length of the sides.
  var side: Double {
    let c = corners
    var sum = 0.0
    for i in 0..<4 {
      let (dx, dy) = (c[(i + 1) % 4].x - c[i].x, c[(i + 1) % 4].y - c[i].y)
      sum += (dx * dx + dy * dy).squareRoot()
    }
    return sum / 4
  }
}
