import Glibc
import ReaderCore

/// The modules of a MaxiCode around its bull's eye: a projective map that is turned until the marks fit, then bent until
/// the modules are as clearly light or dark as can be.
struct MaxiCodeGrid {
  /// Where the corners of the square of `reach` modules around the bull's eye lie: top left, top right, bottom right, bottom
  /// left.
  private var square: [Point]
  private var map: Homography
  /// The symbol in the size in which a pixel is a good part of a module: misplaced samples then are grey.
  private let luma: LumaView
  private let eye: BullsEye

  /// Modules from the bull's eye to the edge, about.
  private static let reach = 15.0
  /// How far from the bull's eye the modules are looked at, and how far they are moved, in turn.
  private static let stages: [(radius: Double, steps: [Double])] = [
    (8.5, [0.6, 0.3]), (10, [0.5, 0.25]), (12, [0.4, 0.2]), (14.5, [0.4, 0.2]), (20, [0.4, 0.2, 0.1]),
  ]
  private static let cells = MaxiCodeLayout.cells.map { MaxiCodeLayout.place($0) }
  private static let fromMiddle = cells.sorted { $0.x * $0.x + $0.y * $0.y < $1.x * $1.x + $1.y * $1.y }
  private static let marks = MaxiCodeLayout.marks.map { (MaxiCodeLayout.place($0.cell), $0.isDark) }

  private init?(_ luma: LumaView, _ eye: BullsEye, turned angle: Double) {
    self.luma = luma
    self.eye = eye
    let (c, s) = (cos(angle), sin(angle))
    let k = MaxiCodeGrid.reach
    square = [(-k, -k), (k, -k), (k, k), (-k, k)].map { x, y in
      let (u, v) = (c * x - s * y, s * x + c * y)
      return Point(
        eye.centre.x + eye.shape.xx * u + eye.shape.xy * v, eye.centre.y + eye.shape.xy * u + eye.shape.yy * v)
    }
    guard let map = MaxiCodeGrid.map(square) else { return nil }
    self.map = map
  }

  private static func map(_ square: [Point]) -> Homography? {
    Homography(side: 2 * reach, Quad(square[0], square[1], square[2], square[3]))
  }

  /// Reads the symbol around a bull's eye: codewords are offered until they are taken.
  static func read<T>(_ luma: LumaView, _ eye: BullsEye, _ take: ([UInt8]) -> T?) -> (value: T, corners: Quad)? {
    guard let part = MaxiCodePart(luma, eye) else { return nil }
    let (luma, eye) = (part.luma, part.eye)
    // First as if seen from above; then leaning, judged by the modules within a distance of the bull's eye.
    let turns = turns(luma, eye)
    let attempts = turns.map { (angle: $0, lean: 0.0) } + turns.prefix(1).flatMap { [($0, 12.0), ($0, 16.0)] }
    for (angle, lean) in attempts {
      guard var grid = MaxiCodeGrid(luma, eye, turned: angle) else { continue }
      grid.stretch()
      if lean > 0 { grid.lean(lean) }
      for (radius, steps) in MaxiCodeGrid.stages {
        for step in steps { grid.bend(step, radius) }
        // Seen from above all of it may be right long before the last stage.
        if lean == 0 || radius > 12, let value = take(grid.codewords(isLocal: false)) {
          return (value, grid.corners.map { part.restore($0) })
        }
      }
      if let value = take(grid.codewords(isLocal: true)) { return (value, grid.corners.map { part.restore($0) }) }
    }
    return nil
  }

