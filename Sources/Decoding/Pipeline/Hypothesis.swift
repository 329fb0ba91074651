import Glibc
import ReaderCore

/// Something that was read, until it is believed or not.
struct Hypothesis {
  /// What it would be reported as; corners in the frame.
  var code: DecodedCode
  /// Scan lines that agreed in the best of the reads.
  var lines: Int
  /// Who read it.
  var engines: Engines = []
  /// How many reads (engine and patch) gave the same value.
  var reads = 1
  /// What the pixels say.
  var verdict: Verdict?
  /// The 2D component above it.
  var composite: CompositeReader.Component?

  /// Whether it was read as a whole, not line by line.
  var isMatrix: Bool { !SymbologySet.striped.contains(code.symbology) }

  /// Whether it corrects or checks itself so strongly that a single read is enough.
  var isStrong: Bool {
    switch code.symbology {
    case .dataMatrix, .qr, .aztec, .pdf417, .microPDF417, .maxiCode, .dotCode, .dataBar, .code93, .codablockF, .code16K,
      .code49, .hanXin, .gridMatrix, .codeOne:
      true
    default: false
    }
  }

  /// Whether nothing in it checks it, so that anything else at the same place is likelier.
  var isFeeble: Bool {
    switch code.symbology {
    case .pharmacode, .daft, .fim, .kix: true
    default: code.variant == .addOn2 || code.variant == .addOn5
    }
  }
}

/// The engines, as a set.
struct Engines: OptionSet {
  let rawValue: UInt8
  static let zxing = Engines(rawValue: 1)
  static let zbar = Engines(rawValue: 2)
  static let own = Engines(rawValue: 4)
}

/// Geometry of the quadrilaterals that codes have.
enum QuadGeometry {
  /// Where two lines cross, each through two points; nil when they run nearly the same way.
  static func crossing(_ a: (Point, Point), _ b: (Point, Point)) -> Point? {
    let (ux, uy) = (a.1.x - a.0.x, a.1.y - a.0.y)
    let (vx, vy) = (b.1.x - b.0.x, b.1.y - b.0.y)
    let det = ux * vy - uy * vx
    guard abs(det) > 0.2 * hypot(ux, uy) * hypot(vx, vy) else { return nil }
    let t = ((b.0.x - a.0.x) * vy - (b.0.y - a.0.y) * vx) / det
    return Point(a.0.x + ux * t, a.0.y + uy * t)
  }

  /// Area; 0 for a line.
  static func area(_ q: Quad) -> Double {
    let c = q.corners
    var sum = 0.0
    for i in 0..<4 {
      let (a, b) = (c[i], c[(i + 1) % 4])
      sum += a.x * b.y - b.x * a.y
    }
    return abs(sum) / 2
  }

  /// Whether a point lies inside a quadrilateral or within `slack` pixels of its box.
  static func contains(_ q: Quad, _ p: Point, slack: Double = 3) -> Bool {
    let b = q.bounds
    guard p.x >= b.minX - slack, p.x <= b.maxX + slack, p.y >= b.minY - slack, p.y <= b.maxY + slack else {
      return false
    }
    let c = q.corners
    var (left, right) = (false, false)
    for i in 0..<4 {
      let (a, e) = (c[i], c[(i + 1) % 4])
      let (dx, dy) = (e.x - a.x, e.y - a.y)
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 0 else { continue }
      let side = (dx * (p.y - a.y) - dy * (p.x - a.x)) / length
      if side > slack { left = true }
      if side < -slack { right = true }
    }
    return !(left && right)
  }

  /// Whether two codes are at the same place: the middle of one lies in the other, or beside it by no more than a share
  /// of its width.
  static func same(_ a: Quad, _ b: Quad, slack: Double = 0) -> Bool {
    contains(a, b.centre, slack: 3 + slack * width(a)) || contains(b, a.centre, slack: 3 + slack * width(b))
  }

  /// Unit vector across the reading direction, and the extent in it.
  static func across(_ q: Quad) -> (direction: Point, extent: Double) {
    let length = width(q)
    guard length > 0 else { return (Point(0, 1), 0) }
    let v = Point(-(q.topRight.y - q.topLeft.y) / length, (q.topRight.x - q.topLeft.x) / length)
    let t = q.corners.map { $0.x * v.x + $0.y * v.y }
    return (v, t.max()! - t.min()!)
  }

  private static func width(_ q: Quad) -> Double {
    let (dx, dy) = (q.topRight.x - q.topLeft.x, q.topRight.y - q.topLeft.y)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// Whether a code reads from left to right in the frame, by no more than 60 degrees up or down.
  static func runsRight(_ q: Quad) -> Bool {
    let (dx, dy) = (q.topRight.x - q.topLeft.x, q.topRight.y - q.topLeft.y)
    return dx > 0 && abs(dy) < 1.73 * dx
  }

  /// Corners in clockwise order: a patch seen from behind gives them the other way round.
  static func clockwise(_ q: Quad) -> Quad {
    let (p, c, r) = (q.topLeft, q.topRight, q.bottomRight)
    let turn = (c.x - p.x) * (r.y - c.y) - (c.y - p.y) * (r.x - c.x)
    return turn < 0 ? Quad(q.bottomLeft, q.bottomRight, q.topRight, q.topLeft) : q
  }
}
