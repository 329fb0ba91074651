import Imaging
import ReaderCore

/// The rectangle of a candidate.
struct DarkPlace: Hashable {
  private let centre, size: SIMD2<Double>
  private let angle: Double

  init(_ candidate: Candidate) {
    centre = SIMD2(candidate.centre.x, candidate.centre.y)
    size = SIMD2(candidate.halfLength, candidate.halfHeight)
    angle = candidate.angle
  }
}

/// Which candidates are looked at, and as what.
extension Search {
  /// A candidate as the looks of this effort see it: the quick ones see no more than what the code stands on.
  func candidate(_ index: Int) -> Candidate {
    if depth > 2 || candidates[index].kind == .whole { return candidates[index] }
    if let known = fitted[index] { return known }
    let tight = tightened(index)
    fitted[index] = tight
    return tight
  }

  /// What a candidate stands on.
  func tightened(_ index: Int) -> Candidate {
    guard !isAhead, let grid = pipeline.locatorMemory.finest else { return candidates[index] }
    return Locator.tightened(candidates[index], grid)
  }

  /// Whether the first look saw nearly the same place before: candidates of several thresholds often shrink to one.
  func isRepeated(_ index: Int, _ candidate: Candidate) -> Bool {
    guard depth == 1 else { return false }
    let box = CandidateBox(candidate)
    for other in seen where other.box.overlap(box) > 0.85 {
      if other.candidate.kind == candidate.kind, Candidate.turn(other.candidate.angle, candidate.angle) < 0.03 {
        return true
      }
    }
    seen.append((candidate, box))
    return false
  }

  /// Whether a dense candidate is a piece of bars that were looked at as stripes.
  func isPartOfStripes(_ candidate: Candidate) -> Bool {
    candidate.kind == .dense && candidate.coherence > Locator.pieceCoherence
      && stripes.contains { QuadGeometry.contains($0, candidate.centre, slack: 0) }
  }

  /// What of print is dark, at most.
  static let textShare = 0.2

  /// Whether a dense candidate looks like lines of text, and enough of those were looked at: a page is full of them. Half of a
  /// matrix code is dark, and a fifth of print at most (measured: of 1109 codes in dense candidates 3 % are below).
  func isOneTextTooMany(_ candidate: Candidate) -> Bool {
    guard candidate.kind == .dense, isPrint(candidate) else { return false }
    texts += 1
    return texts > 4
  }

  /// How much of a place is dark, or light; measured once, as each kind of decoder asks.
  func darkShare(_ candidate: Candidate) -> Double {
    let place = DarkPlace(candidate)
    if let known = darkShares[place] { return known }
    let share = Locator.darkShare(candidate, luma)
    darkShares[place] = share
    return share
  }

  /// Whether so little of the candidate that is looked at is dark, or light, that it is print.
  func isPrint(_ candidate: Candidate) -> Bool {
    darkShare(candidate) < Search.textShare
  }

  /// What a candidate can be by the directions of its edges. Matrix codes have as many in one as in the other (measured:
  /// coherence up to 0.41), stacked codes more across the bars (from 0.32 on), linear ones nearly all. So a candidate is
  /// nearly never looked at by decoders of both sorts, however many symbologies are enabled.
  func kinds(_ candidate: Candidate) -> SymbologySet {
    guard depth <= 2, candidate.kind == .dense else { return wanted }
    var set = SymbologySet()
    if candidate.coherence < 0.5 {
      set = set.union(.matrix)
      // Scanbeam's own decoder looks for its bull's eyes.
      set.remove(.maxiCode)
    }
    if candidate.coherence > 0.2 { set = set.union(SymbologySet([.pdf417, .microPDF417, .dataBar])) }
    if candidate.coherence > 0.25 { set = set.union(.linear) }
    return set
  }

