import ReaderCore

/// What can be taken from the SVG of a read. How readers draw is not published: the first shape with at least four
/// corners is taken for the outline of the code.
public struct ResultGraphics {
  /// Size of the picture that the coordinates refer to, when the drawing tells it.
  public private(set) var size: PixelSize?
  /// The outlines, in order.
  public private(set) var outlines: [Quad] = []

  /// Reads a drawing.
  ///
  /// - Throws: `.corrupt` for what is no well-formed XML or no SVG, `.tooLarge` beyond bounds.
  public init(parsing svg: [UInt8]) throws(ReaderError) {
    var size: PixelSize?
    var outlines: [Quad] = []
    var isSVG = false
    var isFirst = true
    try XMLReader.read(svg) { event in
      guard case .begin(let name, let attributes) = event else { return }
      func value(_ key: String) -> String? { attributes.first { $0.name == key }?.value }
      if isFirst {
        isSVG = name == "svg"
        let numbers = value("viewBox").map { ResultGraphics.numbers($0) } ?? []
        let width = numbers.count == 4 ? numbers[2] : value("width").flatMap { ResultGraphics.numbers($0).first }
        let height = numbers.count == 4 ? numbers[3] : value("height").flatMap { ResultGraphics.numbers($0).first }
        if let width, let height, width >= 1, height >= 1, width <= 1e6, height <= 1e6 {
          size = PixelSize(Int(width), Int(height))
        }
      }
      isFirst = false
      let text =
        switch name {
        case "polygon", "polyline": value("points")
        case "path": value("d")
        default: nil as String?
        }
      guard let text, outlines.count < 256 else { return }
      let n = ResultGraphics.numbers(text)
      guard n.count >= 8 else { return }
      outlines.append(
        Quad(
          Point(n[0], n[1]), Point(n[2], n[3]), Point(n[4], n[5]), Point(n[6], n[7])))
    }
    guard isSVG else { throw ReaderError(.corrupt, "The reader's drawing is no SVG.") }
    self.size = size
    self.outlines = outlines
  }

  /// The first numbers of a text, at most 8, whatever stands between them.
  static func numbers(_ text: String) -> [Double] {
    var out: [Double] = []
    var word = ""
    for c in text.utf8.prefix(4096) {
      switch c {
      case 0x30...0x39, 0x2e: word.unicodeScalars.append(Unicode.Scalar(c))
      case 0x2d:
        take(&word, &out)
        word = "-"
      default: take(&word, &out)
      }
      if out.count == 8 { return out }
    }
    take(&word, &out)
    return out
  }

  private static func take(_ word: inout String, _ out: inout [Double]) {
    if out.count < 8, let value = Double(word), value.isFinite { out.append(value) }
    word = ""
  }
}
