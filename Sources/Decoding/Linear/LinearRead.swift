import ReaderCore

/// What the linear decoder made of a patch: a hypothesis that the verifier and the rules of the pipeline judge.
public struct LinearRead {
  public var symbology: Symbology
  public var variant: Variant
  /// The data as the code carries it (Codabar with its start and stop letters).
  public var bytes: [UInt8]
  /// AIM symbology identifier.
  public var aimID: String
  public var isGS1 = false
  /// Digits of an EAN/UPC add-on.
  public var addOn: String?
  /// Corners in patch coordinates; top left is where the symbol's first bar begins.
  public var quad: Quad
  /// 0 to 100: how far the value is ahead of what else the pixels could be.
  public var confidence: Int
  /// Number of disjoint bands of rows that give this value by themselves.
  public var support: Int
  /// Number of bands that were asked.
  public var bands: Int
  /// True when the value was found by fitting a blurred template instead of by edges.
  public var isFitted: Bool

  /// What a fitted template proves by itself: it leaves next to nothing of the pixels unexplained, and the next best value
  /// much. Nil when that is not so.
  var proof: Verdict? {
    guard isFitted, confidence >= LinearRead.proven else { return nil }
    return Verdict(outcome: .confirmed, confidence: confidence, reason: "The blurred symbol explains the pixels.")
  }

  /// Confidence of a fit that leaves 2 % unexplained, with a lead of twice the residual, on both halves of the rows.
  static let proven = 88

  /// The read as a decoded code.
  public var code: DecodedCode {
    var code = DecodedCode(symbology: symbology, variant: variant, bytes: bytes, aimID: aimID, corners: quad)
    code.isGS1 = isGS1
    code.addOn = addOn
    return code
  }
}
