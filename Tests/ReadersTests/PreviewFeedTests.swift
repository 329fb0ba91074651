import Camera
import Glibc
import ReaderCore
import Testing

@testable import Readers

/// A camera that gives raw frames when a test says so.
private final class ScriptedCamera: RawFrameSource {
  let answersEveryFrame = false
  var admits: ((Int64) -> Bool)?
  private let lock = Lock()
  private var taker: ((RawFrame) -> Void)?
  private var frames: [(bytes: [UInt8], time: Int64)] = []
  private var failure: ReaderError?
  private var stops = 0
  private var given = 0

  var takesRaw: ((RawFrame) -> Void)? {
    get { lock.locked { taker } }
    set { lock.locked { taker = newValue } }
  }
  var stopped: Int { lock.locked { stops } }
  /// Frames that were taken and are its own again.
  var returned: Int { lock.locked { given } }

  /// What the frames are: 4 x 2 grey pixels, or as many in pairs.
  var isPacked = false

  func add(_ value: UInt8, time: Int64) {
    lock.locked { frames.append(([UInt8](repeating: value, count: isPacked ? 16 : 8), time)) }
  }
  func fail(_ error: ReaderError) { lock.locked { failure = error } }
  var isDrained: Bool { lock.locked { frames.isEmpty } }

  func open() throws(ReaderError) {}
  func start() throws(ReaderError) {}
  func stop() { lock.locked { stops += 1 } }
  func close() {}

  func next(wake: Int32, timeoutMs: Int32, _ body: (Frame) -> Void) throws(ReaderError) -> FrameOutcome {
    let (frame, error, taker) = lock.locked {
      () -> ((bytes: [UInt8], time: Int64)?, ReaderError?, ((RawFrame) -> Void)?) in
      (frames.isEmpty ? nil : frames.removeFirst(), failure, self.taker)
    }
    guard var frame else {
      if let error { throw error }
      var poll = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
      return Glibc.poll(&poll, 1, 2) == 1 ? .woken : .timedOut
    }
    frame.bytes.withUnsafeMutableBytes { raw in
      if let taker {
        let row = isPacked ? 8 : 4
        taker(
          RawFrame(
            raw, isPacked ? .yuyv : .grey, PixelSize(4, 2), stride: row, wholeLength: 2 * row, time: frame.time))
      } else {
        let base = raw.bindMemory(to: UInt8.self).baseAddress!
        body(Frame(luma: LumaView(base: base, width: 4, height: 2, stride: 4), time: frame.time))
      }
    }
    lock.locked { given += 1 }
    return .frame(dropped: 0)
  }
}

@Suite struct PreviewFeedTests {
  /// A feed needs a reader with frames; the tap of that reader is what the source under test feeds.
  private func bench() throws -> (ReaderContext, Reader) {
    let context = try ReaderContext(.poll)
    return (context, try context.reader(identity: "push:"))
  }

  private func first(_ frame: PreviewFrame?) -> UInt8? { frame?.bytes.first }

  /// Lets a source run until something holds.
  private func run(
    _ source: PreviewedSource, _ wake: WakeDescriptor, _ body: (Frame) -> Void = { _ in }, until done: () -> Bool
  ) throws -> Bool {
    for _ in 0..<10_000 {
      if done() { return true }
      _ = try source.next(wake: wake.fd, timeoutMs: 2, body)
    }
    return false
  }

  @Test func theNewestFrameWinsAndOthersAreCounted() throws {
    let (context, reader) = try bench()
    defer { context.release() }
    let feed = try PreviewFeed(reader)
    #expect(feed.take() == nil)
    let tap = reader.shared.tap
    for value in 1...3 {
      let image = try LumaImage(width: 4, height: 2)
      memset(image.base, Int32(value), 8)
      tap.offer(image.view, time: Int64(value))
    }
    var ready = pollfd(fd: feed.fd, events: Int16(POLLIN), revents: 0)
    #expect(poll(&ready, 1, 0) == 1)
    let frame = try #require(feed.take())
    #expect(frame.bytes.elementsEqual([UInt8](repeating: 3, count: 8)))
    #expect(frame.format == .grey && frame.size == PixelSize(4, 2) && frame.stride == 4 && frame.time == 3)
    #expect(frame.number == 3 && feed.dropped == 2)
    #expect(feed.take() == nil)
    #expect(poll(&ready, 1, 0) == 0)
  }

