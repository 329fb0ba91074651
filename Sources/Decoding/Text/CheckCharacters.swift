/// Check characters that a symbol may have and does not tell of: whether they are there is for the user to say.
public enum CheckCharacters {
  /// Modulo 43 of Code 39 (ISO/IEC 16388), over the symbol's own characters.
  public static func isRight39(_ bytes: [UInt8]) -> Bool {
    let values = bytes.compactMap { Code39Tables.value($0) }
    guard values.count == bytes.count, values.count >= 2 else { return false }
    return Code39Tables.check(Array(values.dropLast())) == values.last
  }

  /// Modulo 16 of Codabar (AIM USS-Codabar): all characters, start and stop among them, sum to a multiple of 16; the check
  /// character stands before the stop character.
  public static func isRightCodabar(_ bytes: [UInt8]) -> Bool {
    let values = bytes.compactMap { CodabarTables.value($0) }
    guard values.count == bytes.count, values.count >= 4 else { return false }
    return values.reduce(0, +) % 16 == 0
  }

  /// Modulo 10 of digits with weights 3 and 1 from the right (GS1 General Specifications 7.9), for 2 of 5 codes.
  public static func isRight10(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2, bytes.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return false }
    var sum = 0
    for (i, byte) in bytes.reversed().enumerated() { sum += Int(byte - 0x30) * (i % 2 == 0 ? 1 : 3) }
    return sum % 10 == 0
  }
}
