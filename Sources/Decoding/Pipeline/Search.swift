import Imaging
import ReaderCore

/// The search for the codes of one picture: steps of growing cost, until the effort or the time is used up.
final class Search {
  let pipeline: DecodePipeline
  let luma: LumaView
  let request: DecodeRequest
  let wanted: SymbologySet
  /// Takes down what happens; nil normally.
  let recorder: DecodeRecorder?
  var candidates: [Candidate] = []
  var found: [Hypothesis] = [] { didSet { areas = nil } }
  /// The places that they take up; nil: not known yet.
  private var areas: [CodeArea]?
  /// The places that the codes found so far take up.
  var foundAreas: [CodeArea] {
    if let areas { return areas }
    let all = found.flatMap {
      [CodeArea(BarExtent.withAddOn($0.code))] + ($0.composite.map { [CodeArea($0.corners)] } ?? [])
    }
    areas = all
    return all
  }
  /// How many candidates the picture as it is gave; those behind them are what was beside the codes that were read.
  var firstBeside = 0
  /// Whether there is so much beside the codes that everything touches something.
  var isCluttered = false
  /// The candidates that quick looks saw, fitted to what they stand on.
  var fitted: [Int: Candidate] = [:]
  /// The candidates that the first look saw, and the stripes among them.
  var seen: [(candidate: Candidate, box: CandidateBox)] = []
  var stripes: [Quad] = []
  /// How many of them looked like text, and what the first look left out for that and the like.
  var texts = 0
  var leftOut: [Int] = []
  /// What the score of a dense candidate must be for a second look.
  var leastSecondScore = 1.8
  /// Bars that are a code of a symbology that is not wanted.
  var explained: [Quad] = []
  /// Places where a value was read that must not be reported, and which symbology it had.
  var refused: [(quad: Quad, symbology: Symbology)] = []
  /// Values that the pixels contradicted.
  var refuted: [DecodedCode] = []
  /// What the steps may still cost, in pixels that the fast engine looks at, and what they did cost.
  var work: Int
  var spent = 0
  /// Nanoseconds that a pixel takes, as far as this search knows.
  var pace = 8.0
  let clock: () -> Int64
  let begin: Int64
  /// The lowest score of the candidates of a kind that something was read from.
  var successes: [Candidate.Kind: Double] = [:]
  /// Effort of the steps that run now.
  private(set) var depth = 1
  /// Number of the candidate that is looked at; nil for the whole picture.
  var current: Int?
  /// How much of the places that somebody asked for is dark.
  var darkShares: [DarkPlace: Double] = [:]
  /// The candidates whose bars Scanbeam's own decoders have looked at.
  var barsSeen: Set<Int> = []
  /// The candidates in which stacked symbols were looked for because of a Code 128 in them.
  var stacksSeen: Set<Int> = []
  /// The second thread; nil without one.
  var ahead: AheadLooker?
  /// What it made of the candidate that is looked at now.
  var lookedAhead: AheadLook?
  private var cached: [Int: Patch] = [:]
  private var cachedPixels = 0

  init(
    _ pipeline: DecodePipeline, _ luma: LumaView, _ request: DecodeRequest, _ recorder: DecodeRecorder? = nil,
    clock: @escaping () -> Int64 = { SystemClock.now() }
  ) {
    self.pipeline = pipeline
    self.recorder = recorder
    self.luma = luma
    self.request = request
    let asked = request.symbologies.intersection(pipeline.symbologies)
    wanted =
      asked.contains(.eanUcc) ? asked.union(.underComposites.intersection(pipeline.symbologies)) : asked
    work = Search.quickWork(request.effort, luma.width * luma.height)
    self.clock = clock
    begin = clock()
  }

  /// Whether enough was found or the time is up.
  var isOver: Bool {
    // More codes than one are cut to their number in reading order, so a step is finished first.
    if request.maxCodes == 1, found.contains(where: isAsked) { return true }
    return isLate
  }

  private var hasEnough: Bool { isOver || (request.maxCodes > 0 && found.count(where: isAsked) >= request.maxCodes) }

  /// The kinds of candidates that are looked for.
  var located: Locator.Wanted {
    Locator.Wanted(stripes: !wanted.intersection(.striped).isEmpty, dense: true, once: request.effort <= 2)
  }

