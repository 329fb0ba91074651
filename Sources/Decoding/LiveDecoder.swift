import ReaderCore

/// A decoder for the frames of a camera: it searches what is new, looks harder while the scene stays still and nothing was found,
/// and then rests.
/// A linear code that says that a 2D component belongs to it counts as nothing found without that.
///
/// While it rests a frame costs no more than to see that nothing changed. Once a second it looks again all the same, in case that
/// something changed too little to be noticed.
///
/// One decoder belongs to one thread at a time.
public final class LiveDecoder {
  /// What is to be done with the next frame of an unchanged scene.
  private enum Plan {
    /// Search it at an effort, for so many nanoseconds.
    case search(effort: Int, budget: Int64)
    /// Nothing, until `again` (nanoseconds of CLOCK_MONOTONIC); then search it at an effort.
    case rest(effort: Int, again: Int64)
  }

  /// Searches pictures that belong to no scene.
  public let decoder: Decoder
  /// How far the effort rises above that of the request while the scene is still.
  public var maximumRise = 2
  /// Whether the time for a frame is limited.
  public var hasBudget = true
  /// Effort that the last call spent; 0 when it only saw that nothing had changed.
  public private(set) var spentEffort = 0

  private let gate = Gate()
  private var codes: [DecodedCode] = []
  private var last: DecodeRequest?
  private var plan = Plan.search(effort: 0, budget: 0)

  /// How long a resting scene is left alone.
  static let rest: Int64 = 1_000_000_000
  /// How long a search beyond the effort of the request may take: a code that comes into view meanwhile has to wait for it.
  static let raisedBudget: Int64 = 150_000_000

  /// How long the first search of a scene may take at an effort. A scene that is still there gets twice the time until a search was
  /// complete.
  static func firstBudget(_ effort: Int) -> Int64 { 100_000_000 << Int64(max(0, min(effort, 5) - 1)) }

  /// Makes a decoder with every engine that works on this machine.
  public init(log: Log? = nil) { decoder = Decoder(log: log) }

  /// The codes of a frame. An unchanged scene gives the codes that its last search gave.
  ///
  /// - Parameter now: The time, nanoseconds of CLOCK_MONOTONIC.
  public func decode(_ luma: LumaView, _ request: DecodeRequest, now: Int64 = SystemClock.now()) -> [DecodedCode] {
    if gate.isNew(luma) || !isAsBefore(request) {
      codes = []
      last = request
      plan = .search(effort: request.effort, budget: LiveDecoder.firstBudget(request.effort))
    }
    spentEffort = 0
    switch plan {
    case .search(let effort, let budget): search(luma, request, effort, budget, now)
    case .rest(let effort, let again) where now >= again:
      search(luma, request, effort, max(LiveDecoder.firstBudget(request.effort), LiveDecoder.raisedBudget), now)
      plan = .rest(effort: effort, again: now &+ LiveDecoder.rest)
    case .rest: break
    }
    return codes
  }

  /// Forgets the scene, for example when a scan begins: the next frame is searched.
  public func reset() {
    gate.reset()
    codes = []
  }

  /// Whether nothing was found, or not the 2D component that a code says it has.
  private var isIncomplete: Bool { codes.isEmpty || codes.contains { $0.linkage == .declared } }

  private func isAsBefore(_ request: DecodeRequest) -> Bool {
    guard let last else { return false }
    return request.symbologies == last.symbologies && request.effort == last.effort && request.maxCodes == last.maxCodes
      && request.checks == last.checks
  }

  /// Searches a frame and plans what comes next.
  private func search(_ luma: LumaView, _ request: DecodeRequest, _ effort: Int, _ budget: Int64, _ now: Int64) {
    var part = request
    part.effort = effort
    let begin = SystemClock.now()
    let end = begin.addingReportingOverflow(budget)
    if hasBudget, !end.overflow { part.deadline = min(request.deadline ?? .max, end.partialValue) }
    codes = decoder.decode(luma, part)
    spentEffort = effort
    let wasCut = part.deadline.map { SystemClock.now() >= $0 } ?? false
    if wasCut, effort <= request.effort {
      plan = .search(effort: effort, budget: min(2 * budget, 60_000_000_000))
    } else if isIncomplete, effort < min(5, request.effort + maximumRise) {
      plan = .search(effort: effort + 1, budget: LiveDecoder.raisedBudget)
    } else {
      // What was found takes the effort that found it; what was not gets the usual one.
      plan = .rest(effort: codes.isEmpty ? request.effort : effort, again: now &+ LiveDecoder.rest)
    }
  }
}