  /// Directions in which the marks fit, the best first.
  private static func turns(_ luma: LumaView, _ eye: BullsEye) -> [Double] {
    let contrast = max(1, eye.light - eye.dark)
    func score(_ angle: Double) -> Double {
      guard let grid = MaxiCodeGrid(luma, eye, turned: angle) else { return 0 }
      // Rings are printed larger or smaller than the modules want them.
      let sums = [0.97, 1.04].map { size in
        marks.prefix(18).reduce(0.0) { sum, mark in
          let value = grid.value((mark.0.x * size, mark.0.y * size)) - (eye.light + eye.dark) / 2
          return sum + max(-0.6, min(0.6, (mark.1 ? -value : value) / contrast))
        }
      }
      return max(sums[0], sums[1]) / 18
    }
    let count = 120
    let scores = (0..<count).map { score(2 * .pi * Double($0) / Double(count)) }
    var peaks: [(score: Double, angle: Double)] = []
    for i in 0..<count where scores[i] > 0.12 {
      guard scores[i] >= scores[(i + 1) % count], scores[i] > scores[(i + count - 1) % count] else { continue }
      peaks.append((scores[i], 2 * .pi * Double(i) / Double(count)))
    }
    peaks.sort { $0.score > $1.score }
    return peaks.prefix(3).map { peak in
      let near = (-3...3).map { peak.angle + Double($0) * .pi / 360 }
      return near.max { score($0) < score($1) } ?? peak.angle
    }
  }

  /// Where a place in modules lies in the picture; pixels have their value at whole coordinates.
  private func point(_ place: (x: Double, y: Double)) -> (x: Double, y: Double) {
    let p = map(place.x + MaxiCodeGrid.reach, place.y + MaxiCodeGrid.reach)
    return p.x.isFinite && p.y.isFinite ? (p.x, p.y) : (0, 0)
  }

  /// Grey value of a module, dark is low whatever the polarity.
  @inline(__always)
  private func value(_ place: (x: Double, y: Double)) -> Double {
    let (x, y) = point(place)
    let d = 0.24 * eye.module
    if x >= d, y >= d, x + d < Double(luma.width - 1), y + d < Double(luma.height - 1) {
      let (left, right) = (Float(x - d), Float(x + d))
      let (top, bottom) = (Float(y - d), Float(y + d))
      let sum = inside(left, top) + inside(right, top) + inside(left, bottom) + inside(right, bottom)
      let value = Double(sum) / 4
      return eye.isInverted ? eye.light + eye.dark - value : value
    }
    let value =
      (Bilinear.value(luma, x - d, y - d) + Bilinear.value(luma, x + d, y - d)
        + Bilinear.value(luma, x - d, y + d) + Bilinear.value(luma, x + d, y + d)) / 4
    return eye.isInverted ? eye.light + eye.dark - value : value
  }

  /// The value at a place that has pixels on all sides.
  @inline(__always)
  private func inside(_ x: Float, _ y: Float) -> Float {
    // Rounding may reach the last pixel.
    let (x0, y0) = (min(Int(x), luma.width &- 2), min(Int(y), luma.height &- 2))
    let (s, t) = (x - Float(x0), y - Float(y0))
    let above = luma.row(y0) + x0
    let below = luma.row(y0 &+ 1) + x0
    let top = Float(above[0]) + s * (Float(above[1]) - Float(above[0]))
    let bottom = Float(below[0]) + s * (Float(below[1]) - Float(below[0]))
    return top + t * (bottom - top)
  }

  /// How clearly modules up to a distance from the bull's eye are light or dark.
  private func clearness(_ radius: Double) -> Double {
    let middle = (eye.light + eye.dark) / 2
    var sum = 0.0
    for place in MaxiCodeGrid.fromMiddle {
      guard place.x * place.x + place.y * place.y < radius * radius else { break }
      let v = value(place) - middle
      sum += v * v
    }
    let contrast = eye.light - eye.dark
    for (place, isDark) in MaxiCodeGrid.marks where place.x * place.x + place.y * place.y < radius * radius {
      sum += 2 * contrast * (isDark ? middle - value(place) : value(place) - middle)
    }
    return sum
  }

  /// Chooses the size of the modules: rings are printed larger or smaller than they should be, rows further apart.
  private mutating func stretch() {
    let start = square
    let centre = eye.centre
    let u = Point((start[1].x - start[0].x) / 2, (start[1].y - start[0].y) / 2)
    let v = Point((start[3].x - start[0].x) / 2, (start[3].y - start[0].y) / 2)
    var best = clearness(11)
    for x in [0.94, 0.97, 1, 1.03, 1.06] {
      for y in [0.94, 0.97, 1, 1.03, 1.06, 1.09] {
        attempt(11, &best) { square in
          square = [(-x, -y), (x, -y), (x, y), (-x, y)].map { a, b in
            Point(centre.x + a * u.x + b * v.x, centre.y + a * u.y + b * v.y)
          }
        }
      }
    }
  }

