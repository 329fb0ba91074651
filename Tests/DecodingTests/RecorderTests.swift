import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct RecorderTests {
  @Test func aSearchTellsWhatItDid() throws {
    let drawing = Drawing(width: 420, height: 240)
    let modules = try #require(Zint.modules("-b CODE128", "recorded"))
    drawing.draw(modules, at: Point(210, 120), scale: 2, rowHeight: 40)
    let recorder = DecodeRecorder()
    let request = DecodeRequest(symbologies: Decoder.available)
    let codes = drawing.withView { Decoder().decode($0, request, recorder: recorder) }
    let plain = drawing.withView { Decoder().decode($0, request) }
    #expect(codes.map { $0.bytes } == [Array("recorded".utf8)])
    #expect(plain.map { $0.bytes } == codes.map { $0.bytes })
    #expect(plain.map { $0.confidence } == codes.map { $0.confidence })
    let accepted = recorder.claims.filter { $0.isAccepted }
    #expect(accepted.contains { $0.code.bytes == codes[0].bytes && $0.code.confidence == codes[0].confidence })
    #expect(recorder.looks.contains { $0.reads > 0 })
    #expect(recorder.claims.allSatisfy { $0.look.map { recorder.looks.indices.contains($0) } ?? true })
    #if ZXING
      #expect(recorder.places.contains { QuadGeometry.contains($0.quad, Point(210, 120)) })
      #expect(recorder.steps.first?.name == "first look")
      #expect(recorder.pictures.contains { $0.look == nil })
    #endif
  }

  @Test func confidenceGrowsWithReasons() {
    func rated(_ lines: Int, engines: Engines = .zxing, reads: Int = 1, _ verdict: Verdict? = nil, rival: Bool = false)
      -> Int
    {
      let quad = Quad(Point(0, 0), Point(200, 0), Point(200, 80), Point(0, 80))
      let code = DecodedCode(
        symbology: .upcEan, variant: .ean13, bytes: Array("4006381333931".utf8), aimID: "]E0", corners: quad)
      var one = Hypothesis(code: code, lines: lines)
      one.engines = engines
      one.reads = reads
      one.verdict = verdict
      var other = one
      other.code.bytes = Array("4006381333924".utf8)
      let result = Confidence.rated(one, among: rival ? [one, other] : [one])
      #expect((1...99).contains(result.confidence))
      #expect(result.confirmations.contains(.check))
      return result.confidence
    }
    let confirmed = Verdict(outcome: .confirmed, confidence: 80, reason: "")
    let unknown = Verdict(outcome: .unverifiable, confidence: 0, reason: "")
    #expect(rated(1, unknown) < rated(1))
    #expect(rated(1) < rated(3))
    #expect(rated(3) < rated(3, confirmed))
    #expect(rated(3) < rated(3, engines: [.zxing, .own], reads: 2))
    #expect(rated(9, rival: true) < rated(9))
  }
}
