import ReaderCore

/// Symbols of several rows of bars.
extension BarsVerifier {
  /// Lines of a row that are compared.
  private static let linesOfRow = 5

  /// Judges a stacked symbol that may look in several ways: those of which most is seen are compared row by row.
  func verifyStack(_ frame: LumaView, _ quad: Quad, _ isInverted: Bool, _ claims: [DrawnBars]) -> Verdict {
    guard let best = stackFit(frame, quad, isInverted, claims) else {
      return Verdict(outcome: .unverifiable, confidence: 0, reason: "The symbol is not where it was reported.")
    }
    var verdict = best.fit.verdict
    verdict.corners = best.corners
    return verdict
  }

  /// The way in which a stacked symbol fits best, and the corners of its rows; nil where it is not seen.
  func stackFit(
    _ frame: LumaView, _ quad: Quad, _ isInverted: Bool, _ claims: [DrawnBars]
  ) -> (fit: Fit, corners: Quad)? {
    var best: (fit: Fit, corners: Quad)?
    // As the value demands, and where that is not there with whatever is around the same finder patterns.
    let canRead = claims.contains { $0.value != nil }
    for (isLoose, isReversed) in [(false, false), (false, true), (true, false), (true, true)] {
      guard best?.fit.isGood != true, canRead || !isLoose,
        let lines = VerifierLines(frame, quad, reversed: isReversed),
        let rows = StackedRows(lines, isInverted, claims, line, isLoose: isLoose)
      else { continue }
      let seen = claims.map { claim in
        let places = rows.places(of: claim)
        return (claim: claim, rows: places, share: places.reduce(0) { $0 + $1.coverage } / Double(places.count))
      }
      for one in seen.sorted(by: { $0.share > $1.share }).prefix(2) where one.share > 0.3 {
        if !isLoose, let fit = fit(one.claim, one.rows, isInverted) {
          if fit.mean < best?.fit.mean ?? .infinity { best = (fit, one.claim.corners(one.rows, quad)) }
          if fit.isGood { break }
        }
        // In whichever spelling the bars show, or another value.
        let places = one.claim.rows.indices.map { self.lines(of: $0, one.claim, one.rows) }
        guard canRead, let data = rows.data(of: one.claim, at: places), let shown = one.claim.drawn(for: data),
          var other = fit(shown.claim, one.rows, isInverted), other.isGood
        else { continue }
        other.isOther = !shown.isSame
        best = (other, shown.claim.corners(one.rows, quad))
        break
      }
    }
    return best
  }

  /// Fits each row; nil when the rows do not stand on top of each other in their order.
  private func fit(_ claim: DrawnBars, _ rows: [StackedRows.RowPlaces], _ isInverted: Bool) -> Fit? {
    let seen = rows.filter { !$0.places.isEmpty }
    // Rows beside each other are parts of one row, which is another symbol.
    let steps = zip(seen, seen.dropFirst()).map { ($1.middle - $0.middle, 0.4 * ($0.height + $1.height)) }
    guard steps.allSatisfy({ $0 > $1 }) || steps.allSatisfy({ -$0 > $1 }) else { return nil }
    var all = Fit(isOnlyWay: claim.isOnlyWay, isLinked: claim.isLinked)
    for (i, row) in claim.rows.enumerated() {
      guard let template = BarsTemplate(row.pattern, growth: 0, kernel: kernels[1]) else { return nil }
      let places = lines(of: i, claim, rows)
      guard let first = places.first else { return nil }
      let tall = abs((places.last?.h ?? 0) - first.h) * first.lines.height
      let thickness = max(1, min(3, Int(tall / 8)))
      let pieces = fit(
        row, template, places, thickness, isInverted, reach: rows[i].places.isEmpty ? 2 : 1, areAlike: false)
      all.pieces += pieces ?? template.pieces.map { _ in 1 }
    }
    return all
  }

  /// The lines of a row that are compared: those that show most of it, from all over its height. A row that was not seen must be
  /// beside the others.
  private func lines(of i: Int, _ claim: DrawnBars, _ rows: [StackedRows.RowPlaces]) -> [Place] {
    let coverage = rows[i].coverage
    let best = rows[i].places.filter { Double($0.likeness) > coverage - 0.01 }
    guard best.isEmpty else {
      let n = BarsVerifier.linesOfRow
      return best.count <= n ? best : (0..<n).map { best[(2 * $0 + 1) * best.count / (2 * n)] }
    }
    let known = rows.indices.filter { !rows[$0].places.isEmpty }
    guard let near = known.min(by: { abs($0 - i) < abs($1 - i) }) else { return [] }
    let places = rows[near].places
    guard let first = places.first, let last = places.last else { return [] }
    let unit = (first.end - first.start) / Double(claim.rows[near].pattern.modules)
    // Rows are about as high as each other.
    let pitch: Double
    if let other = known.first(where: { $0 != near }) {
      pitch = (rows[other].middle - rows[near].middle) / Double(other - near)
    } else {
      pitch = last.h - first.h + 4 * unit * first.lines.width / max(first.lines.height, 1)
    }
    let place = places[places.count / 2]
    let start = place.start + (claim.rows[i].offset - claim.rows[near].offset) * unit
    return [0.0, -0.2, 0.2, -0.35, 0.35].map {
      Place(
        lines: place.lines, h: rows[near].middle + (Double(i - near) + $0) * pitch, start: start,
        end: start + Double(claim.rows[i].pattern.modules) * unit, likeness: 0)
    }
  }
}

extension DrawnBars {
  /// The corners of the whole by where its rows were seen, in the order of those that were reported.
  fileprivate func corners(_ seen: [StackedRows.RowPlaces], _ reported: Quad) -> Quad {
    /// The ends of the symbol on a line of a row.
    func ends(_ row: Int, _ place: BarsVerifier.Place, _ h: Double) -> (Point, Point) {
      let unit = (place.end - place.start) / Double(rows[row].pattern.modules)
      let start = place.start - rows[row].offset * unit
      return (place.lines.point(h, start), place.lines.point(h, start + modules * unit))
    }
    // How high a single row is the corners that were reported tell better.
    guard let top = seen.indices.first(where: { !seen[$0].places.isEmpty }),
      let bottom = seen.indices.last(where: { !seen[$0].places.isEmpty }), top < bottom
    else { return reported }
    let isDown = seen[top].middle < seen[bottom].middle
    guard let first = isDown ? seen[top].places.first : seen[top].places.last,
      let last = isDown ? seen[bottom].places.last : seen[bottom].places.first
    else { return reported }
    let (a, b) = (ends(top, first, first.h), ends(bottom, last, last.h))
    return QuadGeometry.clockwise(Quad(a.0, a.1, b.1, b.0))
  }
}
