/// What the bars of DataBar say by themselves.
extension StackedRows {
  /// The values of the data characters that are where those of a claim must be; nil where not all are seen.
  ///
  /// - Parameter places: Lines through each of its rows.
  func data(of claim: DrawnBars, at places: [[BarsVerifier.Place]]) -> [Int]? {
    var out: [Int] = []
    for (row, places) in zip(claim.rows, places) {
      let parts = row.pattern.characters.indices.map { row.pattern.elements(of: $0) }
      let characters = parts.filter { $0.count == 8 }
      var votes = [[Int]](repeating: [], count: characters.count)
      for place in places {
        guard let line = edges(near: place.h) else { continue }
        let growth = growth(row.pattern, parts.filter { $0.count == 5 }, place, line)
        for (i, part) in characters.enumerated() {
          guard var widths = widths(row.pattern, part, place, line, growth) else { continue }
          // The second character of a pair stands backwards.
          let number = row.isTurned ? characters.count - 1 - i : i
          if (number % 2 == 1) != row.isTurned { widths.reverse() }
          if let value = claim.kind(out.count + number).value(widths) { votes[i].append(value) }
        }
      }
      if row.isTurned { votes.reverse() }
      for (i, own) in votes.enumerated() {
        // That of the check character is not asked for.
        let isCheck = out.isEmpty && i == 0
        var (best, most) = (isCheck ? -1 : Int.min, 0)
        for value in own {
          let count = own.count { $0 == value }
          if count > most { (best, most) = (value, count) }
        }
        if best == .min { return nil }
        out.append(best)
      }
    }
    return out
  }

  /// Modules by which bars are wider than they should be, by the finder patterns.
  private func growth(_ pattern: LinearPattern, _ finders: [Range<Int>], _ place: BarsVerifier.Place, _ line: [Float])
    -> Float
  {
    var (sum, count): (Float, Float) = (0, 0)
    for finder in finders {
      guard let widths = measured(pattern, finder, place, line) else { continue }
      for (k, width) in zip(finder, widths) where abs(width - pattern.widths[k]) < 0.8 {
        sum += (width - pattern.widths[k]) * (k % 2 == 0 ? 1 : -1)
        count += 1
      }
    }
    return count > 0 ? sum / count : 0
  }

  /// The widths of elements in whole modules; nil where they do not fill their place.
  private func widths(
    _ pattern: LinearPattern, _ part: Range<Int>, _ place: BarsVerifier.Place, _ line: [Float], _ growth: Float
  ) -> [Int]? {
    guard let widths = measured(pattern, part, place, line) else { return nil }
    let whole = zip(part, widths).map { Int(($1 - ($0 % 2 == 0 ? growth : -growth)).rounded()) }
    return whole.reduce(0, +) == Int(pattern.widths[part].reduce(0, +)) ? whole : nil
  }

  /// The widths of the elements at the place of others, in modules, which fill that place together; nil where no edges are near its ends.
  private func measured(_ pattern: LinearPattern, _ part: Range<Int>, _ place: BarsVerifier.Place, _ line: [Float])
    -> [Float]?
  {
    let modules = pattern.widths[part].reduce(0, +)
    let unit = Float(place.end - place.start) / pattern.modules
    let begin = Float(place.start) + pattern.widths[..<part.lowerBound].reduce(0, +) * unit
    var nearest: Int?
    for k in stride(from: part.lowerBound % 2, to: line.count - part.count, by: 2)
    where abs(line[k] - begin) < abs(line[nearest ?? k] - begin) || nearest == nil {
      nearest = k
    }
    guard unit > 0, let k = nearest, abs(line[k] - begin) < 1.5 * unit else { return nil }
    let own = (line[k + part.count] - line[k]) / modules
    guard own > 0.9 * unit, own < 1.1 * unit else { return nil }
    return (k..<k + part.count).map { (line[$0 + 1] - line[$0]) / own }
  }
}
