import ReaderCore

/// Element patterns of EAN-13, EAN-8, UPC-A, UPC-E and their add-ons (ISO/IEC 15420; GS1 General Specifications 5.2).
public enum EANTables {
  /// Set A (odd parity) widths of the digits: space, bar, space, bar. Set B is A reversed, set C has A's widths with
  /// the colours exchanged.
  static let setA: [UInt32] = [
    0x3211, 0x2221, 0x2122, 0x1411, 0x1132, 0x1231, 0x1114, 0x1312, 0x1213, 0x3112,
  ]
  /// Which of the six left digits of EAN-13 are from set B, first digit in the highest of six bits, by the leading digit.
  static let leadingParity: [UInt8] = [
    0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
  ]
  /// The same for UPC-E with number system 0, by the check digit; number system 1 has the complement.
  static let upcEParity: [UInt8] = [
    0b111000, 0b110100, 0b110010, 0b110001, 0b101100, 0b100110, 0b100011, 0b101010, 0b101001, 0b100101,
  ]
  /// The same for the five digits of the 5-digit add-on, by its check value.
  static let addOn5Parity: [UInt8] = [
    0b11000, 0b10100, 0b10010, 0b10001, 0b01100, 0b00110, 0b00011, 0b01010, 0b01001, 0b00101,
  ]

  /// Set B widths of a digit.
  static func setB(_ digit: Int) -> UInt32 {
    let a = setA[digit]
    return (a & 15) << 12 | (a >> 4 & 15) << 8 | (a >> 8 & 15) << 4 | a >> 12
  }

  /// The check digit that completes a GTIN: weights 3 and 1 from the right.
  public static func checkDigit(_ digits: some Sequence<UInt8>) -> UInt8 {
    var sum = 0
    var weight = 3
    for d in Array(digits).reversed() {
      sum += Int(d) * weight
      weight = 4 - weight
    }
    return UInt8((10 - sum % 10) % 10)
  }

  /// The check value that selects the parity of a 5-digit add-on.
  public static func addOn5Check(_ d: [UInt8]) -> Int {
    guard d.count == 5 else { return 0 }
    return (3 * (Int(d[0]) + Int(d[2]) + Int(d[4])) + 9 * (Int(d[1]) + Int(d[3]))) % 10
  }

  /// The 12 digits of the UPC-A number that 8 digits of UPC-E stand for.
  public static func expandUPCE(_ d: [UInt8]) -> [UInt8]? {
    guard d.count == 8, d[0] <= 1, d.allSatisfy({ $0 <= 9 }) else { return nil }
    let last = d[6]
    var out: [UInt8] = [d[0], d[1], d[2]]
    switch last {
    case 0, 1, 2: out += [last, 0, 0, 0, 0, d[3], d[4], d[5]]
    case 3: out += [d[3], 0, 0, 0, 0, 0, d[4], d[5]]
    case 4: out += [d[3], d[4], 0, 0, 0, 0, 0, d[5]]
    default: out += [d[3], d[4], d[5], 0, 0, 0, 0, last]
    }
    out.append(d[7])
    return out
  }

  /// The UPC-E forms that stand for 12 digits of a UPC-A number: none, one, rarely two.
  static func compressUPCA(_ d: [UInt8]) -> [[UInt8]] {
    guard d.count == 12, d[0] <= 1 else { return [] }
    var out: [[UInt8]] = []
    for middle in [
      [d[1], d[2], d[8], d[9], d[10], d[3]], [d[1], d[2], d[3], d[9], d[10], 3], [d[1], d[2], d[3], d[4], d[10], 4],
      [d[1], d[2], d[3], d[4], d[5], d[10]],
    ] {
      let short = [d[0]] + middle + [d[11]]
      if expandUPCE(short) == d { out.append(short) }
    }
    return out
  }

  /// EAN-13 from 13 digits.
  static func ean13(_ d: [UInt8]) -> LinearPattern {
    let parity = leadingParity[Int(d[0])]
    var p = LinearPattern()
    p.append(hex: 0x111, count: 3)
    for i in 0..<6 {
      let digit = Int(d[i + 1])
      p.append(hex: parity >> (5 - i) & 1 == 1 ? setB(digit) : setA[digit], count: 4)
    }
    p.append(hex: 0x11111, count: 5)
    for i in 7..<13 { p.append(hex: setA[Int(d[i])], count: 4) }
    p.append(hex: 0x111, count: 3)
    return p
  }

