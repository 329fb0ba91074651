import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

/// Labels as they are met: in shadows, cut too close, beside much else.
@Suite(.serialized, .enabled(if: Zint.isInstalled)) struct SceneTests {
  private func read(_ drawing: Drawing, _ symbologies: SymbologySet = Decoder.available) -> [DecodedCode] {
    drawing.withView { Decoder().decode($0, DecodeRequest(symbologies: symbologies, effort: 2)) }
  }

  /// Lays a shadow over the part of a picture right of a line, its edge some pixels wide.
  private func shade(_ drawing: Drawing, at x: Double, slope: Double, to share: Double) {
    for y in 0..<drawing.height {
      for column in 0..<drawing.width {
        let i = y * drawing.width + column
        let beyond = Double(column) - x - slope * (Double(y) - Double(drawing.height) / 2)
        let light = share + (1 - share) / (1 + exp(beyond / 3))
        drawing.pixels[i] = UInt8((30 + 200 * Double(drawing.pixels[i]) / 255) * light)
      }
    }
  }

  /// One threshold for a line takes all bars on one side of the edge of a shadow for dark.
  @Test(
    .enabled(if: Decoder.available.contains(.dataBar)),
    arguments: [("DBAR_OMN", "4301078625146"), ("DBAR_EXP", "[01]90614141000015[3103]001750")])
  func barsHalfInAShadowAreRead(kind: String, value: String) throws {
    let modules = try #require(Zint.modules("-b \(kind)", value, columns: 4096))[0]
    for (at, slope) in [(0.3, 0.8), (0.55, -0.6), (0.7, 0.0)] {
      let drawing = Drawing(width: 640, height: 300)
      drawing.draw([modules], at: Point(320, 150), scale: 3, rowHeight: 30)
      shade(drawing, at: 640 * at, slope: slope, to: 0.3)
      #expect(read(drawing).map { $0.symbology } == [.dataBar], "\(kind) \(at)")
    }
  }

  /// Nine fields of squares beside the bars use up what a quick search may cost: the likeliest bars get their second look all the same.
  @Test func barsBesideMuchElseAreRead() throws {
    let modules = try #require(Zint.modules("-b CODE128", "NOJCHFLUI84"))[0]
    let drawing = Drawing(width: 800, height: 900)
    drawing.draw([modules], at: Point(400, 100), scale: 4, rowHeight: 25)
    shade(drawing, at: 680, slope: 0.8, to: 0.3)
    var noise = Noise(state: 11)
    for field in 0..<9 {
      let (left, top) = (8 + 258 * (field % 3), 230 + 216 * (field / 3))
      for square in 0..<38 * 31 where noise.next() & 1 == 0 {
        let (x, y) = (left + 6 * (square % 38), top + 6 * (square / 38))
        for i in 0..<36 { drawing.pixels[(y + i / 6) * 800 + x + i % 6] = 20 }
      }
    }
    #expect(read(drawing).map { String(decoding: $0.bytes, as: UTF8.self) } == ["NOJCHFLUI84"])
  }

  /// Correction alone is no proof of a PDF417: an engine that uses all check codewords for it notices no error. Some rows are
  /// covered here, so that no correction can be right.
  @Test func aPDF417WhoseRowsMakeNoSymbolIsRefused() throws {
    let value = "YJ2S8R7YJLZG5AQPXCZY8JV02YFE"
    let modules = try #require(Zint.modules("-b 55 --secure=2 --cols=3 --notext", value, columns: 1000))
    let drawing = Drawing(modules, scale: 3, rowHeight: 4)
    for y in drawing.height * 2 / 5..<drawing.height * 3 / 5 {
      for x in 0..<drawing.width { drawing.pixels[y * drawing.width + x] = 255 }
    }
    drawing.withView { luma in
      let request = DecodeRequest(symbologies: SymbologySet([.pdf417]), effort: 2)
      let search = Search(EngineRegistry.makePipeline(nil), luma, request)
      let (x0, x1, y0, y1) = (30.0, Double(drawing.width) - 30, 30.0, Double(drawing.height) - 30)
      let corners = Quad(Point(x0, y0), Point(x1, y0), Point(x1, y1), Point(x0, y1))
      let code = DecodedCode(symbology: .pdf417, bytes: Array("wrong".utf8), aimID: "]L2", corners: corners)
      let verdict = search.pdf417Verdict(code)
      #expect(verdict.outcome == .refuted && verdict.reason.contains("cannot be followed"))
    }
  }
}
