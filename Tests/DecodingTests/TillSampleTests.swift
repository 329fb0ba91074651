import Pictures
import ReaderCore
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
}
