import Camera
import Glibc
import ReaderCore

/// A camera whose frames are taken by a thread of their own as long as somebody looks at them: the decoder takes the newest
/// when it has time, the preview all of them. Without a preview the decoder takes them itself, as if this were not here.
///
/// The decoder comes first: when it waits it gets a frame before that is copied, which happens when it was searched or half the
/// time to the next frame is over; those who look get it when it was searched, or with the next frame if that comes sooner.
///
/// Its calls come from one thread at a time, as those of every source.
final class PreviewedSource: SelectiveFrameSource {
  let camera: RawFrameSource
  var answersEveryFrame: Bool { camera.answersEveryFrame }
  var admits: ((Int64) -> Bool)? {
    didSet { camera.admits = admits }
  }

  private let tap: PreviewTap
  private let stopping: WakeDescriptor
  private let arrived: WakeDescriptor
  /// The decoder does not search.
  private let rested: WakeDescriptor
  private var thread: WorkerThread?
  private let lock = Lock()
  // Under the lock.
  private var isStopping = false
  private var newest: PreviewFrame?
  /// A frame that is searched, for those who look at it afterwards.
  private var shownLater: PreviewFrame?
  /// The decoder is waiting for a frame.
  private var isIdle = false
  /// The last frame was worth a search.
  private var isSearching = false
  /// Number of the frame that the decoder took last.
  private var searched: UInt64 = 0
  private var dropped = 0
  private var damaged = 0
  private var reason = ""
  private var failure: ReaderError?
  private var isOver = false
  // Of the thread that takes frames.
  private let pool = FramePool()
  private var converter: FrameConverter?
  private var lastTime: Int64?

  init(_ camera: RawFrameSource, _ tap: PreviewTap) throws(ReaderError) {
    self.camera = camera
    self.tap = tap
    stopping = try WakeDescriptor()
    arrived = try WakeDescriptor()
    rested = try WakeDescriptor()
  }

  func open() throws(ReaderError) { try camera.open() }
  func start() throws(ReaderError) { try camera.start() }

  func stop() {
    halt()
    camera.stop()
  }

  func close() {
    halt()
    camera.close()
  }

  func prefer(_ wanted: CameraPreference) throws(ReaderError) {
    guard let camera = camera as? V4L2FrameSource, wanted != camera.preference else { return }
    halt()
    try camera.prefer(wanted)
  }

