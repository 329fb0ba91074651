import Testing

@testable import Link

/// Reports of HID POS scanners: the layouts that are public, and everything that F22 names.
@Suite struct HIDScanTests {
  /// Hexadecimal digits, filled up with zeros.
  static func report(_ text: String, size: Int = 64) -> [UInt8] {
    let bytes = text.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    return bytes + [UInt8](repeating: 0, count: size - bytes.count)
  }

  /// The example of an EAN-13 in Honeywell's form (public notes on the Voyager).
  static let ean = report("02 0D 5D 45 30 34 30 30 36 33 38 31 33 33 33 39 33 31")

  /// Honeywell's form: the first 60 bytes, the vendor's code, 0, whether more follows.
  static func honeywell(_ aim: String, _ text: String, more: Bool, length: Int? = nil) -> [UInt8] {
    let head = [2, UInt8(length ?? text.utf8.count)] + Array(aim.utf8) + Array(text.utf8)
    return head + [UInt8](repeating: 0, count: 63 - head.count) + [more ? 1 : 0]
  }

  static func newland(_ text: String, more: Bool = false, id: UInt8 = 2) -> [UInt8] {
    let head = [id, UInt8(text.utf8.count)] + Array(text.utf8)
    return head + [UInt8](repeating: 0, count: 63 - head.count) + [more ? 1 : 0]
  }

  static func scan(_ text: String, _ aim: String = "") -> HIDScanAssembler.Event { .scan(Array(text.utf8), aim: aim) }

  @Test func publicLayouts() {
    var scanner = HIDScanAssembler()
    #expect(scanner.take(HIDScanTests.ean, now: 0) == [HIDScanTests.scan("4006381333931", "]E0")])
    // The same with a byte between.
    var shifted = HIDScanTests.ean
    shifted.insert(0x7a, at: 2)
    #expect(scanner.take(Array(shifted.prefix(64)), now: 1) == [HIDScanTests.scan("4006381333931", "]E0")])
    #expect(scanner.take(HIDScanTests.newland("ABC"), now: 2) == [HIDScanTests.scan("ABC")])
    #expect(scanner.take(HIDScanTests.newland("ABC", id: 0), now: 2) == [HIDScanTests.scan("ABC")])
    let long = String(repeating: "x", count: 62)
    #expect(scanner.take([1, 62] + Array(long.utf8), now: 3) == [HIDScanTests.scan(long)])
  }

