import ReaderCore

/// What the data codewords of a DotCode say (AIM ISS DotCode, revision 4.0, tables 1 and 2).
///
/// Codewords are read in code set C at first: pairs of digits. Sets A and B have the values of Code 128; in binary mode six
/// codewords of 103 values are five of 259: bytes, and three that announce a character set.
enum DotCodeText {
  /// One message. A symbol can hold several; each is a result of its own.
  struct Message: Equatable {
    var bytes: [UInt8] = []
    var segments: [ECISegment] = []
    var structuredAppend: StructuredAppend?
    var isGS1 = false
    /// FNC1 behind the first letter or pair of digits.
    var isAIM = false

    /// The identifier of ISO/IEC 15424.
    var aimID: String { "]J\((isGS1 ? 1 : isAIM ? 2 : 0) + (segments.isEmpty ? 0 : 3))" }
  }

  static let fnc1: UInt8 = 107
  static let fnc2: UInt8 = 108
  static let fnc3: UInt8 = 109
  static let separator: UInt8 = 0x1d

  /// The messages of a symbol that hold anything; nil when the codewords break the rules.
  static func decode(_ codewords: [UInt8]) -> [Message]? {
    var parser = DotCodeParser(codewords)
    return parser.run() ? parser.messages : nil
  }

  /// What a codeword of set B above the printable characters is.
  static func control(_ word: UInt8) -> [UInt8]? {
    switch word {
    case 96: [13, 10]
    case 97: [9]
    case 98: [28]
    case 99: [29]
    case 100: [30]
    default: nil
    }
  }

  /// Codewords of bytes, by latches as they come; not the fewest.
  ///
  /// - Parameters:
  ///   - isGS1: The bytes are element strings; separators are 0x1D.
  ///   - eci: Declares a character set.
  /// - Returns: The codewords, and whether the last of them are binary.
  static func encode(_ bytes: [UInt8], isGS1: Bool = false, eci: Int? = nil) -> (words: [UInt8], endsInBinary: Bool) {
    var out: [UInt8] = []
    func digits(_ from: Int) -> Int { bytes[from...].prefix { (0x30...0x39).contains($0) }.count }
    if let eci { out += declaration(eci) } else if !isGS1, digits(0) >= 2 { out.append(fnc1) }
    var set: Character = "C"
    func latch(_ to: Character) {
      guard set != to else { return }
      switch (set, to) {
      case ("C", "A"), ("A", "A"): out.append(101)
      case ("C", "B"), ("A", "C"), ("B", "C"): out.append(106)
      case ("A", "B"), ("B", "A"): out.append(102)
      case ("X", "A"): out.append(109)
      case ("X", "B"): out.append(110)
      case ("X", "C"): out.append(111)
      default: out.append(112)
      }
      set = to
    }
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      if digits(i) >= (set == "C" ? 2 : 6) {
        latch("C")
        out.append((byte - 0x30) * 10 + bytes[i + 1] - 0x30)
        i += 2
      } else if byte >= 128 {
        latch("X")
        // Up to five at once.
        let run = Array(bytes[i...].prefix { $0 >= 128 }.prefix(5))
        var number = run.reduce(0) { $0 * 259 + Int($1) }
        var group: [UInt8] = []
        for _ in 0...run.count {
          group.append(UInt8(number % 103))
          number /= 103
        }
        out += group.reversed()
        i += run.count
        // Fewer than five end the run: the next ones would be taken for the rest of it.
        if run.count < 5, i < bytes.count { latch("B") }
      } else if byte == separator, isGS1 {
        if set == "X" { latch("B") }
        out.append(fnc1)
        i += 1
      } else if byte < 32 || (set == "A" && byte < 96) {
        latch("A")
        out.append(byte < 32 ? byte + 64 : byte - 32)
        i += 1
      } else {
        latch("B")
        out.append(byte - 32)
        i += 1
      }
    }
    return (out, set == "X")
  }

  private static func declaration(_ eci: Int) -> [UInt8] {
    if eci < 40 { return [fnc2, UInt8(max(0, eci))] }
    let rest = min(eci, 811_799) - 40
    return [fnc2, UInt8(rest / 12_769 + 40), UInt8(rest / 113 % 113), UInt8(rest % 113)]
  }
}