  /// EAN-8 from 8 digits.
  static func ean8(_ d: [UInt8]) -> LinearPattern {
    var p = LinearPattern()
    p.append(hex: 0x111, count: 3)
    for i in 0..<4 { p.append(hex: setA[Int(d[i])], count: 4) }
    p.append(hex: 0x11111, count: 5)
    for i in 4..<8 { p.append(hex: setA[Int(d[i])], count: 4) }
    p.append(hex: 0x111, count: 3)
    return p
  }

  /// UPC-E from 8 digits (number system, six digits, check digit).
  static func upcE(_ d: [UInt8]) -> LinearPattern {
    let parity = upcEParity[Int(d[7])] ^ (d[0] == 1 ? 0b111111 : 0)
    var p = LinearPattern()
    p.append(hex: 0x111, count: 3)
    for i in 0..<6 {
      let digit = Int(d[i + 1])
      p.append(hex: parity >> (5 - i) & 1 == 1 ? setB(digit) : setA[digit], count: 4)
    }
    p.append(hex: 0x111111, count: 6)
    return p
  }

  /// A 2- or 5-digit add-on, from its first bar; nil for other lengths.
  static func addOn(_ d: [UInt8]) -> LinearPattern? {
    guard d.count == 2 || d.count == 5, d.allSatisfy({ $0 <= 9 }) else { return nil }
    let parity = d.count == 2 ? UInt8((d[0] * 10 + d[1]) % 4) : addOn5Parity[addOn5Check(d)]
    var p = LinearPattern()
    p.append(hex: 0x112, count: 3)
    for i in 0..<d.count {
      if i > 0 { p.append(hex: 0x11, count: 2) }
      let digit = Int(d[i])
      p.append(hex: parity >> (d.count - 1 - i) & 1 == 1 ? setB(digit) : setA[digit], count: 4)
    }
    return p
  }

  /// EAN-13, EAN-8, UPC-A or UPC-E from ASCII digits that are complete and whose check digit is right; nil otherwise.
  public static func pattern(_ variant: Variant, _ bytes: [UInt8]) -> LinearPattern? {
    guard bytes.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    let d = bytes.map { $0 - 0x30 }
    switch (variant, d.count) {
    case (.ean13, 13), (.upcA, 13):
      guard checkDigit(d.dropLast()) == d[12] else { return nil }
      return ean13(d)
    case (.upcA, 12), (.ean13, 12):
      guard checkDigit(d.dropLast()) == d[11] else { return nil }
      return ean13([0] + d)
    case (.ean8, 8):
      guard checkDigit(d.dropLast()) == d[7] else { return nil }
      return ean8(d)
    case (.upcE, 8):
      guard let a = expandUPCE(d), checkDigit(a.dropLast()) == d[7] else { return nil }
      return upcE(d)
    default: return nil
    }
  }

  /// Weights (3 and 1 in the UPC-A number) of the six UPC-E digits whose last is `last`.
  static func upcEWeights(last: Int) -> [Int] {
    var weights: [Int] = []
    for n in 0..<6 {
      var d = [UInt8](repeating: 0, count: 8)
      d[6] = UInt8(last)
      if n < 5 { d[n + 1] = 1 }
      guard let a = expandUPCE(d), let zero = expandZero(last) else { return [0, 0, 0, 0, 0, 0] }
      if n == 5 {
        // The last digit counts where it appears in the number; the zero form has it already.
        var at = 0
        for i in 0..<11 where zero[i] == UInt8(last) && last > 0 { at = i }
        weights.append(last >= 5 || (last > 0 && last < 3) ? (at & 1 == 0 ? 3 : 1) : 0)
      } else {
        var at = 0
        for i in 0..<11 where a[i] != zero[i] { at = i }
        weights.append(at & 1 == 0 ? 3 : 1)
      }
    }
    return weights
  }

  private static func expandZero(_ last: Int) -> [UInt8]? {
    var d = [UInt8](repeating: 0, count: 8)
    d[6] = UInt8(last)
    return expandUPCE(d)
  }
}
