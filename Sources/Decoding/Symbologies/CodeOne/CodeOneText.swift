import ReaderCore

/// The data codewords of a Code One (AIM USS Code One, 1994): ASCII, C40, Text, EDI, decimal and byte. Checked against what zint 2.11
/// writes.
enum CodeOneText {
  /// What codewords say.
  struct Content: Equatable {
    var bytes: [UInt8] = []
    var segments: [ECISegment] = []
    var structuredAppend: StructuredAppend?
    /// FNC1 in the first place: GS1 element strings.
    var isGS1 = false
  }

  private static let separator: UInt8 = 29

  /// Reads data codewords; nil when they do not follow the standard.
  static func decode(_ words: [UInt8]) -> Content? {
    var content = Content()
    var at = 0
    // A part of a set: FNC2 in the second place, or in the third with larger numbers.
    if words.count > 3, words[0] < 225, words[1] == 233 {
      let value = Int(words[0])
      guard value / 15 <= value % 15 else { return nil }
      content.structuredAppend = StructuredAppend(index: value / 15, count: value % 15 + 1, parity: 0)
      at = 2
    } else if words.count > 4, words[2] == 233, words[0] > 0, words[0] <= words[1], words[1] <= 128 {
      content.structuredAppend = StructuredAppend(index: Int(words[0]) - 1, count: Int(words[1]), parity: 0)
      at = 3
    }
    // A pad and a backslash in front say that backslashes carry character sets.
    let hasSets = words.count > at + 2 && words[at] == 129 && words[at + 1] == 93
    if hasSets { at += 2 }
    guard ascii(words, at, &content) else { return nil }
    return hasSets ? escaped(content) : content
  }

  private static func ascii(_ words: [UInt8], _ from: Int, _ content: inout Content) -> Bool {
    var at = from
    while at < words.count {
      let word = words[at]
      at += 1
      switch word {
      case 1...128: content.bytes.append(word - 1)
      case 129: return words[at...].allSatisfy { $0 == 129 }
      case 130...229: content.bytes += [0x30 + (word - 130) / 10, 0x30 + (word - 130) % 10]
      case 230, 239:
        guard triplets(words, &at, isText: word == 239, &content) else { return false }
      case 231: guard bytes(words, &at, &content) else { return false }
      case 232, 236:
        if content.bytes.isEmpty { content.isGS1 = true } else { content.bytes.append(separator) }
        if word == 236, !digits(words, &at, skipped: 0, &content) { return false }
      case 235:
        guard at < words.count, (1...128).contains(words[at]) else { return false }
        content.bytes.append(words[at] - 1 + 128)
        at += 1
      case 238: guard edi(words, &at, &content) else { return false }
      case 240...255:
        at -= 1
        guard digits(words, &at, skipped: 4, &content) else { return false }
      default: return false
      }
    }
    return true
  }

  private static func bytes(_ words: [UInt8], _ at: inout Int, _ content: inout Content) -> Bool {
    guard at < words.count else { return false }
    var count = Int(words[at])
    at += 1
    if count == 0 { count = words.count - at }
    if count >= 250 {
      guard at < words.count else { return false }
      count = (count - 249) * 250 + Int(words[at])
      at += 1
    }
    guard count > 0, at + count <= words.count else { return false }
    content.bytes += words[at..<at + count]
    at += count
    return true
  }

  /// Hands out the values of codewords until their mode ends; false when some are none, or one is refused.
  private static func eachValue(_ words: [UInt8], _ at: inout Int, _ take: (Int) -> Bool) -> Bool {
    while at < words.count {
      if words[at] == 255 {
        at += 1
        return true
      }
      // A single codeword at the end is ASCII.
      if at + 1 == words.count { return true }
      guard let values = three(words, &at) else { return false }
      for value in values where !take(value) { return false }
    }
    return true
  }

  /// Three values in two codewords; false where there are none.
  private static func three(_ words: [UInt8], _ at: inout Int) -> [Int]? {
    let value = Int(words[at]) << 8 | Int(words[at + 1])
    guard value > 0, value <= 64000 else { return nil }
    at += 2
    return [(value - 1) / 1600, (value - 1) / 40 % 40, (value - 1) % 40]
  }

