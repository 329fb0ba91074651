import CPlatform
import Glibc
import ReaderCore

/// One event loop per context: closures from any thread, timers and file descriptors, run one after another on one
/// thread. Whoever calls `dispatch` is that thread; `LoopThread` calls it from a thread of its own.
public final class EventLoop {
  /// Identifies a timer, for `cancel`.
  public typealias TimerID = UInt64

  private struct Timer {
    let id: TimerID
    let deadline: Int64
    let work: () -> Void
  }

  /// Becomes readable when `dispatch` has something to do.
  public let descriptor: Int32
  private let wakeDescriptor: Int32
  private let timerDescriptor: Int32
  private let now: () -> Int64
  private let ownClock: Bool
  private let process = getpid()

  private let lock = Lock()
  private var inbox: [() -> Void] = []
  private var timers: [Timer] = []
  private var nextTimer: TimerID = 1
  private var watches: [Int32: () -> Void] = [:]
  private var owner: pthread_t?
  private var woken = false
  /// The wake descriptor is readable, or about to be.
  private var isSignalled = false
  /// What the timer descriptor is set to; it may fire before there is something to do, never after.
  private var armed = Int64.max
  private var rounds: UInt64 = 0
  private var hasThread = false
  private var abandoning = false
  private var abandoned = false

  /// Makes a loop.
  ///
  /// - Parameter clock: Tests pass a clock of their own; timers are then looked at in `dispatch` alone.
  public init(clock: (() -> Int64)? = nil) throws(ReaderError) {
    now = clock ?? SystemClock.now
    ownClock = clock != nil
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    timerDescriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    guard descriptor >= 0, wakeDescriptor >= 0, timerDescriptor >= 0 else {
      let code = errno
      for fd in [descriptor, wakeDescriptor, timerDescriptor] where fd >= 0 { close(fd) }
      throw ReaderError(.io, "The event loop got no file descriptors; raise the limit (ulimit -n).", errno: code)
    }
    add(wakeDescriptor)
    add(timerDescriptor)
  }

  deinit {
    close(timerDescriptor)
    close(wakeDescriptor)
    close(descriptor)
  }

  /// Whether this process made the loop. After fork() the child may not use it.
  public var isForked: Bool { getpid() != process }

  /// True while the calling thread is inside `dispatch`.
  public var isOnLoop: Bool {
    lock.locked {
      guard let owner else { return false }
      return pthread_equal(owner, pthread_self()) != 0
    }
  }

  // MARK: Any thread

  /// Runs `work` on the loop, after everything posted before. Any thread.
  public func post(_ work: @escaping () -> Void) {
    let isNews = lock.locked { () -> Bool in
      if !abandoned { inbox.append(work) }
      // Inside the loop it is looked at before anybody waits.
      if let owner, pthread_equal(owner, pthread_self()) != 0 { return false }
      return takeSignal()
    }
    if isNews { signal() }
  }

  /// Makes a running, or else the next, `dispatch` return at once. Any thread.
  public func wake() {
    let isNews = lock.locked { () -> Bool in
      woken = true
      return takeSignal()
    }
    if isNews { signal() }
  }

  /// Runs `work` on the loop at or after `deadline` (nanoseconds of the loop's clock). Any thread.
  @discardableResult
  public func schedule(at deadline: Int64, _ work: @escaping () -> Void) -> TimerID {
    lock.locked {
      let id = nextTimer
      nextTimer += 1
      let index = timers.firstIndex { $0.deadline > deadline } ?? timers.endIndex
      timers.insert(Timer(id: id, deadline: deadline, work: work), at: index)
      armTimer()
      return id
    }
  }

  /// Forgets a timer; no-op when it ran already. Any thread.
  public func cancel(_ id: TimerID) {
    lock.locked { timers.removeAll { $0.id == id } }
  }

  /// Runs `work` on the loop whenever the file descriptor is readable, or its other end has gone. Any thread.
  public func watch(_ fd: Int32, _ work: @escaping () -> Void) {
    lock.locked { watches[fd] = work }
    add(fd)
  }

  /// Whether the work of a watched file descriptor also runs when it is writable. Any thread.
  public func watch(_ fd: Int32, forWriting: Bool) {
    var event = epoll_event()
    event.events = UInt32(EPOLLIN.rawValue) | (forWriting ? UInt32(EPOLLOUT.rawValue) : 0)
    event.data.fd = fd
    epoll_ctl(descriptor, EPOLL_CTL_MOD, fd, &event)
  }

