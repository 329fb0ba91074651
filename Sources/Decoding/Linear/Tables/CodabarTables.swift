/// Codabar (AIM USS-Codabar, EN 798).
public enum CodabarTables {
  /// The characters; the last four start and stop a symbol.
  static let alphabet = Array("0123456789-$:/.+ABCD".utf8)
  /// Wide elements of the characters, first of seven in the highest bit.
  static let wide: [UInt32] = [
    0x03, 0x06, 0x09, 0x60, 0x12, 0x42, 0x21, 0x24, 0x30, 0x48, 0x0C, 0x18, 0x45, 0x51, 0x54, 0x15, 0x1A, 0x29, 0x0B,
    0x0E,
  ]

  /// The value of an alphabet byte; lower case start and stop letters count as upper case.
  static func value(_ byte: UInt8) -> Int? {
    alphabet.firstIndex(of: (0x61...0x64).contains(byte) ? byte - 32 : byte)
  }

  /// The symbol for a message with its start and stop letter, gaps of one module.
  public static func pattern(_ bytes: [UInt8], ratio: Float = 3) -> LinearPattern? {
    guard bytes.count >= 2, bytes.count <= 256 else { return nil }
    var p = LinearPattern()
    for (i, byte) in bytes.enumerated() {
      guard let v = value(byte), (v >= 16) == (i == 0 || i == bytes.count - 1) else { return nil }
      if i > 0 { p.appendGap(1) }
      p.append(wide: wide[v], count: 7, ratio: ratio)
    }
    return p
  }
}
