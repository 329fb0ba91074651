/// Code 39 (ISO/IEC 16388) and Code 93 (AIM USS-93) share their alphabet.
public enum Code39Tables {
  /// The characters in the order of their check values.
  static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
  /// Wide elements of the 43 characters and of start/stop (index 43), first element in the highest of nine bits.
  static let wide: [UInt32] = [
    0x034, 0x121, 0x061, 0x160, 0x031, 0x130, 0x070, 0x025, 0x124, 0x064, 0x109, 0x049, 0x148, 0x019, 0x118, 0x058,
    0x00D, 0x10C, 0x04C, 0x01C, 0x103, 0x043, 0x142, 0x013, 0x112, 0x052, 0x007, 0x106, 0x046, 0x016, 0x181, 0x0C1,
    0x1C0, 0x091, 0x190, 0x0D0, 0x085, 0x184, 0x0C4, 0x0A8, 0x0A2, 0x08A, 0x02A, 0x094,
  ]

  /// The value of an alphabet byte.
  static func value(_ byte: UInt8) -> Int? { alphabet.firstIndex(of: byte) }

  /// The modulo 43 check character.
  public static func check(_ values: [Int]) -> Int { values.reduce(0, +) % 43 }

  /// The symbol with start and stop, gaps of one module; nil when a byte is not in the alphabet.
  public static func pattern(_ bytes: [UInt8], ratio: Float = 3) -> LinearPattern? {
    guard bytes.count <= 256 else { return nil }
    var p = LinearPattern()
    p.append(wide: wide[43], count: 9, ratio: ratio)
    for byte in bytes {
      guard let v = value(byte) else { return nil }
      p.appendGap(1)
      p.append(wide: wide[v], count: 9, ratio: ratio)
    }
    p.appendGap(1)
    p.append(wide: wide[43], count: 9, ratio: ratio)
    return p
  }
}
