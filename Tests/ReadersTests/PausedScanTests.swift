import ReaderCore
import TestSupport
import Testing

@testable import Readers

/// Scans that begin paused: decoding waits for a trigger, which a key, a line, a button or the host pulls.
@Suite struct PausedScanTests {
  private func bench(_ options: PreviewOptions) throws -> Bench {
    let bench = try Bench(
      store: SettingStore(ReaderSettings(.noAimer), mode: .noAimer, preview: PreviewPlan(.noAimer, options)))
    #expect(try bench.connect() == nil)
    try bench.reader.setSymbology(.upcEan, enabled: true, nil)
    try bench.reader.startScanning()
    #expect(try bench.run { bench.reader.scanningState == .paused })
    return bench
  }

  @Test func framesAreSearchedOnceTheTriggerIsPulled() throws {
    guard let picture = ReaderTests.ean("400638133393") else { return print("skipped: zint is not installed") }
    let bench = try bench(.paused)
    bench.source.add(.picture(picture))
    #expect(try bench.settle())
    #expect(bench.witness.results.isEmpty && bench.reader.scanningState == .paused)
    bench.reader.triggerChanged(.hold, isDown: true)
    #expect(try bench.run { bench.reader.scanningState == .running })
    bench.source.add(.picture(picture))
    #expect(try bench.run { bench.witness.texts == ["4006381333931"] })
    // The read ends the scan; letting go of the trigger afterwards tells nothing more.
    #expect(try bench.run { !bench.reader.isScanning })
    bench.reader.triggerChanged(.hold, isDown: false)
    bench.context.loop.drain()
    #expect(bench.witness.results.count == 1)
  }

  @Test func aTriggerThatIsLetGoEndsTheScan() throws {
    let bench = try bench(.paused)
    bench.reader.triggerChanged(.hold, isDown: true)
    #expect(try bench.run { bench.reader.scanningState == .running })
    bench.reader.triggerChanged(.hold, isDown: false)
    #expect(try bench.run { bench.witness.reasons == [.stopped] })
    #expect(!bench.reader.isScanning)
  }

  @Test func whoKeepsThePauseWaitsForTheNextTrigger() throws {
    guard let picture = ReaderTests.ean("400638133393") else { return print("skipped: zint is not installed") }
    let bench = try bench([.paused, .keepPaused])
    for round in 1...2 {
      bench.reader.triggerChanged(.toggle, isDown: true)
      #expect(try bench.run { bench.reader.scanningState == .running })
      // More frames than the read needs: one trigger gives one result.
      for _ in 0..<3 { bench.source.add(.picture(picture)) }
      #expect(try bench.run { bench.reader.scanningState == .paused })
      #expect(try bench.settle())
      #expect(bench.witness.texts == [String](repeating: "4006381333931", count: round))
      #expect(bench.reader.isScanning)
    }
    // Let go, and out of time.
    bench.reader.triggerChanged(.hold, isDown: true)
    #expect(try bench.run { bench.reader.scanningState == .running })
    bench.reader.triggerChanged(.hold, isDown: false)
    #expect(try bench.run { bench.witness.reasons == [.none, .none, .stopped] })
    #expect(bench.reader.scanningState == .paused)
    bench.reader.triggerChanged(.start, isDown: true)
    #expect(try bench.run { bench.reader.scanningState == .running })
    bench.clock.now += 61_000_000_000
    #expect(try bench.run { bench.witness.reasons == [.none, .none, .stopped, .timedOut] })
    #expect(bench.reader.scanningState == .paused && bench.reader.isScanning)
    // Time does not pass while it waits.
    bench.clock.now += 200_000_000_000
    bench.context.loop.drain()
    #expect(bench.witness.results.count == 4)
    try bench.reader.stopScanning()
    #expect(try bench.run { bench.witness.reasons.last == .stopped && !bench.reader.isScanning })
    #expect(bench.witness.results.count == 5)
  }
}
