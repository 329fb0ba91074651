import ReaderCore

/// In which row the lines are, at one end of the symbol, by what the row indicators say.
enum PDF417Rows {
  /// What an indicator says: at a height it is some row.
  typealias Seen = (y: Double, row: Int)

  /// Rows from the upper edge of the first one by height; nil when too few indicators agree.
  static func curve(_ seen: [Seen]) -> Parabola? {
    guard seen.count >= 3 else { return nil }
    // The line that most pairs agree on.
    let step = max(1, seen.count / 64)
    let some = stride(from: 0, to: seen.count, by: step).map { seen[$0] }
    var slopes: [Double] = []
    for i in some.indices {
      for j in some.indices where j > i && some[i].row != some[j].row && some[i].y != some[j].y {
        slopes.append(Double(some[j].row - some[i].row) / (some[j].y - some[i].y))
      }
    }
    guard slopes.count >= 2 else { return nil }
    let slope = slopes.sorted()[slopes.count / 2]
    let offset = seen.map { Double($0.row) + 0.5 - slope * $0.y }.sorted()[seen.count / 2]
    var kept = seen.filter { abs(offset + slope * $0.y - Double($0.row) - 0.5) < 1.5 }
    guard kept.count >= 3, 3 * kept.count >= seen.count else { return nil }
    var curve = Parabola(kept.map { ($0.y, Double($0.row) + 0.5) }, isStraight: true)
    for _ in 0..<3 {
      let near = seen.filter { abs(curve.value($0.y) - Double($0.row) - 0.5) < 0.9 }
      guard near.count >= 3 else { break }
      kept = near
      let rows = kept.map { $0.row }
      let isStraight = kept.count < 12 || (rows.max() ?? 0) - (rows.min() ?? 0) < 5
      curve = Parabola(kept.map { ($0.y, Double($0.row) + 0.5) }, isStraight: isStraight)
    }
    return 3 * kept.count >= seen.count ? curve : nil
  }
}
