/// Several codes as one result.
extension ReadResults {
  /// The main result: all parts in one when the codes are parts of one result, else the first code; nil for a no-read.
  ///
  /// Of the parts, bytes and texts follow each other with a line feed between them.
  public var main: DecodedCode? {
    guard form.isMulti, codes.count > 1, let first = codes.first else { return codes.first }
    let isUniform = codes.allSatisfy { $0.symbology == first.symbology }
    let bounds = codes.map { $0.corners.bounds }
    var box = bounds[0]
    for b in bounds.dropFirst() {
      box = (min(box.minX, b.minX), min(box.minY, b.minY), max(box.maxX, b.maxX), max(box.maxY, b.maxY))
    }
    var main = DecodedCode(
      symbology: isUniform ? first.symbology : .unknown, bytes: Array(codes.map { $0.bytes }.joined(separator: [10])),
      aimID: "",
      corners: Quad(
        Point(box.minX, box.minY), Point(box.maxX, box.minY), Point(box.maxX, box.maxY), Point(box.minX, box.maxY)))
    let texts = codes.compactMap { $0.text }
    if texts.count == codes.count {
      let charset = texts.allSatisfy { $0.charset == texts[0].charset } ? texts[0].charset : "UTF-8"
      main.text = DecodedText(text: texts.map { $0.text }.joined(separator: "\n"), charset: charset)
    }
    return main
  }

  /// The parts of a result of several codes; empty when a result is one code.
  public var parts: [DecodedCode] { form.isMulti ? codes : [] }
}
