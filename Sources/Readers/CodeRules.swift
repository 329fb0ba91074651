import Decoding
import ReaderCore

/// What the options of symbologies let through, and how they change it. Pure.
struct CodeRules {
  let symbols: SymbologyOptions
  /// As DECODER.1D-SYMBOLORIENTATION.
  let orientation: Int

  init(_ settings: ReaderSettings) {
    symbols = settings.symbols
    orientation = settings.linearOrientation
  }

  /// The codes to report.
  func apply(_ codes: [DecodedCode]) -> [DecodedCode] { codes.compactMap { apply($0) } }

  private func apply(_ code: DecodedCode) -> DecodedCode? {
    guard isTurnedRight(code), code.linkage != .declared || symbols.linearAlone > 0 else { return nil }
    switch code.symbology {
    case .upcEan: return retail(code)
    case .code11: return within(symbols.code11.lengths, code)
    case .msi: return within(symbols.msi.lengths, code)
    case .code39: return code39(code)
    case .code93: return within(symbols.code93Lengths, code93(code))
    case .code128: return within(symbols.code128Lengths, code)
    case .codabar: return codabar(code)
    case .interleaved2of5: return digits(code, symbols.interleaved, kept: "]I1", cut: "]I3")
    case .code25: return digits(code, symbols.code25, kept: code.aimID, cut: code.aimID)
    case .telepen: return within(symbols.telepenLengths, code)
    case .pdf417: return within(symbols.pdf417Lengths, code)
    case .codablockF: return within(symbols.codablockFLengths, code)
    case .code16K: return within(symbols.code16KLengths, code)
    case .code49: return within(symbols.code49Lengths, code)
    case .plessey: return within(symbols.plesseyLengths, code)
    case .maxiCode: return within(symbols.maxiCodeLengths, code)
    case .dotCode: return within(symbols.dotCodeLengths, code)
    case .hanXin: return within(symbols.hanXinLengths, code)
    case .gridMatrix: return within(symbols.gridMatrixLengths, code)
    case .codeOne: return within(symbols.codeOneLengths, code)
    case .dataBar: return dataBar(code)
    case .dataMatrix: return hasPolarity(code, symbols.dataMatrixPolarity) ? code : nil
    case .qr:
      if code.variant == .microQR || code.variant == .rmqr, !symbols.microQR { return nil }
      return hasPolarity(code, symbols.qrPolarity) ? code : nil
    default: return code
    }
  }

  /// Whether the rule for add-ons takes a code with one as well as the same code without one, and waits for it.
  func hopesForAddOn(_ code: DecodedCode) -> Bool {
    let rules = symbols.upcEAN
    return code.symbology == .upcEan && rules.supplement == 4 && rules.waitsForAddOn
      && (code.variant != .ean8 || rules.ean8Supplement)
  }

  // MARK: Linear codes

  /// Whether scan lines of the chosen directions cross the bars: a horizontal line reads what is turned by up to 45 degrees.
  private func isTurnedRight(_ code: DecodedCode) -> Bool {
    guard orientation >= 2, CodeRules.linear.contains(code.symbology) else { return true }
    let quad = code.corners
    let (dx, dy) = (quad.topRight.x - quad.topLeft.x, quad.topRight.y - quad.topLeft.y)
    return orientation == 3 ? abs(dx) >= abs(dy) : abs(dy) >= abs(dx)
  }

  private static let linear = SymbologySet([
    .code128, .upcEan, .code11, .code39, .code93, .interleaved2of5, .codabar, .pharmacode, .dataBar, .msi, .code25,
    .telepen,
  ])

  private func within(_ filter: LengthFilter, _ code: DecodedCode) -> DecodedCode? {
    filter.accepts(code.text?.text.unicodeScalars.count ?? code.bytes.count) ? code : nil
  }

  /// The code with other bytes, which are ASCII.
  private func with(_ code: DecodedCode, _ bytes: [UInt8], aimID: String) -> DecodedCode {
    guard bytes != code.bytes || aimID != code.aimID else { return code }
    var code = code
    code.bytes = bytes
    code.aimID = aimID
    code.text = String(validating: bytes, as: UTF8.self).map { DecodedText(text: $0, charset: "UTF-8") }
    if bytes.contains(0) { code.text = nil }
    return code
  }

