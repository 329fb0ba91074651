import Camera
import Discovery
import EventLoop
import ReaderCore

/// What readers share: the event loop, the log, and the watch over cameras that come and go.
public final class ReaderContext {
  private struct Entry {
    weak var reader: Reader?
  }

  /// Who runs the loop.
  public enum Mode {
    /// The host, by `dispatch`.
    case poll
    /// A thread of the library.
    case thread
  }

  /// The loop.
  public let loop: EventLoop
  /// Where log lines go.
  public let log = Log()
  private let thread: LoopThread?
  private let lock = Lock()
  private var readers: [Entry] = []
  private var closed = false
  private var cameras: CameraPresenceHub?

  /// Makes a context.
  ///
  /// - Parameter clock: Tests pass a clock of their own for time-outs.
  public init(_ mode: Mode, clock: (() -> Int64)? = nil) throws(ReaderError) {
    loop = try EventLoop(clock: clock)
    thread = mode == .thread ? try LoopThread(loop) : nil
  }

  /// The host holds no handle any more: completes what is pending and lets everything go. Never blocks.
  public func release() {
    if let thread { thread.stop() } else { loop.abandon() }
  }

  /// Whether the loop is driven by the host.
  public var isPolled: Bool { thread == nil }

  /// Makes a reader from an identity, see `scanbeam_reader_new_identity`.
  public func reader(identity: String) throws(ReaderError) -> Reader {
    guard !lock.locked({ closed }) else {
      throw ReaderError(.state, "The context is closed; make a new one.")
    }
    return try DriverRegistry.makeReader(self, identity: identity)
  }

  /// Closes every reader and, in thread mode, ends the thread. Throws `.reentrant` inside a callback.
  public func close() throws(ReaderError) {
    guard !CallbackScope.isActive, !loop.isOnLoop else {
      throw ReaderError(.reentrant, "A context cannot be closed from inside a callback; close its readers instead.")
    }
    lock.locked { closed = true }
    let open = lock.locked { readers.compactMap { $0.reader } }
    for reader in open { reader.close() }
    _ = try loop.wait(timeoutMs: 5000) {
      open.allSatisfy { $0.connectionState == .disconnected || $0.connectionState == .unavailable }
    }
    thread?.join()
    loop.drain()
  }

  func register(_ reader: Reader) {
    lock.locked {
      readers.removeAll { $0.reader == nil }
      readers.append(Entry(reader: reader))
    }
  }

  /// The watch over cameras; made with the first camera reader.
  func cameraHub() throws(ReaderError) -> CameraPresenceHub {
    if let hub = lock.locked({ cameras }) { return hub }
    let hub = try CameraPresenceHub(loop, log)
    return lock.locked {
      if cameras == nil { cameras = hub }
      return cameras!
    }
  }
}
