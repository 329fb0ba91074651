import ReaderCore

/// One line through a picture as dark and light runs.
enum ScanLine {
  /// Widths of the runs between two points, in pixels, from the first dark one on.
  ///
  /// Edges are where the line crosses the middle between the extremes of its neighbourhood, to a fraction of a pixel.
  static func runs(_ luma: LumaView, from start: Point, to end: Point) -> [Double] {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length.isFinite, length >= 8, length < 100_000 else { return [] }
    let steps = Int(length * 2)
    let (ux, uy) = (dx / Double(steps), dy / Double(steps))
    var values = [Int32](repeating: 0, count: steps + 1)
    for i in 0...steps {
      values[i] = Pixel.value(luma, Point(start.x + ux * Double(i), start.y + uy * Double(i)))
    }
    guard let low = values.min(), let high = values.max(), high - low > 16 * 24 else { return [] }
    let middle = (low + high) / 2
    var edges: [(position: Double, toDark: Bool)] = []
    for i in 1...steps where (values[i] < middle) != (values[i - 1] < middle) {
      let fraction = Double(middle - values[i - 1]) / Double(values[i] - values[i - 1])
      edges.append((Double(i - 1) + fraction, values[i] < middle))
    }
    guard let first = edges.firstIndex(where: { $0.toDark }) else { return [] }
    var widths: [Double] = []
    for i in (first + 1)..<max(first + 1, edges.count) {
      widths.append((edges[i].position - edges[i - 1].position) * length / Double(steps))
    }
    return widths
  }
}