  @Test func aFrameThatIsHeldDoesNotChange() throws {
    let (context, reader) = try bench()
    defer { context.release() }
    let feed = try PreviewFeed(reader)
    let image = try LumaImage(width: 64, height: 64)
    var held: [PreviewFrame] = []
    for value in 0..<20 {
      memset(image.base, Int32(value), 64 * 64)
      reader.shared.tap.offer(image.view, time: Int64(value))
      held.append(try #require(feed.take()))
    }
    #expect(held.map { first($0) } == (0..<20).map { UInt8($0) })
    #expect(held.allSatisfy { frame in frame.bytes.allSatisfy { $0 == frame.bytes[0] } })
  }

  @Test func theRateIsCapped() throws {
    let (context, reader) = try bench()
    defer { context.release() }
    let feed = try PreviewFeed(reader, maximumRate: 10)
    let image = try LumaImage(width: 4, height: 2)
    var taken = 0
    // A second of 30 frames.
    for i in 0..<30 {
      reader.shared.tap.offer(image.view, time: Int64(i) * 33_333_333)
      if feed.take() != nil { taken += 1 }
    }
    #expect(taken == 10)
    for rate in [-1, Double.nan, .infinity, 1001] {
      #expect(throws: ReaderError.self) { _ = try PreviewFeed(reader, maximumRate: rate) }
    }
    #expect(throws: ReaderError.self) { _ = try PreviewFeed(reader, orientation: 9) }
  }

  @Test func frontCamerasAreMirrored() throws {
    let context = try ReaderContext(.poll)
    defer { context.release() }
    let front = try context.camera(CameraOptions(mode: .frontCamera, identity: "push:"))
    #expect(try PreviewFeed(front).orientation == 2)
    #expect(try PreviewFeed(front, orientation: 1).orientation == 1)
    let back = try context.camera(CameraOptions(identity: "push:"))
    #expect(try PreviewFeed(back).orientation == 1)
    let terminal = try context.reader(identity: "mx:")
    #expect(throws: ReaderError.self) { _ = try PreviewFeed(terminal) }
  }

  @Test func framesArriveOnTheLoopAndNotAfterTheEnd() throws {
    let (context, reader) = try bench()
    defer { context.release() }
    let feed = try PreviewFeed(reader)
    var calls = 0
    feed.onArrival { calls += 1 }
    let image = try LumaImage(width: 4, height: 2)
    for _ in 0..<3 { reader.shared.tap.offer(image.view, time: 1) }
    context.loop.drain()
    #expect(calls == 1)
    reader.shared.tap.offer(image.view, time: 2)
    feed.close()
    context.loop.drain()
    #expect(calls == 1)
    #expect(!reader.shared.tap.isWatched)
    reader.shared.tap.offer(image.view, time: 3)
    #expect(feed.take() == nil)
  }

  @Test func withoutAFeedTheDecoderTakesFramesItself() throws {
    let (context, reader) = try bench()
    defer { context.release() }
    let camera = ScriptedCamera()
    let source = try PreviewedSource(camera, reader.shared.tap)
    let wake = try WakeDescriptor()
    camera.add(7, time: 1)
    var seen: [UInt8] = []
    #expect(try run(source, wake, { seen.append($0.luma.base[0]) }) { !seen.isEmpty })
    #expect(seen == [7] && camera.takesRaw == nil)
    source.stop()
  }

  @Test(arguments: [false, true]) func theDecoderComesBeforeThoseWhoLook(_ isPacked: Bool) throws {
    let (context, reader) = try bench()
    defer { context.release() }
    let camera = ScriptedCamera()
    camera.isPacked = isPacked
    let source = try PreviewedSource(camera, reader.shared.tap)
    let wake = try WakeDescriptor()
    let feed = try PreviewFeed(reader)
    camera.add(1, time: 1)
    var searched: [UInt8] = []
    #expect(try run(source, wake, { searched.append($0.luma.base[0]) }) { !searched.isEmpty })
    // From here on the decoder is known to search: who looks gets the second frame when it was searched.
    #expect(try run(source, wake) { feed.take()?.bytes.first == 1 })
    camera.add(2, time: 2)
    var seenWhileSearched = false
    #expect(
      try run(source, wake) { frame in
        searched.append(frame.luma.base[0])
        usleep(20_000)
        seenWhileSearched = feed.take() != nil
      } until: {
        searched.count == 2
      })
    #expect(searched == [1, 2] && !seenWhileSearched)
    #expect(try run(source, wake) { feed.take().map { $0.bytes.allSatisfy { $0 == 2 } } == true })
    // The last one is shown too when nothing follows it.
    camera.add(3, time: 3)
    #expect(try run(source, wake, { searched.append($0.luma.base[0]) }) { searched.count == 3 })
    source.stop()
    #expect(feed.take()?.bytes.first == 3)
  }

