import Testing

@testable import DMCC

@Suite struct FramerTests {
  /// Header forms of the guide, of a DM475, and all shortenings.
  @Test func headersWithZeroToThreeColons() {
    #expect(frames([bytes("||[0]ON\r\n")]) == [message("ON")])
    #expect(frames([bytes("||0[0]\r\n")]) == [message("", checksum: 0)])
    #expect(frames([bytes("||0:123[0]ON\r\n")]) == [message("ON", checksum: 0, id: 123)])
    #expect(frames([bytes("||:7[102]\r\n")]) == [message("", id: 7, status: 102)])
    #expect(frames([bytes("||:::2[0]\r\n")]) == [message("", count: 2)])
    #expect(frames([bytes("||:::12[0]6.1.16_tc9\r\n")]) == [message("6.1.16_tc9", count: 12)])
    #expect(frames([bytes("||0:7:3:4[0]ON\r\n")]) == [message("ON", checksum: 0, id: 7, result: 3, count: 4)])
    #expect(
      frames([bytes("||[1]NDAwNjM4MTMzMzkzMQ==\r\n")]) == [message("NDAwNjM4MTMzMzkzMQ==", status: 1)])
  }

  @Test func whatIsNoHeaderIsText() {
    for text in ["|", "||", "||x", "||[]", "||[0", "||[1234]", "||0:0:0:0:0[0]", "||12345678901[0]", "||[-1]", "[abc]"]
    {
      #expect(frames([bytes("\(text)\r\n||[0]OK\r\n")]) == [.unframed(bytes(text), isLine: true), message("OK")])
    }
    #expect(frames([bytes("|||[0]\r\n")]) == [.unframed(bytes("|"), isLine: false), message("")])
    let noise: [UInt8] = [0xff, 0xfb, 0x01, 0x00, 0x80]
    #expect(frames([noise + bytes("||[0]\r\n")]) == [.unframed(noise, isLine: false), message("")])
  }

  @Test func barsInsideAPayloadStay() {
    #expect(frames([bytes("||[0]a||b|[5]||[0]\r\n")]) == [message("a||b|[5]||[0]")])
    #expect(frames([bytes("||[12]x[5]y\r\n")]) == [message("x[5]y", status: 12)])
  }

  /// A stream with all kinds of messages, and what it holds.
  static let body = bytes("\r\n||[0]\r\n") + [0, 255, 0x7c]
  static let xml = bytes("<?xml version=\"1.0\"?>\r\n<result id=\"1\">\r\n<general/>\r\n</result>")
  static let stream =
    bytes("banner\r\n||[0]DM475\r\n||:::5[0]\(body.count)\r\n") + body + bytes("\r\n||:::9[0]a\r\nb\r\nc\r\n")
    + bytes("||[1]QUJD\r\n||0:8:3[5]\(body.count)\r\n") + body + bytes("||::3[3]") + xml
    + bytes("\r\n||[12]e\r\nx||[101]\r\n")
  static let whole: [DMCCFrame] = [
    .unframed(bytes("banner"), isLine: true), message("DM475"), message("\(body.count)", count: 5, bulk: body),
    message("a\r\nb\r\nc", count: 9), message("QUJD", status: 1),
    message("\(body.count)", checksum: 0, id: 8, result: 3, status: 5, bulk: body),
    message(String(decoding: xml, as: UTF8.self), result: 3, status: 3), message("e", status: 12),
    .unframed(bytes("x"), isLine: false), message("", status: 101),
  ]

  static func asked(_ header: DMCCHeader) -> Bool { header.byteCount == 5 }

  static func run(_ pieces: [[UInt8]]) -> [DMCCFrame] {
    var framer = DMCCFramer()
    var out: [DMCCFrame] = []
    for piece in pieces {
      framer.append(piece, now: 0)
      while let frame = framer.next(now: 0, expectsBulk: asked) { out.append(frame) }
    }
    return out
  }

  @Test func everySplitGivesTheSame() {
    let stream = FramerTests.stream
    #expect(FramerTests.run([stream]) == FramerTests.whole)
    #expect(FramerTests.run(stream.map { [$0] }) == FramerTests.whole)
    for cut in 0...stream.count {
      #expect(FramerTests.run([Array(stream[..<cut]), Array(stream[cut...])]) == FramerTests.whole, "cut at \(cut)")
    }
    for size in 2...64 {
      let pieces = stride(from: 0, to: stream.count, by: size).map { Array(stream[$0..<min($0 + size, stream.count)]) }
      #expect(FramerTests.run(pieces) == FramerTests.whole, "pieces of \(size)")
    }
  }

  @Test func bytesOutsideOfMessagesAreCounted() {
    var framer = DMCCFramer()
    framer.append(FramerTests.stream, now: 0)
    while framer.next(now: 0, expectsBulk: FramerTests.asked) != nil {}
    #expect(framer.offProtocolBytes == 8 + 1)
  }

  @Test func byteCountsThatAreWrongAreNotBelieved() {
    #expect(frames([bytes("||:::5[0]ON\r\n||:::2[0]\r\n")]) == [message("ON", count: 5), message("", count: 2)])
    #expect(frames([bytes("||:::3[0]ON\r\n")]) == [message("ON", count: 3)])
    #expect(frames([bytes("||:::2147483647[0]ON\r\n")]) == [message("ON", count: 2_147_483_647)])
    // However it comes in pieces; found by the fuzzer.
    let long = bytes("||:::60[3]<r>\r\n<a/>\r\n</r>\r\n||[12]one event after another of sixty bytes and more\r\n")
    #expect(frames([long]) == frames(long.map { [$0] }) && frames([long]).count == 2)
    var framer = DMCCFramer()
    framer.append(bytes("||:::50[0]ON\r\n"), now: 0)
    #expect(framer.next(now: 0, expectsBulk: { _ in false }) == nil)
    #expect(framer.nextDeadline == DMCCFramer.lineEndWait)
    #expect(framer.settle(now: DMCCFramer.lineEndWait, expectsBulk: { _ in false }) == message("ON", count: 50))
  }

  @Test func bulkGoesByItsCount() {
    #expect(frames([bytes("||[0]0\r\n||[0]\r\n")], bulk: true) == [message("0", bulk: []), message("")])
    #expect(frames([bytes("||[0]3\r\nABCDE\r\n||[0]\r\n")], bulk: true).first == message("3", bulk: bytes("ABC")))
    for text in ["-5", "12a", "", "1 2", "Untrained"] {
      #expect(frames([bytes("||[0]\(text)\r\n||[0]\r\n")], bulk: true) == [message(text), message("")])
    }
    for text in ["99999999999", "2147483648", "123456789012345678901234567890"] {
      #expect(
        frames([bytes("||[0]\(text)\r\n||[1]QUJD\r\n")], bulk: true) == [.broken(DMCCHeader(status: .ok), .bulkTooLong)]
      )
    }
    for end in ["\r", "\n"] {
      #expect(
        frames([bytes("||[5]3\(end)A\r\n||[0]\(end)||[0]\r\n")]) == [
          message("3", status: 5, bulk: bytes("A\r\n")), message(""), message(""),
        ])
    }
    #expect(frames([bytes("||[101]3\r\nABC")], bulk: true) == [message("3", status: 101)])
  }

  @Test func bulkThatIsTooLongIsSkipped() {
    var limits = DMCCFramer.Limits()
    limits.bulk = 10
    let found = frames([bytes("||[0]11\r\n||[0]\r\n12345||[0]X\r\n")], bulk: true, limits: limits)
    #expect(
      found == [
        .broken(DMCCHeader(status: .ok), .bulkTooLong), .unframed(bytes("5"), isLine: false), message("X"),
      ])
    var framer = DMCCFramer(limits: limits)
    framer.append(bytes("||[0]2147483647\r\nabc"), now: 0)
    #expect(framer.next(now: 0, expectsBulk: { _ in true }) == .broken(DMCCHeader(status: .ok), .bulkTooLong))
    #expect(framer.next(now: 0, expectsBulk: { _ in true }) == nil)
    #expect(framer.nextDeadline == DMCCFramer.bulkPause)
    #expect(framer.settle(now: DMCCFramer.bulkPause, expectsBulk: { _ in true }) == nil)
    framer.append(bytes("||[0]back\r\n"), now: 9 * second)
    #expect(framer.next(now: 9 * second, expectsBulk: { _ in false }) == message("back"))
  }

  @Test func bulkThatStaysAwayIsGivenUp() {
    var framer = DMCCFramer()
    framer.append(bytes("||[5]100\r\nabc"), now: 0)
    #expect(framer.next(now: 0, expectsBulk: { _ in false }) == nil)
    #expect(framer.progress == .init(header: DMCCHeader(status: .image), received: 3, total: 100))
    #expect(framer.settle(now: 4 * second, expectsBulk: { _ in false }) == nil)
    #expect(
      framer.settle(now: 5 * second, expectsBulk: { _ in false }) == .broken(DMCCHeader(status: .image), .bulkCut))
    #expect(framer.progress == nil && framer.nextDeadline == nil)
    // A byte a second keeps it alive, but not for ever.
    framer.append(bytes("||[5]100\r\n"), now: 10 * second)
    var now = 10 * second
    var ended: DMCCFrame?
    while ended == nil, now < 100 * second {
      _ = framer.next(now: now, expectsBulk: { _ in false })
      now += second
      ended = framer.settle(now: now, expectsBulk: { _ in false })
      if ended == nil { framer.append([65], now: now) }
    }
    #expect(ended == .broken(DMCCHeader(status: .image), .bulkCut))
    #expect(now <= 22 * second)
  }

  @Test func loneLineEnds() {
    #expect(frames([bytes("||[0]A\n||[0]B\r||[0]C\r\n")]) == [message("A"), message("B"), message("C")])
    #expect(frames([bytes("||[0]a\nb\r\n")]) == [message("a\nb")])
    for end in ["\r", "\n"] {
      var framer = DMCCFramer()
      framer.append(bytes("||[0]DM475\(end)"), now: 0)
      #expect(framer.next(now: 0, expectsBulk: { _ in false }) == nil)
      #expect(framer.settle(now: second / 4, expectsBulk: { _ in false }) == message("DM475"))
      framer.append(bytes("\n||[0]\r\n"), now: second)
      #expect(framer.next(now: second, expectsBulk: { _ in false }) == message(""))
    }
    #expect(frames([bytes("a\nb\rc\r\n")]) == ["a", "b", "c"].map { .unframed(bytes($0), isLine: true) })
  }

  @Test func aReadThatIsInterruptedIsNoRead() {
    #expect(
      frames([bytes("||[1]NDAw||[1]QUJD\r\n")]) == [
        .broken(DMCCHeader(status: .readString), .interrupted), message("QUJD", status: 1),
      ])
    #expect(
      frames([bytes("||[3]<result><gen||[1]QUJD\r\n")]) == [
        .broken(DMCCHeader(status: .xmlResult), .interrupted), message("QUJD", status: 1),
      ])
  }

  /// What the byte covers is not published: of the message from its first bar, or of the payload.
  @Test func checksumsOfBothKinds() {
    for sum: UInt8 in [0x0d, 0x0a, 0x7c, 0x5c, 0x00, 0x41] {
      let payload = bytes("ON") + [bytes("ON").reduce(sum, ^)]
      let frame = frames([bytes("||1:7[0]") + payload + [sum, 0x0d, 0x0a]])
      let expected = DMCCMessage(header: DMCCHeader(checksum: 1, id: 7), payload: payload)
      #expect(frame == [.message(expected)], "\(sum)")
    }
    let sum = bytes("1[0]ON").reduce(0, ^)
    #expect(frames([bytes("||1[0]ON") + [sum, 0x0d, 0x0a]]) == [message("ON", checksum: 1)])
    var wrong = DMCCMessage(header: DMCCHeader(checksum: 1), payload: bytes("ON"))
    wrong.checksumFits = false
    #expect(frames([bytes("||1[0]ON?\r\n")]) == [.message(wrong)])
  }

  @Test func memoryIsBounded() {
    var limits = DMCCFramer.Limits()
    limits.line = 1000
    limits.unframed = 100
    var framer = DMCCFramer(limits: limits)
    var broken = 0
    let piece = [UInt8](repeating: 0x41, count: 333)
    framer.append(bytes("||[0]"), now: 0)
    for _ in 0..<1000 {
      framer.append(piece, now: 0)
      while let frame = framer.next(now: 0, expectsBulk: { _ in false }) { if case .broken = frame { broken += 1 } }
      #expect(framer.buffer.count < 70_000)
    }
    #expect(broken == 1)
    framer.append(bytes("\r\n||[0]still\r\n"), now: 0)
    var last: DMCCFrame?
    while let frame = framer.next(now: 0, expectsBulk: { _ in false }) { last = frame }
    #expect(last == message("still"))
  }
}