  /// Chooses how the symbol leans into the picture: parts of it are nearer than the bull's eye.
  private mutating func lean(_ radius: Double) {
    let (start, centre) = (square, eye.centre)
    var best = clearness(radius)
    for g in -4...4 {
      for h in -4...4 {
        attempt(radius, &best) { square in
          for (i, sign) in [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].enumerated() {
            let w = 1 / (1 + 0.03 * (Double(g) * sign.0 + Double(h) * sign.1))
            square[i] = Point(centre.x + w * (start[i].x - centre.x), centre.y + w * (start[i].y - centre.y))
          }
        }
      }
    }
  }

  /// Keeps a change of the square when it makes modules clearer; whether it did.
  @discardableResult
  private mutating func attempt(_ radius: Double, _ best: inout Double, _ change: (inout [Point]) -> Void) -> Bool {
    let (old, oldMap) = (square, map)
    change(&square)
    if let map = MaxiCodeGrid.map(square) {
      self.map = map
      let now = clearness(radius)
      if now > best {
        best = now
        return true
      }
    }
    (square, map) = (old, oldMap)
    return false
  }

  /// Moves corners and the whole by a part of a module, as long as that makes modules clearer.
  private mutating func bend(_ step: Double, _ radius: Double) {
    let size = step * eye.module
    var best = clearness(radius)
    for _ in 0..<4 {
      let before = best
      for corners in [[0, 1, 2, 3], [0, 1], [1, 2], [2, 3], [3, 0], [0], [1], [2], [3]] {
        for (dx, dy) in [(size, 0), (-size, 0), (0, size), (0, -size)] {
          attempt(radius, &best) { square in
            for i in corners { square[i] = Point(square[i].x + dx, square[i].y + dy) }
          }
        }
      }
      if best <= before { break }
    }
  }

  /// The codewords, by one threshold or by the mean of what is around each module.
  private func codewords(isLocal: Bool) -> [UInt8] {
    let values = MaxiCodeGrid.cells.map { value($0) }
    var threshold = [Double](repeating: MaxiCodeGrid.border(values), count: values.count)
    if isLocal {
      for (i, a) in MaxiCodeGrid.cells.enumerated() {
        var (sum, low, high, count) = (0.0, 255.0, 0.0, 0.0)
        for (j, b) in MaxiCodeGrid.cells.enumerated() where abs(a.x - b.x) < 4 && abs(a.y - b.y) < 4 {
          sum += values[j]
          low = min(low, values[j])
          high = max(high, values[j])
          count += 1
        }
        if count > 8 { threshold[i] = 0.5 * (sum / count) + 0.25 * (low + high) }
      }
    }
    var codewords = [UInt8](repeating: 0, count: 144)
    for i in 0..<MaxiCodeLayout.bits where values[i] < threshold[i] { codewords[i / 6] |= 1 << UInt8(5 - i % 6) }
    return codewords
  }

  /// Between two groups of values: the middle of their means, found by turns.
  private static func border(_ values: [Double]) -> Double {
    var border = values.reduce(0, +) / Double(max(1, values.count))
    for _ in 0..<8 {
      let (low, high) = (values.filter { $0 <= border }, values.filter { $0 > border })
      guard !low.isEmpty, !high.isEmpty else { break }
      border = (low.reduce(0, +) / Double(low.count) + high.reduce(0, +) / Double(high.count)) / 2
    }
    return border
  }

  /// Outline of the symbol in the picture.
  private var corners: Quad {
    let (top, bottom) = (-16 * MaxiCodeLayout.rowDistance - 0.577, 16 * MaxiCodeLayout.rowDistance + 0.577)
    func corner(_ x: Double, _ y: Double) -> Point {
      let p = point((x, y))
      return Point(p.x, p.y)
    }
    return Quad(corner(-14.5, top), corner(15.5, top), corner(15.5, bottom), corner(-14.5, bottom))
  }
}
