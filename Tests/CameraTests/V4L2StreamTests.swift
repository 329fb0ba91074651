import CV4L2
import Glibc
import ReaderCore
import Testing

@testable import Camera

/// Frames on their way from the driver to the reader. Times are virtual: only waiting moves the clock.
@Suite struct V4L2StreamTests {
  @Test func lendsFramesAndTakesTheNewest() throws {
    let test = CameraCase()
    try test.begin()
    test.grey(10, inMs: 33)
    #expect(test.next() == "frame 10 dropped 0")
    for i in 1...3 { test.grey(UInt8(20 + i), inMs: Int64(i)) }
    test.camera.clock += 10_000_000
    #expect(test.next() == "frame 23 dropped 2")
    #expect(test.next(100) == "timed out")
    #expect(test.source.droppedFrames == 2)
  }

  @Test func countsWhatTheDriverHadNoBufferFor() throws {
    let test = CameraCase()
    try test.begin()
    test.grey(1, inMs: 1)
    #expect(test.next() == "frame 1 dropped 0")
    // Six frames for four buffers, read at once: not stale, but two were lost in the driver before the next.
    for i in 2...7 { test.grey(UInt8(i), inMs: 1) }
    test.camera.clock += 2_000_000
    #expect(test.next() == "frame 5 dropped 3")
    test.grey(8, inMs: 5)
    #expect(test.next() == "frame 8 dropped 2")
  }

  @Test func throwsStaleFramesAwayAfterASlowDecode() throws {
    let test = CameraCase()
    try test.begin()
    for i in 1...30 { test.grey(UInt8(i), inMs: Int64(i * 33)) }
    // The decode of the first frame takes 500 ms: frames 2 to 4 fill the queue and grow old, the next ones are lost.
    #expect(test.next { test.camera.clock += 500_000_000 } == "frame 1 dropped 0")
    #expect(test.next() == "frame 17 dropped 15")
  }

  @Test func refusesOnlyOnceInARow() throws {
    let test = CameraCase()
    test.camera.timestampsMonotonic = false
    try test.begin()
    for i in 1...4 { test.grey(UInt8(i), inMs: 1) }
    for i in 5...8 { test.grey(UInt8(i), inMs: 2) }
    test.camera.clock += 1_000_000
    #expect(test.next() == "frame 8 dropped 7")
  }

  /// Report 43: a dequeue that is never ready must not hold the thread.
  @Test func wakesAndTimesOutWithoutFrames() throws {
    let test = CameraCase()
    try test.begin()
    test.camera.wakeAt = test.camera.clock + 50_000_000
    let before = test.camera.clock
    #expect(test.next(10_000) == "woken")
    #expect(test.camera.clock - before == 50_000_000)
    test.source.stop()
    #expect(test.camera.journal.suffix(6).first == "streamoff")
  }

  /// Report 43, and cheap: a node that is always ready but never has a frame costs a poll in 5 ms.
  @Test func doesNotSpinOnANodeThatIsAlwaysReady() throws {
    let test = CameraCase()
    test.camera.alwaysReady = true
    try test.begin()
    #expect(test.next(1000) == "timed out")
    #expect(test.camera.polls < 500)
  }

