import Testing

@testable import ReaderCore

@Suite struct ResultTests {
  private let quad = Quad(Point(10, 20), Point(110, 25), Point(105, 75), Point(5, 70))

  @Test func quads() {
    #expect(quad.centre == Point(57.5, 47.5))
    #expect(quad.corners.map { $0.x } == [10, 110, 105, 5])
    let box = quad.bounds
    #expect(box.minX == 5 && box.minY == 20 && box.maxX == 110 && box.maxY == 75)
    let moved = quad.map { Point($0.x / 2, $0.y + 1) }
    #expect(moved.topRight == Point(55, 26) && moved.bottomLeft == Point(2.5, 71))
  }

  private func results(_ codes: [DecodedCode]) -> ReadResults {
    ReadResults(
      id: 7, codes: codes, reason: .timedOut, time: 1, decodeTime: 12_500_000, frameSize: PixelSize(640, 480),
      wantsSVG: true)
  }

  private func code(_ symbology: Symbology, _ text: String) -> DecodedCode {
    var code = DecodedCode(symbology: symbology, bytes: Array(text.utf8), aimID: "]X0", corners: quad)
    code.confidence = 81
    code.confirmations = [.check, .pixels]
    return code
  }

  @Test func xmlOfOneCode() {
    let xml = results([code(.qr, "foobar")]).xml ?? ""
    #expect(xml.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<result id=\"7\" image_id=\"7\" version=\"1\">"))
    #expect(xml.contains("<status>GOOD READ</status><full_string encoding=\"base64\">Zm9vYmFy</full_string>"))
    #expect(xml.contains("<symbology>QR</symbology><decode_time>12</decode_time>"))
    #expect(xml.contains("<confidence confirmed_by=\"CHECK PIXELS\">81</confidence></general>"))
    #expect(!xml.contains("sub_results"))
  }

  @Test func xmlOfSeveralCodesHasThemAllBelowTheFirst() {
    let xml = results([code(.qr, "a"), code(.code128, "b")]).xml ?? ""
    #expect(xml.components(separatedBy: "<result ") == 4)
    #expect(xml.contains("<sub_results><result id=\"7\""))
    #expect(xml.contains("<item_count>2</item_count>"))
  }

  @Test func xmlOfNothing() {
    let none = results([])
    #expect(none.reason == .timedOut && !none.goodRead)
    #expect((none.xml ?? "").contains("<status>NO READ</status><full_string encoding=\"base64\"></full_string>"))
    #expect((none.xml ?? "").contains("<symbology>UNKNOWN</symbology>"))
    #expect(!(none.xml ?? "").contains("<confidence"))
    #expect(results([code(.qr, "a")]).reason == .none)
  }

  @Test func drawings() throws {
    let svg = try #require(results([code(.qr, "a")]).svg)
    #expect(svg.contains("viewBox=\"0 0 640 480\""))
    #expect(svg.contains("points=\"10.0,20.0 110.0,25.0 105.0,75.0 5.0,70.0\""))
    #expect(ReadResults(codes: [], reason: .noCode, time: 0, wantsSVG: true).svg == nil)
  }
}

extension String {
  /// Number of parts between separators.
  fileprivate func components(separatedBy separator: String) -> Int {
    var count = 1
    var rest = self[...]
    while let at = rest.firstRange(of: separator) {
      count += 1
      rest = rest[at.upperBound...]
    }
    return count
  }
}

extension Substring {
  fileprivate func firstRange(of text: String) -> Range<Index>? {
    var i = startIndex
    while i < endIndex {
      if self[i...].hasPrefix(text) { return i..<index(i, offsetBy: text.count) }
      i = index(after: i)
    }
    return nil
  }
}
