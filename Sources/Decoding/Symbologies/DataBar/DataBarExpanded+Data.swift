extension DataBarExpanded {
  /// The values of the data characters of element strings; nil when they are none, or too many.
  ///
  /// Element strings can be spelled in several ways: this is the one that the standard describes, and encoders use.
  /// - Parameters:
  ///   - bytes: Element strings, FNC1 as 0x1D between them.
  ///   - isLinked: A 2D component belongs to it.
  ///   - atLeast: Characters with the check character that the symbol has at least, as rows of a stack must be filled.
  ///   - latch: Digits in alphanumeric text from which an encoder changes to numeric encodation; six in the standard.
  static func data(_ bytes: [UInt8], isLinked: Bool, latch: Int = 6, atLeast: Int = 4) -> [Int]? {
    guard !bytes.isEmpty, bytes.count <= 80 else { return nil }
    var bits = DataBarBits()
    bits.append(isLinked ? 1 : 0, 1)
    let header = DataBarHeader(bytes)
    bits.append(header.method, header.methodBits)
    let sizeAt = bits.count
    if header.hasSize { bits.append(0, 2) }
    for (value, count) in header.fields { bits.append(value, count) }
    let rest = Array(bytes.dropFirst(header.used))
    guard header.hasSize else {
      // These take up a whole number of characters.
      return rest.isEmpty && atLeast <= bits.count / 12 + 1 ? bits.words(12) : nil
    }
    guard bits.appendGeneralPurpose(rest, latch: latch, atLeast: 12 * (max(4, atLeast) - 1)) else { return nil }
    let characters = bits.count / 12 + 1
    guard sizes.contains(characters) else { return nil }
    bits.replace(at: sizeAt, (characters % 2) * 2 + (characters > 14 ? 1 : 0), 2)
    return bits.words(12)
  }
}

extension DataBarExpanded {
  /// Whether element strings have no letters or marks but in an encodation of their own: between those encoders have a choice.
  static func hasOneSpelling(_ bytes: [UInt8]) -> Bool {
    bytes.dropFirst(DataBarHeader(bytes).used).allSatisfy { (0x30...0x39).contains($0) }
  }
}

extension DataBarExpanded {
  /// The element strings that characters spell, in whichever encodation and without needless separators; nil where those are none.
  ///
  /// - Parameters:
  ///   - data: The values of the characters that follow the check character.
  ///   - isDoubled: Whether digits are latched to behind FNC1, which does that by itself.
  static func value(_ data: [Int], isDoubled: Bool = false) -> [UInt8]? {
    guard sizes.contains(data.count + 1), data.allSatisfy({ (0..<4096).contains($0) }) else { return nil }
    var bits = CompositeBits(data.flatMap { value in (0..<12).map { value & (0x800 >> $0) != 0 } })
    var out: [UInt8] = []
    func add(_ value: Int, _ digits: Int) {
      for place in (0..<digits).reversed() {
        out.append(UInt8(0x30 + value / [1, 10, 100, 1000, 10_000, 100_000][place] % 10))
      }
    }
    func number(_ first: Int) -> Bool {
      add(1, 2)
      add(first, 1)
      for _ in 0..<4 {
        guard let three = bits.read(10), three < 1000 else { return false }
        add(three, 3)
      }
      for check in UInt8(0x30)...0x39 where GTIN.hasRightCheckDigit(out.dropFirst(2) + [check]) {
        out.append(check)
        break
      }
      return true
    }
    // The first bit tells whether a 2D component belongs to it.
    bits.skip(1)
    guard let method = bits.peek(7) else { return nil }
    let (length, hasSize) =
      switch method >> 2 {
      case 16...: (1, true)
      case 0..<8: (2, true)
      case 8..<12: (4, false)
      case 12, 13: (5, true)
      default: (7, false)
      }
    bits.skip(length + (hasSize ? 2 : 0))
    if length == 1 {
      guard let first = bits.read(4), first < 10, number(first) else { return nil }
    } else if length > 2 {
      guard number(9) else { return nil }
    }
    switch length {
    case 4:
      guard let amount = bits.read(15) else { return nil }
      let isHeavy = amount >= 10_000
      add(method >> 3 == 4 ? 3103 : isHeavy ? 3203 : 3202, 4)
      add(method >> 3 == 5 && isHeavy ? amount - 10_000 : amount, 6)
    case 5:
      guard let places = bits.read(2) else { return nil }
      add(method >> 2 == 12 ? 3920 + places : 3930 + places, 4)
      if method >> 2 == 13 {
        guard let currency = bits.read(10), currency < 1000 else { return nil }
        add(currency, 3)
      }
    case 7:
      guard let amount = bits.read(20), let date = bits.read(16), amount < 1_000_000, date <= 38_400 else { return nil }
      add((method & 1 == 0 ? 310 : 320) * 10 + amount / 100_000, 4)
      add(amount % 100_000, 6)
      if date < 38_400 {
        add(11 + (method >> 1 & 3) * 2, 2)
        for part in [date / 384, date / 32 % 12 + 1, date % 32] { add(part, 2) }
      }
    default: break
    }
    guard hasSize else { return out }
    guard let text = GeneralPurposeField.decode(&bits, isDoubled: isDoubled) else { return nil }
    return plain(out + text)
  }

