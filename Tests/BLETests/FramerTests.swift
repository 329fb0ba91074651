import ReaderCore
import Tags
import Testing

@testable import BLE

/// Joining notifications.
@Suite struct FramerTests {
  private static func pieces(_ bytes: [UInt8], _ size: Int) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
  }

  @Test(arguments: [1, 2, 3, 19, 20, 21, 100]) func framesOfAnyPieces(_ size: Int) {
    let texts = ["0104112233445566", "4Fhttps://example.org/a/long/path/of/a/receipt", "04E004010001020304"]
    let stream = texts.map { Array($0.utf8) + [0] }.reduce([], +)
    var framer = ScanDataFramer()
    let frames = Self.pieces(stream, size).map { framer.add($0) }.reduce([], +)
    #expect(frames.map { String(decoding: $0, as: UTF8.self) } == texts)
  }

  @Test func keepAlivesAreNoFrames() {
    var framer = ScanDataFramer()
    #expect(framer.add([0]).isEmpty)
    #expect(framer.add([0, 0, 0x30]).isEmpty)
    #expect(framer.add([0x31, 0, 0]) == [[0x30, 0x31]])
  }

  @Test func endlessFramesAreThrownAway() {
    var framer = ScanDataFramer()
    for _ in 0..<10_000 { #expect(framer.add([UInt8](repeating: 0x41, count: 20)).isEmpty) }
    #expect(framer.add([0x42, 0, 0x30, 0x32, 0]) == [[0x30, 0x32]])
    #expect(framer.dropped == 1)
    _ = framer.add([0x30])
    framer.reset()
    #expect(framer.add([0x31, 0]) == [[0x31]])
  }

  /// Facts: contactless, section 12: the twelve families.
  @Test func familiesOfFrames() {
    let codes = ["01", "02", "03", "04", "08", "10", "11", "18", "20", "40", "4F", "80"]
    #expect(codes.compactMap { ScanDataFrame(Array(($0 + "x").utf8))?.family.rawValue } == Array(256...267))
    for wrong in ["", "0", "zz04", "05", "FF00"] { #expect(ScanDataFrame(Array(wrong.utf8)) == nil) }
  }

  @Test func numbersAndData() throws {
    let card = try #require(ScanDataFrame(Array("0104112233445566".utf8)))
    #expect(card.uid?.bytes == [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66])
    // ISO 15693, the number as the reader's chip has it.
    let vicinity = try #require(ScanDataFrame(Array("0478563412500004E0".utf8)))
    #expect(vicinity.uid?.text == "E004005012345678")
    // Data that look like a number, and numbers that are none.
    for text in ["4F04112233445566", "010411", "01041122334455667", "0104 11 22 33", "01hello world"] {
      let frame = try #require(ScanDataFrame(Array(text.utf8)))
      #expect(frame.uid == nil)
      #expect(frame.text == String(text.dropFirst(2)))
    }
    #expect(ScanDataFrame([0x30, 0x31, 0xff, 0xfe])?.text == nil)
    let address: [UInt8] = [0xb7, 0x04] + Array("example.org".utf8) + [0xfe, 0x12]
    let thinfilm = try #require(ScanDataFrame(Array("18".utf8) + address))
    #expect(thinfilm.text == "https://example.org")
  }

  /// CCID 1.1, 6.1.4 and 6.2.1.
  @Test func messagesOfCCID() {
    let command = CCIDMessage(.transfer, [0xff, 0xca, 0, 0, 0], sequence: 7)
    #expect(command.bytes == [0x6f, 5, 0, 0, 0, 0, 7, 0, 0, 0, 0xff, 0xca, 0, 0, 0])
    var framer = CCIDFramer()
    let answer: [UInt8] = [0x80, 3, 0, 0, 0, 0, 7, 0x00, 0x00, 0x00, 0x42, 0x90, 0x00]
    for byte in answer.dropLast() { #expect(framer.add([byte]).isEmpty) }
    let message = framer.add([0x00] + answer).map(\.data)
    #expect(message == [[0x42, 0x90, 0x00], [0x42, 0x90, 0x00]])
    // A length that cannot be.
    #expect(framer.add([0x80, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0]).isEmpty)
    #expect(framer.add(answer).count == 1)
  }

  @Test func slots() {
    #expect(CCIDSlots.cards([0x01])?.first == true)
    #expect(CCIDSlots.cards([0x03])?.first == true)
    #expect(CCIDSlots.cards([0x02])?.first == false)
    #expect(CCIDSlots.cards([0x00])?.first == false)
    // With the number of slots before them.
    #expect(CCIDSlots.cards([0x01, 0x03]) == [true])
    #expect(CCIDSlots.cards([0x05, 0x04, 0x01]) == [false, true, false, false, true])
    #expect(CCIDSlots.cards([0x80]) == [false])
    #expect(CCIDSlots.cards([]) == nil)
  }

  /// Nothing from outside traps.
  @Test func noise() {
    var random = SystemRandomNumberGenerator()
    var (scan, ccid) = (ScanDataFramer(), CCIDFramer())
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      for frame in scan.add(bytes) { _ = ScanDataFrame(frame)?.text }
      for message in ccid.add(bytes) { _ = message.hasFailed && message.hasCard && message.isTimeExtension }
      _ = CCIDSlots.cards(bytes)
    }
  }
}
