import ReaderCore

/// Article numbers in their 14-digit form (GS1 General Specifications, section on GTIN formats).
enum GTIN {
  /// The GTIN-14 of a code, nil when it carries none.
  static func of(_ code: DecodedCode) -> String? {
    switch code.symbology {
    case .upcEan:
      switch code.variant {
      case .ean13 where code.bytes.count == 13, .upcA where code.bytes.count == 12, .ean8 where code.bytes.count == 8:
        return checked(code.bytes)
      case .upcE:
        return expandUPCE(code.bytes).flatMap { checked($0) }
      default:
        return nil
      }
    case .interleaved2of5:
      return code.bytes.count == 14 ? checked(code.bytes) : nil
    default:
      guard code.isGS1, code.bytes.count >= 16, code.bytes[0] == 0x30, code.bytes[1] == 0x31 else { return nil }
      return checked(Array(code.bytes[2..<16]))
    }
  }

  /// The digits filled up to 14, nil when they are no digits or the check digit is wrong.
  private static func checked(_ digits: [UInt8]) -> String? {
    guard digits.count <= 14, hasRightCheckDigit(digits) else { return nil }
    return String(decoding: [UInt8](repeating: 0x30, count: 14 - digits.count) + digits, as: UTF8.self)
  }

  /// Whether ASCII digits end in their modulo-10 check digit (weights 3 and 1 from the right).
  static func hasRightCheckDigit(_ digits: [UInt8]) -> Bool {
    guard !digits.isEmpty, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return false }
    var sum = 0
    for (i, digit) in digits.reversed().enumerated() { sum += Int(digit - 0x30) * (i % 2 == 0 ? 1 : 3) }
    return sum % 10 == 0
  }

  /// The 12 digits of UPC-A for the 8 of UPC-E: number system, six digits, check digit.
  static func expandUPCE(_ digits: [UInt8]) -> [UInt8]? {
    guard digits.count == 8, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), digits[0] <= 0x31 else { return nil }
    let d = Array(digits[1..<7])
    let zeros = { (n: Int) in [UInt8](repeating: 0x30, count: n) }
    let middle: [UInt8] =
      switch d[5] {
      case 0x30...0x32: Array(d[0..<2]) + [d[5]] + zeros(4) + Array(d[2..<5])
      case 0x33: Array(d[0..<3]) + zeros(5) + Array(d[3..<5])
      case 0x34: Array(d[0..<4]) + zeros(5) + [d[4]]
      default: Array(d[0..<5]) + zeros(4) + [d[5]]
      }
    return [digits[0]] + middle + [digits[7]]
  }
}