  /// What zxing-cpp looks for in a candidate: what can be there by its kind, without what measures that cost little exclude. Those of PDF417
  /// are the number of edges and, in stripes, their directions, those of Aztec the bull's eye, where a patch is large.
  func engineKinds(_ candidate: Candidate, _ patch: Patch) -> SymbologySet {
    let isStriped = candidate.kind == .stripes
    var set = (isStriped ? .striped : kinds(candidate)).intersection(wanted)
    guard depth <= 2 else { return set }
    if isStriped ? !Search.canBePDF417(candidate) : candidate.edges < Search.leastPDF417Edges {
      set = set.subtracting(PDF417Reader.symbologies)
    }
    if set.contains(.aztec), !mayShowAztec(candidate, patch) { set.remove(.aztec) }
    return set
  }

  /// The largest patch in which an Aztec Code is looked for without asking for rings, in pixels: it costs as much there.
  private static let smallPatch = 40_000

  /// Whether a dense candidate may hold an Aztec Code, a small one where it is no print, a large one where it looks like one matrix code and
  /// something like a bull's eye crosses its rows. What was left beside a code that was read is all sorts of things.
  private func mayShowAztec(_ candidate: Candidate, _ patch: Patch) -> Bool {
    guard candidate.kind == .dense, (current ?? 0) < firstBeside else { return true }
    if patch.width * patch.height <= Search.smallPatch { return !isPrint(candidate) }
    return isClearMatrix(candidate)
      && known(patch, key(.rings, patch, place: [candidate.module])) { _ in
        split(patch).map { AztecRings.mayShow($0, module: candidate.module) } ?? true
      }
  }

  /// Finds out whether bars that nothing was read from are a linear code that is not wanted: then nothing more is looked for in
  /// them by a quick search. That costs one cheap look, what follows costs ten.
  func explain(_ candidate: Candidate, _ picture: Patch) {
    #if ZXING
      guard depth == 1, request.effort <= 2, candidate.kind == .stripes, candidate.score > 2, !isCovered(candidate)
      else {
        return
      }
      let others = SymbologySet.explaining.subtracting(wanted)
      // Bars of a kind that only our own decoders read might pass for something else.
      let areKnown = wanted.intersection(.linear.union(.postal)).subtracting(ZXingEngine.readable).isEmpty
      guard !others.isEmpty, areKnown, afford(ZXingMode.fast.price(picture)) else { return }
      let reads = look(.zxing, picture, key(.zxing, picture, others, way: ZXingMode.fast.number)) {
        pipeline.zxing.read($0, others, .fast)
      }
      // Most of its lines have to say so, over most of its length.
      for read in reads where 2 * read.lines > picture.height && read.code.bytes.count >= 6 {
        let quad = read.code.corners
        guard quad.bounds.maxX - quad.bounds.minX > 0.6 * Double(picture.width) else { continue }
        recorder?.claimed(read.code, accepted: false, "It is not wanted, and explains the bars.")
        explained.append(candidate.quad)
        return
      }
    #endif
  }

  /// Whether it is light on both sides of the bars of a patch, so that they are not printed light on dark. Nothing is known
  /// where the frame ends.
  func isDarkOnLight(_ candidate: Candidate, _ patch: Patch) -> Bool {
    let b = candidate.quad.bounds
    let margin = max(16, 0.12 * 2 * candidate.halfLength)
    guard b.minX > margin, b.minY > margin, b.maxX < Double(luma.width) - margin,
      b.maxY < Double(luma.height) - margin
    else { return false }
    return known(patch, key(.sides, patch)) { luma in
      let histogram = Histogram(luma, rowStep: max(1, luma.height / 8))
      let (dark, light) = (Int(histogram.percentile(0.05)), Int(histogram.percentile(0.95)))
      let n = min(6, luma.width / 4)
      guard n > 0, light - dark > 16 else { return false }
      let row = luma.row(luma.height / 2)
      func isLight(_ from: Int) -> Bool {
        var sum = 0
        for x in from..<from + n { sum += Int(row[x]) }
        return sum > n * (dark + 3 * (light - dark) / 4)
      }
      return isLight(0) && isLight(luma.width - n)
    }
  }

