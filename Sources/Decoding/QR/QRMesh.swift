import ReaderCore

/// A QR code on paper that is not flat: each alignment pattern is looked for near its place, and what it is off moves the modules around it.
struct QRMesh {
  private let map: Homography
  /// Positions of the nodes in modules, the same for rows and columns.
  private let nodes: [Double]
  /// How far each node is off, in pixels, row by row.
  private var offsets: [Point]

  /// Measures where the alignment patterns are.
  init(_ luma: LumaView, _ fit: QRFit) {
    map = fit.map
    let positions = fit.version.alignmentPositions
    nodes = positions.isEmpty ? [] : positions.map { Double($0) + 0.5 }
    offsets = [Point](repeating: Point(0, 0), count: nodes.count * nodes.count)
    for (x, y) in fit.version.alignmentCentres {
      guard let i = positions.firstIndex(of: x), let j = positions.firstIndex(of: y) else { continue }
      offsets[j * nodes.count + i] = QRMesh.offset(luma, fit.map, Double(x), Double(y))
    }
  }

  /// Where a point of the symbol lies in the picture.
  func place(_ x: Double, _ y: Double) -> Point {
    let flat = map(x, y)
    guard nodes.count > 1 else { return flat }
    let (i, u) = cell(x)
    let (j, v) = cell(y)
    let n = nodes.count
    let (a, b) = (offsets[j * n + i], offsets[j * n + i + 1])
    let (c, d) = (offsets[(j + 1) * n + i], offsets[(j + 1) * n + i + 1])
    func mix(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v
    }
    return Point(flat.x + mix(a.x, b.x, c.x, d.x), flat.y + mix(a.y, b.y, c.y, d.y))
  }

  /// The cell of a position and where in it, 0 to 1; positions outside belong to the border.
  private func cell(_ position: Double) -> (Int, Double) {
    var i = 0
    while i < nodes.count - 2, position > nodes[i + 1] { i += 1 }
    return (i, max(0, min(1, (position - nodes[i]) / (nodes[i + 1] - nodes[i]))))
  }

  /// The move, up to 2 modules, under which an alignment pattern shows best; none when it does not show.
  private static func offset(_ luma: LumaView, _ map: Homography, _ x: Double, _ y: Double) -> Point {
    var best = (score: Int32.min, dx: 0.0, dy: 0.0)
    var plain: Int32 = .min
    for dy in stride(from: -2.0, through: 2.0, by: 0.5) {
      for dx in stride(from: -2.0, through: 2.0, by: 0.5) {
        var score: Int32 = 0
        for v in -2...2 {
          for u in -2...2 {
            let value = Pixel.value(luma, map(x + 0.5 + Double(u) + dx, y + 0.5 + Double(v) + dy))
            score &+= max(abs(u), abs(v)) == 1 ? value &* 17 : -(value &* 8)
          }
        }
        if dx == 0, dy == 0 { plain = score }
        if score > best.score { best = (score, dx, dy) }
      }
    }
    guard best.score > plain else { return Point(0, 0) }
    let from = map(x + 0.5, y + 0.5)
    let to = map(x + 0.5 + best.dx, y + 0.5 + best.dy)
    return Point(to.x - from.x, to.y - from.y)
  }
}
