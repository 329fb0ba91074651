import ReaderCore

/// Royal Mail 4-state Mailmark, barcode C (66 bars) and L (78 bars): a number in base 30 and 32 with Reed-Solomon check
/// numbers over GF(32), each number six half bars of even or odd parity, spread over the code in groups of three bars.
/// Source: Royal Mail, Mailmark barcode C and L encoding and decoding instructions, September 2015.
enum Mailmark {
  /// Kinds of post code: A any letter, L a letter that is not mistaken for a digit, N a digit, S a space; how many values
  /// come before the first of each kind.
  private static let postcodes: [StaticString] = [
    "ANANLLNLS", "AANNLLNLS", "AANNNLLNL", "AANANLLNL", "ANNLLNLSS", "ANNNLLNLS",
  ]
  private static let limited = Array("ABDEFGHJLNPQRSTUWXYZ".utf8)

  private struct Form {
    let symbols: Int
    let checks: Int
    /// Numbers in base 30, then numbers in base 32.
    let thirties: Int
    let data: Int
    /// Place of each number among the groups of three bars.
    let groups: [Int]
    /// Digits of the supply chain identifier.
    let chain: Int

    init(symbols: Int, checks: Int, thirties: Int, chain: Int, groups: [Int]) {
      self.symbols = symbols
      self.checks = checks
      self.thirties = thirties
      data = symbols - checks
      self.groups = groups
      self.chain = chain
    }
  }

  /// x^5 + x^2 + 1, roots from 2^1.
  private static let code = ReedSolomon(GaloisField(bits: 5, polynomial: 0x25), firstRoot: 1)
  private static let formC = Form(
    symbols: 22, checks: 6, thirties: 9, chain: 2,
    groups: [3, 5, 7, 11, 13, 14, 16, 17, 19, 0, 1, 2, 4, 6, 8, 9, 10, 12, 15, 18, 20, 21])
  private static let formL = Form(
    symbols: 26, checks: 7, thirties: 11, chain: 6,
    groups: [2, 5, 7, 8, 13, 14, 15, 16, 21, 22, 23, 0, 1, 3, 4, 6, 9, 10, 11, 12, 17, 18, 19, 20, 24, 25])

  /// Six bits of odd parity, and of even parity without 0 and 63, in ascending order.
  private static let odd = (UInt8(0)..<64).filter { $0.nonzeroBitCount % 2 == 1 }
  private static let even = (UInt8(1)..<63).filter { $0.nonzeroBitCount % 2 == 0 }

  /// A number below 2^128 in two halves of 64 bits is enough: barcode L has 97 bits.
  private struct Number {
    var words = [UInt64](repeating: 0, count: 4)  // 32 bits each, the lowest first
    mutating func multiply(_ factor: UInt64, add: UInt64) {
      var carry = add
      for i in 0..<4 {
        let value = words[i] &* factor &+ (carry & 0xFFFF_FFFF)
        words[i] = value & 0xFFFF_FFFF
        carry = value >> 32 &+ carry >> 32
      }
    }
    mutating func divide(_ divisor: UInt64) -> UInt64 {
      var rest: UInt64 = 0
      for i in [3, 2, 1, 0] {
        let value = rest << 32 | words[i]
        words[i] = value / divisor
        rest = value % divisor
      }
      return rest
    }
    var small: UInt64? { words[2] == 0 && words[3] == 0 && words[1] < 1 << 31 ? words[1] << 32 | words[0] : nil }
  }

  private static func radix(_ kind: UInt8) -> UInt64 {
    switch kind {
    case 0x41: 26
    case 0x4C: 20
    case 0x4E: 10
    default: 1
    }
  }

  private static func size(_ kind: StaticString) -> UInt64 {
    (0..<9).reduce(UInt64(1)) { $0 * radix(kind.utf8Start[$1]) }
  }

  /// The post code field of nine characters as a number; 0 is the international one.
  private static func number(postcode: [UInt8]) -> UInt64? {
    if postcode == Array("XY11     ".utf8) { return 0 }
    var offset: UInt64 = 1
    for kind in postcodes {
      var value: UInt64? = 0
      for i in 0..<9 {
        let digit: Int?
        switch kind.utf8Start[i] {
        case 0x41: digit = (0x41...0x5A).contains(postcode[i]) ? Int(postcode[i]) - 0x41 : nil
        case 0x4C: digit = limited.firstIndex(of: postcode[i])
        case 0x4E: digit = (0x30...0x39).contains(postcode[i]) ? Int(postcode[i]) - 0x30 : nil
        default: digit = postcode[i] == 0x20 ? 0 : nil
        }
        guard let digit, let sum = value else {
          value = nil
          break
        }
        value = sum * radix(kind.utf8Start[i]) + UInt64(digit)
      }
      if let value { return offset + value }
      offset += size(kind)
    }
    return nil
  }

