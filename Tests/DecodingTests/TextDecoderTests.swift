import ReaderCore
import Testing

@testable import Decoding

@Suite struct TextDecoderTests {
  private func undeclared(_ bytes: [UInt8]) -> DecodedText? { TextDecoder.undeclared(bytes[...]) }

  @Test func utf8IsFirst() {
    // Field report 35: guessed as Big5 or Shift JIS by libzbar.
    for text in ["Il était une fois, un noël. über freundlich", "\u{2133}", "价格", "", "plain\r\n\u{1d}text"] {
      #expect(undeclared(Array(text.utf8)) == DecodedText(text: text, charset: "UTF-8"))
    }
  }

  @Test func latin1AndShiftJISByTheirBytes() {
    #expect(undeclared([0x63, 0x61, 0x66, 0xe9])?.text == "café")
    #expect(undeclared([0x63, 0x61, 0x66, 0xe9])?.charset == "ISO-8859-1")
    #expect(undeclared([0x93, 0xfa, 0x96, 0x7b]) == DecodedText(text: "日本", charset: "Shift_JIS"))
    #expect(undeclared([0xc3, 0xde, 0xbb, 0xde, 0xb2, 0xdd, 0x51, 0x52])?.text == "ﾃﾞｻﾞｲﾝQR")
    #expect(undeclared([0x67, 0x72, 0xfc, 0xdf, 0x65])?.text == "grüße")
  }

  @Test func binaryDataAreNoText() {
    // Field reports 36 and 38.
    #expect(undeclared([0xb2, 0x55, 0xf6, 0x25, 0x1c, 0xf7, 0xa0, 0x51, 0x3d, 0x07]) == nil)
    #expect(undeclared([0x41, 0x00, 0x42]) == nil)
    #expect(undeclared((0...255).map { UInt8($0) }) == nil)
    #expect(undeclared([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) == nil)
  }

  @Test(
    "declared character sets",
    arguments: [
      (0, [0x82], "é", "IBM437"), (1, [0xe9], "é", "ISO-8859-1"), (2, [0x82], "é", "IBM437"),
      (3, [0xe9], "é", "ISO-8859-1"), (4, [0xb1], "ą", "ISO-8859-2"), (5, [0xa1], "Ħ", "ISO-8859-3"),
      (6, [0xa1], "Ą", "ISO-8859-4"), (7, [0xb6], "Ж", "ISO-8859-5"), (8, [0xc7], "ا", "ISO-8859-6"),
      (9, [0xe1], "α", "ISO-8859-7"), (10, [0xe0], "א", "ISO-8859-8"), (11, [0xfe], "ş", "ISO-8859-9"),
      (12, [0xa1], "Ą", "ISO-8859-10"), (13, [0xa1], "ก", "ISO-8859-11"), (15, [0xc0], "Ą", "ISO-8859-13"),
      (16, [0xa1], "Ḃ", "ISO-8859-14"), (17, [0xa4], "€", "ISO-8859-15"), (18, [0xa4], "€", "ISO-8859-16"),
      (20, [0x93, 0xfa], "日", "Shift_JIS"), (21, [0xb9], "ą", "windows-1250"), (22, [0xc6], "Ж", "windows-1251"),
      (23, [0x80], "€", "windows-1252"), (24, [0xc7], "ا", "windows-1256"), (25, [0x20, 0xac], "€", "UTF-16BE"),
      (26, [0xe2, 0x82, 0xac], "€", "UTF-8"), (27, [0x41], "A", "US-ASCII"), (28, [0xa4, 0xa4], "中", "Big5"),
      (29, [0xd6, 0xd0], "中", "GB2312"), (30, [0xc7, 0xd1], "한", "EUC-KR"), (31, [0xd6, 0xd0], "中", "GBK"),
      (32, [0xd6, 0xd0], "中", "GB18030"), (33, [0xac, 0x20], "€", "UTF-16LE"), (170, [0x41], "A", "US-ASCII"),
    ] as [(Int32, [UInt8], String, String)])
  func declared(number: Int32, bytes: [UInt8], text: String, charset: String) {
    let result = TextDecoder.declared(bytes, [ECISegment(eci: number, range: 0..<bytes.count)])
    #expect(result == DecodedText(text: text, charset: charset))
  }

  @Test func wideCharacterSetsMayHoldZeroBytes() {
    let bytes: [UInt8] = [0, 0, 0x20, 0xac]
    var code = DecodedCode(
      symbology: .qr, bytes: bytes, aimID: "]Q2", corners: Quad(Point(0, 0), Point(0, 0), Point(0, 0), Point(0, 0)))
    code.segments = [ECISegment(eci: 34, range: 0..<4)]
    #expect(TextDecoder.text(of: code)?.text == "€")
    code.segments = [ECISegment(eci: 3, range: 0..<4)]
    #expect(TextDecoder.text(of: code) == nil)
    code.segments = [ECISegment(eci: 899, range: 0..<4)]
    #expect(TextDecoder.text(of: code) == nil)
  }

  @Test func rangesFromOutsideAreClamped() {
    #expect(TextDecoder.declared([0x41], [ECISegment(eci: 3, range: 0..<50)])?.text == "A")
    #expect(TextDecoder.declared([0x41], [ECISegment(eci: 3, range: 9..<50)])?.text == "A")
    #expect(
      TextDecoder.declared([0x41, 0x42], [ECISegment(eci: 3, range: 1..<2), ECISegment(eci: 3, range: 0..<2)])?.text
        == "AB")
  }
}
