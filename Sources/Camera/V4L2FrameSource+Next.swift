import CV4L2
import Glibc
import ReaderCore

extension V4L2FrameSource {
  /// What is remembered from one frame to the next.
  struct Progress {
    /// When the camera last showed life: a buffer, or the start of the stream.
    var lastSign: Int64 = 0
    /// The stream was started anew since the last good frame.
    var restarted = false
    /// The driver's number of the last frame that was taken.
    var sequence: UInt32?
    /// Frames that were overtaken since, in our hands or for want of a buffer.
    var overtaken = 0
    /// Frames that the driver or the converter called damaged since.
    var damaged = 0
    /// The camera failed; that was told.
    var isOver = false
    /// An errno value that came while there was still a frame to lend: told next time.
    var failure: Int32 = 0
  }

  private enum Event {
    case woken
    case readable
    case hungUp
    case nothing
  }

  /// Waits for a frame and lends the newest one; see `FrameSource.next`. The driver gets the buffer back when `body` has
  /// returned. After it threw once, it answers `.end`.
  ///
  /// - Throws: `.lost`, `.stalled`, `.io`, `.noMemory`.
  public func next(wake: Int32, timeoutMs: Int32, _ body: (Frame) -> Void) throws(ReaderError) -> FrameOutcome {
    guard let device, let stream, stream.isOn, !progress.isOver else { return .end }
    do throws(ReaderError) {
      if progress.failure != 0 { throw captureError(device, progress.failure) }
      return try wait(device, stream, wake, timeoutMs, body)
    } catch {
      progress.isOver = true
      throw error
    }
  }

  private func wait(
    _ device: V4L2Device, _ stream: V4L2Stream, _ wake: Int32, _ timeoutMs: Int32, _ body: (Frame) -> Void
  ) throws(ReaderError) -> FrameOutcome {
    let deadline = system.now() &+ Int64(max(timeoutMs, 0)) * 1_000_000
    // A frame that waited in a full queue while the last one was decoded is thrown away, but never two in a row: a
    // machine that is always late still reads.
    var mayRefuse = true
    // Buffers that the driver refused before: another try.
    stream.requeueAll()
    while true {
      let event = try poll(device, wake, until: patience > 0 ? min(deadline, progress.lastSign &+ patience) : deadline)
      if event == .woken { return .woken }
      if event == .nothing {
        let now = system.now()
        if patience > 0, now >= progress.lastSign &+ patience { try revive(device, stream) }
        if now >= deadline { return .timedOut }
        continue
      }
      let batch = drain(stream)
      if let frame = batch.newest {
        if mayRefuse, batch.wasFull, isStale(frame) {
          mayRefuse = false
          stream.requeue(frame.index)
          progress.overtaken += 1
          continue
        }
        return try lend(frame, stream, body)
      }
      if let frame = batch.damaged { return damaged(frame, "The camera's driver calls the frame damaged.") }
      if progress.failure != 0 { throw captureError(device, progress.failure) }
      if event == .hungUp { throw captureError(device, ENODEV) }
      // Ready, and yet nothing there: never spin.
      if try poll(nil, wake, until: min(deadline, system.now() &+ 5_000_000)) == .woken { return .woken }
      if system.now() >= deadline { return .timedOut }
    }
  }