  private static func postcode(_ number: UInt64) -> [UInt8]? {
    if number == 0 { return Array("XY11     ".utf8) }
    var value = number - 1
    for kind in postcodes {
      guard value >= size(kind) else {
        var out = [UInt8](repeating: 0x20, count: 9)
        for i in stride(from: 8, through: 0, by: -1) {
          let r = radix(kind.utf8Start[i])
          let digit = Int(value % r)
          value /= r
          switch kind.utf8Start[i] {
          case 0x41: out[i] = 0x41 + UInt8(digit)
          case 0x4C: out[i] = limited[digit]
          case 0x4E: out[i] = 0x30 + UInt8(digit)
          default: break
          }
        }
        return out
      }
      value -= size(kind)
    }
    return nil
  }

  private static let classes = Array("0123456789ABCDE".utf8)

  /// The bars of 22 (C) or 26 (L) characters: format, version, class, supply chain, item, post code with delivery point.
  static func bars(_ text: [UInt8]) -> [PostalBars.State]? {
    guard text.count == 22 || text.count == 26 else { return nil }
    let form = text.count == 22 ? formC : formL
    let digits = text.map { $0 >= 0x30 && $0 <= 0x39 ? UInt64($0 - 0x30) : 99 }
    guard digits[0] <= 4, (1...4).contains(digits[1]), let kind = classes.firstIndex(of: text[2]),
      digits[3..<(11 + form.chain)].allSatisfy({ $0 < 10 }), let post = number(postcode: Array(text.suffix(9)))
    else { return nil }
    var n = Number()
    n.words[0] = post & 0xFFFF_FFFF
    n.words[1] = post >> 32
    for i in (3 + form.chain)..<(11 + form.chain) { n.multiply(10, add: digits[i]) }
    for i in 3..<(3 + form.chain) { n.multiply(10, add: digits[i]) }
    n.multiply(15, add: UInt64(kind))
    n.multiply(5, add: digits[0])
    n.multiply(4, add: digits[1] - 1)
    var numbers = [UInt8](repeating: 0, count: form.data)
    for i in stride(from: form.data - 1, through: 0, by: -1) {
      numbers[i] = UInt8(n.divide(i < form.thirties ? 30 : 32))
    }
    numbers += code.checks(of: numbers, count: form.checks)
    var groups = [UInt8](repeating: 0, count: form.symbols)
    for (i, value) in numbers.enumerated() {
      groups[form.groups[i]] = i < form.thirties ? even[Int(value)] : odd[Int(value)]
    }
    var out: [PostalBars.State] = []
    for (i, group) in groups.enumerated() {
      for k in 0..<3 {
        let (a, b) = (group >> UInt8(5 - k) & 1 == 1, group >> UInt8(2 - k) & 1 == 1)
        out.append(i % 2 == 0 ? .init(ascender: a, descender: b) : .init(ascender: b, descender: a))
      }
    }
    return out
  }

  /// Reads 66 or 78 bars; up to two wrong numbers are corrected, three at most where parity names them.
  static func decode(_ bars: PostalBars) -> PostalValue? {
    guard bars.states.count == 66 || bars.states.count == 78 else { return nil }
    let form = bars.states.count == 66 ? formC : formL
    var groups = [UInt8](repeating: 0, count: form.symbols)
    for i in 0..<form.symbols {
      for k in 0..<3 {
        let state = bars.states[3 * i + k]
        let (a, b) = i % 2 == 0 ? (state.hasAscender, state.hasDescender) : (state.hasDescender, state.hasAscender)
        groups[i] |= (a ? 1 : 0) << UInt8(5 - k) | (b ? 1 : 0) << UInt8(2 - k)
      }
    }
    var wrong = 0
    var numbers = [UInt8](repeating: 0, count: form.symbols)
    for i in 0..<form.symbols {
      let value = groups[form.groups[i]]
      if let number = (i < form.thirties ? even : odd).firstIndex(of: value) {
        numbers[i] = UInt8(number)
      } else {
        wrong += 1
      }
    }
    guard wrong <= 2 else { return nil }
    let read = numbers
    guard code.correct(&numbers, checkCount: form.checks, limit: 2) != nil,
      zip(read, numbers).filter({ $0 != $1 }).count <= 2
    else { return nil }
    var n = Number()
    for i in 0..<form.data {
      guard i >= form.thirties || numbers[i] < 30 else { return nil }
      n.multiply(i < form.thirties ? 30 : 32, add: UInt64(numbers[i]))
    }
    let version = n.divide(4) + 1
    let format = n.divide(5)
    let kind = n.divide(15)
    var chain: [UInt8] = []
    for _ in 0..<form.chain { chain.append(0x30 + UInt8(n.divide(10))) }
    var item: [UInt8] = []
    for _ in 0..<8 { item.append(0x30 + UInt8(n.divide(10))) }
    guard let post = n.small, let postcode = postcode(post) else { return nil }
    var text: [UInt8] = [0x30 + UInt8(format), 0x30 + UInt8(version), classes[Int(kind)]]
    text += chain.reversed() + item.reversed() + postcode
    while text.last == 0x20 { text.removeLast() }
    return PostalValue(symbology: .mailmark, bytes: text)
  }
}
