import Pictures
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

/// The bundled picture: two of its labels touch, and hold a UPC-A and a Code 39.
@Suite struct TillSampleTests {
  @Test func everyCodeOfTheSampleIsRead() throws {
    let root = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
    let picture = try PictureFile.load(path: "/\(root)/samples/till.png")
    let codes = Decoder().decode(picture.view, DecodeRequest(symbologies: Decoder.available))
    let texts = Set(codes.map { String(decoding: $0.bytes, as: UTF8.self) })
    var printed: Set = [
      "4006381333931", "https://example.org/till/42", "01095011015300031727123110LOT42", "036000291452", "TILL-07",
    ]
    if Decoder.available.contains(.dataBar) { printed.insert("01095011015300033103001750") }
    #expect(texts == printed)
  }

  /// The lower half of the bars stands a little aside, as on a folded label: where the upper half ends is where its lines
  /// stop to be alike.
  @Test func aFoldedLabelIsReadOnce() throws {
    let modules = try #require(Zint.modules("-b CODE39", "TILL-07"))
    let drawing = Drawing(width: 900, height: 420)
    drawing.draw(modules, at: Point(440, 120), scale: 3, rowHeight: 30)
    drawing.draw(modules, at: Point(464, 210), scale: 3, rowHeight: 30)
    let codes = drawing.withView { Decoder().decode($0, DecodeRequest(symbologies: Decoder.available)) }
    #expect(codes.map { String(decoding: $0.bytes, as: UTF8.self) } == ["TILL-07"])
  }
}
