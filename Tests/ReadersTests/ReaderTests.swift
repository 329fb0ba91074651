import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Readers

/// The state machine of a reader, over a scripted source and the real decoder.
@Suite struct ReaderTests {
  /// An EAN-13 from zint; nil without zint.
  static func ean(_ digits: String) -> LumaImage? {
    guard Zint.isInstalled, let rows = Zint.modules("-b EANX", digits, columns: 95) else { return nil }
    let drawing = Drawing([rows[0]], scale: 3, rowHeight: 30)
    return drawing.withView { try? LumaImage(copying: $0) }
  }

  func ready(_ bench: Bench, _ trigger: TriggerType = .manual) throws {
    #expect(try bench.connect() == nil)
    try bench.reader.setSymbology(.upcEan, enabled: true, nil)
    try bench.reader.configure { $0.trigger = trigger }
  }

  @Test func aManualScanEndsWithTheFirstRead() throws {
    guard let picture = Self.ean("400638133393") else { return print("skipped: zint is not installed") }
    let bench = try Bench()
    try ready(bench)
    bench.source.add(.picture(picture))
    bench.source.add(.picture(picture))
    try bench.reader.startScanning()
    #expect(try bench.run { !bench.witness.results.isEmpty })
    #expect(bench.witness.texts == ["4006381333931"])
    #expect(!bench.reader.isScanning)
    #expect(bench.witness.states == [.connecting, .connected])
    #expect(bench.witness.availabilities == [.available])
    #expect(bench.reader.statistics.goodReads == 1)
  }

  @Test func aScanMayBeAskedForRightAfterConnect() throws {
    let bench = try Bench()
    try bench.reader.connect(nil)
    try bench.reader.startScanning()
    #expect(bench.reader.isScanning)
    #expect(try bench.run { bench.reader.connectionState == .connected && bench.reader.isScanning })
    try bench.reader.connect(nil)
    try bench.reader.disconnect()
    #expect(try bench.run { bench.reader.connectionState == .disconnected })
    #expect(throws: ReaderError.self) { try bench.reader.startScanning() }
  }

  @Test func nothingIsEnabledByDefault() throws {
    guard let picture = Self.ean("400638133393") else { return print("skipped: zint is not installed") }
    let bench = try Bench(ScriptedSource(answersEveryFrame: true))
    #expect(try bench.connect() == nil)
    try bench.reader.configure { $0.trigger = .continuous }
    bench.source.add(.picture(picture))
    bench.source.add(.end)
    try bench.reader.startScanning()
    #expect(try bench.run { bench.witness.results.count == 2 })
    #expect(bench.witness.reasons == [.noCode, .endOfInput])
  }

  @Test func aContinuousScanReportsEachReadAndItsEnd() throws {
    guard let one = Self.ean("400638133393"), let two = Self.ean("978020137962") else {
      return print("skipped: zint is not installed")
    }
    let bench = try Bench(ScriptedSource(answersEveryFrame: true))
    try ready(bench, .continuous)
    for step in [ScriptedSource.Step.picture(one), .unreadable("bad.png"), .picture(two), .end] {
      bench.source.add(step)
    }
    try bench.reader.startScanning()
    #expect(try bench.run { bench.witness.reasons.last == .endOfInput })
    #expect(bench.witness.texts == ["4006381333931", "9780201379624"])
    #expect(bench.witness.reasons == [.none, .unreadable, .none, .endOfInput])
    #expect(bench.witness.results.map(\.id) == [1, 2, 3, 4])
    #expect(bench.witness.results[1].path == "bad.png")
  }

  @Test func stopGivesOneResultWithItsReason() throws {
    let bench = try Bench()
    try ready(bench)
    try bench.reader.startScanning()
    #expect(try bench.run { bench.source.calls.started == 1 })
    try bench.reader.stopScanning()
    try bench.reader.stopScanning()
    #expect(try bench.run { bench.source.calls.stopped == 1 && !bench.witness.results.isEmpty })
    #expect(bench.witness.reasons == [.stopped])
  }

  @Test func aScanTimesOutByTheClock() throws {
    let bench = try Bench()
    try ready(bench)
    try bench.reader.configure { $0.scanTimeoutMs = 5000 }
    try bench.reader.startScanning()
    #expect(try bench.run { bench.reader.isScanning && bench.source.calls.started == 1 })
    bench.clock.now += 4_999_000_000
    bench.context.loop.drain()
    #expect(bench.witness.results.isEmpty)
    bench.clock.now += 1_000_000
    bench.context.loop.drain()
    #expect(bench.witness.reasons == [.timedOut])
  }

