import CPlatform
import Glibc
import ReaderCore

/// Frames that the host hands in. The newest wins: one that was not taken yet is dropped for it, and counted.
///
/// `push` and `discard` may be called on any thread at any time; the rest as `FrameSource` says. Frames are taken from
/// `open` on, also before `start` and across `stop`: a host may push for a run that it has asked for and that has not
/// begun yet. What belongs to no run is forgotten with `discard`.
public final class PushFrameSource: FrameSource {
  private let lock = Lock()
  // All below under the lock.
  /// Readable while there is a frame, to be waited on together with the wake descriptor.
  private var event: Int32 = -1
  private var newest: (image: LumaImage, time: Int64)?
  private var dropped = 0
  /// Counts `discard`: a wait that began before one must not take what was pushed after it.
  private var discards = 0
  /// A picture that nobody uses, for the next push.
  private var spare: LumaImage?

  /// Only reads count: the host decides how many frames it hands in.
  public let answersEveryFrame = false

  /// A source without frames.
  public init() {}

  deinit { close() }

  /// Copies a frame and makes it the newest.
  ///
  /// - Parameters:
  ///   - luma: Looked at during the call only.
  ///   - time: When it was captured, nanoseconds of CLOCK_MONOTONIC.
  /// - Returns: False when the source is not open: the frame is then ignored.
  /// - Throws: `.tooLarge`, `.noMemory`.
  @discardableResult
  public func push(_ luma: LumaView, time: Int64) throws(ReaderError) -> Bool {
    var image: LumaImage?
    let isWanted = lock.locked {
      guard event >= 0 else { return false }
      if let spare, spare.width == luma.width, spare.height == luma.height { image = spare }
      spare = nil
      return true
    }
    guard isWanted else { return false }
    // Not under the lock: copying takes a while.
    let copy: LumaImage
    if let image {
      for y in 0..<luma.height { memcpy(image.base + y * luma.width, luma.row(y), luma.width) }
      copy = image
    } else {
      copy = try LumaImage(copying: luma)
    }
    return lock.locked {
      guard event >= 0 else { return false }
      if let overtaken = newest {
        dropped += 1
        spare = overtaken.image
      } else {
        var one: UInt64 = 1
        _ = Glibc.write(event, &one, 8)
      }
      newest = (copy, time)
      return true
    }
  }

  /// Makes ready to wait.
  ///
  /// - Throws: `.io` when the system has no descriptors left.
  public func open() throws(ReaderError) {
    let code: Int32 = lock.locked {
      guard event < 0 else { return 0 }
      event = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
      return event < 0 ? errno : 0
    }
    guard code == 0 else { throw ReaderError(.io, "An event descriptor could not be made", errno: code) }
  }

  /// Forgets what was pushed and not taken yet, unless `isKept` says no; returns how many frames that were.
  public func discard(unless isKept: () -> Bool = { false }) -> Int {
    lock.locked {
      guard !isKept() else { return 0 }
      let count = newest == nil ? 0 : dropped + 1
      discards &+= 1
      forget()
      return count
    }
  }

  /// Nothing to begin: frames are taken while the source is open.
  ///
  /// - Throws: `.state` when not open.
  public func start() throws(ReaderError) {
    let isOpen = lock.locked { event >= 0 }
    guard isOpen else { throw ReaderError(.state, "The source of pushed frames is not open.") }
  }

  /// Waits for the newest frame. A timeout below 0 waits for ever.
  ///
  /// - Throws: `.state` when not open, `.io`.
  public func next(
    wake: Int32, timeoutMs: Int32, _ body: (Frame) -> Void
  ) throws(ReaderError) -> FrameOutcome {
    let (event, round) = lock.locked { (self.event, discards) }
    guard event >= 0 else { throw ReaderError(.state, "The source of pushed frames is not open.") }
    var watched = (
      pollfd(fd: event, events: Int16(POLLIN), revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
    )
    let deadline = SystemClock.now() + Int64(max(0, timeoutMs)) * 1_000_000
    while true {
      let left = timeoutMs < 0 ? -1 : Int32(max(0, (deadline - SystemClock.now() + 999_999) / 1_000_000))
      let count = withUnsafeMutableBytes(of: &watched) { raw in
        poll(raw.bindMemory(to: pollfd.self).baseAddress, 2, left)
      }
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        throw ReaderError(.io, "Waiting for a frame failed", errno: code)
      }
      if count == 0 { return .timedOut }
      if watched.1.revents != 0 { return .woken }
      guard lock.locked({ discards == round }) else { return .woken }
      if let taken = take(round) {
        withExtendedLifetime(taken.image) { body(Frame(luma: taken.image.view, time: taken.time)) }
        lock.locked { spare = taken.image }
        return .frame(dropped: taken.dropped)
      }
    }
  }

  /// Nothing to end: a frame that was not taken may be the next run's, see `discard`.
  public func stop() {}

  /// Stops, and gives the descriptor back.
  public func close() {
    lock.locked {
      forget()
      spare = nil
      guard event >= 0 else { return }
      Glibc.close(event)
      event = -1
    }
  }

  private func take(_ round: Int) -> (image: LumaImage, time: Int64, dropped: Int)? {
    lock.locked {
      guard discards == round, let frame = newest else { return nil }
      let count = dropped
      forget()
      return (frame.image, frame.time, count)
    }
  }

  /// Only under the lock.
  private func forget() {
    if newest != nil {
      var count: UInt64 = 0
      _ = Glibc.read(event, &count, 8)
    }
    newest = nil
    dropped = 0
  }
}
