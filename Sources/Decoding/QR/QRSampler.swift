import ReaderCore

/// From the corners of a QR code in a picture to its modules.
///
/// The corners come from an engine that found the symbol; its size in modules is not known. Every version is tried
/// against the patterns that all symbols have, the likeliest first.
enum QRSampler {
  /// Reads the symbol between four corners; nil when no reading passes error correction.
  ///
  /// - Parameter sides: Modules on a side that are tried.
  static func read(
    _ luma: LumaView, _ corners: Quad, sides: ClosedRange<Double> = 0...200
  ) -> QRSymbol? {
    let bounds = corners.bounds
    guard bounds.minX.isFinite, bounds.maxX.isFinite, bounds.minY.isFinite, bounds.maxY.isFinite,
      bounds.minX > -1e5, bounds.minY > -1e5, bounds.maxX < 1e5, bounds.maxY < 1e5
    else { return nil }
    var fits: [QRFit] = []
    for number in 1...40 {
      guard let version = QRVersion(number), sides.contains(Double(version.side)),
        let fit = QRFit(luma, corners, version)
      else { continue }
      fits.append(fit)
    }
    fits.sort { $0.score > $1.score }
    for fit in fits.prefix(3) where fit.score > 0.2 {
      if let symbol = symbol(luma, fit) { return symbol }
      let better = fit.refined(luma)
      if let symbol = symbol(luma, better) { return symbol }
      let mesh = QRMesh(luma, better)
      if let symbol = sample(luma, fit.version, { mesh.place($0, $1) }) { return symbol }
    }
    return nil
  }

  private static func symbol(_ luma: LumaView, _ fit: QRFit) -> QRSymbol? {
    sample(luma, fit.version) { fit.map($0, $1) }
  }

  /// Reads the symbol whose modules lie where `place` says (module coordinates, centres at halves).
  private static func sample(
    _ luma: LumaView, _ version: QRVersion, _ place: (Double, Double) -> Point
  ) -> QRSymbol? {
    let n = version.side
    var values = [Int32](repeating: 0, count: n * n)
    for y in 0..<n {
      for x in 0..<n {
        var sum: Int32 = 0
        for (dx, dy) in [(0.5, 0.5), (0.3, 0.3), (0.7, 0.3), (0.3, 0.7), (0.7, 0.7)] {
          let p = place(Double(x) + dx, Double(y) + dy)
          sum += Pixel.value(luma, p)
        }
        values[y * n + x] = sum
      }
    }
    guard let matrix = QRMatrix(side: n, modules: LocalContrast.of(values, n, n).map { $0 > 0 }) else { return nil }
    return QRSymbol(matrix)
  }
}

/// Reading single points of a picture.
enum Pixel {
  /// The value at a point, 0 to 255 times 16, linear between the four nearest pixels; outside, that of the border.
  @inline(__always)
  static func value(_ luma: LumaView, _ p: Point) -> Int32 {
    let fx = max(0, min(Double(luma.width - 1), p.x - 0.5))
    let fy = max(0, min(Double(luma.height - 1), p.y - 0.5))
    guard fx.isFinite, fy.isFinite else { return 0 }
    let x = Int(fx)
    let y = Int(fy)
    let wx = Int32((fx - Double(x)) * 16)
    let wy = Int32((fy - Double(y)) * 16)
    let right = x &+ 1 < luma.width ? x &+ 1 : x
    let above = luma.row(y)
    let below = luma.row(y &+ 1 < luma.height ? y &+ 1 : y)
    let top = Int32(above[x]) &* (16 &- wx) &+ Int32(above[right]) &* wx
    let bottom = Int32(below[x]) &* (16 &- wx) &+ Int32(below[right]) &* wx
    return (top &* (16 &- wy) &+ bottom &* wy) >> 4
  }
}