  @Test func aFrameIsCopiedWhenItWasSearched() throws {
    let (context, reader) = try bench()
    defer { context.release() }
    let camera = ScriptedCamera()
    camera.isPacked = true
    let source = try PreviewedSource(camera, reader.shared.tap)
    let wake = try WakeDescriptor()
    let feed = try PreviewFeed(reader)
    var (searched, shown, wasLeftAlone) = (0, [UInt8](), false)
    // It waits for half the time between frames and not for ever, so a busy machine may need some more of them.
    for value in 1...100 as ClosedRange<UInt8> where !wasLeftAlone {
      camera.add(value, time: Int64(value) * 1_000_000_000)
      _ = try run(source, wake) { _ in
        usleep(2000)
        wasLeftAlone = wasLeftAlone || searched > 0 && camera.returned == searched
        searched += 1
      } until: {
        if let frame = feed.take() { shown.append(frame.bytes[15]) }
        return shown.last == value
      }
    }
    #expect(wasLeftAlone && searched > 1 && shown == Array(1...UInt8(searched)))
    source.stop()
  }

  @Test func thePictureMovesWhileAFrameIsSearched() throws {
    let (context, reader) = try bench()
    defer { context.release() }
    let camera = ScriptedCamera()
    let source = try PreviewedSource(camera, reader.shared.tap)
    let wake = try WakeDescriptor()
    var feed: PreviewFeed? = try PreviewFeed(reader)
    camera.add(1, time: 1)
    var shown: [UInt8] = []
    var searched: [UInt8] = []
    let search = { (frame: Frame) in
      searched.append(frame.luma.base[0])
      guard searched.count == 1 else { return }
      // The decoder is busy with the first frame: three more come, and each is shown.
      for value in 2...4 as ClosedRange<UInt8> {
        camera.add(value, time: Int64(value))
        for _ in 0..<10_000 where shown.last != value {
          if let frame = feed?.take() { shown.append(frame.bytes[0]) } else { usleep(500) }
        }
      }
    }
    _ = try run(source, wake, search) { searched.count >= 2 }
    #expect(shown.suffix(3) == [2, 3, 4])
    // Of those that came meanwhile the decoder has the newest.
    #expect(searched == [1, 4])
    // When nobody looks any more, it takes frames itself again.
    feed?.close()
    feed = nil
    camera.add(5, time: 5)
    #expect(try run(source, wake, search) { searched.last == 5 })
    #expect(camera.takesRaw == nil)
    source.stop()
    #expect(camera.stopped == 1)
  }

  @Test func framesThatTheDecoderDoesNotWantAreShownAllTheSame() throws {
    let (context, reader) = try bench()
    defer { context.release() }
    let camera = ScriptedCamera()
    let source = try PreviewedSource(camera, reader.shared.tap)
    let wake = try WakeDescriptor()
    let feed = try PreviewFeed(reader)
    source.admits = { _ in false }
    camera.add(9, time: 9)
    var shown: PreviewFrame?
    #expect(
      try run(source, wake, { _ in Issue.record("was lent") }) {
        shown = shown ?? feed.take()
        return shown != nil
      })
    #expect(first(shown) == 9)
    source.stop()
  }

  @Test func aLostCameraIsTold() throws {
    let (context, reader) = try bench()
    defer { context.release() }
    let camera = ScriptedCamera()
    let source = try PreviewedSource(camera, reader.shared.tap)
    let wake = try WakeDescriptor()
    let feed = try PreviewFeed(reader)
    camera.fail(ReaderError(.lost, "scripted"))
    #expect(throws: ReaderError.self) { _ = try run(source, wake) { false } }
    source.close()
    #expect(feed.take() == nil)
    // It can be opened again.
    _ = feed
  }

  @Test func stoppingEndsTheThreadWhateverTheCameraDoes() throws {
    let (context, reader) = try bench()
    defer { context.release() }
    let feed = try PreviewFeed(reader)
    for _ in 0..<20 {
      let camera = ScriptedCamera()
      let source = try PreviewedSource(camera, reader.shared.tap)
      let wake = try WakeDescriptor()
      camera.add(1, time: 1)
      _ = try source.next(wake: wake.fd, timeoutMs: 1) { _ in }
      source.stop()
      source.close()
      #expect(camera.takesRaw == nil)
    }
    feed.close()
  }
}
