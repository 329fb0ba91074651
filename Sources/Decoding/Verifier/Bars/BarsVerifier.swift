import ReaderCore

/// Judges rows of bars by the pixels: what an encoder draws for the value is compared, piece by piece, with lines over the height.
///
/// Each piece may lie a little beside its place, neighbours alike; ink growth and blur are searched where the plain drawing does not fit.
/// A piece costs 1 - NCC². Two that fit on no line while the others do refute a value; what does not fit as a whole is
/// not known. One verifier belongs to one thread at a time; a verdict depends on nothing but the arguments.
final class BarsVerifier {
  /// Costs below which a value is confirmed: of the mean piece and of the worst (a bar that stands one module off costs a piece 0.3 and
  /// more).
  static let meanLimit: Float = 0.2
  static let worstLimit: Float = 0.35
  /// Costs at which a value is refuted: the better half of the pieces fits, and two do not at all. With check characters another value
  /// differs in two characters at least.
  static let goodLimit: Float = 0.12
  static let badLimit: Float = 0.6

  static let growths: [Float] = [-0.5, -0.25, 0, 0.25, 0.5]
  static let blurs: [Float] = [0.15, 0.35, 0.6, 0.9]
  let kernels: [BlurKernel] = BarsVerifier.blurs.map { BlurKernel(radius: 0, sigma: $0) }
  /// Pieces may lie so many samples beside their places.
  static let reach = 6

  let line = FloatBuffer(4096)
  let costs = FloatBuffer(4096)
  /// Samples by which the pieces lay beside their places on the last line.
  var moved: [Float] = []

  /// Judges a code by the frame that it was read from; nil when codes of its kind are not drawn.
  ///
  /// - Parameter isStacked: Whether it was read from several rows, where its kind does not say.
  func verify(_ frame: LumaView, _ code: DecodedCode, isStacked: Bool) -> Verdict? {
    let claims = DrawnBars.claims(of: code, isStacked: isStacked)
    return claims.isEmpty ? nil : verify(frame, code.corners, isInverted: code.isInverted, claims)
  }

  /// Judges a symbol that may look in several ways: the one that fits best counts.
  func verify(_ frame: LumaView, _ quad: Quad, isInverted: Bool, _ claims: [DrawnBars]) -> Verdict {
    if claims.contains(where: { $0.rows.count > 1 }) { return verifyStack(frame, quad, isInverted, claims) }
    var best: Fit?
    for (claim, lines) in ranked(frame, quad, isInverted, claims).prefix(2) {
      guard let fit = fit(claim, lines, isInverted) else { continue }
      if fit.mean < best?.mean ?? .infinity { best = fit }
      if fit.isGood { break }
    }
    // Where the ends of the row are not where an engine tells, or other characters are in it, its bars tell more.
    if best?.isGood != true, claims.contains(where: { $0.value != nil }) {
      let verdict = verifyStack(frame, quad, isInverted, claims)
      if verdict.outcome != .unverifiable { return verdict }
    }
    return best?.verdict
      ?? Verdict(outcome: .unverifiable, confidence: 0, reason: "The symbol is not where it was reported.")
  }

  /// Whether a DataBar says that the 2D component of a composite belongs to it: its linkage flag changes two characters at
  /// least. nil where neither drawing fits well enough to tell.
  func isLinked(_ frame: LumaView, _ code: DecodedCode, isStacked: Bool) -> Bool? {
    let claims = DrawnBars.claims(of: code, isStacked: isStacked)
    // The first row has the flag.
    let isStack = claims.contains { $0.rows.count > 1 }
    func best(_ isLinked: Bool) -> Fit? {
      let own = claims.filter { $0.isLinked == isLinked }.map {
        DrawnBars(rows: Array($0.rows.prefix(1)), isOnlyWay: false)
      }
      if isStack { return stackFit(frame, code.corners, code.isInverted, own)?.fit }
      return ranked(frame, code.corners, code.isInverted, own).prefix(2).compactMap { fit($0, $1, code.isInverted) }
        .min { $0.mean < $1.mean }
    }
    let (plain, linked) = (best(false), best(true))
    guard let better = [plain, linked].compactMap({ $0 }).min(by: { $0.mean < $1.mean }), better.mean < 0.3 else {
      return nil
    }
    let (a, b) = (plain.map { ($0.mean, $0.worst) } ?? (1, 1), linked.map { ($0.mean, $0.worst) } ?? (1, 1))
    guard abs(a.0 - b.0) > 0.03, abs(a.1 - b.1) > 0.15 else { return nil }
    return b.0 < a.0
  }

