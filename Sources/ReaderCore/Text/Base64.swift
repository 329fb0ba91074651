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
}
