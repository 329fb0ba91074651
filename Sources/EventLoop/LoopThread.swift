import ReaderCore

/// Drives an event loop from a thread of the library, for hosts without a loop of their own.
public final class LoopThread {
  private final class State {
    let lock = Lock()
    var stopping = false
  }

  private let loop: EventLoop
  private let state = State()
  private let thread: WorkerThread

  /// Starts the thread.
  public init(_ loop: EventLoop) throws(ReaderError) {
    self.loop = loop
    let state = self.state
    loop.setHasThread(true)
    thread = try WorkerThread(name: "scanbeam-loop") {
      while !state.lock.locked({ state.stopping }) {
        // Only a broken descriptor throws; there is nothing left to run then.
        do { _ = try loop.run(timeoutMs: -1) } catch { break }
      }
      loop.setHasThread(false)
      loop.abandon()
    }
  }

  /// Asks the thread to end after the current round. Any thread; never blocks.
  public func stop() {
    state.lock.locked { state.stopping = true }
    loop.wake()
  }

  /// Stops the thread and waits for its end; on the thread itself it only stops.
  public func join() {
    stop()
    thread.join()
  }

  /// True on the loop's thread.
  public var isCurrent: Bool { thread.isCurrent }

  deinit { stop() }
}