  /// Waits for the camera (if given) and the wake descriptor; signals do not shorten or lengthen the wait.
  private func poll(_ device: V4L2Device?, _ wake: Int32, until limit: Int64) throws(ReaderError) -> Event {
    var descriptors = [
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
      pollfd(fd: device?.fd ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let milliseconds = (max(limit &- system.now(), 0) &+ 999_999) / 1_000_000
      let code = descriptors.withUnsafeMutableBufferPointer {
        system.poll($0, timeoutMs: Int32(clamping: milliseconds))
      }
      if code == -EINTR, system.now() < limit { continue }
      if code < 0, code != -EINTR { throw ReaderError(.io, "Waiting for the camera failed.", errno: -code) }
      guard code > 0 else { return .nothing }
      if descriptors[0].revents != 0 { return .woken }
      return descriptors[1].revents & Int16(POLLIN) != 0 ? .readable : .hungUp
    }
  }

  /// What was ready at one moment.
  private struct Batch {
    var newest: V4L2Stream.Filled?
    /// The newest frame that the driver calls damaged.
    var damaged: V4L2Stream.Filled?
    /// All buffers were filled but the one that was being read: the driver had none left for newer frames.
    var wasFull = false
  }

  /// Takes everything that is ready and gives all but the newest good frame back.
  private func drain(_ stream: V4L2Stream) -> Batch {
    var batch = Batch()
    // Bounded, because a driver may fill buffers as fast as they are given back.
    for taken in 1...(2 * max(stream.count, 1)) {
      switch stream.dequeue() {
      case .nothing: return batch
      case .failed(let code):
        progress.failure = code
        return batch
      case .filled(let frame):
        progress.lastSign = system.now()
        count(frame.sequence)
        batch.wasFull = taken >= stream.count - 1
        if frame.isDamaged {
          batch.damaged = frame
          stream.requeue(frame.index)
          progress.damaged += 1
        } else {
          if let old = batch.newest {
            stream.requeue(old.index)
            progress.overtaken += 1
          }
          batch.newest = frame
        }
      }
    }
    return batch
  }

  /// The driver numbers the frames that it had no buffer for, too.
  private func count(_ sequence: UInt32) {
    if let last = progress.sequence {
      let gap = Int(sequence &- last) - 1
      if (1..<10_000).contains(gap) { progress.overtaken += gap }
    }
    progress.sequence = sequence
  }

  /// True when a frame has waited so long that a fresh one is there sooner than it is worth reading this one.
  private func isStale(_ frame: V4L2Stream.Filled) -> Bool {
    guard let time = frame.time else { return true }
    let rate = format?.framesPerSecond ?? 0
    let interval = rate > 1 ? Int64(1e9 / rate) : 33_000_000
    return system.now() &- time > 2 &* interval &+ 20_000_000
  }

  private func lend(
    _ frame: V4L2Stream.Filled, _ stream: V4L2Stream, _ body: (Frame) -> Void
  ) throws(ReaderError) -> FrameOutcome {
    defer {
      // The driver would overwrite what is being read, so only now. A failure is told by the next call.
      let code = stream.requeue(frame.index)
      if code == ENODEV || code == ENXIO { progress.failure = code }
    }
    guard let converter else { return .end }
    let now = system.now()
    let time = frame.time.map { min($0, now) } ?? now
    if let takesRaw, let layout {
      let outcome = taken()
      takesRaw(RawFrame(frame.bytes, layout, time: time))
      return outcome
    }
    guard admits?(time) ?? true else { return taken() }
    let luma: LumaView
    do throws(ReaderError) { luma = try converter.luma(frame.bytes) } catch {
      guard error.status == .corrupt else { throw error }
      progress.damaged += 1
      return damaged(frame, error.message)
    }
    let outcome = taken()
    body(Frame(luma: luma, time: time))
    return outcome
  }

  /// Counts a good frame.
  private func taken() -> FrameOutcome {
    let missed = progress.overtaken
    progress.overtaken = 0
    progress.restarted = false
    droppedFrames += missed
    return .frame(dropped: missed, damaged: takeDamaged())
  }

  private func damaged(_ frame: V4L2Stream.Filled, _ reason: String) -> FrameOutcome {
    progress.restarted = false
    return .corrupt(reason, count: takeDamaged())
  }

  private func takeDamaged() -> Int {
    defer { progress.damaged = 0 }
    damagedFrames += progress.damaged
    return progress.damaged
  }

  /// No sign of life for long: starts the stream anew, once.
  private func revive(_ device: V4L2Device, _ stream: V4L2Stream) throws(ReaderError) {
    if device.isGone { throw device.lostError(ENODEV) }
    guard !progress.restarted else {
      throw ReaderError(
        .stalled,
        "The camera \(device.node) (\(device.card)) sends no more frames, also after a new start: unplug it and plug it in "
          + "again, without a hub if there is one.")
    }
    log(.warning, "\(device.node): no frame for \(patience / 1_000_000) ms, starting the stream anew")
    progress.restarted = true
    stream.stop()
    try stream.start()
    progress.lastSign = system.now()
    progress.sequence = nil
  }

  /// What a failed dequeue means. EIO is what drivers answer while a device is being pulled out.
  private func captureError(_ device: V4L2Device, _ code: Int32) -> ReaderError {
    if code == ENODEV || code == ENXIO || code == EIO || device.isGone { return device.lostError(code) }
    return ReaderError(
      .io, "The camera \(device.node) (\(device.driver)) failed to deliver a frame.", errno: code)
  }
}
