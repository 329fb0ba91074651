import ReaderCore

/// Where the linear component of a composite stands, and where its 2D component would be.
struct LinearPlace {
  /// The left end of the first bar at the edge towards the 2D component.
  var origin: Point
  /// A module to the right, and one towards the 2D component.
  var right: Point
  var up: Point
  /// Width of the linear component.
  private(set) var modules: Double
  /// Columns of the 2D component.
  let columns: Int
  /// First module of the 2D component's first address pattern that all sizes have (the left one, of three columns the
  /// centre one), from the first bar on, and how far off it can be.
  var start: Double
  let slack: Double

  /// Modules from the first to the last column of address patterns that all sizes have.
  var span: Double { columns == 4 ? 88 : 44 }

  /// Whether the 2D component can be a PDF417.
  var canBeCCC = false

  /// The place of a module and a height above the edge, both in modules.
  func point(_ x: Double, _ y: Double) -> Point {
    Point(origin.x + x * right.x + y * up.x, origin.y + x * right.y + y * up.y)
  }

  /// The place of a linear code, by the corners that it was read with: the 2D component is above it as it is read. nil when it
  /// is of a kind that carries none.
  ///
  /// Columns by kind of the linear component: ISO/IEC 24723, table 1. Places: as in its figures.
  static func of(_ code: DecodedCode, in luma: LumaView) -> LinearPlace? {
    let columns: Int
    let modules: Double
    let start: Double
    var (slack, left) = (5.0, 0.0)
    switch (code.symbology, code.variant) {
    case (.upcEan, .ean13), (.upcEan, .upcA): (columns, modules, start) = (4, 95, -3)
    case (.upcEan, .ean8): (columns, modules, start) = (3, 67, 13)
    case (.upcEan, .upcE): (columns, modules, start) = (2, 51, -3)
    case (.dataBar, .dataBarOmni): (columns, modules, start) = (4, 95, -5)
    case (.dataBar, .dataBarLimited): (columns, modules, start) = (3, 73, 17)
    case (.dataBar, .dataBarStacked): (columns, modules, start) = (2, 50, 1)
    case (.dataBar, .dataBarExpanded):
      guard let bars = LinearModules.bars(code.corners, luma, isInverted: code.isInverted) else { return nil }
      (columns, start) = (4, 1)
      (modules, left) = LinearModules.ofExpanded(bars: bars, code.bytes)
    case (.code128, _) where code.isGS1:
      guard let bars = LinearModules.bars(code.corners, luma, isInverted: code.isInverted),
        let known = LinearModules.ofCode128(bars: bars)
      else { return nil }
      // In the middle, or where bars and spaces suit it.
      (columns, modules, start) = (4, known, (known - 99) / 2)
      slack = max(12, known / 2 - 30)
    default: return nil
    }
    var place = LinearPlace(
      code.corners, columns: columns, modules: modules, start: start, slack: slack,
      leastHeight: code.symbology == .dataBar ? 0.2 : 0)
    if left > 0 { place?.widen(by: left) }
    place = place?.extended(in: luma, isInverted: code.isInverted)
    if code.symbology == .dataBar { place = place?.aboveRows(in: luma, isInverted: code.isInverted) }
    place?.canBeCCC = code.symbology == .code128
    return place
  }

  /// Adds modules at either end.
  private mutating func widen(by count: Double) {
    origin = point(-count, 0)
    modules += 2 * count
  }

  /// nil for corners that are no bars.
  ///
  /// - Parameter leastHeight: By their width, of corners whose sides run along the bars.
  init?(
    _ q: Quad, columns: Int, modules: Double, start: Double, slack: Double, leastHeight: Double
  ) {
    let (dx, dy) = (q.topRight.x - q.topLeft.x, q.topRight.y - q.topLeft.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length.isFinite, modules > 0, length >= modules, length < 30_000 else { return nil }
    let module = length / modules
    let (ux, uy) = (
      (q.topLeft.x + q.topRight.x - q.bottomLeft.x - q.bottomRight.x) / 2,
      (q.topLeft.y + q.topRight.y - q.bottomLeft.y - q.bottomRight.y) / 2
    )
    let height = (ux * ux + uy * uy).squareRoot()
    right = Point(dx / modules, dy / modules)
    // Bars that were read along a single line have no height, and a stack may have been read from the end of one row to the
    // beginning of another: the 2D component is to the left of the reading direction.
    let isHigh = height > max(2, leastHeight * length)
    up = isHigh ? Point(ux / height * module, uy / height * module) : Point(right.y, -right.x)
    guard up.x.isFinite, up.y.isFinite, q.topLeft.x.isFinite, q.topLeft.y.isFinite else { return nil }
    origin = q.topLeft
    self.modules = modules
    self.columns = columns
    self.start = start
    self.slack = slack
  }
}
