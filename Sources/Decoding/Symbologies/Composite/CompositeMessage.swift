/// The element strings of a 2D component from its bits (ISO/IEC 24723, clause 5), and those of a whole composite.
enum CompositeMessage {
  private static let separator = GeneralPurposeField.separator

  /// The element strings without their leading FNC1, separators are 0x1D; nil when the bits are none.
  static func decode(_ bits: CompositeBits) -> [UInt8]? {
    var bits = bits
    guard let method = bits.read(1) else { return nil }
    var message: [UInt8]?
    if method == 0 {
      message = GeneralPurposeField.decode(&bits)
    } else if let second = bits.read(1) {
      message = second == 0 ? dateAndLot(&bits) : internalUse(&bits)
    }
    guard var message else { return nil }
    while message.last == separator { message.removeLast() }
    return message.isEmpty ? nil : message
  }

  /// A date (AI 11 or 17), a lot number (AI 10) and whatever follows.
  private static func dateAndLot(_ bits: inout CompositeBits) -> [UInt8]? {
    var out: [UInt8] = []
    if bits.peek(2) == 3 {
      bits.skip(2)
    } else {
      guard let date = bits.read(16), let kind = bits.read(1) else { return nil }
      let (year, month, day) = (date / 384, date % 384 / 32 + 1, date % 32)
      guard year < 100 else { return nil }
      out += kind == 0 ? [0x31, 0x31] : [0x31, 0x37]
      for part in [year, month, day] { out += [UInt8(0x30 + part / 10), UInt8(0x30 + part % 10)] }
    }
    guard let rest = GeneralPurposeField.decode(&bits) else { return nil }
    if rest.first == separator { return out + rest.dropFirst() }
    return rest.isEmpty ? out : out + [0x31, 0x30] + rest
  }

  /// AI 90 with up to three digits and a letter first.
  private static func internalUse(_ bits: inout CompositeBits) -> [UInt8]? {
    guard let plain = bits.read(1) else { return nil }
    var mode = GeneralPurposeField.Mode.alphanumeric
    var isLetters = false
    if plain == 1 {
      guard let kind = bits.read(1) else { return nil }
      mode = .numeric
      isLetters = kind == 1
    }
    // The identifier of the second element string need not be spelt.
    var next: [UInt8] = []
    guard let hasNext = bits.read(1) else { return nil }
    if hasNext == 1 {
      guard let kind = bits.read(1) else { return nil }
      next = Array((kind == 0 ? "21" : "8004").utf8)
    }
    guard var number = bits.read(5) else { return nil }
    let letter: UInt8
    if number == 31 {
      guard let large = bits.read(10), large < 1000, let code = bits.read(5), code < 26 else { return nil }
      number = large
      letter = UInt8(0x41 + code)
    } else {
      guard let code = bits.read(4) else { return nil }
      letter = letters[code]
    }
    var out = [0x39, 0x30] + (number > 0 ? Array("\(number)".utf8) : []) + [letter]
    var rest: [UInt8] = []
    if isLetters {
      guard alphabetic(&bits, &rest) else { return nil }
    }
    guard let field = GeneralPurposeField.decode(&bits, from: mode) else { return nil }
    rest += field
    guard let end = rest.firstIndex(of: separator) else { return next.isEmpty ? out + rest : nil }
    out += rest[...end] + next + rest[(end + 1)...]
    return out
  }

  /// The letters of AI 90 that four bits stand for (table 3).
  static let letters = Array("BDHIJKLNPQRSTVWZ".utf8)

  /// Letters in five bits and digits in six, up to FNC1 or the end.
  private static func alphabetic(_ bits: inout CompositeBits, _ out: inout [UInt8]) -> Bool {
    while let five = bits.peek(5) {
      if five < 26 {
        bits.skip(5)
        out.append(UInt8(0x41 + five))
      } else if five == 31 {
        bits.skip(5)
        out.append(separator)
        return true
      } else {
        guard let six = bits.read(6), six >= 52, six < 62 else { return false }
        out.append(UInt8(0x30 + six - 52))
      }
    }
    bits.skip(5)
    return true
  }

  // MARK: The whole

  /// Linear and 2D element strings as one message: a separator stands between them where the last one of the linear
  /// component has no predefined length (GS1 General Specifications, section 7.8).
  static func joined(_ linear: [UInt8], _ composite: [UInt8]) -> [UInt8] {
    linear + (endsWithPredefinedLength(linear) ? [] : [separator]) + composite
  }

  private static func endsWithPredefinedLength(_ message: [UInt8]) -> Bool {
    var i = 0
    var isPredefined = false
    while i < message.count {
      if message[i] == separator {
        i += 1
        continue
      }
      guard i + 1 < message.count, let length = predefinedLength(message[i], message[i + 1]) else {
        isPredefined = false
        while i < message.count, message[i] != separator { i += 1 }
        continue
      }
      i += length
      isPredefined = i == message.count
    }
    return isPredefined
  }

  /// Characters of element strings with their identifier, by the identifier's first two digits.
  private static func predefinedLength(_ first: UInt8, _ second: UInt8) -> Int? {
    guard (0x30...0x39).contains(first), (0x30...0x39).contains(second) else { return nil }
    switch Int(first - 0x30) * 10 + Int(second - 0x30) {
    case 0: return 20
    case 1...3, 41: return 16
    case 4: return 18
    case 11...19: return 8
    case 20: return 4
    case 31...36: return 10
    default: return nil
    }
  }
}