  /// The ways in which a symbol of one row may look and lie, likeliest first.
  private func ranked(
    _ frame: LumaView, _ quad: Quad, _ isInverted: Bool, _ claims: [DrawnBars]
  ) -> [(DrawnBars, VerifierLines)] {
    var all: [(claim: DrawnBars, lines: VerifierLines, likeness: Float)] = []
    let sides = [false, true].compactMap { VerifierLines(frame, quad, reversed: $0) }
    for claim in claims {
      guard let row = claim.rows.first, let template = BarsTemplate(row.pattern, growth: 0, kernel: kernels[1]) else {
        continue
      }
      for lines in sides where claim.fits(lines.width) {
        let place = align(template, near: claim.place(row, lines, 0.5), 1, isInverted, reach: 1)
        let likeness = place?.likeness ?? 0
        if likeness > LinearVerifier.plain { return [(claim, lines)] }
        all.append((claim, lines, likeness))
      }
    }
    return all.sorted { $0.likeness > $1.likeness }.map { ($0.claim, $0.lines) }
  }

  /// How well a symbol fits: the costs of all pieces, from several lines.
  struct Fit {
    var pieces: [Float] = []
    /// Whether nothing else spells the same value.
    var isOnlyWay: Bool
    var isLinked = false
    /// Whether it is another value that was seen.
    var isOther = false
    var mean: Float { pieces.reduce(0, +) / Float(max(1, pieces.count)) }
    var worst: Float { pieces.max() ?? 1 }
    var isGood: Bool { mean < BarsVerifier.meanLimit && worst < BarsVerifier.worstLimit }

    var verdict: Verdict {
      let shown = "\(Int(100 * (1 - mean))) % of the contrast"
      if isOther {
        return Verdict(outcome: .refuted, confidence: 80, reason: "\(shown) fit another value.")
      }
      if isGood {
        let (a, b) = (mean / BarsVerifier.meanLimit, worst / BarsVerifier.worstLimit)
        let confidence = max(1, min(99, Int(100 - 30 * a - 30 * b)))
        var verdict = Verdict(outcome: .confirmed, confidence: confidence, reason: "\(shown) confirm the value.")
        verdict.isLinked = isLinked
        return verdict
      }
      let better = pieces.sorted().prefix((pieces.count + 1) / 2)
      let good = better.reduce(0, +) / Float(max(1, better.count))
      if isOnlyWay, good < BarsVerifier.goodLimit, pieces.count(where: { $0 > BarsVerifier.badLimit }) > 1 {
        return Verdict(
          outcome: .refuted, confidence: 80, reason: "Some characters are not what the value demands, the others are.")
      }
      let other = isOnlyWay ? "" : " as it is spelled here"
      return Verdict(
        outcome: .unverifiable, confidence: 20,
        reason: "Only \(shown) fit the value\(other), its worst character costs \(Int(100 * worst)) %.")
    }
  }

  /// Fits a symbol of one row; nil when it is not found at all.
  private func fit(_ claim: DrawnBars, _ lines: VerifierLines, _ isInverted: Bool) -> Fit? {
    guard let row = claim.rows.first, let template = BarsTemplate(row.pattern, growth: 0, kernel: kernels[1]) else {
      return nil
    }
    let thickness = max(1, min(3, Int(lines.height / 8)))
    let reach = min(10, 4 + Double(template.modules) / 60)
    let places = [0.5, 0.3, 0.7, 0.15, 0.85].map { claim.place(row, lines, $0) }
    let pieces = fit(row, template, places, thickness, isInverted, reach: reach, areAlike: true)
    return pieces.map { Fit(pieces: $0, isOnlyWay: claim.isOnlyWay, isLinked: claim.isLinked) }
  }

