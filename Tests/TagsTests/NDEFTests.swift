import ReaderCore
import Testing

@testable import Tags

@Suite struct NDEFTests {
  /// NFC Forum URI RTD 1.0, A.1: http://www.nfc.com.
  @Test func readsTheStandardsURI() throws {
    let message = try NDEFMessage(parsing: Hex.bytes("D1 01 08 55 01 6E 66 63 2E 63 6F 6D")!)
    #expect(message.records.map(\.content) == [.uri("http://www.nfc.com")])
    #expect(try message.bytes() == Hex.bytes("D1 01 08 55 01 6E 66 63 2E 63 6F 6D")!)
  }

  /// NFC Forum URI RTD 1.0, A.2: a telephone number.
  @Test func readsTheStandardsTelephoneNumber() throws {
    let bytes = Hex.bytes("D1 01 0D 55 05 2B 33 35 38 39 31 32 33 34 35 36 37")!
    #expect(try NDEFMessage(parsing: bytes).text == "tel:+35891234567")
  }

  /// NFC Forum Text RTD 1.0, example of 3.3: "Hello, world!" in English.
  @Test func readsText() throws {
    let record = NDEFRecord(.wellKnown, type: [0x54], payload: [0x02] + Array("enHello, world!".utf8))
    #expect(record.content == .text(NDEFText("Hello, world!", language: "en")))
    let utf16 = NDEFRecord(.wellKnown, type: [0x54], payload: [0x82, 0x64, 0x65, 0x00, 0xe4, 0x00, 0x62])
    #expect(utf16.content == .text(NDEFText("äb", language: "de")))
    let little = NDEFRecord(.wellKnown, type: [0x54], payload: [0x80, 0xff, 0xfe, 0xe4, 0x00])
    #expect(little.content == .text(NDEFText("ä", language: "")))
    #expect(NDEFRecord(.wellKnown, type: [0x54], payload: [0x05, 0x65]).content == .malformed)
    #expect(NDEFRecord(.wellKnown, type: [0x54], payload: [0x00, 0xff]).content == .malformed)
  }

  @Test func everyAbbreviationComesBack() throws {
    for prefix in URIPrefix.all {
      let uri = "\(prefix)example.org/a?b=c"
      #expect(NDEFRecord.uri(uri).content == .uri(uri))
    }
    #expect(NDEFRecord.uri("https://www.example.org").payload.first == 2)
    #expect(NDEFRecord.uri("urn:epc:id:sgtin:1").payload.first == 0x1e)
    #expect(NDEFRecord(.wellKnown, type: [0x55], payload: [0x24, 0x61]).content == .malformed)
  }

  @Test func aMessageOfEveryKindComesBack() throws {
    var poster = NDEFSmartPoster(uri: "https://example.org", titles: [NDEFText("Shop", language: "en")])
    poster.titles.append(NDEFText("Laden", language: "de"))
    poster.action = 1
    poster.size = 0x01020304
    poster.type = "text/html"
    let wifi = WiFiNetwork(ssid: Array("till".utf8), key: Array("secret12".utf8))
    let records = [
      NDEFRecord.uri("mailto:a@example.org"), try .text("Grüße", language: "de"), try .smartPoster(poster),
      try .mime("text/vcard", Array("BEGIN:VCARD".utf8)), try .wifi(wifi),
      try .external("example.com:till", [UInt8](repeating: 7, count: 300)),
      NDEFRecord(.absoluteURI, type: Array("https://example.org/x".utf8)), NDEFRecord(.empty),
      NDEFRecord(.unknown, id: [1, 2], payload: [3]),
    ]
    let message = try NDEFMessage(parsing: NDEFMessage(records).bytes())
    #expect(message.records == records)
    #expect(
      message.records.map(\.content) == [
        .uri("mailto:a@example.org"), .text(NDEFText("Grüße", language: "de")), .smartPoster(poster),
        .mime("text/vcard"), .wifi(wifi), .external("example.com:till"), .uri("https://example.org/x"), .empty,
        .unknown,
      ])
    #expect(message.text == "mailto:a@example.org\nGrüße\nhttps://example.org\nhttps://example.org/x")
  }

  /// As ndeflib's own document for wifi does: one credential with SSID, authentication, encryption, key, address.
  @Test func readsAForeignWiFiRecord() throws {
    let payload = Hex.bytes(
      "100E0036 10260001 01 10450006 6D796E6574 31 1003 0002 0020 100F 0002 0008 1027 0008 70617373776F7264"
        + "1020 0006 FFFFFFFFFFFF 1049 0000")!
    let length = payload.count - 4
    var fitted = payload
    fitted[3] = UInt8(length)
    let record = NDEFRecord(.mime, type: Array(WiFiNetwork.mimeType.utf8), payload: fitted)
    #expect(record.content == .wifi(WiFiNetwork(ssid: Array("mynet1".utf8), key: Array("password".utf8))))
  }

  /// NFC Forum NDEF 1.0, 2.3.3 and figure 6: three chunks, the middle one without a type.
  @Test func joinsChunks() throws {
    let bytes = Hex.bytes("B2 01 02 78 61 62  36 00 01 63  56 00 02 64 65")!
    let message = try NDEFMessage(parsing: bytes)
    #expect(message.records == [NDEFRecord(.mime, type: [0x78], payload: Array("abcde".utf8))])
  }

  @Test func anEmptyMessageHasNoRecords() throws {
    #expect(try NDEFMessage(parsing: []).records.isEmpty)
    #expect(try NDEFMessage(parsing: [0xd0, 0, 0]).records.map(\.content) == [.empty])
  }

  @Test(arguments: [
    "D1", "D1 01", "D1 01 08 55 01 6E", "D1 01 08 55 01 6E 66 63 2E 63 6F 6D 00", "51 01 01 55 00", "91 01 01 55 00",
    "C1 01 FF FF FF FF 55 00", "D8 00 00", "D7 00 00", "D6 00 00", "D0 01 00 55", "D5 01 00 55", "B1 01 00 55",
    "F1 01 00 55", "B1 01 00 55 D6 00 00", "B1 01 00 55 51 01 00 55", "B1 01 00 55 56 01 00 55",
  ])
  func damageIsAnError(_ text: String) {
    #expect(throws: ReaderError.self) { try NDEFMessage(parsing: Hex.bytes(text)!) }
  }

  @Test func bombsAreErrors() throws {
    // More records than anybody needs.
    var many: [UInt8] = [0x90, 0, 0]
    for _ in 0..<5000 { many += [0x10, 0, 0] }
    #expect(throws: ReaderError.self) { try NDEFMessage(parsing: many) }
    // Smart posters inside smart posters.
    var inner = try NDEFMessage([.uri("https://example.org")]).bytes()
    for _ in 0..<2000 {
      inner = try NDEFMessage([NDEFRecord(.wellKnown, type: [0x53, 0x70], payload: inner)]).bytes()
    }
    #expect(try NDEFMessage(parsing: inner).records.first?.content == .malformed)
    // A length of 4 GiB.
    #expect(throws: ReaderError.self) { try NDEFMessage(parsing: [0xc2, 0x01, 0xff, 0xff, 0xff, 0xff, 0x61]) }
  }

  @Test func aPosterNeedsExactlyOneURI() throws {
    let two = try NDEFMessage([.uri("a:"), .uri("b:")]).bytes()
    #expect(NDEFRecord(.wellKnown, type: [0x53, 0x70], payload: two).content == .malformed)
    let none = try NDEFMessage([.text("a", language: "en")]).bytes()
    #expect(NDEFRecord(.wellKnown, type: [0x53, 0x70], payload: none).content == .malformed)
  }
}