  @Test func aCodeInViewIsReportedOnceUntilItWasAway() throws {
    guard let picture = Self.ean("400638133393") else { return print("skipped: zint is not installed") }
    let bench = try Bench()
    try ready(bench, .continuous)
    try bench.reader.configure { $0.duplicateTimeoutMs = 1000 }
    for _ in 0..<3 { bench.source.add(.picture(picture)) }
    try bench.reader.startScanning()
    #expect(try bench.run { bench.reader.statistics.duplicates == 2 })
    #expect(bench.witness.results.count == 1)
    bench.clock.now += 2_000_000_000
    bench.source.add(.picture(picture))
    #expect(try bench.run { bench.witness.results.count == 2 })
  }

  @Test func aLostDeviceFailsOnceAndBecomesUnavailable() throws {
    let bench = try Bench()
    try ready(bench)
    try bench.reader.startScanning()
    #expect(try bench.run { bench.source.calls.started == 1 })
    bench.source.add(.lost)
    bench.presence.set(.unavailable)
    #expect(try bench.run { bench.reader.connectionState == .unavailable })
    #expect(bench.witness.failures.map(\.status) == [.lost])
    #expect(bench.witness.reasons == [.disconnected])
    #expect(bench.witness.availabilities == [.available, .unavailable])
    #expect(bench.source.calls.closed == 1)
    bench.presence.set(.available)
    #expect(try bench.run { bench.reader.connectionState == .disconnected })
    #expect(try bench.connect() == nil)
    #expect(bench.witness.states.last == .connected)
  }

  @Test func anIdleDeviceThatGoesFailsOnceToo() throws {
    let bench = try Bench()
    try ready(bench)
    bench.presence.set(.unavailable)
    #expect(try bench.run { bench.reader.connectionState == .unavailable })
    #expect(bench.witness.failures.count == 1)
    #expect(bench.witness.states == [.connecting, .connected, .disconnecting, .unavailable])
  }

  @Test func aFailedConnectSaysWhy() throws {
    let bench = try Bench(ScriptedSource(openError: ReaderError(.busy, "scripted")))
    #expect(try bench.connect()?.status == .busy)
    #expect(bench.witness.states == [.connecting, .disconnected])
    #expect(bench.witness.failures.isEmpty)
  }

  @Test func closeCompletesWhatIsPending() throws {
    let bench = try Bench()
    var statuses: [Status] = []
    try bench.reader.connect { if let error = $0 { statuses.append(error.status) } }
    bench.reader.close()
    #expect(try bench.run { !statuses.isEmpty })
    #expect(statuses == [.cancelled])
    #expect(throws: ReaderError.self) { try bench.reader.startScanning() }
  }

  @Test func anObserverThatWasRemovedInACallbackIsNotCalledAgain() throws {
    guard let picture = Self.ean("400638133393") else { return print("skipped: zint is not installed") }
    let bench = try Bench(ScriptedSource(answersEveryFrame: true))
    try ready(bench, .continuous)
    bench.witness.onResults = { $0.setObserver(nil) }
    for _ in 0..<3 { bench.source.add(.picture(picture)) }
    bench.source.add(.end)
    try bench.reader.startScanning()
    #expect(try bench.run { bench.reader.statistics.badReads == 1 })
    #expect(bench.witness.results.count == 1)
  }

  @Test func framesUnderWayAreBoundedWhenTheHostDoesNotDispatch() throws {
    guard let picture = Self.ean("400638133393"), let last = Self.ean("590123412345") else {
      return print("skipped: zint is not installed")
    }
    let bench = try Bench()
    try ready(bench, .continuous)
    try bench.reader.startScanning()
    #expect(try bench.run { bench.source.calls.started == 1 })
    for _ in 0..<11 { bench.source.add(.picture(picture)) }
    bench.source.add(.picture(last))
    while !bench.source.isIdle { sched_yield() }
    #expect(try bench.run { bench.witness.results.count + Int(bench.reader.statistics.framesDropped) == 12 })
    #expect(bench.witness.results.count <= 4 + 1)
    // None is counted twice, and the newest is not among those that were dropped.
    let statistics = bench.reader.statistics
    #expect(statistics.framesReceived == 12)
    #expect(statistics.framesDecoded + statistics.framesDropped == 12)
    #expect(bench.witness.texts.last == "5901234123457")
  }

  @Test func aReaderThatIsLetGoLeavesNothingBehind() throws {
    weak var reader: Reader?
    weak var context: ReaderContext?
    do {
      let bench = try Bench()
      try ready(bench)
      try bench.reader.startScanning()
      reader = bench.reader
      context = bench.context
      bench.reader.close()
    }
    // The worker may be in its last lines.
    for _ in 0..<2000 where reader != nil || context != nil { usleep(1000) }
    #expect(reader == nil)
    #expect(context == nil)
  }
}
