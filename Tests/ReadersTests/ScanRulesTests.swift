import ReaderCore
import TestSupport
import Testing

@testable import Readers

/// Which frames are searched and what counts of them, without a device.
@Suite struct ScanRulesTests {
  private func view(_ luma: LumaImage, _ body: (LumaView) throws -> Void) rethrows { try body(luma.view) }

  private func flat(_ value: UInt8, width: Int = 64, height: Int = 48) throws -> LumaImage {
    let image = try LumaImage(width: width, height: height)
    for i in 0..<(width * height) { image.base[i] = value }
    return image
  }

  @Test func noMoreFramesInASecondThanWanted() throws {
    var rules = ScanRules()
    let picture = try flat(100)
    for (limit, expected) in [(0, 60), (5, 5), (10, 10), (30, 30), (100, 60)] {
      rules.maximumRate = limit
      var selector = FrameSelector()
      var count = 0
      // 60 frames a second, each up to 1 ms early or late.
      for n in 0..<60 {
        let time = Int64(n) * 16_666_667 + Int64(n * 7 % 3 - 1) * 1_000_000
        guard selector.admits(time, rules) else { continue }
        if try selector.choose(picture.view, time: time, rules) != nil { count += 1 }
      }
      #expect(abs(count - expected) <= 1, "\(limit): \(count)")
    }
  }

  @Test func theSharpestOfSeveralIsSearched() throws {
    var rules = ScanRules()
    rules.sharpestOf = 3
    let blurred = try flat(100)
    let sharp = try flat(100)
    for i in stride(from: 0, to: 64 * 48, by: 2) { sharp.base[i] = 200 }
    var selector = FrameSelector()
    var chosen: [(Int64, UInt8)] = []
    for (n, picture) in [blurred, sharp, blurred, blurred, blurred, sharp, sharp].enumerated() {
      if let choice = try selector.choose(picture.view, time: Int64(n), rules) {
        chosen.append((choice.time, choice.luma.row(0)[0]))
      }
    }
    #expect(chosen.map(\.0) == [1, 5])
    #expect(chosen.map(\.1) == [200, 200])
  }

  @Test func pausedFramesAreNotLookedAt() {
    var rules = ScanRules()
    rules.isPaused = true
    #expect(!FrameSelector().admits(0, rules))
    rules.sharpestOf = 5
    #expect(!FrameSelector().admits(0, rules))
  }

  @Test func aCodeIsToldWhenFramesAgree() {
    var rules = ScanRules()
    (rules.agreeing, rules.agreementFrames) = (2, 3)
    let corners = Quad(Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1))
    func code(_ text: String) -> DecodedCode {
      DecodedCode(symbology: .code128, bytes: Array(text.utf8), aimID: "]C0", corners: corners)
    }
    var agreement = FrameAgreement()
    func told(_ texts: [String]) -> [String] {
      agreement.confirmed(texts.map(code), rules).map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    #expect(told(["A"]) == [])
    #expect(told(["B"]) == [])
    #expect(told(["A"]) == ["A"])
    #expect(told([]) == [])
    // B is four frames old by now.
    #expect(told(["B", "A"]) == ["A"])
    #expect(told(["B"]) == ["B"])
    agreement.reset()
    #expect(told(["B"]) == [])
    rules.agreeing = 1
    #expect(told(["C"]) == ["C"])
  }

  @Test func motionIsSomethingThatComes() throws {
    var motion = MotionDetector()
    func sees(_ picture: LumaImage) -> Bool { motion.sees(picture.view) }
    let empty = try flat(120, width: 640, height: 480)
    #expect(!sees(empty))
    // The light of the day: one grey value at a time, for a long way.
    for n in 0..<60 { #expect(!sees(try flat(UInt8(120 + n / 2), width: 640, height: 480))) }
    // Something of 64 x 64 pixels.
    let thing = try flat(150, width: 640, height: 480)
    for y in 200..<264 { for x in 300..<364 { thing.base[y * 640 + x] = 30 } }
    #expect(sees(thing))
    motion.reset()
    #expect(!sees(thing))
    #expect(sees(empty))
    // Another size is another scene.
    #expect(!sees(try flat(0, width: 320, height: 240)))
    #expect(!sees(try flat(0, width: 8, height: 8)))
  }

  @Test func duplicatesOnceInAScan() {
    let corners = Quad(Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1))
    let code = DecodedCode(symbology: .qr, bytes: [1], aimID: "]Q1", corners: corners)
    var rule = DuplicateRule()
    func told(_ time: Int64, _ timeout: Int64) -> Int { rule.filter([code], time: time, timeout: timeout).count }
    #expect(told(0, -1) == 1)
    #expect(told(1 << 60, -1) == 0)
    rule.reset()
    #expect(told(1 << 60, -1) == 1)
    #expect(told(1 << 60, 0) == 1)
  }

