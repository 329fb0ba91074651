import Glibc
import ReaderCore

/// A thread beside the search's own that does one piece of work at a time, and waits for the next without costing anything.
///
/// A child of `fork()` has no such thread, whatever its parent had: `isAlive` tells, and nothing may be handed to it there.
final class SecondThread {
  private let state = State()
  private let thread: WorkerThread
  private let process = getpid()

  private final class State {
    let lock = Lock()
    var work: (() -> Void)?
    var isBusy = false
    var ends = false
  }

  /// Starts the thread; nil when the system has none to give.
  init?() {
    let state = self.state
    guard
      let thread = try? WorkerThread(
        name: "scanbeam-look",
        {
          while true {
            var work: (() -> Void)? = state.lock.locked {
              while state.work == nil, !state.ends { state.lock.wait() }
              let work = state.work
              state.work = nil
              return work
            }
            guard work != nil else { return }
            work?()
            // What belongs to the work is given back before the next may begin.
            work = nil
            state.lock.locked { state.isBusy = false }
          }
        })
    else { return nil }
    self.thread = thread
  }

  deinit {
    guard isAlive else {
      // Nobody knows how the parent's thread left the lock: it stays as it is.
      _ = Unmanaged.passRetained(state)
      _ = Unmanaged.passRetained(thread)
      return
    }
    state.lock.locked {
      state.ends = true
      state.lock.signal()
    }
    thread.join()
  }

  /// Whether this is the process that the thread was started in.
  var isAlive: Bool { getpid() == process }

  /// Whether it still does what it was given.
  var isBusy: Bool { state.lock.locked { state.isBusy } }

  /// Hands work to the thread, which must not be busy.
  func begin(_ work: @escaping () -> Void) {
    state.lock.locked {
      state.work = work
      state.isBusy = true
      state.lock.signal()
    }
  }
}
