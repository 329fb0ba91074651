import ReaderCore

/// Goes through the data codewords of a DotCode; see `DotCodeText`.
struct DotCodeParser {
  private enum Mode { case a, b, c, binary }

  private let words: [UInt8]
  private var i = 0
  private var mode = Mode.c
  private var message = DotCodeText.Message()
  private var open: (eci: Int32, start: Int)?
  /// What comes behind a message that began with a macro.
  private var trailer: [UInt8] = []
  /// Codewords of a group in binary mode, and the values of 259 that are not used up.
  private var group: [Int] = []
  private var values: [Int] = []
  /// Whether nothing of the message was seen so far.
  private var isFirst = true
  /// The message began with FNC1: its digits are no element strings.
  private var isPlain = false
  private var beganWithDigits = false
  private(set) var messages: [DotCodeText.Message] = []

  init(_ words: [UInt8]) { self.words = words }

  /// False when the codewords break the rules.
  mutating func run() -> Bool {
    while i < words.count {
      let word = words[i]
      i += 1
      guard word < 113, mode == .binary ? binary(word) : character(word) else { return false }
    }
    return finish() && !messages.isEmpty
  }

  private mutating func next() -> UInt8? {
    guard i < words.count else { return nil }
    defer { i += 1 }
    return words[i]
  }

  // MARK: sets A, B, C

  private mutating func character(_ word: UInt8) -> Bool {
    let first = isFirst
    isFirst = false
    switch word {
    case DotCodeText.fnc1: return separate(first)
    case DotCodeText.fnc2: return i == words.count ? append() : declare()
    case DotCodeText.fnc3:
      // In front of everything it addresses the reader, later it begins another message.
      if first, messages.isEmpty {
        isPlain = true
        return true
      }
      return split()
    case 110, 111:
      guard let next = next(), next < 96 else { return false }
      if word == 111 {
        message.bytes.append(next + 160)
      } else {
        message.bytes.append(next < 64 ? next + 160 : next + 64)
      }
      return true
    case 112:
      mode = .binary
      return true
    default: break
    }
    switch mode {
    case .a: return inA(word)
    case .b: return inB(word, first)
    default: return inC(word, first)
    }
  }

  private mutating func inA(_ word: UInt8) -> Bool {
    switch word {
    case 0..<96: message.bytes.append(word < 64 ? word + 32 : word - 64)
    case 96...101: return shift(Int(word) - 95, .b)
    case 102: mode = .b
    case 103...105: return shift(Int(word) - 101, .c)
    default: mode = .c
    }
    return true
  }

  private mutating func inB(_ word: UInt8, _ first: Bool) -> Bool {
    switch word {
    case 0..<96: message.bytes.append(word + 32)
    case 97...100 where message.bytes.isEmpty && open == nil && trailer.isEmpty: return begin(macro: word)
    case 96...100: message.bytes += DotCodeText.control(word) ?? []
    case 101: return shift(1, .a)
    case 102: mode = .a
    case 103...105: return shift(Int(word) - 101, .c)
    default: mode = .c
    }
    return true
  }

  private mutating func inC(_ word: UInt8, _ first: Bool) -> Bool {
    switch word {
    case 0..<100:
      beganWithDigits = beganWithDigits || first
      pair(word)
    case 100:
      // (17) and (10) around a date.
      beganWithDigits = beganWithDigits || first
      pair(17)
      for _ in 0..<3 {
        guard let next = next(), next < 100 else { return false }
        pair(next)
      }
      pair(10)
    case 101: mode = .a
    case 102...105: return shift(Int(word) - 101, .b)
    default: mode = .b
    }
    return true
  }

  private mutating func pair(_ word: UInt8) { message.bytes += [word / 10 + 0x30, word % 10 + 0x30] }

  /// So many codewords of another set.
  private mutating func shift(_ count: Int, _ set: Mode) -> Bool {
    for _ in 0..<count {
      guard let word = next() else { return false }
      if word == DotCodeText.fnc1 {
        guard separate(false) else { return false }
        continue
      }
      switch set {
      case .a where word < 96: message.bytes.append(word < 64 ? word + 32 : word - 64)
      case .b where word < 96: message.bytes.append(word + 32)
      case .b:
        guard let control = DotCodeText.control(word) else { return false }
        message.bytes += control
      case .c where word < 100: pair(word)
      default: return false
      }
    }
    return true
  }

