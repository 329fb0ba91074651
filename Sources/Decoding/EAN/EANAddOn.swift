import ReaderCore

/// The 2 or 5 digits to the right of an EAN or UPC.
enum EANAddOn {
  /// A code with the add-on that belongs to it, if there is one.
  static func attach(_ addOns: [ZBarCandidate], to code: DecodedCode) -> DecodedCode {
    guard code.symbology == .upcEan, let addOn = addOns.first(where: { belongs($0, to: code) }) else { return code }
    var code = code
    code.addOn = String(decoding: addOn.code.bytes, as: UTF8.self)
    // ]E3: EAN-13, UPC-A or UPC-E with add-on (ISO/IEC 15424); EAN-8 has none.
    code.aimID = "]E3"
    return code
  }

  /// Whether an add-on, of which only the right end is known, lies where the standard puts it: 7 to 12 modules behind the code, 20
  /// or 47 modules long, beside its bars.
  private static func belongs(_ addOn: ZBarCandidate, to code: DecodedCode) -> Bool {
    let modules: Double
    switch code.variant {
    case .ean13, .upcA: modules = 95
    case .upcE: modules = 51
    default: return false
    }
    let (along, across) = ZBarRules.directions(code.corners)
    let main = ZBarRules.span(code.corners, along, across)
    let extra = ZBarRules.span(addOn.code.corners, along, across)
    let module = (main.maxU - main.minU) / modules
    guard module > 0 else { return false }
    let distance = (extra.maxU - main.maxU) / module
    let expected = addOn.addOnDigits == 2 ? 20.0 : 47.0
    let middle = (extra.minV + extra.maxV) / 2
    let slack = 0.5 * (main.maxV - main.minV)
    return distance >= expected + 3 && distance <= expected + 20 && middle >= main.minV - slack
      && middle <= main.maxV + slack
  }
}