  @Test func partsAreJoined() {
    let part = String(repeating: "0", count: 56)
    var scanner = HIDScanAssembler()
    #expect(scanner.take(HIDScanTests.honeywell("]X0", part, more: true), now: 0) == [])
    #expect(scanner.take(HIDScanTests.honeywell("]X0", part, more: true), now: 1_000_000) == [])
    #expect(
      scanner.take(HIDScanTests.honeywell("]X0", "end", more: false), now: 2_000_000)
        == [HIDScanTests.scan(part + part + "end", "]X0")])
    // Two scanners do not mix: each has its own.
    var (one, two) = (HIDScanAssembler(), HIDScanAssembler())
    #expect(one.take(HIDScanTests.newland(part, more: true), now: 0) == [])
    #expect(two.take(HIDScanTests.newland("B"), now: 0) == [HIDScanTests.scan("B")])
    #expect(one.take(HIDScanTests.newland("A"), now: 0) == [HIDScanTests.scan(part + "A")])
  }

  @Test func whatDoesNotEndIsDropped() {
    let part = String(repeating: "0", count: 56)
    var scanner = HIDScanAssembler()
    // The last report is missing: a pause, or a code of another kind, ends it.
    _ = scanner.take(HIDScanTests.newland(part, more: true), now: 0)
    let deadline = scanner.deadline
    #expect(deadline == HIDScanAssembler.pause && scanner.tick(now: 1).isEmpty)
    guard case .damaged? = scanner.tick(now: HIDScanAssembler.pause).first else { Issue.record("not told"); return }
    #expect(scanner.take(HIDScanTests.newland("B"), now: 300_000_000) == [HIDScanTests.scan("B")])
    _ = scanner.take(HIDScanTests.honeywell("]X0", part, more: true), now: 400_000_000)
    let events = scanner.take(HIDScanTests.ean, now: 401_000_000)
    #expect(events.last == HIDScanTests.scan("4006381333931", "]E0") && events.count == 2)
    // A flag that is never cleared: once told, bounded, and good again after a pause.
    var told = 0
    for number in 0..<10_000 {
      told += scanner.take(HIDScanTests.newland(part, more: true), now: 500_000_000 + Int64(number)).count
    }
    #expect(told == 1)
    #expect(scanner.take(HIDScanTests.newland("C"), now: 900_000_000) == [HIDScanTests.scan("C")])
  }

  @Test func whatLiesIsDropped() {
    var scanner = HIDScanAssembler()
    let wrong: [[UInt8]] = [
      HIDScanTests.honeywell("]X0", "abc", more: false, length: 57), Array(HIDScanTests.newland("").prefix(20)),
      [9, 9],
      [UInt8](repeating: 0xff, count: 64), [],
    ]
    for report in wrong {
      let events = scanner.take(report, now: 0)
      #expect(events.allSatisfy { if case .scan = $0 { false } else { true } })
      _ = scanner.tick(now: .max)
    }
    // Any bytes are safe.
    var state: UInt64 = 1
    var now: Int64 = 0
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      var bytes = (0..<Int(state >> 57)).map { UInt8(truncatingIfNeeded: state >> UInt64($0 % 50)) }
      if !bytes.isEmpty, state & 1 << 40 == 0 { bytes[0] = 2 }
      now += Int64(state >> 36)
      _ = scanner.take(bytes, now: now)
    }
  }

  /// A descriptor as the usage tables lay it out: ID 18, three bytes of identifier, 32 of data, one bit that more follows.
  static let descriptor: [UInt8] = [
    0x05, 0x8c, 0x09, 0x02, 0xa1, 0x01, 0x09, 0x12, 0xa1, 0x02, 0x85, 0x12, 0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08,
    0x95, 0x01, 0x09, 0xfb, 0x81, 0x02, 0x09, 0xfc, 0x81, 0x02, 0x09, 0xfd, 0x81, 0x02, 0x95, 0x20, 0x09, 0xfe, 0x82,
    0x02, 0x01, 0x75, 0x01, 0x95, 0x01, 0x09, 0xff, 0x81, 0x02, 0x95, 0x07, 0x81, 0x03, 0xc0, 0xc0,
  ]

  @Test func theDescriptorDecides() throws {
    let layout = try #require(HIDScanLayout(descriptor: HIDScanTests.descriptor))
    #expect(layout == HIDScanLayout(reportID: 0x12, size: 37, length: nil, aim: 1, data: 4..<36, more: 36 * 8))
    var scanner = HIDScanAssembler(layout: layout)
    let whole = Array("]Q1".utf8) + [UInt8](repeating: 0x41, count: 32)
    #expect(scanner.take([0x12] + whole + [1], now: 0) == [])
    // Another report of the device is none of ours.
    #expect(scanner.take([0x14, 1], now: 1) == [])
    let rest = Array("]Q1B".utf8) + [UInt8](repeating: 0, count: 31)
    #expect(
      scanner.take([0x12] + rest + [0], now: 2) == [HIDScanTests.scan(String(repeating: "A", count: 32) + "B", "]Q1")])
    // Keyboards, and what is no descriptor.
    #expect(HIDScanLayout(descriptor: [0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0xc0]) == nil)
    for count in 0..<HIDScanTests.descriptor.count {
      _ = HIDScanLayout(descriptor: Array(HIDScanTests.descriptor.prefix(count)))
    }
    var state: UInt64 = 7
    for _ in 0..<5000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      var bytes = HIDScanTests.descriptor
      bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
      if let layout = HIDScanLayout(descriptor: bytes) {
        var scanner = HIDScanAssembler(layout: layout)
        _ = scanner.take([UInt8](repeating: UInt8(truncatingIfNeeded: state >> 50), count: 37), now: 0)
      }
    }
  }
}
