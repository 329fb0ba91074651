import ReaderCore

/// The bit stream of a Han Xin Code (ISO/IEC 20830:2021, clause 5.4).
enum HanXinText {
  /// What a stream says.
  struct Content: Equatable {
    var bytes: [UInt8] = []
    var segments: [ECISegment] = []
    /// Whether a mode of Chinese characters was used: all of the bytes are GB 18030 then, unless declared otherwise.
    var isChinese = false
  }

  /// The two submodes of text: the values 0 to 61 as characters.
  static let text: [[UInt8]] = {
    func range(_ from: UInt8, _ to: UInt8) -> [UInt8] { Array(from...to) }
    let first = range(0x30, 0x39) + range(0x41, 0x5a) + range(0x61, 0x7a)
    let second =
      range(0, 0x1b) + range(0x20, 0x2f) + range(0x3a, 0x40) + range(0x5b, 0x60) + range(0x7b, 0x7f)
    return [first, second]
  }()

  /// Reads data codewords; nil when they do not follow the standard.
  static func decode(_ codewords: [UInt8]) -> Content? {
    var bits = BitStream(codewords)
    var content = Content()
    var open: (eci: Int32, start: Int)? = nil
    func close() {
      if let open, content.bytes.count > open.start {
        content.segments.append(ECISegment(eci: open.eci, range: open.start..<content.bytes.count))
      }
    }
    while let mode = bits.read(4), mode != 0 {
      switch mode {
      case 1: guard digits(&bits, &content) else { return nil }
      case 2: guard characters(&bits, &content) else { return nil }
      case 3:
        guard let count = bits.read(13), count > 0 else { return nil }
        for _ in 0..<count {
          guard let byte = bits.read(8) else { return nil }
          content.bytes.append(UInt8(byte))
        }
      case 4, 5: guard region(&bits, &content, isSecond: mode == 5) else { return nil }
      case 6: guard pairs(&bits, &content) else { return nil }
      case 7: guard quadruple(&bits, &content) else { return nil }
      case 8:
        guard let number = eci(&bits) else { return nil }
        close()
        open = (number, content.bytes.count)
      default: return nil
      }
    }
    close()
    return content
  }

  /// Groups of three digits; the end says how many the last group has.
  private static func digits(_ bits: inout BitStream, _ content: inout Content) -> Bool {
    var last: Int?
    while let value = bits.read(10) {
      if value >= 1021 {
        guard let last else { return false }
        let count = value - 1020
        guard last < [10, 100, 1000][count - 1] else { return false }
        append(last, count, &content)
        return true
      }
      guard value < 1000 else { return false }
      if let last { append(last, 3, &content) }
      last = value
    }
    return false
  }

  private static func append(_ value: Int, _ count: Int, _ content: inout Content) {
    for power in [100, 10, 1].suffix(count) { content.bytes.append(UInt8(0x30 + value / power % 10)) }
  }

  private static func characters(_ bits: inout BitStream, _ content: inout Content) -> Bool {
    var submode = 0
    while let value = bits.read(6) {
      switch value {
      case 63: return true
      case 62: submode = 1 - submode
      default: content.bytes.append(text[submode][value])
      }
    }
    return false
  }

  /// Common Chinese characters.
  private static func region(_ bits: inout BitStream, _ content: inout Content, isSecond: Bool) -> Bool {
    var isSecond = isSecond
    content.isChinese = true
    while let value = bits.read(12) {
      if value == 0xfff { return true }
      if value == 0xffe {
        isSecond.toggle()
        continue
      }
      guard let pair = HanXinRegion.pair(value, isSecond: isSecond) else { return false }
      content.bytes += [pair.0, pair.1]
    }
    return false
  }

  /// Characters of two bytes of GB 18030.
  private static func pairs(_ bits: inout BitStream, _ content: inout Content) -> Bool {
    content.isChinese = true
    while let value = bits.read(15) {
      if value == 0x7fff { return true }
      let (first, second) = (value / 0xbe, value % 0xbe)
      guard first <= 0xfe - 0x81 else { return false }
      content.bytes += [UInt8(0x81 + first), UInt8(second < 0x3f ? 0x40 + second : 0x41 + second)]
    }
    return false
  }

  /// One character of four bytes of GB 18030.
  private static func quadruple(_ bits: inout BitStream, _ content: inout Content) -> Bool {
    content.isChinese = true
    guard let value = bits.read(21) else { return false }
    let (a, b, c, d) = (value / 12600, value / 1260 % 10, value / 10 % 126, value % 10)
    guard a <= 0xfe - 0x81 else { return false }
    content.bytes += [UInt8(0x81 + a), UInt8(0x30 + b), UInt8(0x81 + c), UInt8(0x30 + d)]
    return true
  }

  /// The number of a character set: 7, 14 or 21 bits behind 0, 10 or 110.
  private static func eci(_ bits: inout BitStream) -> Int32? {
    guard let first = bits.read(1) else { return nil }
    if first == 0 { return bits.read(7).map { Int32($0) } }
    guard let second = bits.read(1) else { return nil }
    if second == 0 { return bits.read(14).map { Int32($0) } }
    guard bits.read(1) == 0, let value = bits.read(21), value <= 999_999 else { return nil }
    return Int32(value)
  }
}

/// The characters of GB 2312 that two regions hold in twelve bits.
enum HanXinRegion {
  /// The two bytes of a value.
  static func pair(_ value: Int, isSecond: Bool) -> (UInt8, UInt8)? {
    let (row, column) = (value / 94, value % 94)
    func pair(_ row: Int, _ column: Int) -> (UInt8, UInt8) { (UInt8(row), UInt8(0xa1 + column)) }
    if isSecond { return row < 32 ? pair(0xd8 + row, column) : nil }
    switch value {
    case ..<0xeb0: return pair(0xb0 + row, column)
    case ..<0xfca: return pair(0xa1 + (value - 0xeb0) / 94, (value - 0xeb0) % 94)
    case ..<(0xfca + 32): return pair(0xa8, value - 0xfca)
    default: return nil
    }
  }

  /// The value of two bytes, and whether it is in the second region.
  static func value(_ first: UInt8, _ second: UInt8) -> (value: Int, isSecond: Bool)? {
    guard (0xa1...0xfe).contains(second) else { return nil }
    let column = Int(second) - 0xa1
    switch first {
    case 0xb0...0xd7: return (94 * (Int(first) - 0xb0) + column, false)
    case 0xa1...0xa3: return (0xeb0 + 94 * (Int(first) - 0xa1) + column, false)
    case 0xa8 where second <= 0xc0: return (0xfca + column, false)
    case 0xd8...0xf7: return (94 * (Int(first) - 0xd8) + column, true)
    default: return nil
    }
  }
}