  /// Report 45: an unplug is told once, at once, whatever the driver says.
  @Test(arguments: [ENODEV, EIO, ENXIO, EINVAL])
  func tellsUnplugOnce(_ code: Int32) throws {
    let test = CameraCase()
    try test.begin()
    test.grey(1, inMs: 10)
    test.camera.unplugAt = test.camera.clock + 20_000_000
    test.camera.refusals = [:]
    #expect(test.next() == "frame 1 dropped 0")
    test.camera.refusals[cv4l2_dqbuf] = code
    #expect(test.next() == "error -23")
    let polls = test.camera.polls
    for _ in 0..<1000 { #expect(test.next() == "end") }
    #expect(test.camera.polls == polls)
    test.source.stop()
    test.source.close()
    #expect(test.camera.openCount == 0)
  }

  @Test func tellsUnplugWhileAFrameIsBeingRead() throws {
    let test = CameraCase()
    try test.begin()
    test.grey(9, inMs: 10)
    // The frame was whole: it counts. That its buffer cannot be given back is told next.
    #expect(test.next { test.node.gone = ENODEV } == "frame 9 dropped 0")
    #expect(test.next() == "error -23")
    #expect(test.next() == "end")
  }

  @Test func tellsErrorsOfTheStreamThatAreNoUnplug() throws {
    let test = CameraCase()
    try test.begin()
    test.grey(1, inMs: 1)
    test.camera.failures[cv4l2_dqbuf] = [EINVAL]
    #expect(test.next() == "error -13")
  }

  @Test func startsASilentCameraAnewAndThenGivesUp() throws {
    let test = CameraCase()
    try test.begin()
    var outcomes: [String] = []
    for _ in 0..<11 { outcomes.append(test.next(1000)) }
    #expect(outcomes == Array(repeating: "timed out", count: 9) + ["error -43", "end"])
    #expect(test.camera.journal.filter { $0 == "streamon" }.count == 2)
  }

  @Test func aCameraThatWakesUpAgainGoesOn() throws {
    let test = CameraCase()
    try test.begin()
    test.grey(5, inMs: 7000)
    var outcomes: [String] = []
    for _ in 0..<7 { outcomes.append(test.next(1000)) }
    #expect(outcomes.last == "frame 5 dropped 0")
    #expect(test.camera.journal.filter { $0 == "streamon" }.count == 2)
    // Patience begins anew, with one new start.
    for _ in 0..<9 { #expect(test.next(1000) == "timed out") }
    #expect(test.next(1000) == "error -43")
  }

  /// Report 49: broken frames are dropped and counted, and the stream goes on.
  @Test func dropsBrokenFrames() throws {
    let test = CameraCase()
    try test.begin()
    test.grey(1, inMs: 1, used: 0)
    test.grey(2, inMs: 11, used: 64 * 47 + 63)
    test.grey(3, inMs: 21, flags: cv4l2_buf_error)
    test.grey(4, inMs: 31)
    var outcomes: [String] = []
    for _ in 0..<4 { outcomes.append(test.next()) }
    #expect(outcomes == ["corrupt", "corrupt", "corrupt", "frame 4 dropped 0"])
    #expect(test.source.damagedFrames == 3)
    #expect(test.node.queue.count == 4)
  }

  @Test func prefersTheGoodFrameOfABatch() throws {
    let test = CameraCase()
    try test.begin()
    test.grey(1, inMs: 1)
    test.grey(2, inMs: 2, flags: cv4l2_buf_error)
    test.camera.clock += 5_000_000
    #expect(test.next() == "frame 1 dropped 0 damaged 1")
    test.grey(3, inMs: 1)
    #expect(test.next() == "frame 3 dropped 0")
    #expect(test.source.damagedFrames == 1)
  }

  /// Report 53: the driver gets the buffer back only when it has been read.
  @Test func keepsTheBufferWhileItIsRead() throws {
    let test = CameraCase()
    test.camera.overwrite = 0
    try test.begin()
    for i in 1...3 {
      test.grey(UInt8(40 + i), inMs: 10)
      var queued = 0
      #expect(test.next { queued = test.node.queue.count } == "frame \(40 + i) dropped 0")
      #expect(queued == 3)
      #expect(test.node.queue.count == 4)
    }
  }

  @Test func offersARefusedBufferAgain() throws {
    let test = CameraCase()
    try test.begin()
    test.grey(1, inMs: 1)
    test.camera.failures[cv4l2_qbuf] = [EINVAL]
    #expect(test.next() == "frame 1 dropped 0")
    #expect(test.node.queue.count == 3)
    test.grey(2, inMs: 1)
    #expect(test.next() == "frame 2 dropped 0")
    #expect(test.node.queue.count == 4)
  }

  /// Report 55: the way out gives everything back.
  @Test func stopGivesEverythingBack() throws {
    let test = CameraCase()
    try test.begin()
    test.source.stop()
    #expect(
      test.camera.journal.suffix(6) == ["streamoff", "unmap", "unmap", "unmap", "unmap", "reqbufs 0"])
    #expect(test.next() == "end")
    try test.source.start()
    test.grey(3, inMs: 5)
    #expect(test.next() == "frame 3 dropped 0")
    test.source.close()
    #expect(test.camera.journal.suffix(2) == ["reqbufs 0", "close"])
    test.source.close()
  }

  /// Report 58: signals in the host neither end nor stretch a wait.
  @Test func signalsDoNotDisturb() throws {
    let test = CameraCase()
    test.camera.signalEvery = 1_000_000
    for request in [cv4l2_querycap, cv4l2_s_fmt, cv4l2_reqbufs, cv4l2_qbuf, cv4l2_dqbuf, cv4l2_streamon] {
      test.camera.failures[request] = [EINTR, EINTR, EINTR]
    }
    try test.begin()
    test.grey(7, inMs: 30)
    #expect(test.next() == "frame 7 dropped 0")
    let before = test.camera.clock
    #expect(test.next(500) == "timed out")
    #expect((500_000_000...501_000_000).contains(test.camera.clock - before))
  }

  @Test func aDriverThatIsAlwaysInterruptedIsAnError() {
    let test = CameraCase()
    test.camera.refusals[cv4l2_querycap] = EINTR
    #expect(test.failure().status == .io)
  }

  @Test func readsTheFirstPlaneOfMultiplanarCameras() throws {
    let node = FakeCamera.Node()
    node.deviceCaps = cv4l2_cap_capture_mplane | cv4l2_cap_streaming
    let test = CameraCase(node)
    try test.begin()
    test.grey(77, inMs: 5)
    #expect(test.next() == "frame 77 dropped 0")
    #expect(node.planesAsked)
    #expect(node.queue.count == 4)
  }
}
