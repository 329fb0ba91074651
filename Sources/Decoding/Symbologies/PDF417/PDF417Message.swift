import ReaderCore

/// From data codewords to what they say (ISO/IEC 15438, clause 5.4, annex H; ISO/IEC 24728, clause 5.3).
struct PDF417Message {
  private let words: [Int]
  private var at = 0
  private var content = PDF417Content()
  private let isMicro: Bool

  /// Codewords with a meaning of their own.
  private enum Function {
    static let text = 900
    static let bytes = 901
    static let numeric = 902
    static let byte = 913
    static let linked = 918
    static let composite = 920
    static let initialisation = 921
    static let terminator = 922
    static let field = 923
    static let sixes = 924
    static let userECI = 925
    static let generalECI = 926
    static let charsetECI = 927
    static let macro = 928
  }

  /// Decodes all codewords of a corrected symbol but those for error correction; nil when they do not follow the standard.
  static func decode(_ data: [Int], isMicro: Bool) -> PDF417Content? {
    guard data.allSatisfy({ (0..<929).contains($0) }) else { return nil }
    if isMicro {
      var message = PDF417Message(words: data, isMicro: true)
      return message.decoded()
    }
    // The first is the number of them, itself included.
    guard let count = data.first, count > 1, count <= data.count else { return nil }
    var message = PDF417Message(words: Array(data[1..<count]), isMicro: false)
    return message.decoded()
  }

  private init(words: [Int], isMicro: Bool) {
    self.words = words
    self.isMicro = isMicro
  }

  private mutating func decoded() -> PDF417Content? {
    while at < words.count {
      let isFirst = at == 0
      let word = words[at]
      switch word {
      case ..<900, Function.byte:
        guard text() else { return nil }
        continue
      default: break
      }
      at += 1
      var done = true
      switch word {
      case Function.text: done = text()
      case Function.bytes, Function.sixes: done = bytes(inSixes: word == Function.sixes)
      case Function.numeric: done = numeric()
      case Function.charsetECI, Function.generalECI, Function.userECI: done = declare(word)
      case Function.macro: done = macro()
      case Function.initialisation: done = isFirst
      case Function.composite:
        content.kind = .component
        done = isFirst
      // The linear code that it belongs to is none of EAN.UCC.
      case Function.linked: done = true
      case 903...911 where isMicro && isFirst: done = emulation(word)
      case 916, 917: done = isMicro && isFirst && envelope(word)
      default: done = false
      }
      guard done else { return nil }
    }
    content.close()
    guard !content.bytes.isEmpty else { return nil }
    return content
  }

  /// The next codeword when it is data.
  private var data: Int? { at < words.count && words[at] < 900 ? words[at] : nil }

  /// Whether a codeword ends what goes on.
  private static func ends(_ word: Int) -> Bool {
    switch word {
    case Function.text, Function.bytes, Function.numeric, Function.sixes, Function.terminator, Function.field,
      Function.macro:
      true
    default: false
    }
  }

  /// A declared character set; its number stands in one or two codewords.
  private mutating func declare(_ word: Int) -> Bool {
    guard let first = data else { return false }
    at += 1
    switch word {
    case Function.charsetECI: content.declare(first)
    case Function.userECI: content.declare(810_900 + first)
    default:
      guard let second = data else { return false }
      at += 1
      content.declare(900 * (first + 1) + second)
    }
    return true
  }

  private mutating func text() -> Bool {
    var reader = PDF417Text.Reader()
    while at < words.count {
      let word = words[at]
      if PDF417Message.ends(word) { return true }
      at += 1
      switch word {
      case ..<900:
        reader.take(word / 30, &content)
        reader.take(word % 30, &content)
      case Function.byte:
        while at < words.count, (Function.userECI...Function.charsetECI).contains(words[at]) {
          at += 1
          guard declare(words[at - 1]) else { return false }
        }
        guard let byte = data, byte < 256 else { return false }
        at += 1
        reader.take(byte: UInt8(byte), &content)
      case Function.userECI...Function.charsetECI:
        guard declare(word) else { return false }
      default: return false
      }
    }
    return true
  }

