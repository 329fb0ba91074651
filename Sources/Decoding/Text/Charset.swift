import Glibc
import ReaderCore

/// A character set by its names.
struct Charset {
  /// Name in the IANA registry, which users see.
  let name: String
  /// Name that iconv knows it by.
  let iconvName: String

  init(_ name: String, iconv: String? = nil) {
    self.name = name
    iconvName = iconv ?? name
  }

  static let utf8 = Charset("UTF-8")
  static let latin1 = Charset("ISO-8859-1")
  static let shiftJIS = Charset("Shift_JIS", iconv: "CP932")

  /// The character set of an ECI assignment number; nil for numbers that are not assigned to one, among them 899 (binary).
  ///
  /// Source: AIM ITS/04-023, ECI assignments. Numbers 0 and 1 are the older defaults that 2 and 3 replaced.
  static func eci(_ number: Int32) -> Charset? {
    switch number {
    case 0, 2: Charset("IBM437", iconv: "CP437")
    case 1, 3: latin1
    case 4...13, 15...18: Charset("ISO-8859-\(number - 2)")
    case 20: shiftJIS
    case 21: Charset("windows-1250", iconv: "CP1250")
    case 22: Charset("windows-1251", iconv: "CP1251")
    case 23: Charset("windows-1252", iconv: "CP1252")
    case 24: Charset("windows-1256", iconv: "CP1256")
    case 25: Charset("UTF-16BE")
    case 26: utf8
    case 27, 170: Charset("US-ASCII")
    case 28: Charset("Big5")
    case 29: Charset("GB2312")
    case 30: Charset("EUC-KR")
    case 31: Charset("GBK")
    case 32: Charset("GB18030")
    case 33: Charset("UTF-16LE")
    case 34: Charset("UTF-32BE")
    case 35: Charset("UTF-32LE")
    default: nil
    }
  }

  /// Bytes as text; nil when they are not valid in this character set or iconv does not have it.
  func decode(_ bytes: ArraySlice<UInt8>) -> String? {
    if iconvName == "UTF-8" { return String(validating: bytes, as: UTF8.self) }
    if iconvName == "US-ASCII" { return bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil }
    if bytes.isEmpty { return "" }
    guard let converter = iconv_open("UTF-8", iconvName), Int(bitPattern: converter) != -1 else { return nil }
    defer { iconv_close(converter) }
    // No character of these sets needs more than four bytes of UTF-8, and none has less than one byte.
    var output = [CChar](repeating: 0, count: bytes.count * 4 + 16)
    var input = bytes.map { CChar(bitPattern: $0) }
    var inLeft = input.count
    var outLeft = output.count
    let converted = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        var from = source.baseAddress
        var to = target.baseAddress
        let result = iconv(converter, &from, &inLeft, &to, &outLeft)
        return result != -1 && iconv(converter, nil, nil, &to, &outLeft) != -1
      }
    }
    guard converted, inLeft == 0 else { return nil }
    return String(validating: output[..<(output.count - outLeft)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
