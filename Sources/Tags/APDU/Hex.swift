/// Bytes as hexadecimal digits and back.
public enum Hex {
  /// Upper case, two digits a byte.
  public static func text(_ bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      for digit in [byte >> 4, byte & 15] { out.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The bytes of hexadecimal digits; blanks and colons between them are skipped. Nil when anything else is in it.
  public static func bytes(_ text: String) -> [UInt8]? {
    var out: [UInt8] = []
    var high: UInt8?
    for c in text.utf8 where c != 0x20 && c != 0x3a {
      let digit: UInt8
      switch c {
      case 0x30...0x39: digit = c - 0x30
      case 0x41...0x46: digit = c - 0x37
      case 0x61...0x66: digit = c - 0x57
      default: return nil
      }
      if let h = high {
        out.append(h << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? out : nil
  }
}
