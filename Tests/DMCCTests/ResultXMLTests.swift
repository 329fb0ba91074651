import ReaderCore
import Testing

@testable import DMCC

@Suite struct ResultXMLTests {
  /// The layout of a DM475 (version 3), with white space as it comes.
  static let dm475 = """
    <?xml version="1.0" encoding="UTF-8"?>
    <result id="17" image_id="-1" version="3" origin="common">
      <general>
        <status>GOOD READ</status>
        <full_string encoding="base64">NDAwNjM4
          MTMzMzkzMQ==</full_string>
        <symbology> QR </symbology><decode_time>28</decode_time><module_size>1.00</module_size>
        <unheard_of><deeper/></unheard_of>
      </general>
      <validation><status>valid</status></validation>
      <statistics><read_stats><good_reads>4</good_reads></read_stats></statistics>
    </result>
    """

  @Test func takesWhatIsThere() throws {
    let xml = try ResultXML(parsing: bytes(ResultXMLTests.dm475))
    #expect(xml.id == 17 && xml.attributes["origin"] == "common" && xml.verdict == .good)
    #expect(xml.bytes == bytes("4006381333931") && xml.symbology == "QR" && xml.general["module_size"] == "1.00")
    #expect(xml.statistics["good_reads"] == "4" && xml.validation["status"] == "valid" && xml.parts.isEmpty)
  }

  @Test func readsWhatScanbeamWrites() throws {
    let code = { (text: String) in
      DecodedCode(
        symbology: .qr, bytes: bytes(text), aimID: "]Q1",
        corners: Quad(Point(1, 2), Point(30, 2), Point(30, 31), Point(1, 31)))
    }
    let results = ReadResults(
      id: 9, codes: [code("A\u{0}B"), code("C")], reason: .none, time: 0, frameSize: PixelSize(640, 480), wantsSVG: true
    )
    let xml = try ResultXML(parsing: bytes(results.xml ?? ""))
    #expect(xml.id == 9 && xml.bytes == bytes("A\u{0}B") && xml.parts.map(\.bytes) == [bytes("A\u{0}B"), bytes("C")])
    let svg = try ResultGraphics(parsing: bytes(results.svg!))
    #expect(svg.size == PixelSize(640, 480) && svg.outlines == [code("").corners, code("").corners])
  }

  @Test func missingAndOtherStatuses() throws {
    #expect(try ResultXML(parsing: bytes("<result/>")).verdict == .missing)
    let xml = try ResultXML(parsing: bytes("<result><general><status>NO READ</status></general></result>"))
    #expect(xml.verdict == .bad("NO READ") && xml.bytes == nil)
    let damaged = "<result><general><full_string encoding=\"base64\">NDAw*</full_string></general></result>"
    #expect(try ResultXML(parsing: bytes(damaged)).bytes == nil)
  }

  @Test func refusesWhatMustNotBeRead() {
    func status(_ text: String) -> Status? {
      do throws(ReaderError) { _ = try ResultXML(parsing: bytes(text)) } catch { return error.status }
      return nil
    }
    #expect(status("") == .corrupt && status("text") == .corrupt && status("<result>") == .corrupt)
    #expect(status("<other/>") == .corrupt && status("<a><result/></a>") == .corrupt)
    #expect(status("<result>&unknown;</result>") == .corrupt)
    #expect(status("<?xml version=\"1.0\" encoding=\"x-none\"?><result/>") == .corrupt)
    let bomb = "<!DOCTYPE r [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><result>&b;</result>"
    #expect(status(bomb) == .tooLarge)
    let outside = "<!DOCTYPE r SYSTEM \"file:///etc/passwd\"><result/>"
    #expect(status(outside) == .tooLarge)
    #expect(status(String(repeating: "<result>", count: 40)) == .tooLarge)
    #expect(status("<result>" + String(repeating: "<a/>", count: 100_001) + "</result>") == .tooLarge)
    #expect(status("<result>" + String(repeating: " ", count: 9 << 20) + "</result>") == .tooLarge)
    #expect(status("<result>\u{1}</result>") == .corrupt)
  }

  @Test func drawingsWithATitleAndDamagedOnes() throws {
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="1280px" height="720px"><title>MX <b/></title>
      <g><path d="M10 20 L 110,20 L110 70 L-5.5 70 Z"/></g></svg>
      """
    let drawing = try ResultGraphics(parsing: bytes(svg))
    #expect(drawing.size == PixelSize(1280, 720))
    #expect(drawing.outlines == [Quad(Point(10, 20), Point(110, 20), Point(110, 70), Point(-5.5, 70))])
    #expect(throws: ReaderError.self) { try ResultGraphics(parsing: bytes("<svg><g>")) }
    #expect(throws: ReaderError.self) { try ResultGraphics(parsing: bytes("<result/>")) }
    let odd = try ResultGraphics(parsing: bytes("<svg width=\"1e99\" viewBox=\"0 0 -1 nan\"><path d=\"1 2 3\"/></svg>"))
    #expect(odd.size == nil && odd.outlines.isEmpty)
  }
}