  /// Six bytes in five codewords. Without `inSixes` the last one to five codewords are a byte each.
  private mutating func bytes(inSixes: Bool) -> Bool {
    // How many there are until it ends, without declarations.
    var (count, i) = (0, at)
    while i < words.count, !PDF417Message.ends(words[i]) {
      if words[i] < 900 {
        count += 1
        i += 1
      } else {
        guard (Function.userECI...Function.charsetECI).contains(words[i]) else { return false }
        i += words[i] == Function.generalECI ? 3 : 2
      }
    }
    guard i <= words.count, !inSixes || count % 5 == 0 else { return false }
    let groups = inSixes ? count / 5 : max(0, count - 1) / 5
    var (done, value, held) = (0, UInt64(0), 0)
    while done < count || (at < words.count && words[at] >= Function.userECI && words[at] <= Function.charsetECI) {
      guard let word = data else {
        guard at < words.count, held == 0 else { return false }
        at += 1
        guard declare(words[at - 1]) else { return false }
        continue
      }
      at += 1
      done += 1
      guard done <= 5 * groups else {
        guard word < 256 else { return false }
        content.bytes.append(UInt8(word))
        continue
      }
      value = value * 900 + UInt64(word)
      held += 1
      if held == 5 {
        guard value >> 48 == 0 else { return false }
        for byte in (0..<6).reversed() { content.bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * byte))) }
        (value, held) = (0, 0)
      }
    }
    return true
  }

  /// Digits in groups of up to fifteen codewords.
  private mutating func numeric() -> Bool {
    while at < words.count {
      let word = words[at]
      if PDF417Message.ends(word) { return true }
      if word >= 900 {
        at += 1
        guard (Function.userECI...Function.charsetECI).contains(word), declare(word) else { return false }
        continue
      }
      var group: [Int] = []
      while group.count < 15, let next = data {
        group.append(next)
        at += 1
      }
      guard let digits = PDF417Message.digits(group[...]) else { return false }
      content.bytes += digits
    }
    return true
  }

  /// A number to the base 900 in digits, without the 1 that it must begin with.
  private static func digits(_ words: ArraySlice<Int>) -> [UInt8]? {
    // Lowest digit first.
    var out: [UInt8] = []
    for word in words {
      var carry = word
      for i in out.indices {
        carry += 900 * Int(out[i])
        out[i] = UInt8(carry % 10)
        carry /= 10
      }
      while carry > 0 {
        out.append(UInt8(carry % 10))
        carry /= 10
      }
    }
    guard out.last == 1 else { return nil }
    return out.dropLast().reversed().map { 0x30 + $0 }
  }

  // MARK: Parts of a set

  /// The control block: number of the part, name of the set, further fields; nothing else follows.
  private mutating func macro() -> Bool {
    guard at + 2 <= words.count, let digits = PDF417Message.digits(words[at..<at + 2]) else { return false }
    at += 2
    let index = PDF417Message.number(digits)
    var name: [UInt8] = []
    while at < words.count, words[at] != Function.terminator, words[at] != Function.field {
      name += [words[at] / 100, words[at] / 10 % 10, words[at] % 10].map { UInt8(0x30 + $0) }
      at += 1
    }
    var count: Int?
    var isLast = false
    while at < words.count {
      at += 1
      if words[at - 1] == Function.terminator {
        isLast = true
        guard at == words.count else { return false }
        break
      }
      guard let field = data, field < 7 else { return false }
      at += 1
      let start = at
      while at < words.count, words[at] != Function.terminator, words[at] != Function.field { at += 1 }
      // The number of parts is the only field that is told.
      if field == 1, start + 1 < at, words[start] == Function.numeric,
        let digits = PDF417Message.digits(words[start + 1..<min(at, start + 16)])
      {
        count = PDF417Message.number(digits)
      } else if field == 1, let digits = PDF417Message.digits(words[start..<min(at, start + 15)]) {
        count = PDF417Message.number(digits)
      }
    }
    content.structuredAppend = StructuredAppend(
      index: index, count: count ?? (isLast ? index + 1 : 0), parity: PDF417Message.number(name))
    return true
  }

  /// A number of up to nine digits; 0 for more.
  private static func number(_ digits: [UInt8]) -> Int {
    var value = 0
    for digit in digits {
      guard value < 100_000_000 else { return 0 }
      value = 10 * value + Int(digit &- 0x30)
    }
    return value
  }

  // MARK: What only MicroPDF417 has

  /// Code 128 emulation: which, and the compaction that follows.
  private mutating func emulation(_ word: Int) -> Bool {
    switch word {
    case 903, 904, 905, 906, 907: content.kind = .gs1
    case 908, 909: content.kind = .secondFNC1
    default: content.kind = .code128
    }
    // The article number's identifier is implied.
    if word == 905 { content.bytes = [0x30, 0x31] }
    switch word {
    case 904, 905, 907, 909, 911: return numeric()
    default: return text()
    }
  }

  /// The envelopes of ISO/IEC 15434 in short: what stands before and behind the data.
  private mutating func envelope(_ word: Int) -> Bool {
    content.bytes = Array("[)>\u{1e}0\(word == 916 ? 5 : 6)\u{1d}".utf8)
    var rest = PDF417Message(words: Array(words[at...]), isMicro: false)
    at = words.count
    guard let inner = rest.decoded(), inner.kind == .plain else { return false }
    let shift = content.bytes.count
    content.bytes += inner.bytes
    content.segments = inner.segments.map {
      ECISegment(eci: $0.eci, range: $0.range.lowerBound + shift..<$0.range.upperBound + shift)
    }
    content.structuredAppend = inner.structuredAppend
    content.bytes += [0x1e, 0x04]
    return true
  }
}