  private func retail(_ code: DecodedCode) -> DecodedCode? {
    let rules = symbols.upcEAN
    switch code.variant {
    case .ean13: guard rules.ean13 else { return nil }
    case .ean8: guard rules.ean8 else { return nil }
    case .upcA: guard rules.upcA else { return nil }
    case .addOn2, .addOn5: return rules.addOnAlone ? code : nil
    case .upcE: guard code.bytes.first == 0x31 ? rules.upcE1 : rules.upcE else { return nil }
    default: break
    }
    guard var code = addOn(code, code.variant == .ean8 && !rules.ean8Supplement ? 0 : rules.supplement) else {
      return nil
    }
    if code.variant == .upcE, rules.expandsUPCE,
      let expanded = EANTables.expandUPCE(code.bytes.map { $0 &- 0x30 })
    {
      code = with(code, expanded.map { $0 &+ 0x30 }, aimID: code.aimID)
    }
    return code
  }

  /// The code by the rule for add-ons.
  private func addOn(_ code: DecodedCode, _ rule: Int) -> DecodedCode? {
    let digits = code.addOn?.utf8.count
    switch rule {
    case 0:
      guard digits != nil else { return code }
      var code = code
      code.addOn = nil
      if code.aimID == "]E3" { code.aimID = "]E0" }
      return code
    case 1: return digits != nil ? code : nil
    case 2: return digits == 2 ? code : nil
    case 3: return digits == 5 ? code : nil
    default: return code
    }
  }

  private func code39(_ code: DecodedCode) -> DecodedCode? {
    guard code.variant == .none else { return within(symbols.code39.lengths, code) }
    // The engines translate what shows that it is full ASCII; check characters count over the symbol's own.
    guard var raw = code.aimID == "]A4" ? FullASCII.pairs39(code.bytes) : code.bytes else { return nil }
    let rules = symbols.code39
    if rules.checks {
      guard CheckCharacters.isRight39(raw) else { return nil }
      if !rules.transmits { raw.removeLast() }
    }
    let text: [UInt8]
    switch symbols.code39ASCII {
    case nil: text = FullASCII.guess39(raw)
    case true?: text = FullASCII.translate39(raw) ?? raw
    case false?: text = raw
    }
    // ISO/IEC 16388: 1 checked, 3 checked and cut, 4 more for full ASCII.
    let modifier = (rules.checks ? (rules.transmits ? 1 : 3) : 0) + (text == raw ? 0 : 4)
    return within(rules.lengths, with(code, text, aimID: "]A\(modifier)"))
  }

  private func code93(_ code: DecodedCode) -> DecodedCode {
    guard symbols.code93ASCII == false, let raw = FullASCII.pairs93(code.bytes) else { return code }
    return with(code, raw, aimID: code.aimID)
  }

  private func codabar(_ code: DecodedCode) -> DecodedCode? {
    let rules = symbols.codabar
    guard rules.checks else { return within(rules.lengths, code) }
    guard CheckCharacters.isRightCodabar(code.bytes), code.bytes.count >= 4 else { return nil }
    var bytes = code.bytes
    if !rules.transmits { bytes.remove(at: bytes.count - 2) }
    // AIM USS-Codabar: 2 checked, 4 checked and cut.
    return within(rules.lengths, with(code, bytes, aimID: rules.transmits ? "]F2" : "]F4"))
  }

  /// A 2 of 5 code, whose check digit is the last.
  private func digits(
    _ code: DecodedCode, _ rules: SymbologyOptions.Checked, kept: String, cut: String
  ) -> DecodedCode? {
    guard rules.checks else { return within(rules.lengths, code) }
    guard CheckCharacters.isRight10(code.bytes) else { return nil }
    let bytes = rules.transmits ? code.bytes : Array(code.bytes.dropLast())
    return within(rules.lengths, with(code, bytes, aimID: rules.transmits ? kept : cut))
  }

  private func dataBar(_ code: DecodedCode) -> DecodedCode? {
    let rules = symbols.dataBar
    switch code.variant {
    case .dataBarOmni: return rules.omnidirectional ? code : nil
    case .dataBarStacked: return rules.stacked ? code : nil
    case .dataBarLimited: return rules.limited ? code : nil
    case .dataBarExpanded: return rules.expanded ? code : nil
    default: return code
    }
  }

  // MARK: Matrix codes

  private func hasPolarity(_ code: DecodedCode, _ polarity: Int) -> Bool {
    polarity == 2 || code.isInverted == (polarity == 1)
  }
}
