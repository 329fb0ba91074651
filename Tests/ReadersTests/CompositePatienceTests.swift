import ReaderCore
import Testing

@testable import Readers

@Suite struct CompositePatienceTests {
  private let quad = Quad(Point(0, 0), Point(9, 0), Point(9, 9), Point(0, 9))

  private func linear(_ linkage: Linkage, _ digits: String = "9501101530003") -> DecodedCode {
    var code = DecodedCode(
      symbology: .upcEan, variant: .ean13, bytes: Array(digits.utf8), aimID: "]E0", corners: quad)
    code.gtin = "0" + digits
    code.linkage = linkage
    return code
  }

  private func whole(_ lot: String = "A1", _ digits: String = "9501101530003") -> DecodedCode {
    var code = DecodedCode(
      symbology: .eanUcc, variant: .ccA, bytes: Array("010\(digits)10\(lot)".utf8), aimID: "]e0", corners: quad)
    code.gtin = "0" + digits
    code.components = [
      CodeComponent(symbology: .upcEan, variant: .ean13, bytes: Array(digits.utf8)),
      CodeComponent(symbology: .eanUcc, variant: .ccA, bytes: Array("10\(lot)".utf8)),
    ]
    return code
  }

  /// What each of several frames tells: W a whole, L a linear code alone, - nothing.
  private func told(_ frames: [[DecodedCode]], waits: Bool = true) -> [String] {
    var patience = CompositePatience()
    return frames.map { codes in
      patience.told(codes, waits: waits).map { $0.components.isEmpty ? "L" : "W" }.joined()
    }
  }

  @Test(arguments: [Linkage.possible, .declared])
  func aMissedComponentIsWaitedFor(_ linkage: Linkage) {
    let alone = linear(linkage)
    #expect(told([[alone], [alone], [whole()], [whole()]]) == ["", "", "W", "W"])
    // Seen once in the middle, then again as a whole: one label.
    #expect(told([[whole()], [alone], [alone], [alone], [alone], [whole()]]) == ["W", "", "", "", "", "W"])
    // Never seen: told as what it is from the fourth frame on.
    #expect(told([[alone], [alone], [alone], [alone], [alone]]) == ["", "", "", "L", "L"])
  }

  @Test func codesWithoutComponentsDoNotWait() {
    let plain = linear(.none)
    #expect(told([[plain], [plain]]) == ["L", "L"])
    #expect(told([[linear(.declared)], [plain]]) == ["", "L"])
    #expect(told([[linear(.declared)], [linear(.declared)]], waits: false) == ["L", "L"])
  }

  @Test func aLabelThatIsGoneIsAnotherOneLater() {
    let alone = linear(.possible)
    #expect(told([[whole()], [], [], [], [alone], [alone], [alone], [alone]]) == ["W", "", "", "", "", "", "", "L"])
    #expect(told([[whole()], [], [], [alone], [alone]]) == ["W", "", "", "", ""])
    #expect(told([[alone], [], [], [], [], [alone], [alone], [alone]]) == ["", "", "", "", "", "", "", ""])
  }

  @Test func otherLabelsAreNotHeldUp() {
    let other = linear(.none, "4006381333931")
    #expect(told([[linear(.possible), other], [whole(), other]]) == ["L", "WL"])
    // The same article without a component, beside one with it.
    #expect(told([[whole(), linear(.none)], [whole("B2"), linear(.none)]]) == ["WL", "WL"])
    // Another lot of the article is another label.
    #expect(told([[whole("A1")], [whole("B2")]]) == ["W", "W"])
  }

  /// UPC-E is expanded by default before it comes here.
  @Test func changedDigitsAreTheSameLabel() {
    var expanded = linear(.possible)
    expanded.bytes = Array("09501101530003".utf8)
    #expect(told([[whole()], [expanded]]) == ["W", ""])
  }
}
