import ReaderCore
import TestSupport
import Testing

@testable import Readers

/// A camera that looks at something that does not move must not lose a read.
@Suite struct StillSceneTests {
  private func bench(_ trigger: TriggerType) throws -> Bench {
    let bench = try Bench()
    #expect(try bench.connect() == nil)
    try bench.reader.setSymbology(.upcEan, enabled: true, nil)
    try bench.reader.configure { $0.trigger = trigger }
    return bench
  }

  @Test func everyScanReadsAnew() throws {
    guard let picture = ReaderTests.ean("400638133393") else { return print("skipped: zint is not installed") }
    let bench = try bench(.manual)
    for n in 1...3 {
      bench.source.add(.picture(picture))
      try bench.reader.startScanning()
      #expect(try bench.run { bench.witness.results.count == n })
    }
    #expect(bench.witness.texts == ["4006381333931", "4006381333931", "4006381333931"])
  }

  @Test func everyFrameCountsAsSeen() throws {
    guard let picture = ReaderTests.ean("400638133393") else { return print("skipped: zint is not installed") }
    let bench = try bench(.continuous)
    try bench.reader.configure { $0.duplicateTimeoutMs = 1000 }
    try bench.reader.startScanning()
    // In view for five seconds, with frames every half second: reported once.
    for n in 1...10 {
      bench.source.add(.picture(picture))
      #expect(try bench.run { bench.reader.statistics.duplicates == UInt64(n - 1) && !bench.witness.results.isEmpty })
      bench.clock.now += 500_000_000
    }
    #expect(bench.witness.results.count == 1)
    bench.clock.now += 1_000_000_000
    bench.source.add(.picture(picture))
    #expect(try bench.run { bench.witness.results.count == 2 })
  }

  @Test func settingsCountAtOnce() throws {
    guard let picture = ReaderTests.ean("400638133393") else { return print("skipped: zint is not installed") }
    let bench = try bench(.continuous)
    try bench.reader.setSymbology(.upcEan, enabled: false, nil)
    try bench.reader.setSymbology(.code128, enabled: true, nil)
    try bench.reader.startScanning()
    for _ in 0..<5 { bench.source.add(.picture(picture)) }
    #expect(try bench.settle())
    #expect(bench.reader.statistics.framesDecoded == 5)
    try bench.reader.setSymbology(.upcEan, enabled: true, nil)
    bench.source.add(.picture(picture))
    #expect(try bench.run { bench.witness.texts == ["4006381333931"] })
    try bench.reader.setSymbology(.upcEan, enabled: false, nil)
    bench.source.add(.picture(picture))
    #expect(try bench.settle())
    #expect(bench.reader.statistics.framesDecoded == 7)
    #expect(bench.witness.results.count == 1)
  }

  @Test func anotherCodeAtTheSamePlaceIsRead() throws {
    let values = ["400638133393", "400638133394", "400638133395"]
    let pictures = values.compactMap { ReaderTests.ean($0) }
    guard pictures.count == values.count else { return print("skipped: zint is not installed") }
    let bench = try bench(.continuous)
    try bench.reader.startScanning()
    for (n, picture) in pictures.enumerated() {
      bench.source.add(.picture(picture))
      #expect(try bench.run { bench.witness.results.count == n + 1 })
    }
    #expect(bench.witness.texts.map { String($0.dropLast()) } == values)
  }

  @Test func whatWasMissedIsLookedAtHarder() throws {
    guard let picture = ReaderTests.ean("400638133393") else { return print("skipped: zint is not installed") }
    // Effort 1 does not look at light bars on dark.
    for i in 0..<(picture.width * picture.height) { picture.base[i] = 255 - picture.base[i] }
    let bench = try bench(.continuous)
    try bench.reader.configure { $0.effort = 1 }
    try bench.reader.startScanning()
    bench.source.add(.picture(picture))
    #expect(try bench.settle())
    #expect(bench.reader.statistics.framesDecoded == 1)
    #expect(bench.witness.results.isEmpty)
    bench.source.add(.picture(picture))
    bench.source.add(.picture(picture))
    #expect(try bench.run { bench.witness.texts.contains("4006381333931") })
  }
}
