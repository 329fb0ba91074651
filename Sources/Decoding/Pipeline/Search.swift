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
  var found: [Hypothesis] = [] {
    didSet {
      areas = nil
      readCount += 1
    }
  }
  /// How often what was found has changed.
  private(set) var readCount = 0
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
  /// CPU time of the thread at that moment; 0 for one thread alone.
  let beginCPU: Int64
  /// The lowest score of the candidates of a kind that something was read from.
  var successes: [Candidate.Kind: Double] = [:]
  /// Effort of the steps that run now.
  var depth = 1
  /// Number of the candidate that is looked at; nil for the whole picture.
  var current: Int?
  /// How much of the places that somebody asked for is dark.
  var darkShares: [DarkPlace: Double] = [:]
  /// The candidates whose bars Scanbeam's own decoders have looked at.
  var barsSeen: Set<Int> = []
  /// The candidates in which stacked symbols were looked for because of a Code 128 in them.
  var stacksSeen: Set<Int> = []
  /// Whether this is no search, but looks ahead of the turn of one.
  let isAhead: Bool
  /// Who shares the looks with a second thread; nil without one.
  var ahead: LookAhead?
  /// What the search waits for while it looks ahead itself.
  let awaited: LookLog?
  /// What was seen ahead where the search is now, or is seen.
  var log: LookLog?
  /// How many looks were taken ahead.
  var aheadCount = 0
  /// The steps that are known, which of them runs, and the place in it.
  var plan: [Step] = []
  var planned = 0
  var position = 0
  /// The patches that were cut out.
  let patches: PatchCache
  /// The patch that was split last, and what came of it.
  private var lastSplit: (patch: Patch, image: LumaImage)?

  init(
    _ pipeline: DecodePipeline, _ luma: LumaView, _ request: DecodeRequest, _ recorder: DecodeRecorder? = nil,
    clock: @escaping () -> Int64 = { SystemClock.now() }
  ) {
    self.pipeline = pipeline
    self.recorder = recorder
    self.luma = luma
    self.request = request
    let asked = request.symbologies.intersection(pipeline.symbologies)
    patches = PatchCache(limit: 32_000_000)
    (isAhead, awaited) = (false, nil)
    wanted =
      asked.contains(.eanUcc) ? asked.union(.underComposites.intersection(pipeline.symbologies)) : asked
    work = Search.quickWork(request.effort, luma.width * luma.height)
    self.clock = clock
    begin = clock()
    beginCPU = request.maxThreads > 1 ? SystemClock.threadCPU() : 0
  }

  /// The same with all that it knows; its looks are taken by other tools, and go into a log.
  init(
    copying other: Search, _ tools: LookTools? = nil, _ log: LookLog? = nil, _ ahead: LookAhead? = nil,
    awaited: LookLog? = nil
  ) {
    pipeline = tools?.pipeline ?? other.pipeline
    luma = tools?.luma ?? other.luma
    patches = tools?.patches ?? other.patches
    (self.log, self.ahead, self.awaited) = (log, ahead, awaited)
    isAhead = true
    recorder = nil
    (request, wanted, clock, begin) = (other.request, other.wanted, other.clock, other.begin)
    beginCPU = other.beginCPU
    (candidates, found, readCount) = (other.candidates, other.found, other.readCount)
    (firstBeside, isCluttered, fitted) = (other.firstBeside, other.isCluttered, other.fitted)
    (seen, stripes, texts, leastSecondScore) = (other.seen, other.stripes, other.texts, other.leastSecondScore)
    (explained, refused, successes) = (other.explained, other.refused, other.successes)
    (work, spent, pace, depth) = (other.work, other.spent, other.pace, other.depth)
  }

  /// Whether enough was found or the time is up.
  var isOver: Bool {
    // More codes than one are cut to their number in reading order, so a step is finished first.
    if request.maxCodes == 1, found.contains(where: isAsked) { return true }
    return isLate || isAhead && !canGoOn
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
    defer { ahead?.end() }
    plan([Step(1, .firstLook, all)] + (request.effort > 1 ? [Step(2, .secondLook, all)] : []))
    let unseen = each(.firstLook, all)
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
    let order = dearLast(all)
    plan([Step(2, .secondLook, order)])
    let unturned = each(.secondLook, order)
    if found.isEmpty { secondLookAtBars(unturned) }
    step("bars") {
      self.furtherBars()
      self.largeStacks()
    }
    if !hasEnough { secondLookAtSmallOnes(unturned) }
    if found.isEmpty || !Search.hasZXing { step("whole frame") { self.wholeFrame() } }
    guard request.effort >= 3, !hasEnough else { return }
    depth = 3
    work = thoroughWork
    plan(thoroughSteps(unseen: (unseen + leftOut).sorted(), unturned: unturned, all))
    for (number, one) in plan.enumerated() {
      if one.depth > depth {
        guard !hasEnough else { return }
        depth = one.depth
      }
      planned = number
      if let indices = one.indices {
        each(one.task, indices)
      } else {
        step(one.task.name) { self.perform(one.task, nil, nil) }
      }
    }
  }

  /// Runs a step for candidates that nothing was read from so far; the result is what was passed over.
  @discardableResult
  func each(_ task: Task, _ indices: [Int], as name: StaticString? = nil) -> [Int] {
    var passed: [Int] = []
    step(name ?? task.name) { passed = self.each(indices, task) }
    return passed
  }

  private func each(_ indices: [Int], _ task: Task) -> [Int] {
    defer { (current, position) = (nil, 0) }
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
      // Nor is a second look taken beside a code that was read which costs as much as all that may still be looked at.
      if depth == 2, request.effort == 2, known > 0, Rectifier.cost(of: candidate) > Search.pastLastCode {
        passed.append(i)
        continue
      }
      // What does not fit into the rest of the budget is passed over; smaller ones behind it may.
      if depth <= 2, work <= 0 || isRepeated(i, candidate) || Rectifier.cost(of: candidate) > work {
        passed.append(i)
        continue
      }
      if work <= 0 { break }
      current = i
      self.position = position
      perform(task, i, candidate)
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

  /// The frame as it is.
  var frame: Patch { Patch(frame: luma) }

  /// A patch split into dark and light, 0 and 255; once for all that look at it in turn. Nil for small patches, and without memory.
  func split(_ patch: Patch) -> LumaView? {
    if let lastSplit, lastSplit.patch.isSame(as: patch) { return lastSplit.image.view }
    guard min(patch.width, patch.height) >= 40, let image = try? LumaImage(width: patch.width, height: patch.height)
    else { return nil }
    splitLocally(patch.luma, into: image.base)
    lastSplit = (patch, image)
    return image.view
  }

  /// The upright patch of a candidate; made once.
  ///
  /// - Parameter whole: As the locator found it, also for a quick look; thorough looks always are at whole candidates.
  func patch(_ index: Int, whole: Bool = false) -> Patch? {
    let isWhole = whole || depth > 2
    let key = isWhole ? index : -1 - index
    if let patch = patches[key] { return patch }
    guard let patch = cut({ Rectifier.patch(of: isWhole ? candidates[index] : candidate(index), in: luma) }) else {
      return nil
    }
    recorder?.rectified(index, patch.luma)
    patches.keep(patch, key)
    return patch
  }
}