  @Test func zoomIsTheMiddleAndStaysInTheRegion() {
    var look = LookSettings()
    let size = PixelSize(400, 200)
    #expect(look.pixels(in: size, zoom: 100).isWhole(size))
    #expect(look.pixels(in: size, zoom: 200) == PixelRegion(x: 100, y: 50, width: 200, height: 100))
    look.region = .percent([0, 50, 0, 100])
    #expect(look.pixels(in: size, zoom: 200) == PixelRegion(x: 100, y: 50, width: 100, height: 100))
    // Nothing of the region is seen: the zoom wins.
    look.region = .pixels([0, 40, 0, 40])
    #expect(look.pixels(in: size, zoom: 400) == PixelRegion(x: 150, y: 75, width: 100, height: 50))
    look.region = .finder(FinderSettings(aspect: 2, insetX: 32, insetY: 32))
    #expect(look.pixels(in: size, zoom: 100) == PixelRegion(x: 64, y: 32, width: 272, height: 136))
  }
}

/// The same in a reader, over a scripted camera and the real decoder.
@Suite struct ScanRulesReaderTests {
  /// Grey 1200 x 400, with EAN-13 codes at the given middles.
  private static func scene(_ codes: [(String, Double)]) -> LumaImage? {
    guard Zint.isInstalled else { return nil }
    let drawing = Drawing(width: 1200, height: 400)
    for (digits, x) in codes {
      guard let rows = Zint.modules("-b EANX", digits, columns: 95) else { return nil }
      drawing.draw([rows[0]], at: Point(x, 200), scale: 3, rowHeight: 40)
    }
    return drawing.withView { try? LumaImage(copying: $0) }
  }

  private func ready(_ trigger: TriggerType) throws -> Bench {
    let bench = try Bench()
    #expect(try bench.connect() == nil)
    try bench.reader.setSymbology(.upcEan, enabled: true, nil)
    try bench.reader.configure {
      $0.trigger = trigger
      $0.maxCodes = 0
    }
    return bench
  }

  private func decoded(_ bench: Bench, _ count: UInt64) throws {
    #expect(try bench.settle())
    #expect(bench.reader.statistics.framesDecoded + bench.reader.statistics.framesSkipped >= count)
  }

  @Test func onlyTheRegionIsSearched() throws {
    guard let scene = Self.scene([("400638133393", 250), ("978020137962", 900)]) else { return }
    let bench = try ready(.continuous)
    try bench.reader.configure { $0.look.region = .percent([50, 50, 0, 100]) }
    try bench.reader.startScanning()
    bench.source.add(.picture(scene))
    #expect(try bench.run { !bench.witness.results.isEmpty })
    #expect(bench.witness.texts == ["9780201379624"])
    let corners = try #require(bench.witness.results.first?.codes.first?.corners)
    #expect(abs(corners.centre.x - 900) < 10, "corners are those of the whole frame: \(corners)")
    #expect(bench.witness.results.first?.frameSize == PixelSize(1200, 400))
  }

  @Test func targetAndCentre() throws {
    guard let scene = Self.scene([("400638133393", 250), ("978020137962", 900)]) else { return }
    let bench = try ready(.continuous)
    try bench.reader.startScanning()
    // A window in the middle, which neither touches; then one that only overlaps the left one.
    try bench.reader.configure { $0.look.targetDecoding = true }
    bench.source.add(.picture(scene))
    try decoded(bench, 1)
    #expect(bench.witness.results.isEmpty)
    try bench.reader.configure { $0.look.window = [34, 50, 8, 10] }
    bench.source.add(.picture(scene))
    #expect(try bench.run { bench.witness.texts == ["4006381333931"] })
    try bench.reader.configure {
      $0.look.targetDecoding = false
      $0.look.useCentering = true
      $0.look.window = [60, 50, 10, 10]
    }
    bench.source.add(.picture(scene))
    #expect(try bench.run { bench.witness.texts == ["4006381333931", "9780201379624"] })
  }

