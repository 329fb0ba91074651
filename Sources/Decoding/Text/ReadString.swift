import ReaderCore

/// The read string: the bytes of a code by the encoding that the host chose.
public enum ReadString {
  /// The text; nil when the bytes are none in this encoding. UTF-16 and UTF-32 without a byte order mark are big-endian.
  public static func text(of code: DecodedCode, _ encoding: ReadStringEncoding) -> String? {
    let bytes = code.bytes
    switch encoding {
    case .auto: return code.text?.text
    case .utf8: return Charset.utf8.decode(bytes[...])
    case .utf16: return wide(bytes, 2, "UTF-16")
    case .utf32: return wide(bytes, 4, "UTF-32")
    case .latin1: return Charset.latin1.decode(bytes[...])
    case .latin2: return Charset("ISO-8859-2").decode(bytes[...])
    case .shiftJIS: return Charset.shiftJIS.decode(bytes[...])
    case .ascii: return Charset("US-ASCII").decode(bytes[...])
    case .asciiShowingControls: return showing(bytes)
    }
  }

  private static func wide(_ bytes: [UInt8], _ unit: Int, _ name: String) -> String? {
    guard bytes.count % unit == 0 else { return nil }
    let little: [UInt8] = unit == 2 ? [0xff, 0xfe] : [0xff, 0xfe, 0, 0]
    let big: [UInt8] = unit == 2 ? [0xfe, 0xff] : [0, 0, 0xfe, 0xff]
    if bytes.starts(with: little) { return Charset(name + "LE").decode(bytes[unit...]) }
    return Charset(name + "BE").decode(bytes.starts(with: big) ? bytes[unit...] : bytes[...])
  }

  /// Printable ASCII as it is, every other byte as two lower-case hexadecimal digits in angle brackets.
  private static func showing(_ bytes: [UInt8]) -> String {
    var out = ""
    for byte in bytes {
      if byte >= 0x20, byte < 0x7f {
        out.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        out += "<" + JSON.hex([byte]) + ">"
      }
    }
    return out
  }
}