  func next(wake: Int32, timeoutMs: Int32, _ body: (Frame) -> Void) throws(ReaderError) -> FrameOutcome {
    guard tap.isWatched else {
      halt()
      return try camera.next(wake: wake, timeoutMs: timeoutMs, body)
    }
    if thread == nil { try launch() }
    release(isIdle: true)
    var watched = (
      pollfd(fd: arrived.fd, events: Int16(POLLIN), revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
    )
    let count = withUnsafeMutableBytes(of: &watched) { raw in
      poll(raw.bindMemory(to: pollfd.self).baseAddress, 2, max(0, timeoutMs))
    }
    if watched.1.revents != 0 { return .woken }
    guard count > 0 else { return .timedOut }
    return try takeNewest(body)
  }

  private func takeNewest(_ body: (Frame) -> Void) throws(ReaderError) -> FrameOutcome {
    arrived.clear()
    let taken = lock.locked { () -> (PreviewFrame?, Int, Int, String, ReaderError?, Bool) in
      defer { (newest, dropped, damaged, isIdle, searched) = (nil, 0, 0, false, newest?.number ?? searched) }
      return (newest, dropped, damaged, reason, failure, isOver)
    }
    guard let frame = taken.0 else {
      if let failure = taken.4 { throw failure }
      if taken.5 { return .end }
      return taken.2 > 0 ? .corrupt(taken.3, count: taken.2) : .timedOut
    }
    // What came with it is told by the next call.
    if taken.4 != nil || taken.5 { arrived.set() }
    let isAdmitted = admits?(frame.time) ?? true
    lock.locked { isSearching = isAdmitted }
    guard isAdmitted else { return .frame(dropped: taken.1, damaged: taken.2) }
    do throws(ReaderError) {
      if converter?.suits(frame) != true { converter = try FrameConverter(frame) }
      body(Frame(luma: try converter!.luma(frame), time: frame.time))
    } catch {
      guard error.status == .corrupt else { throw error }
      return .corrupt(error.message, count: taken.2 + 1)
    }
    return .frame(dropped: taken.1, damaged: taken.2)
  }

  // MARK: The thread

  private func launch() throws(ReaderError) {
    stopping.clear()
    arrived.clear()
    lock.locked {
      (isStopping, newest, dropped, damaged, failure, isOver) = (false, nil, 0, 0, nil, false)
      (isIdle, isSearching) = (false, false)
    }
    camera.takesRaw = { [unowned self] in self.take($0) }
    thread = try WorkerThread(name: "scanbeam-capture") { [unowned self] in capture() }
  }

  /// Ends the thread; it ends at once, whatever the camera does.
  private func halt() {
    guard let thread else { return }
    lock.locked { isStopping = true }
    stopping.set()
    thread.join()
    self.thread = nil
    camera.takesRaw = nil
    release(isIdle: false)
    lock.locked { newest = nil }
  }

  /// The frame before is not searched any more.
  private func release(isIdle: Bool) {
    let frame = lock.locked { () -> PreviewFrame? in
      defer { (shownLater, self.isIdle) = (nil, isIdle) }
      return shownLater
    }
    rested.set()
    if let frame { tap.offer(frame) }
  }

  private func capture() {
    while !lock.locked({ isStopping }) {
      do throws(ReaderError) {
        switch try camera.next(wake: stopping.fd, timeoutMs: 1000, { _ in }) {
        case .frame(let missed, let broken):
          lock.locked {
            dropped += missed
            damaged += broken
          }
        case .corrupt(let why, let count):
          lock.locked { (damaged, reason) = (damaged + count, why) }
          arrived.set()
        case .end:
          lock.locked { isOver = true }
          return arrived.set()
        case .unreadable, .woken, .timedOut: break
        }
      } catch {
        lock.locked { failure = error }
        return arrived.set()
      }
    }
  }

  private func take(_ raw: RawFrame) {
    guard let frame = pool.take(raw.bytes.count) else { return lock.locked { dropped += 1 } }
    frame.describe(raw)
    frame.wish = tap.wish(raw.time)
    tap.number(frame)
    let isEarly = lock.locked { isIdle && isSearching } && frame.prepare(raw)
    let isWanted = frame.wish != .nothing
    if isEarly {
      rested.clear()
      handOver(frame)
      if isWanted { awaitRest(raw.time) }
    }
    if isWanted || !isEarly { frame.fill(UnsafeRawBufferPointer(raw.bytes)) }
    if !isEarly { handOver(frame) }
    guard isWanted else { return }
    let isLater = lock.locked { () -> Bool in
      // Taken in a moment by a decoder that waits, or searched now.
      let isLater = isSearching && (isIdle ? newest === frame : searched == frame.number)
      shownLater = isLater ? frame : nil
      return isLater
    }
    if !isLater { tap.offer(frame) }
  }

  /// Waits while the decoder searches: the copy would take the memory's time from it. Not for long, because cameras have few
  /// buffers.
  private func awaitRest(_ time: Int64) {
    defer { lastTime = time }
    guard let lastTime, time > lastTime else { return }
    var watched = (
      pollfd(fd: rested.fd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stopping.fd, events: Int16(POLLIN), revents: 0)
    )
    withUnsafeMutableBytes(of: &watched) { raw in
      _ = poll(raw.bindMemory(to: pollfd.self).baseAddress, 2, Int32(min(50, (time &- lastTime) / 2_000_000)))
    }
  }

  private func handOver(_ frame: PreviewFrame) {
    lock.locked {
      if newest != nil { dropped += 1 }
      newest = frame
    }
    arrived.set()
  }
}
