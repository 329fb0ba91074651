import Imaging
import ReaderCore

/// A finder pattern of a QR code: dark and light as 1 1 3 1 1 along rows and columns.
struct QRFinderPattern {
  /// Middle, in pixels.
  var centre: Point
  /// Pixels in a module.
  var module: Double
  /// Light for dark.
  var isInverted: Bool
  /// Rows that showed it, and for how many modules those are.
  var rows = 1
  var share: Double { Double(rows) / (module / scale) }
  /// Pixels of the picture in a pixel of the reduced one that it was found in.
  var scale = 1.0

  /// The patterns of a picture, those that most rows show first; at most `limit`.
  ///
  /// The neighbourhood that parts dark from light has 41 pixels, which is right for modules up to eight pixels: larger ones are
  /// found in reduced pictures.
  static func all(_ luma: LumaView, limit: Int = 240) -> [QRFinderPattern] {
    var found: [QRFinderPattern] = []
    var level = luma
    var owner: LumaImage?
    var scale = 1.0
    while level.width >= 40, level.height >= 40 {
      guard let binary = try? LumaImage(width: level.width, height: level.height) else { break }
      binarize(level, radius: min(20, min(level.width, level.height) / 3), offset: 3, into: binary.base)
      for pattern in QRFinderScan(binary.base, level.width, level.height).run() {
        var pattern = pattern
        pattern.centre = Point(pattern.centre.x * scale, pattern.centre.y * scale)
        pattern.module *= scale
        pattern.scale = scale
        let isKnown = found.contains {
          $0.isInverted == pattern.isInverted && $0.isNear(pattern.centre, 3 * pattern.module)
            && $0.module < 1.5 * pattern.module && pattern.module < 1.5 * $0.module
        }
        if !isKnown { found.append(pattern) }
      }
      guard let half = try? LumaImage(width: level.width / 2, height: level.height / 2) else { break }
      halve(level, into: half.base)
      owner = half
      level = half.view
      scale *= 2
    }
    _ = owner
    found.sort { $0.share > $1.share }
    return Array(found.prefix(limit))
  }

  /// Whether the middle lies within a distance of a point.
  func isNear(_ point: Point, _ distance: Double) -> Bool {
    let (dx, dy) = (centre.x - point.x, centre.y - point.y)
    return dx * dx + dy * dy <= distance * distance
  }
}

/// The search for finder patterns in a picture of 0 and 255.
private final class QRFinderScan {
  private let pixels: UnsafeMutablePointer<UInt8>
  private let width: Int
  private let height: Int
  private var found: [QRFinderPattern] = []

  init(_ pixels: UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int) {
    self.pixels = pixels
    self.width = width
    self.height = height
  }

  /// Patterns that two rows show at least, of the three modules that their middle is high a good quarter, and the columns
  /// through them.
  func run() -> [QRFinderPattern] {
    for y in 0..<height {
      let row = pixels + y * width
      var (a, b, c, d) = (0, 0, 0, 0)
      var start = 0
      var runs = 0
      var x = 1
      while x <= width {
        if x == width || row[x] != row[x &- 1] {
          let e = x &- start
          runs &+= 1
          if runs >= 5, Self.isPattern(a, b, c, d, e) {
            take(Double(x - e - d) - Double(c) / 2, y, Double(a + b + c + d + e) / 7, isInverted: row[x &- 1] != 0)
          }
          (a, b, c, d) = (b, c, d, e)
          start = x
        }
        x &+= 1
      }
    }
    return found.filter { $0.rows >= 2 && $0.share > 0.8 }
  }

  /// Whether five runs are as 1 1 3 1 1, half a module more or less each (three halves in the middle).
  @inline(__always)
  private static func isPattern(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int) -> Bool {
    guard c &* 2 > a &+ e, c > b, c > d else { return false }
    let total = a &+ b &+ c &+ d &+ e
    guard total >= 8 else { return false }
    // All times 7: a module is `total`; single pixels are forgiven.
    let slack = total / 2 &+ 4
    func off(_ run: Int, _ modules: Int) -> Int { abs(7 &* run &- modules &* total) }
    return off(a, 1) <= slack && off(b, 1) <= slack && off(d, 1) <= slack && off(e, 1) <= slack
      && off(c, 3) <= 3 &* slack
  }

  /// Takes a row's evidence when the column through its middle says the same.
  private func take(_ x: Double, _ y: Int, _ module: Double, isInverted: Bool) {
    if let i = found.firstIndex(where: {
      $0.isInverted == isInverted && $0.isNear(Point(x, $0.centre.y), module)
        && abs($0.centre.y - Double(y)) < 2.5 * module
    }) {
      found[i].rows += 1
      return
    }
    guard found.count < 2000 else { return }
    let column = min(width - 1, max(0, Int(x)))
    guard let (middle, tall) = cross(column, y, limit: Int(12 * module) + 4) else { return }
    guard tall < 2.5 * module, module < 2.5 * tall else { return }
    found.append(
      QRFinderPattern(
        centre: Point(x, middle), module: (module * tall).squareRoot(), isInverted: isInverted))
  }

  /// The runs along a column around a row: middle and module; nil when they are no pattern.
  private func cross(_ x: Int, _ y: Int, limit: Int) -> (middle: Double, module: Double)? {
    let column = pixels + x
    var up: (Int, Int, Int) = (0, 0, 0)
    var down: (Int, Int, Int) = (0, 0, 0)
    func follow(_ from: Int, _ step: Int) -> (Int, Int, Int)? {
      var runs = [0, 0, 0]
      var value = column[y * width]
      var at = from
      var k = 0
      var left = limit
      while at >= 0, at < height, left > 0 {
        let here = column[at * width]
        if here != value {
          k += 1
          if k == 3 { break }
          value = here
        }
        runs[k] += 1
        at += step
        left -= 1
      }
      return k >= 2 && runs[2] > 0 ? (runs[0], runs[1], runs[2]) : nil
    }
    guard let above = follow(y, -1), let below = follow(y + 1, 1) else {
      // The lower half may begin with the row itself being the last of the middle.
      return nil
    }
    up = above
    down = below
    guard Self.isPattern(up.2, up.1, up.0 + down.0, down.1, down.2) else { return nil }
    let top = Double(y + 1 - up.0)
    return (top + Double(up.0 + down.0) / 2, Double(up.0 + up.1 + up.2 + down.0 + down.1 + down.2) / 7)
  }
}