  /// Whether the light places along the bars of a patch are not equally light: a shadow or glare lies on some.
  func isUnevenlyLit(_ patch: Patch) -> Bool {
    known(patch, key(.sides, patch, way: 1)) { luma in
      let parts = 8
      guard luma.width >= 8 * parts else { return false }
      return [1, 2, 3].contains { quarter in
        let row = luma.row(luma.height * quarter / 4)
        let lightest = (0..<parts).map { part in
          (part * luma.width / parts..<(part + 1) * luma.width / parts).reduce(0) { max($0, Int(row[$1])) }
        }
        return 10 * lightest.min()! < 7 * lightest.max()!
      }
    }
  }

  /// The second look at what is small costs so little that unlikely ones get it as well, once all others had theirs, and from a
  /// budget of their own.
  func secondLookAtSmallOnes(_ indices: [Int]) {
    let before = (leastSecondScore, work)
    (leastSecondScore, work) = (1.4, 100_000)
    defer { (leastSecondScore, work) = before }
    let small = indices.filter {
      let one = candidates[$0]
      return one.kind == .dense && max(one.halfLength, one.halfHeight) < 60
    }
    each(.secondLookAtSmall, small)
  }

  /// The second look at the likeliest bars, for which larger places that were looked at before them left no budget.
  func secondLookAtBars(_ indices: [Int]) {
    let before = work
    work = Search.budgetOfBars
    defer { work = before }
    let likely = indices.filter { candidates[$0].kind == .stripes && candidates[$0].score > 2 }
    each(.secondLook, Array(likely.prefix(3)))
  }

  /// Pixels for looks at bars that nothing else was left for.
  private static let budgetOfBars = 300_000

  /// Whether a candidate is left to thorough searches: shadows and noise have few edges; modules of one pixel are text or beyond
  /// reading; and of what scores lowest nearly nothing was ever read (measured: 1 in 500 looks of such a kind).
  func isHopeless(_ candidate: Candidate) -> Bool {
    switch candidate.kind {
    case .stripes: return candidate.edges < 12 || candidate.score < (depth < 2 ? 1.2 : 1.5)
    case .dense:
      let isFine = candidate.module > 0 && candidate.module < 1.5
      return candidate.edges < 5 || isFine || candidate.score < (depth < 2 ? 1.4 : leastSecondScore)
    case .whole: return false
    }
  }

  /// Whether the code of a candidate has been read.
  func isCovered(_ candidate: Candidate) -> Bool {
    if request.effort <= 2, isLargelyCovered(candidate) || isExplained(candidate) { return true }
    return found.contains { hypothesis in
      let quad = hypothesis.code.corners
      guard QuadGeometry.contains(quad, candidate.centre) else { return false }
      return QuadGeometry.area(quad) > 0.35 * candidate.area
    }
  }

  /// Whether a candidate lies in bars that are something else.
  private func isExplained(_ candidate: Candidate) -> Bool {
    explained.contains { QuadGeometry.contains($0, candidate.centre) && QuadGeometry.area($0) > 0.35 * candidate.area }
  }

  /// Whether the codes that were read take up three tenths of a candidate, with the space around them.
  private func isLargelyCovered(_ candidate: Candidate) -> Bool {
    guard !found.isEmpty else { return false }
    let b = candidate.quad.bounds
    let areas = foundAreas.filter { $0.minX < b.maxX && $0.maxX > b.minX && $0.minY < b.maxY && $0.maxY > b.minY }
    guard !areas.isEmpty else { return false }
    let (u, v) = candidate.axes
    // 11 of 36 points decide.
    var (inside, outside) = (0, 0)
    for i in 0..<6 {
      for j in 0..<6 {
        let a = candidate.halfLength * (Double(2 * i + 1) / 6 - 1)
        let e = candidate.halfHeight * (Double(2 * j + 1) / 6 - 1)
        let p = Point(candidate.centre.x + a * u.x + e * v.x, candidate.centre.y + a * u.y + e * v.y)
        if areas.contains(where: { $0.contains(p) }) { inside += 1 } else { outside += 1 }
        if inside >= 11 { return true }
        if outside > 25 { return false }
      }
    }
    return false
  }
}
