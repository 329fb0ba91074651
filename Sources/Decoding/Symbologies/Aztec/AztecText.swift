import ReaderCore

/// The data of an Aztec Code: five sets of characters with latches and shifts, and bytes (ISO/IEC 24778:2008, clause 7.3).
enum AztecText {
  /// What codewords say.
  struct Content: Equatable {
    var bytes: [UInt8] = []
    var segments: [ECISegment] = []
    var structuredAppend: StructuredAppend?
    /// Where FNC1 stands: before everything (GS1 element strings), or behind a letter or two digits (a format that AIM has given a name).
    var fnc1: Int?

    /// Annex F: sets of symbols have the second half of the digits.
    var aimID: String {
      let form = (fnc1 == nil ? 0 : fnc1 == 0 ? 1 : 2) + (segments.isEmpty ? 0 : 3) + (structuredAppend == nil ? 0 : 6)
      return "]z" + String(form, radix: 16, uppercase: true)
    }
  }

  enum Set { case upper, lower, mixed, punctuation, digit }

  /// What a value of a set does.
  enum Meaning {
    case bytes([UInt8])
    case latch(Set)
    case shift(Set)
    case binary
    case flag
  }

  private static func letters(_ first: UInt8) -> [Meaning] {
    [.shift(.punctuation), .bytes([0x20])] + (first..<first + 26).map { .bytes([$0]) }
  }

  private static let upper = letters(0x41) + [.latch(.lower), .latch(.mixed), .latch(.digit), .binary]
  private static let lower = letters(0x61) + [.shift(.upper), .latch(.mixed), .latch(.digit), .binary]
  private static let mixed: [Meaning] =
    [.shift(.punctuation), .bytes([0x20])] + (1...13).map { .bytes([$0]) } + (27...31).map { .bytes([$0]) }
    + Array("@\\^_`|~\u{7f}".utf8).map { .bytes([$0]) }
    + [.latch(.lower), .latch(.upper), .latch(.punctuation), .binary]
  private static let punctuation: [Meaning] =
    [.flag, .bytes([13]), .bytes([13, 10]), .bytes([0x2e, 0x20]), .bytes([0x2c, 0x20]), .bytes([0x3a, 0x20])]
    + Array("!\"#$%&'()*+,-./:;<=>?[]{}".utf8).map { .bytes([$0]) } + [.latch(.upper)]
  private static let digit: [Meaning] =
    [.shift(.punctuation), .bytes([0x20])] + (0x30...0x39).map { .bytes([$0]) }
    + [.bytes([0x2c]), .bytes([0x2e]), .latch(.upper), .shift(.upper)]

  private static func table(_ set: Set) -> [Meaning] {
    switch set {
    case .upper: upper
    case .lower: lower
    case .mixed: mixed
    case .punctuation: punctuation
    case .digit: digit
    }
  }

  /// What stands for FNC1 inside of a message.
  private static let separator: UInt8 = 29

  /// The bits of data codewords: a bit is stuffed where all others of a codeword are alike. Nil where they all are.
  static func bits(_ words: [UInt16], width: Int) -> BitStream? {
    var bits = BitStream()
    let ones = (1 << (width - 1)) - 1
    for word in words {
      let high = Int(word) >> 1
      switch (high, word & 1) {
      case (0, 0), (ones, 1): return nil
      case (0, _), (ones, _): bits.append(high, width - 1)
      default: bits.append(Int(word), width)
      }
    }
    return bits
  }

  /// Reads data codewords of a width; nil when they do not follow the standard.
  static func decode(_ words: [UInt16], width: Int) -> Content? {
    guard var bits = bits(words, width: width) else { return nil }
    var content = Content()
    // To the mixed set and back: a part of a set.
    var rest = bits
    let isPart = rest.read(5) == 29 && rest.read(5) == 29
    var set = Set.upper
    var shifted: Set?
    var open: (eci: Int32, from: Int)?
    func close() {
      if let open, open.from < content.bytes.count {
        content.segments.append(ECISegment(eci: open.eci, range: open.from..<content.bytes.count))
      }
    }
    reading: while let value = bits.read((shifted ?? set) == .digit ? 4 : 5) {
      let meaning = table(shifted ?? set)[value]
      shifted = nil
      switch meaning {
      case .bytes(let some): content.bytes += some
      case .latch(let next): set = next
      case .shift(let next): shifted = next
      case .binary:
        guard let short = bits.read(5) else { break reading }
        var count = short
        if short == 0 {
          guard let long = bits.read(11) else { break reading }
          count = long + 31
        }
        for _ in 0..<count {
          guard let byte = bits.read(8) else { break reading }
          content.bytes.append(UInt8(byte))
        }
      case .flag:
        guard let flag = bits.read(3) else { break reading }
        if flag == 7 { return nil }
        if flag == 0 {
          if content.fnc1 == nil, isFirst(content.bytes) {
            content.fnc1 = content.bytes.count
          } else {
            content.bytes.append(separator)
          }
          continue
        }
        var number = 0
        for _ in 0..<flag {
          guard let digit = bits.read(4), (2...11).contains(digit) else { return nil }
          number = 10 * number + digit - 2
        }
        // What comes before the first one is ISO 8859-1.
        if open == nil, !content.bytes.isEmpty { open = (3, 0) }
        close()
        open = (Int32(number), content.bytes.count)
      }
    }
    close()
    guard !isPart || takePlace(&content) else { return nil }
    return content
  }

  /// Whether FNC1 behind these bytes says what the message is.
  private static func isFirst(_ bytes: [UInt8]) -> Bool {
    switch bytes.count {
    case 0: true
    case 1: (0x41...0x5a).contains(bytes[0]) || (0x61...0x7a).contains(bytes[0])
    case 2: bytes.allSatisfy { (0x30...0x39).contains($0) }
    default: false
    }
  }

  /// Takes the place in a set, its size, and what the set is called between spaces, off the front; false when they are not there.
  private static func takePlace(_ content: inout Content) -> Bool {
    // Character sets of what was before would begin in the middle.
    guard content.segments.isEmpty, content.fnc1 == nil else { return false }
    var bytes = content.bytes[...]
    var parity = 0
    if bytes.first == 0x20 {
      guard let end = bytes.dropFirst().firstIndex(of: 0x20) else { return false }
      let name = bytes[1..<end]
      if name.count <= 8, name.allSatisfy({ (0x30...0x39).contains($0) }) {
        parity = name.reduce(0) { 10 * $0 + Int($1 - 0x30) }
      }
      bytes = bytes[(end + 1)...]
    }
    guard let index = bytes.popFirst(), let count = bytes.popFirst(), (0x41...0x5a).contains(index),
      (0x41...0x5a).contains(count), index <= count
    else { return false }
    content.structuredAppend = StructuredAppend(
      index: Int(index - 0x41), count: Int(count - 0x41) + 1, parity: parity)
    content.bytes = Array(bytes)
    return true
  }
}
