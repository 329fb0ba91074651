import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct PipelineTests {
  private func hypothesis(
    _ symbology: Symbology, _ text: String, _ x: Double, _ y: Double, _ w: Double, _ h: Double, lines: Int = 5
  ) -> Hypothesis {
    let quad = Quad(Point(x, y), Point(x + w, y), Point(x + w, y + h), Point(x, y + h))
    return Hypothesis(
      code: DecodedCode(symbology: symbology, bytes: Array(text.utf8), aimID: "]C0", corners: quad), lines: lines)
  }

  @Test func contradictionsAreSettledByMajorityOrNotAtAll() {
    let strong = hypothesis(.upcEan, "4607096003009", 0, 0, 200, 80, lines: 12)
    let weak = hypothesis(.upcEan, "8607096003003", 0, 10, 200, 20, lines: 2)
    #expect(ReadingRules.settle([weak, strong]).map { $0.code.bytes } == [strong.code.bytes])
    var equal = weak
    equal.lines = 11
    #expect(ReadingRules.settle([equal, strong]).isEmpty)
  }

  @Test func rowsThatTouchAreNoCode128() {
    let rows = (0..<3).map { hypothesis(.code128, "row \($0)", 0, Double($0) * 22, 200, 20) }
    #expect(ReadingRules.settle(rows).isEmpty)
    let labels = (0..<3).map { hypothesis(.code128, "label \($0)", 0, Double($0) * 60, 200, 20) }
    #expect(ReadingRules.settle(labels).count == 3)
  }

  @Test func theStopPatternOfAPDF417IsNoPharmacode() {
    let stack = hypothesis(.pdf417, "row", 100, 100, 460, 100)
    let stop = hypothesis(.pharmacode, "42", 690, 80, 72, 150)
    #expect(ReadingRules.settle([stack, stop]).map { $0.code.symbology } == [.pdf417])
    let label = hypothesis(.pharmacode, "42", 690, 300, 72, 100)
    #expect(ReadingRules.settle([stack, label]).count == 2)
  }

  @Test func shortCodesWithoutChecksAreNotBelieved() {
    func code(_ symbology: Symbology, _ text: String) -> DecodedCode { hypothesis(symbology, text, 0, 0, 9, 9).code }
    #expect(!ReadingRules.isPlausible(code(.interleaved2of5, "1234"), lines: 9))
    #expect(!ReadingRules.isPlausible(code(.code39, "A"), lines: 9))
    #expect(!ReadingRules.isPlausible(code(.upcEan, "9780201379625"), lines: 9))
    #expect(ReadingRules.isPlausible(code(.upcEan, "9780201379624"), lines: 9))
  }

  @Test func eciProtocol() throws {
    let message = Array("]Q2\\000026abc\\\\d\\000003xyz".utf8)
    let parsed = try #require(ECIProtocol.parse(message, expecting: Array("abc\\dxyz".utf8)))
    #expect(parsed.aimID == "]Q2")
    #expect(parsed.segments == [ECISegment(eci: 26, range: 0..<5), ECISegment(eci: 3, range: 5..<8)])
    #expect(ECIProtocol.parse(message, expecting: Array("abcdxyz".utf8)) == nil)
    #expect(ECIProtocol.parse(Array("]Q2\\00".utf8), expecting: []) == nil)
  }
}
