import EventLoop
import ReaderCore

@testable import Readers

/// Remembers what a reader says.
final class Witness: ReaderObserver {
  var availabilities: [Availability] = []
  var states: [ConnectionState] = []
  var scanning: [ScanningState] = []
  var results: [ReadResults] = []
  var failures: [ReaderError] = []
  var beeps: [(count: Int, tone: Int)] = []
  var onResults: ((Reader) -> Void)?

  func reader(_ reader: Reader, availabilityChanged availability: Availability) { availabilities.append(availability) }
  func reader(_ reader: Reader, connectionStateChanged state: ConnectionState) { states.append(state) }
  func reader(_ reader: Reader, scanningStateChanged state: ScanningState) { scanning.append(state) }
  func reader(_ reader: Reader, received results: ReadResults) {
    self.results.append(results)
    onResults?(reader)
  }
  func reader(_ reader: Reader, beeps count: Int, tone: Int) { beeps.append((count, tone)) }
  func reader(_ reader: Reader, failed error: ReaderError) { failures.append(error) }

  var texts: [String] { results.flatMap { $0.codes.map { String(decoding: $0.bytes, as: UTF8.self) } } }
  var reasons: [Reason] { results.map(\.reason) }
}

/// A device that comes and goes when a test says so.
final class SwitchedPresence: Presence {
  private(set) var availability = Availability.available
  private var changed: ((Availability) -> Void)?
  override func current() -> Availability { availability }
  override func watch(_ changed: @escaping (Availability) -> Void) { self.changed = changed }
  func set(_ availability: Availability) {
    self.availability = availability
    changed?(availability)
  }
}

/// A reader over a scripted source, in poll mode, with a clock that only tests move.
final class Bench {
  final class ManualClock {
    let lock = Lock()
    private var value: Int64 = 1_000_000_000
    var now: Int64 {
      get { lock.locked { value } }
      set { lock.locked { value = newValue } }
    }
  }

  let clock = ManualClock()
  let context: ReaderContext
  let source: ScriptedSource
  let presence = SwitchedPresence()
  let reader: Reader
  let witness = Witness()

  init(_ source: ScriptedSource = ScriptedSource(), store: SettingStore = SettingStore(.plain)) throws {
    self.source = source
    context = try ReaderContext(.poll, clock: { [clock] in clock.now })
    let shared = ReaderShared(store)
    let driver = try FrameDriver(
      deviceClass: .camera, capabilities: [.live], source: source, presence: presence, shared: shared,
      log: context.log, hasBudget: false)
    reader = Reader(context: context, identity: "scripted:", driver: driver, shared: shared)
    reader.setObserver(witness)
  }

  deinit { context.release() }

  /// Runs the loop until a condition holds; false when it does not within 20 seconds. In slices, because conditions on the
  /// source change without a word to the loop.
  func run(until condition: () -> Bool) throws -> Bool {
    for _ in 0..<4000 where try context.loop.wait(timeoutMs: 5, until: condition) { return true }
    return false
  }

  /// Runs the loop until all that was added to the source has been worked off and told.
  func settle() throws -> Bool {
    let isIdle = try run { source.isIdle }
    context.loop.drain()
    return isIdle
  }

  func connect() throws -> ReaderError? {
    var answer: (done: Bool, error: ReaderError?) = (false, nil)
    try reader.connect { answer = (true, $0) }
    _ = try run { answer.done }
    return answer.error
  }
}
