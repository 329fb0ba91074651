/// The general-purpose data compaction field, which GS1 DataBar Expanded and composite components share (ISO/IEC 24724 and
/// 24723): numeric, alphanumeric and ISO/IEC 646 encodation.
enum GeneralPurposeField {
  enum Mode {
    case numeric, alphanumeric, iso646
  }

  /// FNC1 in data.
  static let separator: UInt8 = 0x1d

  /// The characters up to the end of the bits; nil when there is one that does not exist.
  ///
  /// - Parameter isDoubled: FNC1 in text is followed by digits, some encoders latch to them all the same.
  static func decode(_ bits: inout CompositeBits, from start: Mode = .numeric, isDoubled: Bool = false) -> [UInt8]? {
    var out: [UInt8] = []
    var mode = start
    while bits.remaining > 0 {
      switch mode {
      case .numeric:
        guard numeric(&bits, &out, &mode) else { return nil }
      case .alphanumeric, .iso646:
        guard text(&bits, &out, &mode) else { return nil }
        if isDoubled, mode == .numeric, out.last == separator, bits.peek(3) == 0 { bits.skip(3) }
      }
    }
    return out
  }

  private static func digit(_ value: Int) -> UInt8 { value == 10 ? separator : UInt8(0x30 + value) }

  /// The next bits, which are not taken; nil when they are all 0, which latches, or when there are fewer, and then they are taken.
  private static func next(_ count: Int, _ bits: inout CompositeBits, latch: Mode, _ mode: inout Mode) -> Int? {
    let value = bits.peek(count)
    if let value, value > 0 { return value }
    bits.skip(count)
    if value == 0 { mode = latch }
    return nil
  }

  /// Two digits, FNC1 among them, in seven bits; one in four when fewer are left.
  private static func numeric(_ bits: inout CompositeBits, _ out: inout [UInt8], _ mode: inout Mode) -> Bool {
    guard let head = next(4, &bits, latch: .alphanumeric, &mode) else { return true }
    guard let pair = bits.read(7) else {
      bits.skip(7)
      guard head <= 10 else { return false }
      out.append(digit(head - 1))
      return true
    }
    let value = pair - 8
    guard value >= 0, value < 120 else { return false }
    out.append(digit(value / 11))
    out.append(digit(value % 11))
    return true
  }

  /// A character of 5 to 8 bits, or a latch.
  private static func text(_ bits: inout CompositeBits, _ out: inout [UInt8], _ mode: inout Mode) -> Bool {
    guard next(3, &bits, latch: .numeric, &mode) != nil else { return true }
    guard let five = bits.peek(5) else {
      bits.skip(5)
      return true
    }
    if five == 4 {
      bits.skip(5)
      mode = mode == .alphanumeric ? .iso646 : .alphanumeric
      return true
    }
    if five < 16 {
      bits.skip(5)
      guard five >= 5 else { return false }
      if five == 15 {
        out.append(separator)
        mode = .numeric
      } else {
        out.append(UInt8(0x30 + five - 5))
      }
      return true
    }
    guard let character = mode == .alphanumeric ? letter(&bits) : iso646(&bits) else { return false }
    out.append(character)
    return true
  }

  private static func letter(_ bits: inout CompositeBits) -> UInt8? {
    guard let six = bits.read(6) else { return nil }
    if six < 58 { return UInt8(0x41 + six - 32) }
    return six < 63 ? alphanumericMarks[six - 58] : nil
  }

  private static func iso646(_ bits: inout CompositeBits) -> UInt8? {
    guard let seven = bits.peek(7) else { return nil }
    if seven >= 64, seven < 116 {
      bits.skip(7)
      return UInt8(seven < 90 ? 0x41 + seven - 64 : 0x61 + seven - 90)
    }
    guard let eight = bits.read(8), eight >= 232, eight < 232 + iso646Marks.count else { return nil }
    return iso646Marks[eight - 232]
  }

  static let alphanumericMarks = Array("*,-./".utf8)
  static let iso646Marks = Array("!\"%&'()*+,-./:;<=>?_ ".utf8)
}
