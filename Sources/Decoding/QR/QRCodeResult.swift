import ReaderCore

/// A QR code as a result.
enum QRCodeResult {
  /// Makes the result of a symbol.
  ///
  /// - Parameter corners: Corners in the picture, as the grid that was read had them.
  static func code(_ symbol: QRSymbol, _ corners: Quad) -> DecodedCode {
    let content = symbol.content
    // The grid of a mirrored symbol was read with rows for columns.
    let own =
      symbol.isMirrored ? Quad(corners.topLeft, corners.bottomLeft, corners.bottomRight, corners.topRight) : corners
    var code = DecodedCode(symbology: .qr, bytes: content.bytes, aimID: aimID(content), corners: own)
    code.segments = content.segments
    code.structuredAppend = content.structuredAppend
    code.isGS1 = content.fnc1 == .first
    if content.segments.isEmpty, !content.kanji.isEmpty { code.text = kanjiText(content) }
    return code
  }

  /// Symbology identifier (ISO/IEC 18004:2015, annex F).
  private static func aimID(_ content: QRContent) -> String {
    let hasECI = !content.segments.isEmpty
    return switch content.fnc1 {
    case .none: hasECI ? "]Q2" : "]Q1"
    case .first: hasECI ? "]Q4" : "]Q3"
    case .second: hasECI ? "]Q6" : "]Q5"
    }
  }

  /// The text of a symbol with Kanji mode and no declared character set: Shift JIS as a whole, or the other bytes on their own.
  private static func kanjiText(_ content: QRContent) -> DecodedText? {
    let kanji = content.kanji.map { ECISegment(eci: 20, range: $0) }
    if !content.bytes.contains(0), let text = Charset.shiftJIS.decode(content.bytes[...]) {
      return DecodedText(text: text, charset: Charset.shiftJIS.name)
    }
    return TextDecoder.declared(content.bytes, kanji)
  }
}
