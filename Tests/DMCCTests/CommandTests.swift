import ReaderCore
import Testing

@testable import DMCC

/// Examples of the Cognex DataMan communications guide, and what must not reach a wire.
@Suite struct CommandTests {
  @Test func headerTextAndLineEnd() throws {
    #expect(try DMCCCommand.get("SYMBOL.DATAMATRIX").encoded(id: 123) == bytes("||0:123>GET SYMBOL.DATAMATRIX\r\n"))
    #expect(try DMCCCommand.set("SYMBOL.QR", .flag(true)).text == "SET SYMBOL.QR ON")
    #expect(try DMCCCommand("BEEP", [.integer(1), .word("2")]).text == "BEEP 1 2")
    #expect(DMCCCommand.trigger(true).text == "TRIGGER ON" && DMCCCommand.trigger(false).isUrgent)
  }

  @Test func stringsAreQuoted() throws {
    let command = try DMCCCommand.set("DEVICE.NAME", .string(#"Till "7"\A|B"#))
    #expect(command.text == #"SET DEVICE.NAME "Till \"7\"\\A\|B""#)
    #expect(try DMCCText.quote("a\tb\r\n") == bytes(#""a\tb\r\n""#))
  }

  @Test func everyShortStringSurvivesQuoting() throws {
    let letters = [UInt8](0x20...0x7e) + [0x09, 0x0d, 0x0a]
    for a in letters {
      for b in letters {
        let text = String(decoding: [a, b], as: UTF8.self)
        let quoted = try DMCCText.quote(text)
        #expect(DMCCText.unquote(quoted) == [a, b])
        #expect(!quoted.contains(0x0d) && !quoted.contains(0x0a))
      }
    }
  }

  @Test func brokenQuotingIsSeen() {
    for text in ["", "\"", "a", "\"a", #""a\""#, #""a"b""#, #""\x""#] {
      #expect(DMCCText.unquote(bytes(text)) == nil, "\(text)")
    }
  }

  @Test func linesThatWouldBreakAreRefused() {
    for text in [
      "", "  ", "GET X\r\n", "A\nB", "A\u{0}", "A\u{7f}", "||>GET X", "SET N \"a|b\"", "SET N \"ä\"", "A\tB",
    ] {
      #expect(throws: ReaderError.self, "\(text)") { try DMCCCommand(text) }
    }
    #expect(throws: ReaderError.self) { try DMCCCommand(String(repeating: "A", count: 20_000)) }
    #expect(throws: ReaderError.self) { try DMCCCommand("X", [.word("a b")]) }
    #expect(throws: ReaderError.self) { try DMCCText.quote("\u{0}") }
    #expect((try? DMCCCommand(#"SET N "a\|b""#)) != nil)
  }

  @Test func dataFollowsItsNumber() throws {
    let data: [UInt8] = [0x0d, 0x0a, 0x7c, 0x7c, 0, 255]
    #expect(try DMCCCommand("SCRIPT.LOAD 6", data: data).encoded(id: 9) == bytes("||0:9>SCRIPT.LOAD 6\r\n") + data)
    #expect(throws: ReaderError.self) { try DMCCCommand("SCRIPT.LOAD 5", data: data) }
    #expect(throws: ReaderError.self) { try DMCCCommand("SCRIPT.LOAD", data: data) }
  }

  @Test func statusesBecomeErrors() {
    #expect(DMCCStatus.ok.error(for: "X") == nil && DMCCStatus.event.error(for: "X") == nil)
    let known: [(Int32, Status)] = [
      (100, .protocolFault), (101, .unsupported), (102, .unsupported), (103, .protocolFault), (104, .state),
      (105, .again), (106, .protocolFault), (255, .protocolFault),
    ]
    for (number, status) in known {
      #expect(DMCCStatus(rawValue: number).error(for: "GET X")?.status == status)
      #expect(DMCCStatus(rawValue: number).answersCommand)
    }
    for number: Int32 in [1, 2, 12, 13, 50, 99] { #expect(!DMCCStatus(rawValue: number).answersCommand) }
  }

  @Test func base64IsStrict() {
    #expect(Base64.decode(bytes("NDAwNjM4MTMzMzkzMQ==")) == bytes("4006381333931"))
    #expect(Base64.decode([]) == [])
    for n in 0..<64 {
      let data = (0..<n).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ n) }
      #expect(Base64.decode(bytes(Base64.encode(data))) == data)
    }
    for text in ["A", "AB", "ABC", "A===", "====", "AB=C", "AB==AB==", "A*==", "AB==\n", "AC==x", "QR==", "QUJ="] {
      #expect(Base64.decode(bytes(text)) == nil, "\(text)")
    }
  }
}
