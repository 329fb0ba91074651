import Glibc
import ReaderCore

/// The plane that a bull's eye spans, in modules from its middle: x to the right, y down.
struct AztecPlane {
  let luma: LumaView
  let isInverted: Bool
  let level: Int
  /// The corners of what is so many modules wide on each side of the middle.
  var square: Quad
  let half: Double
  private var map: Homography?

  init(_ luma: LumaView, _ square: Quad, half: Double, isInverted: Bool, level: Int) {
    self.luma = luma
    self.isInverted = isInverted
    self.level = level
    self.square = square
    self.half = half
    map = Homography(side: 2 * half, square)
  }

  /// Where a place lies; far away when there is none.
  @inline(__always)
  private func place(_ x: Double, _ y: Double) -> Point {
    map.map { $0(x + half, y + half) } ?? Point(-1, -1)
  }

  /// Whether a module is ink.
  private func isInk(_ x: Int, _ y: Int) -> Bool {
    (Pixel.value(luma, place(Double(x), Double(y))) < Int32(16 * level)) != isInverted
  }

  /// With other sides on top, or seen from behind.
  func turned(_ quarters: Int, isMirrored: Bool) -> AztecPlane {
    var c = square.corners
    if isMirrored { c = [c[1], c[0], c[3], c[2]] }
    c = Array(c[quarters...] + c[..<quarters])
    return AztecPlane(luma, Quad(c[0], c[1], c[2], c[3]), half: half, isInverted: isInverted, level: level)
  }

  /// Whether the bull's eye has the two further squares of full symbols.
  var isFull: Bool {
    var right = 0
    for i in -5..<5 {
      for (x, y) in [(i, -5), (5, i), (-i, 5), (-5, -i)] where !isInk(x, y) { right += 1 }
    }
    for i in -6..<6 {
      for (x, y) in [(i, -6), (6, i), (-i, 6), (-6, -i)] where isInk(x, y) { right += 1 }
    }
    return right >= 80
  }

  /// How many of the twelve marks of the direction are as they are in upright symbols.
  func marks(_ isCompact: Bool) -> Int {
    let r = isCompact ? 5 : 7
    let dark = [(-r, -r), (1 - r, -r), (-r, 1 - r), (r, -r), (r, 1 - r), (r, r - 1)]
    let light = [(r - 1, -r), (r, r), (r - 1, r), (-r, r), (1 - r, r), (-r, r - 1)]
    return dark.count { isInk($0.0, $0.1) } + light.count { !isInk($0.0, $0.1) }
  }

  /// The codewords of the mode message as they are seen.
  func message(_ isCompact: Bool) -> [UInt8] {
    let r = isCompact ? 5 : 7
    let offsets = isCompact ? Array(-3...3) : Array(-5...5).filter { $0 != 0 }
    var bits: [Bool] = []
    for d in offsets { bits.append(isInk(d, -r)) }
    for d in offsets { bits.append(isInk(r, d)) }
    for d in offsets { bits.append(isInk(-d, r)) }
    for d in offsets { bits.append(isInk(-r, -d)) }
    return stride(from: 0, to: bits.count, by: 4).map { i in bits[i..<i + 4].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
  }

  /// The corners of a symbol of so many modules.
  func corners(side: Int) -> Quad? {
    guard let map else { return nil }
    let (low, high) = (half - Double(side) / 2, half + Double(side) / 2)
    return Quad(map(low, low), map(high, low), map(high, high), map(low, high))
  }

  /// Moved until what is known of a symbol agrees: small errors in the middle are large ones outside, so it grows from there. Full
  /// symbols have a reference grid; of compact ones, which have nothing to go by, the modules are made as clearly light or dark as
  /// can be.
  func settled(_ layout: AztecLayout) -> AztecPlane {
    guard !layout.isCompact else { return settled(reach: layout.side / 2, known: nil) }
    var plane = self
    var reach = 12
    while true {
      reach = min(reach, layout.side / 2)
      plane = plane.settled(reach: reach, known: AztecPlane.grid(reach))
      if reach == layout.side / 2 { return plane }
      reach += reach / 2
    }
  }

  /// Modules of the reference grid up to a distance from the middle, some three hundred of them: dark where the distance from its
  /// crossings is even.
  private static func grid(_ reach: Int) -> [(x: Int, y: Int, isDark: Bool)] {
    var all: [(x: Int, y: Int, isDark: Bool)] = []
    let lines = stride(from: -(reach / 16) * 16, through: reach, by: 16)
    for line in lines {
      for i in -reach...reach where max(abs(i), abs(line)) > 7 {
        all.append((line, i, i % 2 == 0))
        all.append((i, line, i % 2 == 0))
      }
    }
    let step = max(1, all.count / 300) | 1
    return stride(from: 0, to: all.count, by: step).map { all[$0] }
  }

  private func settled(reach: Int, known: [(x: Int, y: Int, isDark: Bool)]?) -> AztecPlane {
    let side = 2 * reach + 1
    guard var quad = corners(side: side) else { return self }
    let middle = 16 * level
    func agreement(_ quad: Quad) -> Int {
      guard let map = Homography(side: Double(side), quad) else { return 0 }
      guard let known else {
        let values = map.values(luma, columns: side, rows: side, side: Double(side))
        return values.reduce(0) { $0 &+ abs(Int($1) &- middle) }
      }
      var sum = 0
      for module in known {
        let at = map(Double(module.x + reach) + 0.5, Double(module.y + reach) + 0.5)
        let light = Int(Pixel.value(luma, at)) &- middle
        sum &+= module.isDark != isInverted ? -light : light
      }
      return sum
    }
    var best = agreement(quad)
    let (dx, dy) = (quad.topRight.x - quad.topLeft.x, quad.topRight.y - quad.topLeft.y)
    var step = 0.6 * hypot(dx, dy) / Double(side)
    for _ in 0..<3 {
      for corner in 0..<4 {
        for (x, y) in [(step, 0), (-step, 0), (0, step), (0, -step)] {
          var c = quad.corners
          c[corner] = Point(c[corner].x + x, c[corner].y + y)
          let next = Quad(c[0], c[1], c[2], c[3])
          let now = agreement(next)
          if now > best { (best, quad) = (now, next) }
        }
      }
      step /= 2
    }
    return AztecPlane(luma, quad, half: Double(side) / 2, isInverted: isInverted, level: level)
  }

  /// Whether most of the reference grid of a full symbol shows; true for compact ones, which have none.
  func shows(_ layout: AztecLayout) -> Bool {
    guard !layout.isCompact, layout.layers > 1 else { return true }
    let known = AztecPlane.grid(layout.side / 2)
    return 100 * known.count { isInk($0.x, $0.y) == $0.isDark } >= 85 * known.count
  }
}
