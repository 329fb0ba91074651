import CPCSC
import Glibc
import ReaderCore

/// Watches all readers from a thread of its own: waits without polling for readers and tags that come and go, and
/// survives restarts of the service.
public final class PCSCMonitor {
  private let state = State()

  /// Starts watching.
  ///
  /// - Parameter changed: Called on the monitor's thread, first with what is there now. Not after `stop`, except for a
  ///   call that runs already.
  public init(_ changed: @escaping (PCSCSnapshot) -> Void) throws(ReaderError) {
    _ = try PCSCContext.library()
    let state = self.state
    let watch = try ServiceWatch()
    state.watch = watch
    _ = try WorkerThread(name: "scanbeam-pcsc") {
      var loop = MonitorLoop(state, watch, changed)
      loop.run()
      state.end()
    }
  }

  deinit { stop() }

  /// Ends the watch; waits a moment for its thread, unless it is this one.
  public func stop() { state.stop() }

  /// What the owner and the thread share.
  final class State {
    private let lock = Lock()
    private var stopping = false
    private var ended = false
    private var waiting: PCSCContext?
    private var thread: pthread_t?
    var watch: ServiceWatch?

    var isStopping: Bool { lock.locked { stopping } }

    func begin() { lock.locked { thread = pthread_self() } }

    /// The thread is about to wait on this context (nil: it waits no more). False when it must end.
    func wait(on context: PCSCContext?) -> Bool {
      lock.locked {
        waiting = stopping ? nil : context
        return !stopping
      }
    }

    func end() {
      lock.locked {
        ended = true
        waiting = nil
        lock.signal()
      }
    }

    /// A cancel that comes before the wait has begun is lost, so it is repeated.
    func stop() {
      watch?.wake()
      for _ in 0..<200 {
        let context = lock.locked { () -> PCSCContext?? in
          stopping = true
          if ended { return .none }
          if let thread, pthread_equal(thread, pthread_self()) != 0 { return .none }
          return .some(waiting)
        }
        guard let context else { return }
        context?.cancel()
        lock.locked { if !ended { lock.wait(until: SystemClock.now() &+ 5_000_000) } }
      }
    }
  }
}

/// The thread's work.
private struct MonitorLoop {
  private let state: PCSCMonitor.State
  private let watch: ServiceWatch
  private let changed: (PCSCSnapshot) -> Void
  private var last: PCSCSnapshot?
  /// Milliseconds to the next try; doubles with each failure.
  private var pause: Int32 = 250
  private static let longestPause: Int32 = 30_000

  private static let notification = "\\\\?PnP?\\Notification"
  private static let stateChanged: UInt = 0x0002
  private static let stateUnavailable: UInt = 0x0008
  private static let stateUnknown: UInt = 0x0004
  private static let statePresent: UInt = 0x0020
  private static let stateMute: UInt = 0x0200

  init(_ state: PCSCMonitor.State, _ watch: ServiceWatch, _ changed: @escaping (PCSCSnapshot) -> Void) {
    self.state = state
    self.watch = watch
    self.changed = changed
  }

  mutating func run() {
    state.begin()
    while !state.isStopping {
      do throws(ReaderError) {
        let context = try PCSCContext()
        try watchReaders(context)
      } catch {
        tell(PCSCSnapshot(problem: error.message))
        guard !state.isStopping else { return }
        // The service comes back with its socket; the pause is for when that cannot be watched.
        watch.wait(timeoutMs: pause)
        pause = min(pause &* 2, MonitorLoop.longestPause)
      }
    }
  }

  private mutating func tell(_ snapshot: PCSCSnapshot) {
    guard snapshot != last, !state.isStopping else { return }
    last = snapshot
    changed(snapshot)
  }

  /// Until the service goes or the watch ends.
  private mutating func watchReaders(_ context: PCSCContext) throws(ReaderError) {
    var known: [String: UInt] = [:]
    // pcsc-lite 1.9 notices only readers that come during the wait: one that comes between list and wait is found by
    // looking once more a second after each change. After that nothing is looked at until something happens.
    var isSettled = false
    while true {
      let names = try context.readers()
      known = known.filter { names.contains($0.key) }
      let texts = (names + [MonitorLoop.notification]).map { strdup($0) }
      defer { for text in texts { free(text) } }
      var states = texts.indices.map { index in
        var state = cpcsc_reader_state()
        state.reader = UnsafePointer(texts[index])
        // The notification's state is the number of readers, in the upper half (newer versions compare it).
        state.current_state = index < names.count ? known[names[index]] ?? 0 : UInt(names.count) << 16
        return state
      }
      let isNew = names.contains { known[$0] == nil }
      // Readers that were not seen yet answer at once with their state.
      guard state.wait(on: context) else { return }
      let timeout: UInt = isNew ? 0 : isSettled ? 0xffff_ffff : 1000
      let code = PCSCCode(
        context.functions.get_status_change(context.handle, timeout, &states, UInt(states.count)))
      guard state.wait(on: nil) else { return }
      switch code {
      case .success, .timeout: break
      case .cancelled: continue
      case .unknownReader, .readerUnavailable:
        // It went between the list and the wait; should the list not know yet, do not spin.
        watch.wait(timeoutMs: 100)
        continue
      default: throw code.error("Watching the readers")
      }
      pause = 250
      isSettled = !isNew && code == .timeout
      if isSettled { continue }
      var readers: [PCSCReader] = []
      for (index, name) in names.enumerated() {
        let event = states[index].event_state
        known[name] = event & ~MonitorLoop.stateChanged
        guard event & (MonitorLoop.stateUnknown | MonitorLoop.stateUnavailable) == 0 else { continue }
        let hasTag = event & MonitorLoop.statePresent != 0 && event & MonitorLoop.stateMute == 0
        readers.append(
          PCSCReader(
            name: name, hasTag: hasTag, atr: hasTag ? atr(states[index]) : [],
            changes: UInt32(truncatingIfNeeded: event >> 16)))
      }
      tell(PCSCSnapshot(readers: readers))
    }
  }

  private func atr(_ state: cpcsc_reader_state) -> [UInt8] {
    withUnsafeBytes(of: state.atr) { Array($0.prefix(Int(min(state.atr_length, 33)))) }
  }
}
