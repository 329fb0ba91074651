import Glibc
import Imaging
import ReaderCore

/// QR codes by three finder patterns that show as they are, dark on light: what most codes before a camera are.
///
/// Everything that is less clear is left to those who look longer.
enum QRFirstLook {
  /// Finder patterns, and places, that are looked at.
  private static let mostPatterns = 8
  private static let mostPlaces = 3
  private static let mostEdges = 400

  /// The symbol in a picture; nil when there is none, or it is not clear.
  ///
  /// - Parameters:
  ///   - light: What parts dark from light.
  ///   - angle: About how far its sides are turned, radians, -π/4 to π/4.
  ///   - module: Pixels a module, about; 0 when it is not known.
  static func read(_ luma: LumaView, _ light: MatrixLight, angle: Double, module: Double) -> MatrixRead? {
    let (level, band) = (light.level, light.band)
    guard luma.width >= 21, luma.height >= 21 else { return nil }
    let patterns = patterns(luma, level, band, angle, module)
    guard patterns.count >= 3 else { return nil }
    for place in QRPlace.all(patterns, limit: mostPlaces) where place.strain < 0.6 {
      if let read = read(luma, place, level) { return read }
    }
    return nil
  }

  // MARK: finder patterns

  private static func patterns(
    _ luma: LumaView, _ level: Int, _ band: Int, _ angle: Double, _ module: Double
  ) -> [QRFinderPattern] {
    var found: [QRFinderPattern] = []
    let turn = abs(angle) < 0.8 ? cos(angle) : 1
    // The middle of a pattern is three modules high; of a turned one less shows the same pattern.
    let most = max(0.8, 2 - 4 * abs(angle)) * (module > 0 ? min(module, 40) : 1.5)
    let step = max(1, min(Int(most), luma.height / 21))
    withUnsafeTemporaryAllocation(of: LineEdge.self, capacity: 2 * mostEdges) { edges in
      guard let edges = edges.baseAddress else { return }
      let column = edges + mostEdges
      for y in stride(from: step / 2, to: luma.height, by: step) {
        let count = LineEdge.scan(luma.row(y), 1, luma.width, level, band, into: edges, limit: mostEdges)
        guard count >= 6 else { continue }
        for i in 0...count - 6 where edges[i].isDarkAfter {
          guard let row = pattern(edges + i) else { continue }
          // The column through its middle, and the row through the middle of that.
          let x = Int(row.middle)
          let isKnown = found.contains {
            abs($0.centre.x - row.middle) < $0.module && abs($0.centre.y - Double(y)) < 3 * $0.module
          }
          guard !isKnown, x >= 0, x < luma.width else { continue }
          let reach = Int(6 * row.module) + 2
          let (first, end) = (max(0, y - reach), min(luma.height, y + reach + 1))
          let crossing = LineEdge.scan(
            luma.row(first) + x, luma.stride, end - first, level, band, into: column, limit: mostEdges)
          guard let tall = pattern(column, crossing, around: Double(y - first) + 0.5), tall.module < 1.6 * row.module,
            row.module < 1.6 * tall.module
          else { continue }
          found.append(
            QRFinderPattern(
              centre: Point(row.middle, tall.middle + Double(first)),
              module: turn * (row.module * tall.module).squareRoot(), isInverted: false))
          if found.count == mostPatterns { return }
        }
      }
    }
    return found
  }

  /// The middle of six edges and their module, when they are as far apart as those of a finder pattern: 1 1 3 1 1.
  private static func pattern(_ edges: UnsafeMutablePointer<LineEdge>) -> (middle: Double, module: Double)? {
    let module = (edges[5].place - edges[0].place) / 7
    guard module >= 1.2 else { return nil }
    let slack = 0.4 * module + 0.3
    func fits(_ i: Int, _ modules: Float) -> Bool {
      abs(edges[i + 1].place - edges[i].place - modules * module) <= slack
    }
    guard fits(2, 3), fits(0, 1), fits(1, 1), fits(3, 1), fits(4, 1) else { return nil }
    return (Double(edges[2].place + edges[3].place) / 2, Double(module))
  }

  /// The same of the edges of a line, of which the middle run lies around a place.
  private static func pattern(_ edges: UnsafeMutablePointer<LineEdge>, _ count: Int, around place: Double)
    -> (middle: Double, module: Double)?
  {
    guard count >= 6 else { return nil }
    for i in 0...count - 6 where edges[i].isDarkAfter {
      guard Double(edges[i + 2].place) <= place, place <= Double(edges[i + 3].place) else { continue }
      return pattern(edges + i)
    }
    return nil
  }

  // MARK: modules

  private static func read(_ luma: LumaView, _ place: QRPlace, _ level: Int) -> MatrixRead? {
    let about = Int(((place.side - 17) / 4).rounded())
    var tried: [(plane: QRPlane, score: Int)] = []
    for number in about - 1...about + 1 {
      guard let version = QRVersion(number), let plane = QRPlane(luma, place, version, level) else { continue }
      tried.append((plane, plane.timing(luma, level)))
    }
    for (plane, score) in tried.sorted(by: { $0.score > $1.score }).prefix(2) where score > 70 {
      if let read = read(luma, plane, level) { return read }
    }
    return nil
  }

  private static func read(_ luma: LumaView, _ plane: QRPlane, _ level: Int) -> MatrixRead? {
    let n = plane.version.side
    guard let map = Homography(side: 1, plane.corners) else { return nil }
    let values = map.values(luma, columns: n, rows: n, side: 1)
    let limit = Int32(16 * level)
    if let read = read(values.map { $0 < limit }, plane) { return read }
    return read(LocalContrast.of(values, n, n).map { $0 > 0 }, plane)
  }

  private static func read(_ dark: [Bool], _ plane: QRPlane) -> MatrixRead? {
    let n = plane.version.side
    guard let plain = QRMatrix(side: n, modules: dark), let seen = ModuleGrid(columns: n, rows: n, dark: dark) else {
      return nil
    }
    for isMirrored in [false, true] {
      guard let read = QRCodewords.corrected(isMirrored ? plain.transposed : plain),
        let symbol = QRSymbol(read, isMirrored: isMirrored), let drawn = QRRedraw.symbol(read)
      else { continue }
      let upright =
        isMirrored
        ? RedrawnSymbol(grid: drawn.grid.transposed, corrected: drawn.corrected, correctable: drawn.correctable) : drawn
      return MatrixRead(code: QRCodeResult.code(symbol, plane.corners), seen: seen, symbol: upright)
    }
    return nil
  }
}