  /// Ends a watch; call it before the file descriptor is closed. Any thread.
  public func unwatch(_ fd: Int32) {
    guard lock.locked({ watches.removeValue(forKey: fd) }) != nil else { return }
    epoll_ctl(descriptor, EPOLL_CTL_DEL, fd, nil)
  }

  /// The loop's clock.
  public var time: Int64 { now() }

  // MARK: The loop

  /// Waits for events and runs what they bring.
  ///
  /// - Parameter timeoutMs: How long to wait for the first one; 0: not at all, negative: no limit.
  /// - Returns: False when nothing happened in that time.
  /// - Throws: `.reentrant` inside a callback, `.wrongThread` while another thread is in it, `.state` when a
  ///   `LoopThread` drives the loop.
  public func dispatch(timeoutMs: Int32) throws(ReaderError) -> Bool {
    guard cplatform_callback_depth().pointee == 0 else {
      throw ReaderError(.reentrant, "The loop cannot be driven from inside one of its callbacks; return first.")
    }
    guard !lock.locked({ hasThread }) else {
      throw ReaderError(.state, "This context has a thread of its own that delivers; there is nothing to dispatch.")
    }
    return try run(timeoutMs: timeoutMs)
  }

  /// `dispatch` for `LoopThread`.
  func run(timeoutMs: Int32) throws(ReaderError) -> Bool {
    guard enter() else {
      throw ReaderError(.wrongThread, "Another thread is driving this loop already.")
    }
    defer { leave() }
    let end = timeoutMs < 0 ? nil : SystemClock.now() &+ Int64(timeoutMs) &* 1_000_000
    while true {
      if runPosted() {
        _ = try runWatches(waitMs: 0)
        return true
      }
      var wait: Int32 = -1
      if let end {
        let left = end &- SystemClock.now()
        wait = left <= 0 ? 0 : Int32(clamping: (left &+ 999_999) / 1_000_000)
      }
      switch try runWatches(waitMs: wait) {
      case .ran: return true
      case .nothing: return false
      case .signalled: continue
      }
    }
  }

  /// Says whether a `LoopThread` drives the loop.
  func setHasThread(_ value: Bool) {
    lock.locked {
      hasThread = value
      lock.signal()
    }
  }

  /// Waits until `condition` is true: drives the loop itself unless another thread does.
  ///
  /// - Parameter timeoutMs: Negative: no limit.
  /// - Returns: False when the time ran out first.
  /// - Throws: `.reentrant` inside a callback.
  public func wait(timeoutMs: Int32, until condition: () -> Bool) throws(ReaderError) -> Bool {
    guard cplatform_callback_depth().pointee == 0, !isOnLoop else {
      throw ReaderError(.reentrant, "Waiting inside a callback would wait for itself; use the asynchronous call.")
    }
    let end = timeoutMs < 0 ? Int64.max : SystemClock.now() &+ Int64(timeoutMs) &* 1_000_000
    while true {
      let (seen, driven) = lock.locked { (rounds, hasThread || owner != nil) }
      if condition() { return true }
      let left = end &- SystemClock.now()
      if left <= 0 { return false }
      if driven {
        lock.locked { if rounds == seen, hasThread || owner != nil { lock.wait(until: end == .max ? nil : end) } }
      } else {
        do throws(ReaderError) {
          _ = try run(timeoutMs: Int32(clamping: left == .max ? 60_000 : left / 1_000_000 + 1))
        } catch {
          // Another thread got in between; it drives now.
          guard error.status == .wrongThread else { throw error }
        }
      }
    }
  }

  /// Runs what is ready now on the calling thread, unless another drives the loop or this is inside `dispatch`.
  public func drain() {
    guard enter() else { return }
    runAllReady()
    leave()
  }

  /// Nobody will drive the loop any more: runs what is posted on the calling thread, then forgets timers and watches, so
  /// that nothing that they hold stays behind. Inside `dispatch` this happens when it returns.
  public func abandon() {
    lock.locked { abandoning = true }
    drain()
  }