  /// The costs of the pieces of a row: of each the mean of its two best lines; nil when it is on none.
  ///
  /// - Parameters:
  ///   - places: About where it lies on several lines.
  ///   - reach: Modules by which its ends may be off.
  ///   - areAlike: Whether it begins and ends at the same shares of all lines.
  @inline(never)
  func fit(
    _ row: DrawnBars.Row, _ plain: BarsTemplate, _ places: [Place], _ thickness: Int, _ isInverted: Bool,
    reach: Double, areAlike: Bool
  ) -> [Float]? {
    var template = plain
    var seen: [[Float]] = []
    var known: Place?
    for near in places {
      var (near, reach) = (near, reach)
      if areAlike, let known {
        (near.start, near.end, near.bow, near.twist) = (known.start, known.end, known.bow, known.twist)
        reach = 1
      }
      guard var place = align(plain, near: near, thickness, isInverted, reach: reach) else { continue }
      load(place, plain, thickness, isInverted)
      guard var costs = walk(template) else { continue }
      var mean = costs.reduce(0, +) / Float(max(1, costs.count))
      // Where pieces lie beside their places the row is not where it was thought: in perspective, or on what is bent.
      for _ in 0..<2 where mean < 0.5 && costs.max() ?? 1 > 0.2 {
        guard let other = settled(place, template, costs) else { break }
        load(other, plain, thickness, isInverted)
        guard let there = walk(template), there.reduce(0, +) < costs.reduce(0, +),
          there.max() ?? 1 <= costs.max() ?? 1
        else {
          load(place, plain, thickness, isInverted)
          break
        }
        (place, costs, mean) = (other, there, there.reduce(0, +) / Float(max(1, there.count)))
      }
      if seen.isEmpty, mean < 0.5, costs.max() ?? 1 > 0.2 { adapt(row, &template, &costs) }
      seen.append(costs)
      if place.likeness > 0.5 { known = place }
      // Good lines enough, or none of it is there.
      if seen.count(where: { $0.max() ?? 1 < BarsVerifier.worstLimit * 0.7 }) >= 3 { break }
      if mean > 0.5, seen.count >= 2 { break }
    }
    guard let first = seen.first else { return nil }
    return first.indices.map { piece in
      let values = seen.map { $0[piece] }.sorted()
      return values.count > 1 ? (values[0] + values[1]) / 2 : max(values[0], 0.5 * BarsVerifier.worstLimit)
    }
  }

  /// Looks for the blur and the growth that fit the loaded line better than a template: goes on as long as it gets better.
  private func adapt(_ row: DrawnBars.Row, _ template: inout BarsTemplate, _ costs: inout [Float]) {
    var (growth, kernel) = (2, 1)
    func offer(_ g: Int, _ k: Int) -> Bool {
      guard BarsVerifier.growths.indices.contains(g), kernels.indices.contains(k),
        let other = BarsTemplate(row.pattern, growth: BarsVerifier.growths[g], kernel: kernels[k]),
        let there = walk(other), there.reduce(0, +) < costs.reduce(0, +)
      else { return false }
      (template, costs, growth, kernel) = (other, there, g, k)
      return true
    }
    for step in [1, -1] {
      var isBetter = false
      while offer(growth, kernel + step) { isBetter = true }
      if isBetter { break }
    }
    for step in [1, -1] {
      var isBetter = false
      while offer(growth + step, kernel) { isBetter = true }
      if isBetter { break }
    }
  }
}

extension DrawnBars {
  /// Where a row lies on a line that begins and ends with the symbol.
  func place(_ row: Row, _ lines: VerifierLines, _ h: Double) -> BarsVerifier.Place {
    let end = (row.offset + Double(row.pattern.modules)) / modules
    return BarsVerifier.Place(lines: lines, h: h, start: row.offset / modules, end: end, likeness: 0)
  }
}
