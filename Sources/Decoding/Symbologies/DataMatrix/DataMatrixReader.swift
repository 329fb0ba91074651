import Glibc
import Imaging
import ReaderCore

/// Reads Data Matrix symbols by their solid borders: straight lines that meet, from which dotted borders lead to the fourth corner.
final class DataMatrixReader {
  private var tracker = BorderTracker()
  private var layouts = [DataMatrixLayout?](repeating: nil, count: DataMatrixSize.all.count)

  /// The share of border modules that must be as they should.
  private static let leastBorder = 0.85

  /// The symbols in a picture: one that takes up most of it, or as many as are found.
  ///
  /// - Parameters:
  ///   - light: What parts dark from light.
  ///   - angle: About how far their sides are turned, radians, -π/4 to π/4.
  ///   - module: Pixels a module, about; 0 when it is not known.
  ///   - short: The shorter side of what lies in it, in pixels; 0 when it is not known.
  ///   - isKnown: Whether what is at a point was read before.
  func reads(
    _ luma: LumaView, _ light: MatrixLight, angle: Double, module: Double, short: Double = 0,
    isKnown: (Point) -> Bool = { _ in false }
  ) -> [MatrixRead] {
    guard luma.width >= 12, luma.height >= 12, abs(angle) < 1 else { return [] }
    let pixels = module > 0 ? min(module, 40) : 3
    // A low symbol that is turned lies in a large picture.
    let step = max(
      1, min(min(luma.width, luma.height) / DataMatrixReader.scans, short > 0 ? Int(min(short, 1e4)) / 10 : .max))
    // The smallest symbols have eight modules on a side, of which the ends are not followed.
    let least = max(9, 5.5 * pixels)
    let lean = tan(angle)
    func lines(isSteep: Bool, slope: Double) -> [BorderLine] {
      tracker.lines(
        luma, isSteep: isSteep, level: light.level, band: light.band, slope: slope, step: step, least: least,
        limit: DataMatrixReader.mostLines)
    }
    let steep = lines(isSteep: true, slope: -lean)
    guard !steep.isEmpty else { return [] }
    let flat = lines(isSteep: false, slope: lean)
    var found: [MatrixRead] = []
    for corner in DataMatrixCorner.all(
      steep, flat, slack: 1.5 * Double(step) + 1.5, limit: DataMatrixReader.mostCorners)
    {
      guard let corner = corner.followed(luma, depth: max(0.7, 0.4 * min(pixels, 10))) else { continue }
      let grid = DataMatrixGrid(luma, corner)
      let centre = grid.quad.centre
      if isKnown(centre) || found.contains(where: { QuadGeometry.contains($0.code.corners, centre) }) { continue }
      guard let read = read(grid, module: pixels) else { continue }
      found.append(read)
      if 10 * QuadGeometry.area(read.code.corners) > 3 * Double(luma.width * luma.height) { break }
    }
    return found
  }

  /// Rows and columns that are looked at, of the shorter side.
  private static let scans = 32
  /// Borders in each direction, and corners, that are looked at.
  private static let mostLines = 16
  private static let mostCorners = 6

  private func read(_ grid: DataMatrixGrid, module: Double) -> MatrixRead? {
    for index in grid.sizes(module: module, limit: 3) {
      if let fitted = grid.fitted(DataMatrixSize.all[index]), let read = read(fitted, index) { return read }
    }
    return nil
  }

  private func layout(_ index: Int) -> DataMatrixLayout? {
    if let layout = layouts[index] { return layout }
    layouts[index] = DataMatrixLayout(DataMatrixSize.all[index])
    return layouts[index]
  }

  /// Reads the modules of a grid.
  private func read(_ grid: DataMatrixGrid, _ index: Int) -> MatrixRead? {
    guard let layout = layout(index), let map = Homography(side: 1, grid.quad) else { return nil }
    let (w, h) = (layout.size.columns, layout.size.rows)
    let values = map.values(grid.luma, columns: w, rows: h, side: 1)
    let isInverted = grid.base.isInverted
    let level = Int32(max(0, min(4080, (grid.base.ink + grid.base.paper) / 2)))
    let plain = values.map { ($0 < level) != isInverted }
    if let read = read(plain, layout, grid) { return read }
    return read(LocalContrast.of(values, w, h).map { $0 > 0 }.map { $0 != isInverted }, layout, grid)
  }

  private func read(_ dark: [Bool], _ layout: DataMatrixLayout, _ grid: DataMatrixGrid) -> MatrixRead? {
    let (w, h) = (layout.size.columns, layout.size.rows)
    var (border, wrong) = (0, 0)
    for y in 0..<h {
      for x in 0..<w where layout.isBorder(x, y) {
        border += 1
        if dark[y * w + x] != layout.patterns.dark[y * w + x] { wrong += 1 }
      }
    }
    guard Double(wrong) <= (1 - DataMatrixReader.leastBorder) * Double(border),
      let seen = ModuleGrid(columns: w, rows: h, dark: dark)
    else { return nil }
    if let (data, symbol) = DataMatrix.corrected(seen, layout) { return result(data, seen, symbol, grid) }
    // The mirror image that keeps the two solid sides.
    guard w == h, let (data, symbol) = DataMatrix.corrected(seen.transposed.reversed, layout) else { return nil }
    let mirrored = RedrawnSymbol(
      grid: symbol.grid.reversed.transposed, corrected: symbol.corrected, correctable: symbol.correctable)
    return result(data, seen, mirrored, grid)
  }

  private func result(
    _ data: [UInt8], _ seen: ModuleGrid, _ symbol: RedrawnSymbol, _ grid: DataMatrixGrid
  ) -> MatrixRead? {
    guard let content = DataMatrixText.decode(data), !content.bytes.isEmpty else { return nil }
    let size = DataMatrixSize.of(rows: seen.rows, columns: seen.columns)
    let isExtended = size?.isExtended ?? false
    var code = DecodedCode(
      symbology: .dataMatrix, bytes: content.bytes, aimID: content.aimID(isExtended: isExtended), corners: grid.quad)
    code.segments = content.segments
    code.structuredAppend = content.structuredAppend
    // GS1 takes ECC 200 alone.
    code.isGS1 = content.form == .gs1 && !isExtended
    code.isInverted = grid.base.isInverted
    return MatrixRead(code: code, seen: seen, symbol: symbol)
  }
}
