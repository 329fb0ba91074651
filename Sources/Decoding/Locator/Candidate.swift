import Glibc
import ReaderCore

/// A place in a picture where a code can be: an oriented rectangle.
struct Candidate {
  /// What the edges inside look like.
  enum Kind {
    /// They agree in one direction: linear, stacked, postal codes.
    case stripes
    /// They are dense in any direction: matrix codes.
    case dense
    /// The whole picture.
    case whole
  }

  var kind: Kind
  /// Middle of the rectangle, in pixels.
  var centre: Point
  /// Direction of the first axis, radians; for stripes it runs across the bars, -π/2 to π/2. Dense: -π/4 to π/4.
  var angle: Double { didSet { if angle != oldValue { axes = Candidate.axes(angle) } } }
  /// Unit vectors of the axes.
  private(set) var axes: (along: Point, across: Point)
  /// Half the extent along the first axis and along the second, without any margin, in pixels.
  var halfLength: Double
  var halfHeight: Double
  /// Mean energy of its blocks, and how well their directions agree (0 to 1).
  var energy: Double
  var coherence: Double = 0
  /// Part of the rectangle that marked blocks cover.
  var fill: Double = 1
  /// Changes between dark and light along the richest of a few lines through it.
  var edges = 0
  /// Orders candidates: the larger, the likelier that something can be read.
  var score: Double = 0
  /// Width of the narrowest bar or square in pixels; 0: unknown.
  var module: Double = 0

  /// A place of which nothing but the rectangle is known, or its energy.
  init(kind: Kind, centre: Point, angle: Double, halfLength: Double, halfHeight: Double, energy: Double = 0) {
    (self.kind, self.centre, self.angle) = (kind, centre, angle)
    (self.halfLength, self.halfHeight, self.energy) = (halfLength, halfHeight, energy)
    axes = Candidate.axes(angle)
  }

  private static func axes(_ angle: Double) -> (along: Point, across: Point) {
    let (c, s) = (cos(angle), sin(angle))
    return (Point(c, s), Point(-s, c))
  }

  /// Pixels that it covers.
  var area: Double { 4 * halfLength * halfHeight }

  /// The corners.
  var quad: Quad {
    let (u, v) = axes
    func corner(_ a: Double, _ b: Double) -> Point {
      Point(centre.x + a * u.x + b * v.x, centre.y + a * u.y + b * v.y)
    }
    return Quad(
      corner(-halfLength, -halfHeight), corner(halfLength, -halfHeight), corner(halfLength, halfHeight),
      corner(-halfLength, halfHeight))
  }

  /// Difference of two directions, as angles that repeat after a quarter turn.
  static func turn(_ a: Double, _ b: Double) -> Double {
    let d = fmod(abs(a - b), .pi / 2)
    return min(d, .pi / 2 - d)
  }
}
