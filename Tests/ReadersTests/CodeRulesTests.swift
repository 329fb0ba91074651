import ReaderCore
import Testing

@testable import Readers

/// Options of symbologies by the rows of the command table. Values from standards: ITF-14 and UPC-E of the GS1 General
/// Specifications and their usual examples; check characters by the arithmetic of the standards, done here anew.
@Suite struct CodeRulesTests {
  static func code(
    _ symbology: Symbology, _ text: String, _ variant: Variant = .none, aimID: String = "", addOn: String? = nil
  ) -> DecodedCode {
    let corners = Quad(Point(10, 10), Point(110, 10), Point(110, 40), Point(10, 40))
    var code = DecodedCode(
      symbology: symbology, variant: variant, bytes: Array(text.utf8), aimID: aimID, corners: corners)
    code.text = DecodedText(text: text, charset: "UTF-8")
    code.addOn = addOn
    return code
  }

  /// What comes out of one code with settings changed by commands.
  func result(_ code: DecodedCode, _ commands: String...) throws -> DecodedCode? {
    let store = SettingStore()
    for command in commands {
      let words = command.split(separator: " ").map(String.init)
      let setting = try #require(Setting.named(words[0]))
      try store.set(try #require(setting.rule.parse(Array(words.dropFirst()))), for: setting)
    }
    return CodeRules(store.current).apply([code]).first
  }

  func text(_ code: DecodedCode?) -> String? { code.map { String(decoding: $0.bytes, as: UTF8.self) } }

  /// A linear code that says that a component belongs to it is half of what is there.
  @Test func halvesOfCompositesAreSwitched() throws {
    for linkage in [Linkage.none, .possible, .declared] {
      var code = Self.code(.dataBar, "0109501101530003", .dataBarOmni)
      code.linkage = linkage
      #expect(try result(code)?.linkage == linkage)
      #expect(try result(code, "EAN-UCC.LINEAR-ALONE 2")?.linkage == linkage)
      #expect(try (result(code, "EAN-UCC.LINEAR-ALONE 0") == nil) == (linkage == .declared))
    }
  }

  @Test func membersOfTheRetailFamilyAreSwitched() throws {
    for (text, variant, name) in [
      ("4006381333931", Variant.ean13, "EAN13"), ("96385074", .ean8, "EAN8"), ("036000291452", .upcA, "UPC-A"),
      ("06543217", .upcE, "UPC-E"),
    ] {
      let code = Self.code(.upcEan, text, variant)
      #expect(try result(code) != nil)
      #expect(try result(code, "UPC-EAN.\(name) OFF") == nil)
    }
    let one = Self.code(.upcEan, "16543214", .upcE)
    #expect(try result(one) == nil)
    #expect(try result(one, "UPC-EAN.UPC-E1 ON") != nil)
    #expect(try result(one, "UPC-EAN.UPC-E1 ON", "UPC-EAN.UPC-E OFF") != nil)
  }

  @Test func upcEIsExpandedUnlessNot() throws {
    let code = Self.code(.upcEan, "06543217", .upcE)
    #expect(text(try result(code)) == "065100004327")
    #expect(try result(code)?.text?.text == "065100004327")
    #expect(text(try result(code, "UPC-EAN.UPCE-EXPAND OFF")) == "06543217")
  }

  @Test func addOnsAreIgnoredRequiredOrOptional() throws {
    for (addOn, takes) in [(nil, [true, false, false, false, true]), ("12", [true, true, true, false, true])]
      + [("51999", [true, true, false, true, true])] as [(String?, [Bool])]
    {
      let code = Self.code(.upcEan, "9780201379624", .ean13, aimID: addOn == nil ? "]E0" : "]E3", addOn: addOn)
      for rule in 0...4 {
        let read = try result(code, "UPC-EAN.SUPPLEMENT \(rule)")
        #expect((read != nil) == takes[rule], "\(addOn ?? "none") \(rule)")
        if let read { #expect(read.addOn == (rule == 0 ? nil : addOn)) }
        if rule == 0 { #expect(read?.aimID == "]E0") }
      }
    }
    let short = Self.code(.upcEan, "96385074", .ean8)
    #expect(try result(short, "UPC-EAN.SUPPLEMENT 1") != nil)
    #expect(try result(short, "UPC-EAN.SUPPLEMENT 1", "UPC-EAN.EAN8SUPL ON") == nil)
  }

  /// The check character of Code 39 by ISO/IEC 16388: the values sum up modulo 43.
  static func with39Check(_ text: String) -> String {
    let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%")
    return text + String(alphabet[text.map { alphabet.firstIndex(of: $0)! }.reduce(0, +) % 43])
  }

  @Test func code39ChecksAndCutsItsCharacter() throws {
    let right = Self.with39Check("CODE 39")
    #expect(right == "CODE 39R")
    let code = Self.code(.code39, right, aimID: "]A0")
    #expect(text(try result(code)) == right)
    #expect(text(try result(code, "C39.CHKCHAR ON")) == right)
    #expect(try result(code, "C39.CHKCHAR ON")?.aimID == "]A1")
    #expect(text(try result(code, "C39.CHKCHAR ON", "C39.XMTCHK OFF")) == "CODE 39")
    #expect(try result(code, "C39.CHKCHAR ON", "C39.XMTCHK OFF")?.aimID == "]A3")
    #expect(text(try result(code, "C39.XMTCHK OFF")) == right)
    #expect(try result(Self.code(.code39, "CODE 39S"), "C39.CHKCHAR ON") == nil)
  }

  @Test func code39IsFullASCIIOnlyWhenAsked() throws {
    // The engines translate what shows that it is: "+A+B" came as "ab".
    let engine = Self.code(.code39, "ab1", aimID: "]A4")
    #expect(text(try result(engine)) == "+A+B1")
    #expect(try result(engine)?.aimID == "]A0")
    #expect(text(try result(engine, "C39.ASCII ON")) == "ab1")
    // And leave alone what may be meant as it is.
    #expect(text(try result(Self.code(.code39, "A/D1"), "C39.ASCII ON")) == "A$1")
    #expect(text(try result(Self.code(.code39, "A/D1"))) == "A/D1")
    #expect(text(try result(Self.code(.code39, "5$"), "C39.ASCII ON")) == "5$")
    // The check character counts over the symbol's own characters.
    let checked = Self.with39Check("+A+B1")
    #expect(text(try result(Self.code(.code39, checked), "C39.CHKCHAR ON", "C39.XMTCHK OFF", "C39.ASCII ON")) == "ab1")
    #expect(CodeRules(.plain).apply([engine]).first?.bytes == Array("ab1".utf8))
  }

  @Test func code93IsTranslatedOnlyWhenAsked() throws {
    let engine = Self.code(.code93, "Ab$c\u{1}")
    #expect(text(try result(engine)) == "A+B$+C$A")
    #expect(text(try result(engine, "C93.ASCII ON")) == "Ab$c\u{1}")
    #expect(text(CodeRules(.plain).apply([engine]).first) == "Ab$c\u{1}")
  }

  @Test func codabarChecksAndCutsItsCharacter() throws {
    // 16 + 3 + 7 + 8 + 5 + 9 + 17 = 65; 15 more make a multiple of 16, and 15 is "+"... in the order 0-9 - $ : / . +.
    let code = Self.code(.codabar, "A37859+B")
    #expect(text(try result(code, "CODABAR.CHKCHAR ON")) == "A37859+B")
    #expect(text(try result(code, "CODABAR.CHKCHAR ON", "CODABAR.XMTCHK OFF")) == "A37859B")
    #expect(try result(Self.code(.codabar, "A37859-B"), "CODABAR.CHKCHAR ON") == nil)
  }

  @Test func interleavedChecksAndCutsItsDigit() throws {
    let code = Self.code(.interleaved2of5, "15400141288763")
    #expect(text(try result(code, "I2O5.CHKCHAR ON")) == "15400141288763")
    #expect(text(try result(code, "I2O5.CHKCHAR ON", "I2O5.XMTCHK OFF")) == "1540014128876")
    #expect(try result(Self.code(.interleaved2of5, "15400141288764"), "I2O5.CHKCHAR ON") == nil)
  }

  @Test(arguments: [
    ("C39", Symbology.code39), ("C93", .code93), ("C128", .code128), ("CODABAR", .codabar), ("I2O5", .interleaved2of5),
    ("TELEPEN", .telepen), ("PDF417", .pdf417), ("C25", .code25),
  ])
  func lengthsAreFiltered(_ name: String, _ symbology: Symbology) throws {
    for length in 6...10 {
      let code = Self.code(symbology, String("1234567890".prefix(length)))
      #expect((try result(code, "\(name).CODESIZE ON 7 9") != nil) == (7...9).contains(length), "\(name) \(length)")
      #expect(try result(code, "\(name).CODESIZE OFF 7 9") != nil)
    }
  }

  @Test func lengthsCountCharactersAndNotBytes() throws {
    #expect(try result(Self.code(.code128, "äöü"), "C128.CODESIZE ON 3 3") != nil)
    // By default short 2 of 5 codes are not believed, others are.
    #expect(try result(Self.code(.interleaved2of5, "1234")) == nil)
    #expect(try result(Self.code(.code39, "1")) != nil)
  }

  @Test func membersOfDataBarAreSwitched() throws {
    for (variant, name) in [
      (Variant.dataBarOmni, "RSS14"), (.dataBarStacked, "RSS14STACK"), (.dataBarLimited, "LIMITED"),
      (.dataBarExpanded, "EXPANDED"),
    ] where name != "LIMITED" || Availabilities.hasZXing {
      let code = Self.code(.dataBar, "0109501101530003", variant)
      #expect(try result(code) != nil)
      #expect(try result(code, "DATABAR.\(name) OFF") == nil, "\(name)")
    }
  }

  @Test func polarityAndMicroQRAreSwitched() throws {
    for (symbology, name) in [(Symbology.qr, "QR"), (.dataMatrix, "DATAMATRIX")] {
      for inverted in [false, true] {
        var code = Self.code(symbology, "x")
        code.isInverted = inverted
        #expect(try result(code) != nil)
        #expect((try result(code, "\(name).POLARITY 0") != nil) == !inverted)
        #expect((try result(code, "\(name).POLARITY 1") != nil) == inverted)
      }
    }
    let micro = Self.code(.qr, "1", .microQR)
    #expect(try result(micro) == nil)
    if Availabilities.hasZXing { #expect(try result(micro, "QR.MICRO ON") != nil) }
  }

  @Test func linearCodesAreReadInTheChosenDirections() throws {
    var upright = Self.code(.code128, "1234")
    var standing = upright
    standing.corners = Quad(Point(40, 10), Point(40, 110), Point(10, 110), Point(10, 10))
    upright.isInverted = false
    for (orientation, takes) in [(0, (true, true)), (1, (true, true)), (2, (false, true)), (3, (true, false))] {
      let command = "DECODER.1D-SYMBOLORIENTATION \(orientation)"
      #expect((try result(upright, command) != nil) == takes.0)
      #expect((try result(standing, command) != nil) == takes.1)
    }
    var matrix = standing
    matrix.symbology = .dataMatrix
    #expect(try result(matrix, "DECODER.1D-SYMBOLORIENTATION 3") != nil)
  }
}
