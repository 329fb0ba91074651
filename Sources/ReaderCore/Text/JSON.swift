/// Text for JSON (RFC 8259): any Swift string becomes a legal JSON string.
public enum JSON {
  /// A quoted, escaped string.
  public static func string(_ text: String) -> String {
    let hex = Array("0123456789abcdef".unicodeScalars)
    var out = "\""
    for c in text.unicodeScalars {
      switch c {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where c.value < 0x20 || c.value == 0x7f:
        out += "\\u00"
        out.unicodeScalars.append(hex[Int(c.value >> 4)])
        out.unicodeScalars.append(hex[Int(c.value & 15)])
      default: out.unicodeScalars.append(c)
      }
    }
    return out + "\""
  }

  /// Bytes as lower-case hexadecimal digits (not quoted).
  public static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count * 2)
    for b in bytes {
      out.append(digits[Int(b >> 4)])
      out.append(digits[Int(b & 15)])
    }
    return String(decoding: out, as: UTF8.self)
  }
}