  /// Bounded, because what runs may post more.
  private func runAllReady() {
    for _ in 0..<1000 {
      let hasRun = runPosted()
      let outcome = (try? runWatches(waitMs: 0)) ?? .nothing
      if !hasRun, case .nothing = outcome { return }
    }
  }

  private func enter() -> Bool {
    lock.locked {
      guard owner == nil else { return false }
      owner = pthread_self()
      return true
    }
  }

  /// Lets waiting threads look at their condition again.
  private func leave() {
    if lock.locked({ abandoning }) {
      runAllReady()
      lock.locked { abandoned = true }
    }
    let rest = lock.locked { () -> (Any, Any, Any)? in
      defer {
        owner = nil
        rounds &+= 1
        // What was posted from inside, or not looked at yet.
        if !inbox.isEmpty || woken, takeSignal() { signal() }
        armTimer()
        lock.signal()
      }
      guard abandoned else { return nil }
      defer { (inbox, timers, watches) = ([], [], [:]) }
      return (inbox, timers, watches)
    }
    // Released outside the lock: what they hold may call back.
    withExtendedLifetime(rest) {}
  }

  /// Runs what was posted and the timers that are due, once; true when there was anything.
  private func runPosted() -> Bool {
    let (work, wasWoken) = lock.locked { () -> ([() -> Void], Bool) in
      var work = inbox
      inbox = []
      if let first = timers.first {
        let current = now()
        if first.deadline <= current {
          let due = timers.prefix { $0.deadline <= current }
          work += due.map(\.work)
          timers.removeFirst(due.count)
        }
        armTimer()
      }
      defer { woken = false }
      if isSignalled {
        isSignalled = false
        drain(wakeDescriptor)
      }
      return (work, woken)
    }
    for item in work { item() }
    return !work.isEmpty || wasWoken
  }

  private enum Outcome {
    /// Some watch ran.
    case ran
    /// Something was posted, or a timer may be due.
    case signalled
    case nothing
  }

  /// Waits for descriptors and runs their work.
  private func runWatches(waitMs: Int32) throws(ReaderError) -> Outcome {
    var code: Int32 = 0
    let events = [epoll_event](unsafeUninitializedCapacity: 16) { buffer, filled in
      let count = epoll_wait(descriptor, buffer.baseAddress, 16, waitMs)
      code = count < 0 ? errno : 0
      filled = Int(max(0, count))
    }
    guard code == 0 || code == EINTR else {
      throw ReaderError(.io, "The event loop's descriptor cannot be waited for.", errno: code)
    }
    guard !events.isEmpty else { return code == EINTR ? .signalled : .nothing }
    var outcome = Outcome.signalled
    for event in events {
      switch event.data.fd {
      case wakeDescriptor:
        lock.locked {
          isSignalled = false
          drain(wakeDescriptor)
        }
      case timerDescriptor:
        lock.locked {
          armed = .max
          drain(timerDescriptor)
        }
      case let fd:
        guard let work = lock.locked({ watches[fd] }) else { continue }
        work()
        outcome = .ran
      }
    }
    return outcome
  }

  private func add(_ fd: Int32) {
    var event = epoll_event()
    event.events = UInt32(EPOLLIN.rawValue)
    event.data.fd = fd
    epoll_ctl(descriptor, EPOLL_CTL_ADD, fd, &event)
  }

  /// Whether the wake descriptor has yet to be written to. With the lock held.
  private func takeSignal() -> Bool {
    defer { isSignalled = true }
    return !isSignalled
  }

  private func signal() {
    var one: UInt64 = 1
    _ = write(wakeDescriptor, &one, 8)
  }

  private func drain(_ fd: Int32) {
    var count: UInt64 = 0
    _ = read(fd, &count, 8)
  }

  /// Sets the timer descriptor to the first deadline, unless it fires before that anyway: most timers are cancelled. With
  /// the lock held.
  private func armTimer() {
    guard !ownClock, let first = timers.first, first.deadline < armed else { return }
    armed = first.deadline
    // 0 would disarm: a time long past fires at once as well.
    let at = max(first.deadline, 1)
    var spec = itimerspec()
    spec.it_value = timespec(tv_sec: Int(at / 1_000_000_000), tv_nsec: Int(at % 1_000_000_000))
    timerfd_settime(timerDescriptor, Int32(TFD_TIMER_ABSTIME), &spec, nil)
  }
}
