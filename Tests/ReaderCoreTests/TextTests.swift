import Testing

@testable import ReaderCore

@Suite struct TextTests {
  /// The test vectors of RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func base64(_ plain: String, _ encoded: String) {
    #expect(Base64.encode(Array(plain.utf8)) == encoded)
  }

  @Test func base64UsesTheWholeAlphabet() {
    // 0x00108310518720928B… is the alphabet itself, six bits a character.
    var bytes: [UInt8] = []
    for i in stride(from: 0, to: 64, by: 4) {
      let word = UInt32(i) << 18 | UInt32(i + 1) << 12 | UInt32(i + 2) << 6 | UInt32(i + 3)
      bytes += [UInt8(word >> 16), UInt8(word >> 8 & 255), UInt8(word & 255)]
    }
    #expect(Base64.encode(bytes) == "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    #expect(Base64.encode([0xff, 0xff, 0xfe]) == "///+")
  }

  @Test func jsonStringsAreLegalWhateverIsInThem() {
    #expect(JSON.string("plain") == "\"plain\"")
    #expect(JSON.string("say \"\\\"") == #""say \"\\\"""#)
    #expect(JSON.string("a\nb\rc\td") == #""a\nb\rc\td""#)
    #expect(JSON.string("\u{0}\u{1d}\u{7f}") == #""\u0000\u001d\u007f""#)
    #expect(JSON.string("Grüße 漢字") == "\"Grüße 漢字\"")
    for value in UInt8(0)..<0x20 {
      let text = JSON.string(String(Unicode.Scalar(value)))
      #expect(text.utf8.allSatisfy { $0 >= 0x20 }, "control character \(value)")
    }
  }

  @Test func hexadecimalDigits() {
    #expect(JSON.hex([]) == "")
    #expect(JSON.hex([0x00, 0x1d, 0xab, 0xff]) == "001dabff")
  }

  @Test func decimalsRoundAndAlwaysHaveAPoint() {
    #expect(Decimal.text(0) == "0.0")
    #expect(Decimal.text(1.25, places: 2) == "1.25")
    #expect(Decimal.text(1.005, places: 1) == "1.0")
    #expect(Decimal.text(-0.5) == "-0.5")
    #expect(Decimal.text(9.99) == "10.0")
    #expect(Decimal.text(2.0004, places: 3) == "2.000")
    #expect(Decimal.text(1234.56, places: 0) == "1235")
    #expect(Decimal.text(-3.7, places: 0) == "-4")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e17])
  func decimalsThatCannotBeWrittenAreZero(_ value: Double) {
    #expect(Decimal.text(value, places: 6) == "0")
  }
}
