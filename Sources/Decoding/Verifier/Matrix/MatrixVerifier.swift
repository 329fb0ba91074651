import ReaderCore

/// Judges a matrix code by the pixels: the symbol is drawn again from its corrected codewords and compared, module by module, with
/// the frame and with what the engine saw.
///
/// Where the engine saw nearly every module as drawn that is enough. Else the frame is sampled over the whole area by the corners.
/// On paper that is not flat they do not give every module's place; an engine that follows such paper saw it all the same, and then
/// its modules count.
enum MatrixVerifier {
  /// What the contrast of the modules must say for a drawing (measured: of right reads all but 2 % reach 0.8; another symbol
  /// of the same size, whose patterns are the same, half of that).
  static let agreementLimit = 0.7
  /// The share of the modules that the engine saw as drawn which is enough where the corners do not fit (least measured: 0.9).
  static let seenLimit = 0.86
  /// The same share from which the frame is not asked.
  static let clearShare = 0.97
  /// The same contrast where more was corrected than the symbology allows.
  static let clearAgreement = 0.9

  /// Judges a code by the frame and by the modules that the engine saw.
  static func verify(_ frame: LumaView, _ code: DecodedCode, _ seen: ModuleGrid) -> Verdict {
    guard let drawn = RedrawnSymbol.drawn(code, seen: seen) else {
      return Verdict(
        outcome: .unverifiable, confidence: 0,
        reason: code.aimID == "]Q0"
          ? "QR Code model 1 is not drawn again: its error correction alone speaks for it."
          : "Its modules are none that can be drawn again.")
    }
    return verify(frame, code, seen, drawn)
  }

  /// Judges a code that was drawn again already.
  static func verify(_ frame: LumaView, _ code: DecodedCode, _ seen: ModuleGrid, _ drawn: RedrawnSymbol) -> Verdict {
    let modules = seen.columns * seen.rows
    let share = 1 - Double(seen.differences(from: drawn.grid) ?? modules) / Double(modules)
    // Where the engine saw nearly all of them so, the frame has spoken: sampling it costs as much as drawing.
    let isProof = drawn.corrected <= drawn.correctable
    let agreement = isProof && share >= clearShare ? nil : agreement(frame, code, drawn.grid)
    let spare = drawn.correctable > 0 ? 1 - Double(drawn.corrected) / Double(drawn.correctable) : 0
    let best = max(agreement ?? 0, 2 * share - 1)
    let confidence = max(1, min(99, Int(50 * max(0, best) + 49 * max(0, spare))))
    let correction = "\(drawn.corrected) of at most \(drawn.correctable) errors in a block"
    if let agreement, agreement >= (isProof ? agreementLimit : clearAgreement) {
      return Verdict(
        outcome: .confirmed, confidence: confidence,
        reason: "\(Int(100 * agreement)) % of the contrast confirm the value, \(correction).")
    }
    guard isProof else {
      return Verdict(
        outcome: .unverifiable, confidence: 0, reason: "More errors than the symbol may correct: \(correction).")
    }
    if share >= seenLimit {
      return Verdict(
        outcome: .confirmed, confidence: confidence,
        reason: "\(Int(100 * share)) % of the modules confirm the value, \(correction).")
    }
    return Verdict(
      outcome: .refuted, confidence: 80,
      reason: "Only \(Int(100 * share)) % of the modules are as the value demands.")
  }

  /// Judges a code of one of our own decoders, which drew it again from its value and found the modules that it sampled to agree.
  static func verify(_ frame: LumaView, _ code: DecodedCode, drawn: ModuleGrid) -> Verdict {
    let agreement = agreement(frame, code, drawn)
    guard agreement >= agreementLimit else {
      return Verdict(
        outcome: .unverifiable, confidence: 20, reason: "Only \(Int(100 * agreement)) % of the contrast fit the value.")
    }
    return Verdict(
      outcome: .confirmed, confidence: max(1, min(99, Int(100 * agreement))),
      reason: "\(Int(100 * agreement)) % of the contrast confirm the value.")
  }

  /// How far the contrast of the modules with their surroundings says the same as a drawing: 1 where all of it does, 0 where nothing
  /// speaks for it more than against it.
  static func agreement(_ frame: LumaView, _ code: DecodedCode, _ drawn: ModuleGrid) -> Double {
    guard code.corners.isBounded, let map = Homography(side: 1, code.corners) else { return 0 }
    let (w, h) = (drawn.columns, drawn.rows)
    let values = map.values(frame, columns: w, rows: h, side: 1)
    let contrast = LocalContrast.of(values, w, h)
    var (agreeing, all) = (0, 0)
    for i in values.indices {
      all &+= abs(contrast[i])
      agreeing &+= (drawn.dark[i] != code.isInverted) ? contrast[i] : -contrast[i]
    }
    return all > 0 ? Double(agreeing) / Double(all) : 0
  }
}

extension Quad {
  /// Whether all corners are numbers that belong to some picture.
  fileprivate var isBounded: Bool {
    corners.allSatisfy { $0.x.isFinite && $0.y.isFinite && abs($0.x) < 1e5 && abs($0.y) < 1e5 }
  }
}