  @Test func framesAgree() throws {
    guard let scene = Self.scene([("400638133393", 250)]) else { return }
    let bench = try ready(.manual)
    try bench.reader.configure { ($0.scan.agreeing, $0.scan.agreementFrames) = (2, 3) }
    try bench.reader.startScanning()
    bench.source.add(.picture(scene))
    try decoded(bench, 1)
    #expect(bench.witness.results.isEmpty)
    bench.source.add(.picture(scene))
    #expect(try bench.run { bench.witness.texts == ["4006381333931"] })
  }

  @Test func statesOfAManualScan() throws {
    guard let scene = Self.scene([("400638133393", 250)]) else { return }
    let bench = try ready(.manual)
    try bench.reader.startScanning()
    bench.source.add(.picture(scene))
    #expect(try bench.run { bench.witness.scanning == [.running, .idle] })
    try bench.reader.startScanning()
    try bench.reader.stopScanning()
    #expect(try bench.run { bench.witness.reasons.last == .stopped })
    #expect(bench.witness.scanning == [.running, .idle, .running, .idle])
    #expect(bench.witness.results.count == 2)
  }

  @Test func aPauseStopsTheClock() throws {
    guard let scene = Self.scene([("400638133393", 250)]) else { return }
    let bench = try ready(.continuous)
    try bench.reader.configure { $0.scanTimeoutMs = 5000 }
    try bench.reader.startScanning()
    #expect(try bench.run { bench.witness.scanning == [.running] })
    try bench.reader.setPaused(true)
    #expect(try bench.run { bench.witness.scanning == [.running, .paused] })
    bench.clock.now += 60_000_000_000
    bench.source.add(.picture(scene))
    try decoded(bench, 1)
    #expect(bench.witness.results.isEmpty)
    #expect(bench.reader.statistics.framesSkipped == 1)
    try bench.reader.setPaused(false)
    #expect(try bench.run { bench.witness.scanning.last == .running })
    bench.clock.now += 5_000_000_000
    bench.context.loop.drain()
    #expect(bench.witness.reasons == [.timedOut])
    #expect(bench.witness.scanning == [.running, .paused, .running, .idle])
  }

  @Test func presentationReadsWhatIsBroughtIntoView() throws {
    guard let first = Self.scene([("400638133393", 250)]), let second = Self.scene([("978020137962", 900)]),
      let empty = Self.scene([])
    else { return }
    let bench = try ready(.presentation)
    try bench.reader.configure { $0.scanTimeoutMs = 5000 }
    try bench.reader.startScanning()
    // What lies there at the start was not brought into view, and waiting has no time-out.
    bench.source.add(.picture(first))
    try decoded(bench, 1)
    bench.clock.now += 60_000_000_000
    bench.context.loop.drain()
    #expect(bench.witness.results.isEmpty)
    #expect(bench.witness.scanning == [.waiting])
    bench.source.add(.picture(second))
    #expect(try bench.run { bench.witness.texts == ["9780201379624"] })
    #expect(bench.witness.scanning == [.waiting, .running, .waiting])
    #expect(bench.reader.isScanning)
    // It stays, and is not read again; the next one is.
    for _ in 0..<3 { bench.source.add(.picture(second)) }
    try decoded(bench, 5)
    #expect(bench.witness.results.count == 1)
    bench.source.add(.picture(first))
    #expect(try bench.run { bench.witness.texts == ["9780201379624", "4006381333931"] })
    // Something comes that is no code: a no-read, once.
    bench.source.add(.picture(first))
    try decoded(bench, 7)
    bench.source.add(.picture(empty))
    #expect(try bench.run { bench.witness.scanning.last == .running })
    bench.clock.now += 5_000_000_000
    bench.context.loop.drain()
    #expect(bench.witness.reasons == [.none, .none, .timedOut])
    try bench.reader.stopScanning()
    #expect(try bench.run { bench.witness.reasons == [.none, .none, .timedOut, .stopped] })
    #expect(bench.witness.scanning == [.waiting, .running, .waiting, .running, .waiting, .running, .waiting, .idle])
  }
}
