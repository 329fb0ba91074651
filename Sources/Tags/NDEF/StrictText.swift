/// Text of a tag: bytes that are no text are none, they are not repaired.
enum StrictText {
  /// UTF-8; nil when it is not valid.
  static func utf8(_ bytes: some Collection<UInt8>) -> String? { String(validating: bytes, as: UTF8.self) }

  /// UTF-16 with the byte order of its mark, big endian without one; nil when it is not valid.
  static func utf16(_ bytes: [UInt8]) -> String? {
    guard bytes.count % 2 == 0 else { return nil }
    let isLittle = bytes.starts(with: [0xff, 0xfe])
    let hasMark = isLittle || bytes.starts(with: [0xfe, 0xff])
    var units: [UInt16] = []
    for i in stride(from: hasMark ? 2 : 0, to: bytes.count, by: 2) {
      units.append(
        isLittle
          ? UInt16(bytes[i + 1]) << 8 | UInt16(bytes[i]) : UInt16(bytes[i]) << 8 | UInt16(bytes[i + 1]))
    }
    return String(validating: units, as: UTF16.self)
  }
}
