import ReaderCore

/// The bit stream of a Grid Matrix (AIM AIMD014). Codes and shifts were checked against what zint 2.11 writes.
enum GridMatrixText {
  /// What a stream says.
  struct Content: Equatable {
    var bytes: [UInt8] = []
    var segments: [ECISegment] = []
    var structuredAppend: StructuredAppend?
    /// Whether Chinese characters are in it: GB 2312 then, unless declared otherwise.
    var isChinese = false
  }

  private enum Mode: Int { case end, chinese, digits, lower, upper, mixed, byte }

  /// Characters behind a shift: controls, then what is neither letter nor digit nor space.
  static let shifted: [UInt8] =
    Array(0...0x1f) + Array(0x21...0x2f) + Array(0x3a...0x40) + Array(0x5b...0x60)
    + Array(0x7b...0x7e)

  /// Reads data codewords; nil when they do not follow the standard.
  static func decode(_ codewords: [UInt8]) -> Content? {
    var bits = BitStream(codewords, width: 7)
    var content = Content()
    var eci: Int32?
    var mode: Mode
    // What comes before the first mode.
    while true {
      guard let value = bits.read(4) else { return nil }
      if value == 12, eci == nil {
        guard let number = character(set: &bits) else { return nil }
        eci = number
      } else if value == 9, content.structuredAppend == nil {
        guard let id = bits.read(8), let last = bits.read(4), let index = bits.read(4), index <= last else {
          return nil
        }
        content.structuredAppend = StructuredAppend(index: index, count: last + 1, parity: id)
      } else if value == 10 {
        // Reader initialisation: nothing to do for us.
        continue
      } else {
        guard let first = Mode(rawValue: value), first != .end else { return nil }
        mode = first
        break
      }
    }
    while mode != .end {
      let next: Mode?
      switch mode {
      case .chinese: next = chinese(&bits, &content)
      case .digits: next = digits(&bits, &content)
      case .lower: next = letters(&bits, &content, 0x61, .upper)
      case .upper: next = letters(&bits, &content, 0x41, .lower)
      case .mixed: next = mixed(&bits, &content)
      case .byte: next = bytes(&bits, &content)
      case .end: next = .end
      }
      guard let next else { return nil }
      mode = next
    }
    if let eci, !content.bytes.isEmpty { content.segments = [ECISegment(eci: eci, range: 0..<content.bytes.count)] }
    return content
  }

  /// The number of a character set: 10, 15 or 20 bits behind 0, 10 or 11.
  private static func character(set bits: inout BitStream) -> Int32? {
    guard let first = bits.read(1) else { return nil }
    if first == 0 { return bits.read(10).map { Int32($0) } }
    guard let second = bits.read(1), let value = bits.read(second == 0 ? 15 : 20), value <= 999_999 else { return nil }
    return Int32(value)
  }

  private static func chinese(_ bits: inout BitStream, _ content: inout Content) -> Mode? {
    while let value = bits.read(13) {
      switch value {
      case 0..<7776:
        let (row, column) = (value / 96, value % 96)
        guard row <= 80, (1...94).contains(column) else { return nil }
        content.bytes += [UInt8(row < 9 ? 0xa1 + row : 0xb0 + row - 9), UInt8(0xa0 + column)]
        content.isChinese = true
      case 7776: content.bytes += [0x0d, 0x0a]
      case 7777..<7777 + 128: content.bytes.append(UInt8(value - 7777))
      case 8033..<8133: content.bytes += [UInt8(0x30 + (value - 8033) / 10), UInt8(0x30 + (value - 8033) % 10)]
      case 8160...8165: return [.end, .digits, .lower, .upper, .mixed, .byte][value - 8160]
      default: return nil
      }
    }
    return nil
  }

  /// Groups of three digits, with one other character in each at most; the last one is filled up.
  private static func digits(_ bits: inout BitStream, _ content: inout Content) -> Mode? {
    guard let filler = bits.read(2), filler < 3 else { return nil }
    var other: (index: Int, position: Int)?
    var groups: [UInt8] = []
    // The place of the other character in the last group.
    var last: (index: Int, position: Int)?
    while let value = bits.read(10) {
      switch value {
      case 0..<1000:
        last = other
        let three = [UInt8(0x30 + value / 100), UInt8(0x30 + value / 10 % 10), UInt8(0x30 + value % 10)]
        for (i, digit) in three.enumerated() {
          if let other, other.position == i { groups += others[other.index] }
          groups.append(digit)
        }
        other = nil
      case 1000...1017:
        guard other == nil else { return nil }
        other = ((value - 1000) / 3, (value - 1000) % 3)
      default:
        guard other == nil, !groups.isEmpty || filler == 0 else { return nil }
        // The digits that only fill up are zeros, and nothing stands between them.
        if let last, last.position > 3 - filler { return nil }
        guard groups.suffix(filler).allSatisfy({ $0 == 0x30 }) else { return nil }
        content.bytes += groups.dropLast(filler)
        return [.end, .chinese, .lower, .upper, .mixed, .byte][value - 1018]
      }
    }
    return nil
  }

  /// What may stand between digits.
  static let others: [[UInt8]] = [[0x20], [0x2b], [0x2d], [0x2e], [0x2c], [0x0d, 0x0a]]

  private static func letters(_ bits: inout BitStream, _ content: inout Content, _ first: UInt8, _ other: Mode) -> Mode?
  {
    while let value = bits.read(5) {
      switch value {
      case 0..<26: content.bytes.append(first + UInt8(value))
      case 26: content.bytes.append(0x20)
      case 27: return .end
      case 28: return .chinese
      case 29: return .digits
      case 30: return other
      default:
        switch bits.read(2) {
        case 0: return .mixed
        case 1: guard shift(&bits, &content) else { return nil }
        case 2: return .byte
        default: return nil
        }
      }
    }
    return nil
  }

  private static func shift(_ bits: inout BitStream, _ content: inout Content) -> Bool {
    guard let value = bits.read(6), value < shifted.count else { return false }
    content.bytes.append(shifted[value])
    return true
  }

  private static func mixed(_ bits: inout BitStream, _ content: inout Content) -> Mode? {
    while let value = bits.read(6) {
      switch value {
      case 0..<10: content.bytes.append(0x30 + UInt8(value))
      case 10..<36: content.bytes.append(0x41 + UInt8(value - 10))
      case 36..<62: content.bytes.append(0x61 + UInt8(value - 36))
      case 62: content.bytes.append(0x20)
      default:
        switch bits.read(4) {
        case 0: return .end
        case 1: return .chinese
        case 2: return .digits
        case 3: return .lower
        case 4: return .upper
        case 6: guard shift(&bits, &content) else { return nil }
        case 7: return .byte
        default: return nil
        }
      }
    }
    return nil
  }

  private static func bytes(_ bits: inout BitStream, _ content: inout Content) -> Mode? {
    guard let count = bits.read(9) else { return nil }
    for _ in 0...count {
      guard let byte = bits.read(8) else { return nil }
      content.bytes.append(UInt8(byte))
    }
    guard let value = bits.read(4) else { return nil }
    // More bytes than one count can say.
    if value == 7 { return .byte }
    return value <= 5 ? Mode(rawValue: value) : nil
  }
}
