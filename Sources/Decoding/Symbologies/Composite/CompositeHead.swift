/// How element strings of a 2D component begin: dates with lots, and AI 90, have encodations of their own (ISO/IEC 24723, 5.3).
struct CompositeHead {
  private(set) var bits = BitStream()
  /// What is left for the general-purpose field, and the mode that this begins in.
  private(set) var rest: [UInt8]
  private(set) var mode = GeneralPurposeField.Mode.numeric
  /// The last character was written as a letter of AI 90.
  private(set) var endsInLetters = false

  private static let separator = GeneralPurposeField.separator

  init(_ message: [UInt8]) {
    rest = message
    if takeDate() || takeInternal() { return }
    bits.append(0, 1)
  }

  /// AI 11 or 17, and AI 10 behind it, or AI 10 alone.
  private mutating func takeDate() -> Bool {
    if rest.starts(with: [0x31, 0x30]) {
      bits.append(0b1011, 4)
      rest.removeFirst(2)
      return true
    }
    let digits = rest.prefix(8).map { Int($0) - 0x30 }
    guard digits.count == 8, digits.allSatisfy({ (0...9).contains($0) }), digits[0] == 1, [1, 7].contains(digits[1])
    else { return false }
    let (year, month, day) = (
      10 * digits[2] + digits[3], 10 * digits[4] + digits[5], 10 * digits[6] + digits[7]
    )
    guard (1...12).contains(month), day < 32 else { return false }
    bits.append(0b10, 2)
    bits.append(384 * year + 32 * (month - 1) + day, 16)
    bits.append(digits[1] == 7 ? 1 : 0, 1)
    rest.removeFirst(8)
    if rest.isEmpty {
      // FNC1 tells that no lot follows; alone it needs a latch.
      bits.append(0b0000_01111, 9)
    } else if rest.starts(with: [0x31, 0x30]) {
      rest.removeFirst(2)
    } else {
      rest.insert(CompositeHead.separator, at: 0)
    }
    return true
  }

  /// AI 90 with up to three digits and a letter first.
  private mutating func takeInternal() -> Bool {
    guard rest.starts(with: [0x39, 0x30]) else { return false }
    let end = rest.firstIndex(of: CompositeHead.separator) ?? rest.count
    let field = Array(rest[2..<end])
    func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) }
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    guard let place = field.prefix(4).firstIndex(where: isLetter), field[..<place].allSatisfy(isDigit),
      field[0] != 0x30
    else { return false }
    let behind = field[(place + 1)...]
    let letters = behind.count(where: isLetter)
    let isPlain = behind.allSatisfy { isLetter($0) || isDigit($0) }
    let isAlphabetic = isPlain && 2 * letters > behind.count
    bits.append(0b11, 2)
    if isAlphabetic {
      bits.append(0b11, 2)
    } else if isPlain, letters == 0 {
      bits.append(0b10, 2)
    } else {
      bits.append(0, 1)
      mode = .alphanumeric
    }
    var others = Array(rest[end...])
    // The identifier of what follows need not be spelt.
    if others.dropFirst().starts(with: Array("21".utf8)) {
      bits.append(0b10, 2)
      others.removeSubrange(1..<3)
    } else if others.dropFirst().starts(with: Array("8004".utf8)) {
      bits.append(0b11, 2)
      others.removeSubrange(1..<5)
    } else {
      bits.append(0, 1)
    }
    let number = field[..<place].reduce(0) { 10 * $0 + Int($1) - 0x30 }
    if number < 31, let code = CompositeMessage.letters.firstIndex(of: field[place]) {
      bits.append(number, 5)
      bits.append(code, 4)
    } else {
      bits.append(31, 5)
      bits.append(number, 10)
      bits.append(Int(field[place]) - 0x41, 5)
    }
    guard isAlphabetic else {
      rest = behind + others
      return true
    }
    for byte in behind {
      if isLetter(byte) { bits.append(Int(byte) - 0x41, 5) } else { bits.append(Int(byte) - 0x30 + 52, 6) }
    }
    if !others.isEmpty { bits.append(31, 5) }
    rest = Array(others.dropFirst())
    endsInLetters = others.isEmpty
    return true
  }
}
