import CZBar
import ReaderCore

extension ZBarEngine {
  /// The QR codes of a symbol: one, or each found part of a structured-append set.
  ///
  /// libzbar hides what a symbol declares, and re-encodes the bytes when it declares a character set. So the symbol is
  /// read once more from its modules, between the corners that libzbar found. That reading passed error correction
  /// with the standard's limits and keeps every bit, so it is what counts, also where libzbar says something else.
  /// Where it fails, libzbar's bytes stand without declarations; a part of a set is then left out, because without its
  /// index it would pass for a whole.
  static func qrCodes(_ symbol: ZBarSymbol, in luma: LumaView) -> [DecodedCode] {
    let parts = symbol.components.isEmpty ? [symbol] : symbol.components
    return parts.compactMap { part in
      guard part.type == ZBAR_QRCODE, part.points.count == 4 else { return nil }
      let p = part.points
      let corners = Quad(p[0], p[3], p[2], p[1])
      if let read = QRSampler.read(luma, corners) { return QRCodeResult.code(read, corners) }
      guard symbol.components.isEmpty else { return nil }
      var code = DecodedCode(
        symbology: .qr, bytes: part.bytes, aimID: symbol.isGS1 ? "]Q3" : symbol.isAIM ? "]Q5" : "]Q1", corners: corners)
      code.isGS1 = symbol.isGS1
      return code
    }
  }
}
