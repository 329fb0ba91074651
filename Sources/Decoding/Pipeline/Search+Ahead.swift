import Imaging
import ReaderCore

/// What the first look at a candidate sees: nothing of that depends on the looks before it.
struct AheadLook {
  /// The plain patch, and what zxing-cpp looked at.
  let patch: Patch
  let picture: Patch
  let reads: [ZXingRead]
}

/// The second thread of a search: it looks at the candidate that will be next while the search looks at one. What it read
/// is taken when its turn comes, by the same rules, so that the result is the same as with one thread.
final class AheadLooker {
  private let thread: SecondThread
  private let engine: any AheadEngine
  private var candidate: Int?
  private let result = Result()

  private final class Result {
    var look: AheadLook?
  }

  init(_ thread: SecondThread, _ engine: any AheadEngine) {
    self.thread = thread
    self.engine = engine
  }

  deinit { if candidate != nil { thread.finish() } }

  /// Looks at a candidate.
  ///
  /// - Parameter picture: Makes what is looked at of the plain patch.
  func begin(
    _ index: Int, _ candidate: Candidate, _ luma: LumaView, _ symbologies: SymbologySet,
    picture: @escaping (Patch) -> Patch?
  ) {
    self.candidate = index
    let (result, engine) = (self.result, self.engine)
    result.look = nil
    thread.begin {
      guard let patch = Rectifier.patch(of: candidate, in: luma), let picture = picture(patch) else { return }
      let reads = engine.firstReads(picture.luma, symbologies)
      result.look = AheadLook(patch: patch, picture: picture, reads: reads)
    }
  }

  /// Waits for the look that was begun; nil when it was at another candidate, or nothing came of it.
  func finish(_ index: Int) -> AheadLook? {
    guard let candidate else { return nil }
    thread.finish()
    self.candidate = nil
    return candidate == index ? result.look : nil
  }
}

/// What the second thread reads with; it belongs to that thread alone.
protocol AheadEngine: AnyObject {
  func read(_ luma: LumaView, _ wanted: SymbologySet, _ mode: ZXingMode, maxCodes: Int) -> [ZXingRead]
}

extension AheadEngine {
  /// What a first look reads. Where there can be matrix codes only, it is over with the first one that takes up most of the
  /// picture: decoders that come later would look at that once more.
  func firstReads(_ luma: LumaView, _ symbologies: SymbologySet) -> [ZXingRead] {
    if symbologies.subtracting(.matrix).isEmpty {
      let reads = splitReads(luma, symbologies) ?? read(luma, symbologies, .fast, maxCodes: 1)
      guard let code = reads.first?.code else { return [] }
      if QuadGeometry.area(code.corners) > 0.3 * Double(luma.width * luma.height) { return reads }
    }
    return read(luma, symbologies, .fast, maxCodes: 0)
  }

  /// What is read of a picture that was split into dark and light by our own, which takes a tenth of the time; nil for small pictures, where
  /// that is not so.
  private func splitReads(_ luma: LumaView, _ symbologies: SymbologySet) -> [ZXingRead]? {
    guard min(luma.width, luma.height) >= 40, let image = try? LumaImage(width: luma.width, height: luma.height) else {
      return nil
    }
    splitLocally(luma, into: image.base)
    return withExtendedLifetime(image) { read(image.view, symbologies, ZXingMode(split: true), maxCodes: 1) }
  }
}

#if ZXING
  extension ZXingEngine: AheadEngine {}
#endif

extension DecodePipeline {
  /// The second thread for one search: it is started by the first that wants one, and ends with the pipeline. Nil when the system
  /// has none to give.
  fileprivate func makeAheadLooker() -> AheadLooker? {
    #if ZXING
      // In a child of `fork()` the thread has to be started anew.
      if second?.isAlive != true { second = SecondThread() }
      return second.map { AheadLooker($0, ZXingEngine()) }
    #else
      return nil
    #endif
  }
}

extension Search {
  /// Gets the second thread when the request allows one and somebody could profit.
  func makeAheadLooker() {
    #if ZXING
      if request.maxThreads > 1, recorder == nil, candidates.count > 1 { ahead = pipeline.makeAheadLooker() }
    #endif
  }

  /// What a look must cost to be handed over, in pixels of cheap looks: waking a thread takes as long as a look at half of that.
  private static let leastAhead = 60_000

  /// Has the second thread look at the candidate that will most likely be next of those that are worth it.
  func lookAhead(of position: Int, in indices: [Int]) {
    guard let ahead, depth == 1 else { return }
    for index in indices[(position + 1)...] {
      guard !isHopeless(candidates[index]), !isCovered(candidates[index]) else { continue }
      // In dense ones our own decoders often read all there is, and a look by zxing-cpp would be for nothing.
      guard candidates[index].kind == .stripes else { continue }
      let candidate = candidate(index)
      let cost = 3000 + Rectifier.cost(of: candidate)
      if isCovered(candidate) || isPartOfStripes(candidate) || cost > work || cost < Search.leastAhead { continue }
      guard request.deadline.map({ Double(cost) * pace < Double($0 &- clock()) }) ?? true else { return }
      let symbologies = wanted.intersection(firstKinds(candidate))
      if symbologies.isEmpty { continue }
      let kind = candidate.kind
      return ahead.begin(index, candidate, luma, symbologies) { Search.firstPicture(of: $0, kind) }
    }
  }
}
