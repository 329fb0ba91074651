import ReaderCore

/// Where the modules of a symbol lie: at some places of its rows a curve from the first row to the last, between them straight lines.
struct PDF417Mesh {
  /// What was seen of a place in a row.
  struct Sample {
    /// Rows from the upper edge of the first one.
    var row: Double
    var x: Double
    var y: Double
  }

  private struct Curve {
    var module: Double
    var x: Parabola
    var y: Parabola
  }

  private var curves: [Curve] = []

  /// Lays curves through what was seen at places in modules from the left edge; nil when fewer than two places were seen well enough.
  init?(_ places: [(module: Double, samples: [Sample])], module: Double) {
    for (place, samples) in places where samples.count >= 4 {
      let rows = samples.map { $0.row }
      guard let low = rows.min(), let high = rows.max(), high - low > 1 else { continue }
      let isStraight = samples.count < 12 || high - low < 5
      var kept = samples
      var curve: Curve?
      for _ in 0..<3 {
        let made = Curve(
          module: place, x: Parabola(kept.map { ($0.row, $0.x) }, isStraight: isStraight),
          y: Parabola(kept.map { ($0.row, $0.y) }, isStraight: isStraight))
        curve = made
        let errors = kept.map { abs(made.x.value($0.row) - $0.x) }
        let limit = max(1.2 * module, 2.5 * errors.sorted()[errors.count / 2])
        let next = zip(kept, errors).filter { $0.1 <= limit }.map { $0.0 }
        if next.count == kept.count || next.count < 4 { break }
        kept = next
      }
      if let curve { curves.append(curve) }
    }
    curves.sort { $0.module < $1.module }
    guard curves.count >= 2 else { return nil }
  }

  /// The place of a module in a row; the middle of the first row is 0.
  func point(_ module: Double, row: Double) -> Point {
    var i = 0
    while i + 2 < curves.count, curves[i + 1].module < module { i += 1 }
    let (a, b) = (curves[i], curves[i + 1])
    let share = (module - a.module) / (b.module - a.module)
    let at = row + 0.5
    let (p, q) = (Point(a.x.value(at), a.y.value(at)), Point(b.x.value(at), b.y.value(at)))
    return Point(p.x + share * (q.x - p.x), p.y + share * (q.y - p.y))
  }

  /// The corners of a symbol of so many modules and rows.
  func corners(width: Int, rows: Int) -> Quad {
    let (right, bottom) = (Double(width), Double(rows) - 0.5)
    return Quad(point(0, row: -0.5), point(right, row: -0.5), point(right, row: bottom), point(0, row: bottom))
  }
}
