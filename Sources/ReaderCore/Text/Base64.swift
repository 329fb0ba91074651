/// Base64 with padding (RFC 4648, section 4).
public enum Base64 {
  /// The bytes as Base64 text.
  public static func encode(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count + 2) / 3 * 4)
    var i = 0
    while i < bytes.count {
      let left = bytes.count - i
      let word =
        UInt32(bytes[i]) << 16 | (left > 1 ? UInt32(bytes[i + 1]) << 8 : 0) | (left > 2 ? UInt32(bytes[i + 2]) : 0)
      out.append(alphabet[Int(word >> 18)])
      out.append(alphabet[Int(word >> 12 & 63)])
      out.append(left > 1 ? alphabet[Int(word >> 6 & 63)] : 0x3d)
      out.append(left > 2 ? alphabet[Int(word & 63)] : 0x3d)
      i += 3
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The bytes that text in Base64 (RFC 4648, with its padding, or without) stands for; nil for anything else.
  public static func decode<Text: Collection>(_ text: Text) -> [UInt8]? where Text.Element == UInt8 {
    var out: [UInt8] = []
    var (bits, count, padding, length) = (UInt32(0), 0, 0, 0)
    for byte in text {
      length += 1
      let value: UInt32
      switch byte {
      case 0x41...0x5a: value = UInt32(byte) - 0x41
      case 0x61...0x7a: value = UInt32(byte) - 0x61 + 26
      case 0x30...0x39: value = UInt32(byte) - 0x30 + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="):
        padding += 1
        continue
      default: return nil
      }
      guard padding == 0 else { return nil }
      bits = (bits << 6 | value) & 0xff_ffff
      count += 6
      if count >= 8 {
        count -= 8
        out.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    // What is left over must be nothing, and the padding what it has to be.
    let rest = bits & ((1 << UInt32(count)) - 1)
    guard count < 6, rest == 0, padding == 0 || (padding <= 2 && length % 4 == 0) else { return nil }
    return out
  }
}

extension Base64 {
  /// The bytes of Base64 text; nil unless the text is complete and canonical: only letters of the alphabet, padded to
  /// a multiple of four, no bits left over. Text that was cut short or damaged is refused rather than guessed at.
  public static func decode(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var out: [UInt8] = []
    out.reserveCapacity(text.count / 4 * 3)
    var i = 0
    while i < text.count {
      var word: UInt32 = 0
      var padding = 0
      for k in 0..<4 {
        let c = text[i + k]
        let isLast = i + 4 == text.count
        if c == 0x3d, isLast, k >= 2 {
          padding += 1
        } else if padding > 0 {
          return nil
        }
        guard c == 0x3d || value(of: c) < 64 else { return nil }
        guard c != 0x3d || padding > 0 else { return nil }
        word = word << 6 | (c == 0x3d ? 0 : UInt32(value(of: c)))
      }
      out.append(UInt8(word >> 16 & 255))
      if padding < 2 { out.append(UInt8(word >> 8 & 255)) } else if word & 0xffff != 0 { return nil }
      if padding < 1 { out.append(UInt8(word & 255)) } else if word & 0xff != 0 { return nil }
      i += 4
    }
    return out
  }

  /// 0 to 63; 255 for what is no letter of the alphabet.
  private static func value(of c: UInt8) -> UInt8 {
    switch c {
    case 0x41...0x5a: c - 0x41
    case 0x61...0x7a: c - 0x61 + 26
    case 0x30...0x39: c - 0x30 + 52
    case 0x2b: 62
    case 0x2f: 63
    default: 255
    }
  }
}