  /// Element strings without needless separators.
  static func plain(_ bytes: [UInt8]) -> [UInt8] {
    if let plain = GS1Syntax.plain(bytes[...]) { return plain }
    var out = bytes
    while out.last == GeneralPurposeField.separator { out.removeLast() }
    return out
  }
}

/// How element strings begin: some are so usual that they have an encodation of their own (ISO/IEC 24724:2011, table 14).
private struct DataBarHeader {
  var method = 0b00
  var methodBits = 2
  /// Whether the parity of the number of characters and whether they are more than 14 are told.
  var hasSize = true
  /// Values and their bits.
  var fields: [(Int, Int)] = []
  /// Bytes of the element strings that are in it.
  var used = 0

  init(_ bytes: [UInt8]) {
    let digits = bytes.map { (0x30...0x39).contains($0) ? Int($0) - 0x30 : -1 }
    guard bytes.count >= 16, digits.prefix(16).allSatisfy({ $0 >= 0 }), digits[0] == 0, digits[1] == 1 else { return }
    func value(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= digits.count, digits[range].allSatisfy({ $0 >= 0 }) else { return nil }
      return digits[range].reduce(0) { $0 * 10 + $1 }
    }
    // Twelve digits of the GTIN without the first and the check digit.
    let number = stride(from: 3, to: 15, by: 3).compactMap { value($0..<$0 + 3) }.map { ($0, 10) }
    guard number.count == 4 else { return }
    used = 16
    if digits[2] == 9, takeSpecial(bytes, number, value) { return }
    (method, methodBits) = (1, 1)
    fields = [(digits[2], 4)] + number
  }

  /// Variable measures: weights and prices.
  private mutating func takeSpecial(
    _ bytes: [UInt8], _ number: [(Int, Int)], _ value: (Range<Int>) -> Int?
  ) -> Bool {
    guard bytes.count >= 20, let kind = value(16..<20), let amount = value(20..<26) ?? value(20..<20) else {
      return false
    }
    let isLast = bytes.count == 26
    if isLast, kind == 3103, amount <= 32767 {
      return take(0b0100, 4, number + [(amount, 15)], 26)
    }
    if isLast, kind == 3202 && amount <= 9999 || kind == 3203 && amount <= 22767 {
      return take(0b0101, 4, number + [(kind == 3202 ? amount : amount + 10000, 15)], 26)
    }
    if kind / 10 == 310 || kind / 10 == 320, bytes.count == 26 || bytes.count == 34, amount <= 99999 {
      var date = 38400
      var method = 0b0111000 + (kind / 10 == 320 ? 1 : 0)
      if bytes.count == 34 {
        guard let ai = value(26..<28), let place = [11, 13, 15, 17].firstIndex(of: ai), let y = value(28..<30),
          let m = value(30..<32), let d = value(32..<34), (1...12).contains(m), d <= 31
        else { return false }
        date = y * 384 + (m - 1) * 32 + d
        method += 2 * place
      }
      return take(method, 7, number + [((kind % 10) * 100_000 + amount, 20), (date, 16)], bytes.count)
    }
    if (3920...3923).contains(kind) {
      _ = take(0b01100, 5, number + [(kind % 10, 2)], 20)
      hasSize = true
      return true
    }
    if (3930...3933).contains(kind), let currency = value(20..<23) {
      _ = take(0b01101, 5, number + [(kind % 10, 2), (currency, 10)], 23)
      hasSize = true
      return true
    }
    return false
  }

  private mutating func take(_ method: Int, _ bits: Int, _ fields: [(Int, Int)], _ used: Int) -> Bool {
    (self.method, methodBits, self.fields, self.used, hasSize) = (method, bits, fields, used, false)
    return true
  }
}