  private mutating func begin(macro: UInt8) -> Bool {
    message.bytes = Array("[)>\u{1e}".utf8)
    trailer = [4]
    guard macro < 100 else { return true }
    message.bytes += Array((macro == 97 ? "05\u{1d}" : macro == 98 ? "06\u{1d}" : "12\u{1d}").utf8)
    trailer = [30, 4]
    return true
  }

  // MARK: functions

  private mutating func separate(_ first: Bool) -> Bool {
    if first {
      isPlain = true
      return true
    }
    let bytes = message.bytes
    let isLetter = bytes.count == 1 && ((0x41...0x5a).contains(bytes[0]) || (0x61...0x7a).contains(bytes[0]))
    let isPair = bytes.count == 2 && bytes.allSatisfy { (0x30...0x39).contains($0) }
    if !message.isAIM, isLetter || isPair {
      message.isAIM = true
    } else {
      message.bytes.append(DotCodeText.separator)
    }
    return true
  }

  /// FNC2: another character set.
  private mutating func declare() -> Bool {
    guard let first = next() else { return false }
    if first < 40 { return declare(Int(first)) }
    guard let second = next(), let third = next() else { return false }
    return declare((Int(first) - 40) * 12_769 + Int(second) * 113 + Int(third) + 40)
  }

  private mutating func declare(_ eci: Int) -> Bool {
    guard eci < 1_000_000 else { return false }
    close()
    open = (Int32(eci), message.bytes.count)
    return true
  }

  private mutating func close() {
    if let open, message.bytes.count > open.start {
      message.segments.append(ECISegment(eci: open.eci, range: open.start..<message.bytes.count))
    }
    open = nil
  }

  /// FNC2 at the end: the last two characters say which symbol of how many this is.
  private mutating func append() -> Bool {
    func number(_ byte: UInt8) -> Int? {
      switch byte {
      case 0x31...0x39: Int(byte) - 0x30
      case 0x41...0x5a: Int(byte) - 0x41 + 10
      default: nil
      }
    }
    let tail = message.bytes.suffix(2)
    guard tail.count == 2, let index = tail.first.flatMap({ number($0) }),
      let count = tail.last.flatMap({ number($0) }),
      count > 1, index <= count
    else { return false }
    message.bytes.removeLast(2)
    message.structuredAppend = StructuredAppend(index: index - 1, count: count, parity: 0)
    return true
  }

  /// The end of a message, and another one behind it.
  private mutating func split() -> Bool {
    guard finish() else { return false }
    (message, open, trailer, mode) = (DotCodeText.Message(), nil, [], .c)
    (isFirst, isPlain, beganWithDigits) = (true, false, false)
    return true
  }

  private mutating func finish() -> Bool {
    guard flush(), values.isEmpty else { return false }
    message.bytes += trailer
    close()
    // Two digits alone are no element string.
    message.isGS1 = beganWithDigits && !isPlain && !message.isAIM && message.bytes.count > 2
    if !message.bytes.isEmpty { messages.append(message) }
    return true
  }

  // MARK: binary mode

  private mutating func binary(_ word: UInt8) -> Bool {
    isFirst = false
    if word < 103 {
      group.append(Int(word))
      return group.count < 6 || flush()
    }
    guard flush() else { return false }
    switch word {
    case 103...108: return shift(Int(word) - 101, .c)
    case 109: mode = .a
    case 110: mode = .b
    case 111: mode = .c
    default: return split()
    }
    return values.isEmpty
  }

  /// The values of a group: one less than codewords.
  private mutating func flush() -> Bool {
    guard !group.isEmpty else { return true }
    guard group.count > 1 else { return false }
    var number = group.reduce(0) { $0 * 103 + $1 }
    var part = [Int](repeating: 0, count: group.count - 1)
    for k in part.indices.reversed() {
      part[k] = number % 259
      number /= 259
    }
    group.removeAll()
    guard number == 0 else { return false }
    values += part
    while let value = values.first {
      if value < 256 {
        message.bytes.append(UInt8(value))
        values.removeFirst()
        continue
      }
      let count = value - 255
      guard values.count > count else { break }
      let number = values[1...count].reduce(0) { $0 << 8 | $1 }
      guard values[1...count].allSatisfy({ $0 < 256 }), declare(number) else { return false }
      values.removeFirst(count + 1)
    }
    return true
  }
}
