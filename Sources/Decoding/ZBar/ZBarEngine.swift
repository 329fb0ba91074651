import CZBar
import ReaderCore

/// libzbar as an engine: QR, Code 128, UPC/EAN with add-ons, Code 39, Code 93, Interleaved 2 of 5, Codabar, DataBar.
///
/// It keeps nothing from one picture to the next. One object belongs to one thread at a time.
public final class ZBarEngine: DecodeEngine {
  public let name = "zbar"

  /// What libzbar reads.
  static let readable = SymbologySet([
    .qr, .code128, .upcEan, .code39, .code93, .interleaved2of5, .codabar, .dataBar, .code39ToCode32,
  ])

  public var symbologies: SymbologySet { ZBarEngine.readable }

  /// Makes the engine; throws `.unsupported` when the loaded libzbar is older than 0.23.1.
  public init() throws(ReaderError) {
    try ZBarLibrary.check(ZBarLibrary.version)
  }

  public func decode(_ luma: LumaView, _ request: DecodeRequest) -> [DecodedCode] {
    let wanted = request.symbologies
    let symbols = ZBarScanner.scan(luma, for: ZBarEngine.types(for: wanted))
    var candidates: [ZBarCandidate] = []
    for symbol in symbols where symbol.type != ZBAR_QRCODE && symbol.type != ZBAR_PARTIAL {
      if let candidate = ZBarCandidate(symbol) { candidates.append(candidate) }
    }
    var codes: [DecodedCode] = []
    for code in ZBarRules.filter(candidates, wanted) {
      guard let code = ZBarEngine.rereadEAN(code, in: luma) else { continue }
      codes.append(code.symbology == .code128 ? ZBarEngine.rereadCode128(code, in: luma) : code)
    }
    for symbol in symbols where symbol.type == ZBAR_QRCODE || symbol.type == ZBAR_PARTIAL {
      codes += ZBarEngine.qrCodes(symbol, in: luma)
    }
    return codes
  }

  /// The kinds of libzbar that stand for some symbologies.
  static func types(for wanted: SymbologySet) -> [zbar_symbol_type_t] {
    var types: [zbar_symbol_type_t] = []
    if wanted.contains(.qr) { types.append(ZBAR_QRCODE) }
    if wanted.contains(.code128) { types.append(ZBAR_CODE128) }
    if wanted.contains(.upcEan) { types += [ZBAR_EAN13, ZBAR_EAN8, ZBAR_UPCA, ZBAR_UPCE, ZBAR_EAN2, ZBAR_EAN5] }
    if wanted.contains(.code39) || wanted.contains(.code39ToCode32) { types.append(ZBAR_CODE39) }
    if wanted.contains(.code93) { types.append(ZBAR_CODE93) }
    if wanted.contains(.interleaved2of5) { types.append(ZBAR_I25) }
    if wanted.contains(.codabar) { types.append(ZBAR_CODABAR) }
    if wanted.contains(.dataBar) { types += [ZBAR_DATABAR, ZBAR_DATABAR_EXP] }
    return types
  }
}
