import Glibc
import Imaging
import ReaderCore

/// Where a QR code may lie: three finder patterns at the corners of what can be a square seen from somewhere.
struct QRPlace {
  /// The pattern between the two others, and the ends of the first row and of the first column.
  let corner: QRFinderPattern
  let right: QRFinderPattern
  let below: QRFinderPattern
  /// Modules on a side, about.
  let side: Double
  /// How far it is from a square with equal patterns; 0 is one.
  let strain: Double

  /// What can be made of some patterns, the likeliest first; at most `limit`.
  static func all(_ patterns: [QRFinderPattern], limit: Int = 200) -> [QRPlace] {
    var places: [QRPlace] = []
    for (i, corner) in patterns.enumerated() {
      // Its neighbours, by the modules between them: 14 in version 1, 170 in version 40.
      var near: [(pattern: QRFinderPattern, distance: Double)] = []
      for (j, other) in patterns.enumerated() where i != j && other.isInverted == corner.isInverted {
        let (dx, dy) = (other.centre.x - corner.centre.x, other.centre.y - corner.centre.y)
        let distance = (dx * dx + dy * dy).squareRoot()
        let module = (corner.module + other.module) / 2
        guard distance > 9 * module, distance < 190 * module, other.module < 2.5 * corner.module,
          corner.module < 2.5 * other.module
        else { continue }
        near.append((other, distance))
      }
      near.sort { $0.distance < $1.distance }
      near = Array(near.prefix(16))
      for a in 0..<near.count {
        for b in 0..<near.count where a != b {
          if let place = QRPlace(corner, near[a], near[b]) { places.append(place) }
        }
      }
    }
    places.sort { $0.strain < $1.strain }
    return Array(places.prefix(limit))
  }

  private init?(
    _ corner: QRFinderPattern, _ right: (pattern: QRFinderPattern, distance: Double),
    _ below: (pattern: QRFinderPattern, distance: Double)
  ) {
    let u = Point(right.pattern.centre.x - corner.centre.x, right.pattern.centre.y - corner.centre.y)
    let v = Point(below.pattern.centre.x - corner.centre.x, below.pattern.centre.y - corner.centre.y)
    // Clockwise: rows to the right, columns down.
    let sine = (u.x * v.y - u.y * v.x) / (right.distance * below.distance)
    let cosine = (u.x * v.x + u.y * v.y) / (right.distance * below.distance)
    guard sine > 0.6 else { return nil }
    let legs = abs(log(right.distance / below.distance))
    guard legs < 0.8 else { return nil }
    let modules = [corner.module, right.pattern.module, below.pattern.module]
    let mean = modules.reduce(0, +) / 3
    let spread = log(modules.max()! / modules.min()!)
    self.corner = corner
    self.right = right.pattern
    self.below = below.pattern
    side = (right.distance + below.distance) / 2 / mean + 7
    guard side >= 18, side <= 190 else { return nil }
    strain = abs(cosine) + legs + 0.6 * spread + 0.002 * side
  }

  /// Light around the symbol that the patch has, and what it may be larger in perspective, in modules.
  private static let margin = 5.0

  /// The symbol turned upright, its modules `pixels` wide; nil when there is no memory.
  ///
  /// `levels` are the frame and its halves: the one is sampled whose modules are not much wider than the patch's.
  func patch(_ levels: [LumaView], pixels: Double) -> Patch? {
    let module = (corner.module + right.module + below.module) / 3
    var level = 0
    while level + 1 < levels.count, module / Double(1 << level) > 1.6 * pixels { level += 1 }
    let scale = Double(1 << level)
    let reach = max(1, side - 7)
    let extra = QRPlace.margin + 0.12 * side
    let size = Int(((side + QRPlace.margin + extra) * pixels).rounded(.up))
    guard size > 0, size <= 1600, let image = try? LumaImage(width: size, height: size) else { return nil }
    // Pixels of the frame in a pixel of the patch, along rows and columns.
    let step = 1 / (reach * pixels)
    let u = Point((right.centre.x - corner.centre.x) * step, (right.centre.y - corner.centre.y) * step)
    let v = Point((below.centre.x - corner.centre.x) * step, (below.centre.y - corner.centre.y) * step)
    let first = (QRPlace.margin + 3.5) * pixels
    let map = Affine(
      a: u.x, b: v.x, c: u.y, d: v.y, tx: corner.centre.x - first * (u.x + v.x),
      ty: corner.centre.y - first * (u.y + v.y))
    let toLevel = Affine(a: 1 / scale, d: 1 / scale).after(map)
    sampleAffine(
      levels[level], toLevel, into: image.base, width: size, height: size, fill: corner.isInverted ? 0 : 255)
    return Patch(luma: image.view, owner: image, toFrame: map)
  }

  /// The corners that the symbol has in its patch, taken for a square.
  func corners(pixels: Double) -> Quad {
    let (a, b) = (QRPlace.margin * pixels, (QRPlace.margin + side) * pixels)
    return Quad(Point(a, a), Point(b, a), Point(b, b), Point(a, b))
  }
}
