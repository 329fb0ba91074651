import ReaderCore

/// What is not believed although an engine read it.
enum ReadingRules {
  /// Rules that a code breaks or keeps by itself.
  static func isPlausible(_ code: DecodedCode, lines: Int) -> Bool {
    let count = code.bytes.count
    guard count > 0 else { return false }
    switch code.symbology {
    case .interleaved2of5: return count >= 6 && count % 2 == 0
    case .code39: return count >= 2 || code.variant != .none
    case .codabar: return count >= 4
    case .code128: return count >= 2
    case .telepen: return count >= 2
    case .upcEan where code.variant == .addOn2 || code.variant == .addOn5: return true
    case .upcEan: return code.variant == .upcE || GTIN.hasRightCheckDigit(code.bytes)
    // Nothing checks a Pharmacode: a build that cannot read PDF417 finds short ones at its ends.
    case .pharmacode: return Search.hasZXing || count > 2
    default: return true
    }
  }

  /// Whether so little of a code checks it that agreeing lines prove nothing: the inside of a longer code reads the
  /// same on every line.
  static func isWeak(_ code: DecodedCode) -> Bool {
    switch code.symbology {
    case .interleaved2of5: code.bytes.count < 10
    case .codabar: code.bytes.count < 6
    case .code39: code.variant == .none && code.bytes.count < 4
    default: false
    }
  }

  /// Whether a Code 128 is a row of a Codablock F: rows touch and are equally long, labels keep their distance.
  static func isRow(_ one: Hypothesis, _ all: [Hypothesis]) -> Bool {
    guard one.code.symbology == .code128 else { return false }
    let (across, height) = QuadGeometry.across(one.code.corners)
    func extent(_ q: Quad) -> (Double, Double) {
      let t = q.corners.map { $0.x * across.x + $0.y * across.y }
      return (t.min()!, t.max()!)
    }
    let mine = extent(one.code.corners)
    return all.contains { other in
      guard other.code.symbology == .code128, other.code.bytes != one.code.bytes,
        alignedRows(one.code.corners, other.code.corners)
      else { return false }
      let theirs = extent(other.code.corners)
      let gap = max(mine.0 - theirs.1, theirs.0 - mine.1)
      return gap < 0.3 * max(height, theirs.1 - theirs.0) + 3
    }
  }

  /// Whether a Code 128 lies in a stacked symbol that was read, whose row it is.
  static func isInStack(_ code: DecodedCode, _ all: [Hypothesis]) -> Bool {
    code.symbology == .code128
      && all.contains {
        SymbologySet.stacked.contains($0.code.symbology) && QuadGeometry.contains($0.code.corners, code.corners.centre)
      }
  }

  /// Whether what nothing checks stands in line with a PDF417 that was read: its start and stop patterns are bars of a few
  /// widths, and an engine's corners may leave out the columns that it did not need.
  static func isEndOfStack(_ one: Hypothesis, _ all: [Hypothesis]) -> Bool {
    guard one.isFeeble else { return false }
    let centre = one.code.corners.centre
    return all.contains { other in
      guard other.code.symbology == .pdf417 || other.code.symbology == .microPDF417 else { return false }
      let q = other.code.corners
      func along(_ a: Point, _ b: Point, _ t: Double) -> Point { Point(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)) }
      let line = Quad(
        along(q.topLeft, q.topRight, -0.6), along(q.topLeft, q.topRight, 1.6),
        along(q.bottomLeft, q.bottomRight, 1.6), along(q.bottomLeft, q.bottomRight, -0.6))
      return QuadGeometry.contains(line, centre)
    }
  }

  /// Whether two linear codes are rows on top of each other: equally long, ends aligned.
  static func alignedRows(_ a: Quad, _ b: Quad) -> Bool {
    let (dx, dy) = (b.topRight.x - b.topLeft.x, b.topRight.y - b.topLeft.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return false }
    func extent(_ q: Quad) -> (Double, Double) {
      let t = q.corners.map { ($0.x * dx + $0.y * dy) / length }
      return (t.min()!, t.max()!)
    }
    let (p, q) = (extent(a), extent(b))
    let slack = 0.08 * length + 4
    return abs(p.0 - q.0) < slack && abs(p.1 - q.1) < slack
  }

  /// Settles contradictions: of several values at one place the better supported is kept, none when there is no clear
  /// majority.
  static func settle(_ found: [Hypothesis]) -> [Hypothesis] {
    var kept: [Hypothesis] = []
    for (i, one) in found.enumerated() {
      var believed =
        !isRow(one, found) && !isInStack(one.code, found) && !isUnsupported(one) && !isEndOfStack(one, found)
      for (j, other) in found.enumerated() where i != j {
        guard QuadGeometry.same(one.code.corners, other.code.corners) else { continue }
        if loses(one, to: other) { believed = false }
      }
      if believed { kept.append(one) }
    }
    return kept
  }

  /// Whether a code stands on few lines, seen by one engine only, and its pixels could not be matched: blur gives EANs like that,
  /// the rows of stacked symbols a Code 128.
  private static func isUnsupported(_ one: Hypothesis) -> Bool {
    guard one.verdict?.outcome == .unverifiable, one.engines.rawValue.nonzeroBitCount < 2 else { return false }
    switch one.code.symbology {
    case .upcEan: return one.lines < 7
    case .code128: return one.lines < 2
    default: return false
    }
  }

  /// Whether a code is not believed because of another one at the same place.
  private static func loses(_ one: Hypothesis, to other: Hypothesis) -> Bool {
    let (oneArea, otherArea) = (QuadGeometry.area(one.code.corners), QuadGeometry.area(other.code.corners))
    if one.isFeeble, !other.isFeeble { return true }
    if one.isFeeble, one.code.symbology != other.code.symbology { return true }
    let strongest = other.isStrong && !one.isStrong
    // Something read out of the bars or squares of a larger code.
    if otherArea > 1.5 * oneArea, QuadGeometry.contains(other.code.corners, one.code.corners.centre), strongest {
      return true
    }
    guard one.code.symbology == other.code.symbology else { return strongest && otherArea > 0.5 * oneArea }
    guard !one.isStrong else { return false }
    let (isConfirmed, otherIsConfirmed) = (one.verdict?.outcome == .confirmed, other.verdict?.outcome == .confirmed)
    if isConfirmed != otherIsConfirmed, one.verdict != nil, other.verdict != nil { return otherIsConfirmed }
    // Two values for the same bars.
    let (mine, theirs) = (one.lines * one.reads, other.lines * other.reads)
    return theirs * 2 > mine
  }
}
