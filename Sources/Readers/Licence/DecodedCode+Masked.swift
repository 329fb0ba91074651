import ReaderCore

extension DecodedCode {
  /// The code with nothing of its data left: asterisks, as many as there were bytes and characters. What is made of these
  /// (XML, drawings) shows no more. Symbology and place stay.
  var masked: DecodedCode {
    let star = UInt8(ascii: "*")
    var code = DecodedCode(
      symbology: symbology, variant: variant, bytes: [UInt8](repeating: star, count: bytes.count), aimID: aimID,
      corners: corners)
    code.isGS1 = isGS1
    code.text = text.map {
      DecodedText(text: String(repeating: "*", count: $0.text.unicodeScalars.count), charset: $0.charset)
    }
    code.gtin = gtin.map { String(repeating: "*", count: $0.utf8.count) }
    code.addOn = addOn.map { String(repeating: "*", count: $0.utf8.count) }
    return code
  }
}
