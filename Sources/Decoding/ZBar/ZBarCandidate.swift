import CZBar
import ReaderCore

/// A linear symbol of libzbar with what the rules need to judge it.
struct ZBarCandidate {
  /// The code as it would be reported.
  var code: DecodedCode
  /// How many scan lines gave the same data.
  let support: Int
  /// 2 or 5 for an add-on of an EAN or UPC, which is no code of its own; else 0.
  let addOnDigits: Int
  /// Distance of the outermost ends along the reading direction, in pixels; 0 when all lines ended on one side.
  let length: Double

  /// Makes a candidate; nil for kinds that are not wanted and data that cannot be.
  init?(_ symbol: ZBarSymbol) {
    let bytes = symbol.bytes
    guard !bytes.isEmpty,
      let corners = ScanLineQuad.corners(
        symbol.points, ZBarCandidate.turns(symbol.orientation), ZBarCandidate.margins(symbol.type, bytes.count))
    else { return nil }
    support = symbol.support
    let (along, across) = ZBarRules.directions(corners)
    let box = ZBarRules.span(corners, along, across)
    length = box.maxU - box.minU
    addOnDigits = symbol.type == ZBAR_EAN2 ? 2 : symbol.type == ZBAR_EAN5 ? 5 : 0

    func make(_ symbology: Symbology, _ variant: Variant, _ aimID: String, _ isGS1: Bool = false) -> DecodedCode {
      var code = DecodedCode(symbology: symbology, variant: variant, bytes: bytes, aimID: aimID, corners: corners)
      code.isGS1 = isGS1
      return code
    }
    switch symbol.type {
    case ZBAR_EAN13: code = make(.upcEan, .ean13, "]E0")
    case ZBAR_UPCA: code = make(.upcEan, .upcA, "]E0")
    case ZBAR_UPCE: code = make(.upcEan, .upcE, "]E0")
    case ZBAR_EAN8: code = make(.upcEan, .ean8, "]E4")
    case ZBAR_EAN2: code = make(.upcEan, .none, "]E1")
    case ZBAR_EAN5: code = make(.upcEan, .none, "]E2")
    case ZBAR_CODE128:
      code =
        symbol.isGS1
        ? make(.code128, .gs1Code128, "]C1", true) : make(.code128, .none, symbol.isAIM ? "]C2" : "]C0")
    case ZBAR_CODE39: code = make(.code39, .none, "]A0")
    case ZBAR_CODE93: code = make(.code93, .none, "]G0")
    case ZBAR_I25: code = make(.interleaved2of5, .none, "]I0")
    case ZBAR_CODABAR: code = make(.codabar, .none, "]F0")
    case ZBAR_DATABAR: code = make(.dataBar, .dataBarOmni, "]e0", true)
    case ZBAR_DATABAR_EXP: code = make(.dataBar, .dataBarExpanded, "]e0", true)
    default: return nil
    }
  }

  /// How many modules libzbar stops short of the outer bars, measured on generated symbols, over the modules between.
  private static func margins(_ type: zbar_symbol_type_t, _ count: Int) -> ScanLineQuad.Margins {
    switch type {
    case ZBAR_UPCE: return ScanLineQuad.Margins(leading: 0, trailing: 2.0 / 49)
    case ZBAR_CODE128:
      let modules = Double(11 * (count + 3) + 2 - 5)
      return ScanLineQuad.Margins(leading: 2 / modules, trailing: 3 / modules)
    case ZBAR_CODE93: return ScanLineQuad.Margins(leading: 0, trailing: 1 / Double(9 * (count + 4)))
    case ZBAR_DATABAR: return ScanLineQuad.Margins(leading: 1.0 / 92, trailing: 2.0 / 92)
    case ZBAR_DATABAR_EXP: return ScanLineQuad.Margins(leading: 0.01, trailing: 0.02)
    default: return ScanLineQuad.Margins()
    }
  }

  /// Clockwise quarter turns of the reading direction from left to right; nil when libzbar does not know it.
  private static func turns(_ orientation: zbar_orientation_t) -> Int? {
    switch orientation {
    case ZBAR_ORIENT_UP: 0
    case ZBAR_ORIENT_RIGHT: 1
    case ZBAR_ORIENT_DOWN: 2
    case ZBAR_ORIENT_LEFT: 3
    default: nil
    }
  }
}
