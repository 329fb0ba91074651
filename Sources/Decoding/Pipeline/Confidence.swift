import ReaderCore

/// How far a value is to be believed, in numbers and reasons.
///
/// The number grows with every independent reason: how strongly the symbology checks itself, scan lines that agree, the
/// redrawn value that explains the pixels, further decoders and looks; and falls with what speaks against it: another value
/// at the same place, pixels that could not be fitted.
enum Confidence {
  /// A settled hypothesis with its confidence, among all that were found.
  static func rated(_ one: Hypothesis, among all: [Hypothesis]) -> DecodedCode {
    var code = one.code
    var reasons = selfCheck(code)
    var points = base(reasons, code)
    if one.lines >= 3, !one.isMatrix {
      reasons.insert(.agreeingLines)
    }
    if !one.isMatrix { points += 24 * min(1, Double(one.lines - 1) / 6) }
    if one.engines.rawValue.nonzeroBitCount > 1 {
      reasons.insert(.secondDecoder)
      points += 8
    }
    if one.reads > 1 {
      reasons.insert(.severalLooks)
      points += 4
    }
    switch one.verdict?.outcome {
    case .confirmed:
      reasons.insert(.pixels)
      if one.verdict?.hasQuietZones == true { reasons.insert(.quietZones) }
      // Of matrix codes the verdict says how much of the error correction was used up.
      if one.isMatrix { points -= 20 }
      points += (one.isMatrix ? 0.29 : 0.25) * Double(one.verdict?.confidence ?? 0)
    case .unverifiable, .refuted: points -= 15
    case nil: break
    }
    // What is short is soon read out of something else.
    if !one.isMatrix, code.symbology != .upcEan, code.bytes.count <= 6 { points -= 10 }
    // A value that others contradict.
    let rivals = all.filter {
      !$0.code.isSameClaim(code) && QuadGeometry.same($0.code.corners, code.corners)
        && (one.isStrong ? $0.isStrong : true)
    }
    if !rivals.isEmpty { points -= 20 }
    // Nothing in it checks it, not even which way round it is read.
    if one.isFeeble { points = min(points, 45) }
    code.confidence = max(1, min(99, Int(points)))
    code.confirmations = reasons
    code.verification = one.verdict?.reason ?? unasked(one)
    return code
  }

  /// Why the pixels were not asked.
  private static func unasked(_ one: Hypothesis) -> String {
    one.isMatrix
      ? "Such a symbol is not drawn again: its own checks alone speak for it."
      : "Enough lines agree (\(one.lines)) not to draw it again."
  }

  /// What the symbology checks by itself.
  private static func selfCheck(_ code: DecodedCode) -> Confirmations {
    switch code.symbology {
    case .dataMatrix, .qr, .aztec, .pdf417, .microPDF417, .maxiCode, .dotCode, .hanXin, .gridMatrix, .codeOne,
      .intelligentMail, .australiaPost:
      return .errorCorrection
    case .upcEan, .code128, .code93, .dataBar, .telepen, .postnet, .planet, .royalMail, .codablockF, .code16K,
      .code49:
      return .check
    case .code39: return code.variant == .none ? [] : .check
    case .interleaved2of5: return code.gtin != nil || GTIN.hasRightCheckDigit(code.bytes) ? .check : []
    default: return []
    }
  }

  private static func base(_ reasons: Confirmations, _ code: DecodedCode) -> Double {
    // A rune is eight bits, five of seven code words of four bits being checks.
    if code.aimID == "]zC" { return 70 }
    if reasons.contains(.errorCorrection) { return 90 }
    switch code.symbology {
    case .dataBar: return code.variant == .dataBarExpanded ? 75 : 68
    case .code93, .codablockF, .code16K, .code49: return 75
    case .upcEan: return code.variant == .upcE || code.variant == .ean8 ? 48 : 56
    case .code128: return 56
    default: return reasons.contains(.check) ? 46 : 38
    }
  }
}
