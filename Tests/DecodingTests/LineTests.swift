import ReaderCore
import TestSupport
import Testing

@testable import Decoding

/// Own reading of single scan lines against the symbols of zint.
@Suite(.enabled(if: Zint.isInstalled)) struct LineTests {
  /// Dark and light runs of a row, bars grown by a part of a module.
  private func runs(_ row: [Bool], growth: Double = 0) -> [Double] {
    var widths: [Double] = []
    var last: Bool? = nil
    for module in row.drop(while: { !$0 }) {
      if module == last { widths[widths.count - 1] += 1 } else { widths.append(1) }
      last = module
    }
    if widths.count % 2 == 0 { widths.removeLast() }
    return widths.enumerated().map { $0.element + ($0.offset % 2 == 0 ? growth : -growth) }
  }

  @Test func eanOfEveryFirstDigitAndGrowth() throws {
    for first in 0...9 {
      let text = "\(first)12345678907".prefix(12)
      let row = try #require(Zint.modules("-b EANX", String(text)))[0]
      for growth in [-0.4, -0.2, 0, 0.2, 0.4] {
        let widths = runs(row, growth: growth)
        #expect(EANLine.digits(widths).map { String(decoding: $0.prefix(12), as: UTF8.self) } == String(text))
        #expect(
          EANLine.digits(widths.reversed()).map { String(decoding: $0.prefix(12), as: UTF8.self) } == String(text))
      }
    }
  }

  @Test func eanOfTwoHalvesIsNone() throws {
    let one = try #require(Zint.modules("-b EANX", "460709600300"))[0]
    let other = try #require(Zint.modules("-b EANX", "111111500302"))[0]
    #expect(EANLine.digits(runs(Array(one.prefix(47) + other[47..<95]))) == nil)
  }

  @Test func code128OfAllSets() throws {
    for text in ["ABC-123", "abcdef", "0123456789", "\u{1}\u{2}AB\u{7f}", "Aa1234567890Zz"] {
      let words = Code128Line.codewords(runs(try #require(Zint.modules("-b CODE128", text))[0]))
      #expect(words.flatMap { Code128Data($0) }?.bytes == Array(text.utf8))
    }
    for growth in [-0.3, 0.3] {
      let row = try #require(Zint.modules("-b GS1_128", "[10]A1[17]220901"))[0]
      let data = Code128Line.codewords(runs(row, growth: growth)).flatMap { Code128Data($0) }
      #expect(data?.isGS1 == true)
      #expect(data?.bytes == Array("10A1\u{1d}17220901".utf8))
    }
  }

  @Test func fnc1InSecondPositionOfCode128() {
    // Start B, "A", FNC1, "1", check character (104 + 1·33 + 2·102 + 3·17) mod 103.
    let data = Code128Data([104, 33, 102, 17, (104 + 33 + 204 + 51) % 103])
    #expect(data?.isAIM == true)
    #expect(data?.bytes == Array("A1".utf8))
    #expect(Code128Data([104, 33, 102, 17, 0]) == nil)
    #expect(Code128Data([33, 33, 33]) == nil)
    #expect(Code128Data([]) == nil)
  }

  @Test func gs1SyntaxKnowsIdentifiers() {
    for good in ["15991231", "10ABC", "21AB\u{1d}10C", "3103001750", "392215", "0109501101530003", "8005001200"] {
      #expect(GS1Syntax.isValid(Array(good.utf8)[...]), "\(good)")
    }
    for bad in ["1235KA", "", "9", "0A", "159912", "37ABC", "500"] {
      #expect(!GS1Syntax.isValid(Array(bad.utf8)[...]), "\(bad)")
    }
  }
}
