/// Characters as bits.
extension GeneralPurposeField {
  /// The bits of characters, and the mode that they end in; nil when one is not in ISO/IEC 646.
  ///
  /// - Parameter start: The mode that they begin in.
  static func encode(_ text: [UInt8], from start: Mode = .numeric) -> (bits: BitStream, mode: Mode)? {
    var bits = BitStream()
    var mode = start
    var at = 0
    func isNumeric(_ i: Int) -> Bool { i < text.count && (text[i] == separator || (0x30...0x39).contains(text[i])) }
    func run(_ holds: (Int) -> Bool) -> Int { (at..<text.count).prefix(while: holds).count }
    while at < text.count {
      switch mode {
      case .numeric:
        // The last digit of an odd number is followed by an FNC1, which is no part of the message; two FNC1 are no pair.
        let (first, second) = (number(text[at]), at + 1 < text.count ? number(text[at + 1]) : 10)
        guard let first, let second, first + second < 20 else {
          bits.append(0, 4)
          mode = .alphanumeric
          continue
        }
        bits.append(11 * first + second + 8, 7)
        at += 2
      case .alphanumeric, .iso646:
        if run(isNumeric) >= 6, text[at] != separator || text[at + 1] != separator {
          bits.append(0, 3)
          mode = .numeric
          continue
        }
        let letters = run { alphanumeric(text[$0]) != nil }
        if mode == .alphanumeric ? letters == 0 : letters >= 10 || (letters > 4 && at + letters == text.count) {
          bits.append(4, 5)
          mode = mode == .alphanumeric ? .iso646 : .alphanumeric
          continue
        }
        guard let (value, width) = mode == .alphanumeric ? alphanumeric(text[at]) : full(text[at]) else { return nil }
        bits.append(value, width)
        if text[at] == separator { mode = .numeric }
        at += 1
      }
    }
    return (bits, mode)
  }

  /// Fills up to a number of bits with what says nothing.
  static func pad(_ bits: inout BitStream, _ mode: Mode, to count: Int) {
    var filling = mode == .numeric ? [0, 0, 0, 0] : []
    while bits.count + filling.count < count { filling += [0, 0, 1, 0, 0] }
    for bit in filling.prefix(count - bits.count) { bits.append(bit, 1) }
  }

  private static func number(_ byte: UInt8) -> Int? {
    byte == separator ? 10 : (0x30...0x39).contains(byte) ? Int(byte) - 0x30 : nil
  }

  private static func alphanumeric(_ byte: UInt8) -> (Int, Int)? {
    switch byte {
    case separator: (15, 5)
    case 0x30...0x39: (Int(byte) - 0x30 + 5, 5)
    case 0x41...0x5a: (Int(byte) - 0x41 + 32, 6)
    default: alphanumericMarks.firstIndex(of: byte).map { ($0 + 58, 6) }
    }
  }

  private static func full(_ byte: UInt8) -> (Int, Int)? {
    switch byte {
    case separator: (15, 5)
    case 0x30...0x39: (Int(byte) - 0x30 + 5, 5)
    case 0x41...0x5a: (Int(byte) - 0x41 + 64, 7)
    case 0x61...0x7a: (Int(byte) - 0x61 + 90, 7)
    default: iso646Marks.firstIndex(of: byte).map { ($0 + 232, 8) }
    }
  }
}