  /// The steps in order.
  func run() {
    guard !wanted.isEmpty, !isOver else { return }
    // The locator looks at every pixel once.
    guard afford(luma.width * luma.height) else { return }
    work = Search.quickWork(request.effort, luma.width * luma.height)
    candidates = timed(.locate) {
      Locator.candidates(luma, located, pipeline.locatorMemory)
    }
    isCluttered = candidates.count > 120
    if candidates.count > 400 { candidates.removeLast(candidates.count - 400) }
    firstBeside = candidates.count
    defer { recorder?.located(candidates.indices.map { fitted[$0] ?? candidates[$0] }) }
    let all = Array(candidates.indices)
    makeAheadLooker()
    let unseen = each("first look", all) { self.firstLook($0, $1) }
    ahead = nil
    besideWhatWasRead()
    step("outlines") { self.outlines() }
    step("MaxiCode") {
      self.maxiCodes()
      self.maxiCodesAnywhere()
    }
    step("DotCode") { self.dotCodes() }
    if request.effort == 1, !Search.hasZXing { step("whole frame") { self.wholeFrame() } }
    guard request.effort >= 2, !hasEnough else { return }
    depth = 2
    let unturned = each("second look", dearLast(all)) { self.secondLook($0, $1) }
    step("bars") {
      self.furtherBars()
      self.largeStacks()
    }
    if !hasEnough { secondLookAtSmallOnes(unturned) }
    if found.isEmpty || !Search.hasZXing { step("whole frame") { self.wholeFrame() } }
    guard request.effort >= 3, !hasEnough else { return }
    depth = 3
    work = thoroughWork
    step("finder patterns") { self.byFinderPatterns() }
    step("MaxiCode anywhere") { self.maxiCodesAnywhere() }
    step("outlines") { self.outlines() }
    if !Search.hasZXing { step("further frames") { self.furtherFramesByZBar() } }
    each("first look", (unseen + leftOut).sorted()) { self.firstLook($0, $1) }
    each("second look", unturned) { self.secondLook($0, $1) }
    step("padded frame") { self.paddedFrame() }
    each("fitted", all) { self.fitted($0, $1) }
    each("by zbar", all) { self.byZBar($0, $1) }
    each("enlarged", all) { self.enlarged($0, $1) }
    step("DotCode anywhere") { self.dotCodesAnywhere() }
    guard request.effort >= 4, !hasEnough else { return }
    depth = 4
    step("whole frame by all") { self.wholeFramePeers() }
    each("carefully", all) { self.carefully($0, $1) }
    guard request.effort >= 5, !hasEnough else { return }
    depth = 5
    if !Search.hasZXing { step("further frames") { self.furtherFramesByZBar() } }
    each("everything", all) { self.everything($0, $1) }
  }

  /// Runs a step for candidates that nothing was read from so far; the result is what was passed over.
  @discardableResult
  func each(_ name: StaticString, _ indices: [Int], _ body: (Int, Candidate) -> Void) -> [Int] {
    var passed: [Int] = []
    step(name) { passed = self.each(indices, body) }
    return passed
  }

  private func each(_ indices: [Int], _ step: (Int, Candidate) -> Void) -> [Int] {
    defer { current = nil }
    var passed: [Int] = []
    // What was left when the last code was read.
    var (known, rest) = (found.count, work)
    for (position, i) in indices.enumerated() {
      if found.count != known { (known, rest) = (found.count, work) }
      if request.effort <= 2, known > 0, rest - work > Search.pastLastCode { break }
      if isOver { break }
      if depth <= 2, isHopeless(candidates[i]) {
        passed.append(i)
        continue
      }
      if isCovered(candidates[i]) { continue }
      let candidate = candidate(i)
      if isCovered(candidate) { continue }
      // What does not fit into the rest of the budget is passed over; smaller ones behind it may.
      if depth <= 2, work <= 0 || isRepeated(i, candidate) || Rectifier.cost(of: candidate) > work {
        passed.append(i)
        continue
      }
      if work <= 0 { break }
      current = i
      let done = ahead?.finish(i)
      lookAhead(of: position, in: indices)
      lookedAhead = done
      step(i, candidate)
      lookedAhead = nil
    }
    return passed
  }

  /// Candidates in their order, but those that take more than a tenth of what is left of the budget after the others.
  private func dearLast(_ indices: [Int]) -> [Int] {
    let isDear = { 10 * Rectifier.cost(of: self.candidates[$0]) > self.work }
    return indices.filter { !isDear($0) } + indices.filter(isDear)
  }

  /// How far a quick search goes on looking after the last code that it read, in pixels.
  private static let pastLastCode = 150_000

  /// The upright patch of a candidate; made once.
  ///
  /// - Parameter whole: As the locator found it, also for a quick look; thorough looks always are at whole candidates.
  func patch(_ index: Int, whole: Bool = false) -> Patch? {
    let isWhole = whole || depth > 2
    let key = isWhole ? index : -1 - index
    if let patch = cached[key] { return patch }
    guard
      let patch = lookedAhead?.patch
        ?? timed(.rectify, { Rectifier.patch(of: isWhole ? candidates[index] : candidate(index), in: luma) })
    else { return nil }
    recorder?.rectified(index, patch.luma)
    cachedPixels += patch.owner == nil ? 0 : patch.luma.width * patch.luma.height
    // What does not fit into the cache is cut out again.
    if cachedPixels <= 32_000_000 { cached[key] = patch }
    return patch
  }
}