  /// C40, or Text with the letters exchanged.
  private static func triplets(_ words: [UInt8], _ at: inout Int, isText: Bool, _ content: inout Content) -> Bool {
    var (set, isUpper) = (0, false)
    func put(_ byte: UInt8) {
      content.bytes.append(isUpper ? byte | 128 : byte)
      (set, isUpper) = (0, false)
    }
    return eachValue(words, &at) { value in
      switch (set, value) {
      case (0, 0...2): set = value + 1
      case (0, 3): put(0x20)
      case (0, 4...13): put(0x30 + UInt8(value - 4))
      case (0, _): put((isText ? 0x61 : 0x41) + UInt8(value - 14))
      case (1, 0...31): put(UInt8(value))
      case (2, 0...14): put(0x21 + UInt8(value))
      case (2, 15...21): put(0x3a + UInt8(value - 15))
      case (2, 22...26): put(0x5b + UInt8(value - 22))
      case (2, 27):
        content.bytes.append(separator)
        set = 0
      case (2, 30): (set, isUpper) = (0, true)
      case (3, 0): put(0x60)
      case (3, 1...26): put((isText ? 0x41 : 0x61) + UInt8(value - 1))
      case (3, 27...31): put(0x7b + UInt8(value - 27))
      default: return false
      }
      return true
    }
  }

  private static func edi(_ words: [UInt8], _ at: inout Int, _ content: inout Content) -> Bool {
    eachValue(words, &at) { value in
      switch value {
      case 0...3: content.bytes.append([0x0d, 0x2a, 0x3e, 0x20][value])
      case 4...13: content.bytes.append(0x30 + UInt8(value - 4))
      default: content.bytes.append(0x41 + UInt8(value - 14))
      }
      return true
    }
  }

  /// Three digits in ten bits, as they come; then six ones, or what is left of a codeword, with one digit more at most.
  private static func digits(_ words: [UInt8], _ at: inout Int, skipped: Int, _ content: inout Content) -> Bool {
    var bits = BitStream(Array(words[at...]))
    let total = bits.count
    guard bits.read(skipped) != nil else { return false }
    // What the rest of the codeword says behind the end: a digit, or all ones for none.
    func rest(_ count: Int) -> Bool {
      guard let value = bits.read(4) else { return false }
      if value != 15 {
        guard (1...10).contains(value) else { return false }
        content.bytes.append(0x30 + UInt8(value - 1))
      }
      return count == 4 || bits.read(2) == 1
    }
    var isDone = false
    while !isDone {
      let left = (8 - (total - bits.count) % 8) % 8
      let byte = at + (total - bits.count) / 8
      // The data may end with the codeword that the digits end in.
      let isEnd = byte + 1 >= words.count || words[(byte + 1)...].allSatisfy { $0 == 129 }
      if left >= 4, isEnd, let digit = closing(words[byte], left) {
        // One or two pads could as well be more digits.
        guard byte + 1 == words.count || byte + 3 < words.count else { return false }
        content.bytes += digit
        at = byte + 1
        return true
      }
      var peek = bits
      if peek.read(6) == 63 {
        bits = peek
        let left = (8 - (total - bits.count) % 8) % 8
        if left >= 4, !rest(left) { return false }
        if left == 2, let fill = bits.read(2), fill != 3 && fill != 1 { return false }
        isDone = true
        continue
      }
      guard let value = bits.read(10), (1...1000).contains(value) else { return false }
      content.bytes += [
        0x30 + UInt8((value - 1) / 100), 0x30 + UInt8((value - 1) / 10 % 10), 0x30 + UInt8((value - 1) % 10),
      ]
    }
    at += (total - bits.count) / 8
    return (total - bits.count) % 8 == 0
  }

  /// The digit that stands in the last bits of a codeword when the digits end in it: none in four ones, one at most in six bits.
  private static func closing(_ word: UInt8, _ left: Int) -> [UInt8]? {
    if left == 4 { return word & 15 == 15 ? [] : nil }
    guard left == 6, word & 3 == 1 else { return nil }
    let value = word >> 2 & 15
    if value == 15 { return [] }
    return (1...10).contains(value) ? [0x30 + value - 1] : nil
  }

  /// Takes the numbers of character sets out: a backslash and six digits; backslashes of the data are doubled.
  private static func escaped(_ content: Content) -> Content? {
    var out = content
    out.bytes = []
    var open: (eci: Int32, start: Int)?
    func close() {
      if let open, out.bytes.count > open.start {
        out.segments.append(ECISegment(eci: open.eci, range: open.start..<out.bytes.count))
      }
    }
    var at = 0
    while at < content.bytes.count {
      let byte = content.bytes[at]
      at += 1
      guard byte == 0x5c else {
        out.bytes.append(byte)
        continue
      }
      guard at < content.bytes.count else { return nil }
      if content.bytes[at] == 0x5c {
        out.bytes.append(byte)
        at += 1
        continue
      }
      var number: Int32 = 0
      guard at + 6 <= content.bytes.count else { return nil }
      for digit in content.bytes[at..<at + 6] {
        guard (0x30...0x39).contains(digit) else { return nil }
        number = 10 * number + Int32(digit - 0x30)
      }
      at += 6
      close()
      open = (number, out.bytes.count)
    }
    close()
    return out
  }
}
