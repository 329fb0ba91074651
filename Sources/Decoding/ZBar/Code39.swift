import ReaderCore

/// What a Code 39 symbol can mean beyond its own characters.
enum Code39 {
  /// The codes to report for a symbol: Code 32 when that is wanted and the digits prove it, else the text, with full
  /// ASCII resolved when the symbol can be nothing else.
  static func interpretations(of code: DecodedCode, _ wanted: SymbologySet) -> [DecodedCode] {
    if wanted.contains(.code39ToCode32), let digits = code32(code.bytes) {
      var code = code
      code.variant = .code32
      code.bytes = digits
      return [code]
    }
    guard wanted.contains(.code39) else { return [] }
    if isPZN(code.bytes) {
      var code = code
      code.variant = .pzn
      return [code]
    }
    guard let ascii = fullASCII(code.bytes) else { return [code] }
    var full = code
    full.bytes = ascii
    full.aimID = "]A4"
    return [full]
  }

  /// The number of an Italian pharmaceutical code ("A", eight digits, check digit) from its six base-32 characters.
  static func code32(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count == 6 else { return nil }
    var number = 0
    for byte in bytes {
      guard let digit = alphabet32.firstIndex(of: byte) else { return nil }
      number = number * 32 + digit
    }
    guard number < 1_000_000_000 else { return nil }
    var digits = [UInt8](repeating: 0, count: 9)
    for i in (0..<9).reversed() {
      digits[i] = UInt8(number % 10)
      number /= 10
    }
    var sum = 0
    for i in 0..<8 {
      let product = Int(digits[i]) * (i % 2 == 0 ? 1 : 2)
      sum += product / 10 + product % 10
    }
    guard sum % 10 == Int(digits[8]) else { return nil }
    return [0x41] + digits.map { $0 + 0x30 }
  }

  /// The characters that stand in the symbol of a code; nil when they are none.
  static func characters(of code: DecodedCode) -> [UInt8]? {
    if code.variant == .code32 {
      guard code.bytes.count == 10, code.bytes.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
      var number = code.bytes.dropFirst().reduce(0) { 10 * $0 + Int($1 - 0x30) }
      var characters: [UInt8] = []
      for _ in 0..<6 {
        characters.insert(alphabet32[number % 32], at: 0)
        number /= 32
      }
      return characters
    }
    return code.bytes.allSatisfy { Code39Tables.value($0) != nil } ? code.bytes : FullASCII.pairs39(code.bytes)
  }

  /// The base-32 digits of Code 32.
  private static let alphabet32 = Array("0123456789BCDFGHJKLMNPQRSTUVWXYZ".utf8)

  /// Whether a text is a German Pharmazentralnummer: a dash, six or seven digits and a check digit modulo 11, weights from 2 or
  /// from 1 on (IFA, PZN specification).
  static func isPZN(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 8 || bytes.count == 9, bytes[0] == 0x2d,
      bytes.dropFirst().allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
    else { return false }
    let digits = bytes.dropFirst().map { Int($0 - 0x30) }
    let first = digits.count == 7 ? 2 : 1
    var sum = 0
    for (i, digit) in digits.dropLast().enumerated() { sum += (i + first) * digit }
    return sum % 11 == digits.last
  }

  /// The full ASCII reading; nil when the symbol does not show that it is meant.
  ///
  /// A symbol does not say which of the two it is. It is taken as full ASCII when it has lower-case letters ("+" before a letter) and
  /// every shift character forms a pair; a "+" in front is left alone, because that is how HIBC labels begin.
  static func fullASCII(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var hasLowerCase = false
    var i = 0
    while i < bytes.count {
      let c = bytes[i]
      guard c == 0x24 || c == 0x25 || c == 0x2b || c == 0x2f else {
        result.append(c)
        i += 1
        continue
      }
      guard i + 1 < bytes.count, let pair = shifted(c, bytes[i + 1]) else { return nil }
      if c == 0x2b {
        if i == 0, bytes.dropFirst().contains(0x2b) == false { return nil }
        hasLowerCase = true
      }
      result.append(pair)
      i += 2
    }
    return hasLowerCase ? result : nil
  }

  /// One pair of the full ASCII table (ISO/IEC 16388, annex on full ASCII).
  static func shifted(_ shift: UInt8, _ letter: UInt8) -> UInt8? {
    guard letter >= 0x41 && letter <= 0x5a else { return nil }
    switch shift {
    case 0x2b: return letter + 0x20  // +A … +Z: a … z
    case 0x24: return letter - 0x40  // $A … $Z: control characters
    case 0x2f:  // /A … /O: ! … /, /Z: colon
      return letter == 0x5a ? 0x3a : letter <= 0x4f ? letter - 0x20 : nil
    default:
      switch letter {
      case 0x41...0x45: return letter - 0x26  // %A … %E: ESC … US
      case 0x46...0x4a: return letter - 0x0b  // %F … %J: ; < = > ?
      case 0x4b...0x4f: return letter + 0x10  // %K … %O: [ \ ] ^ _
      case 0x50...0x54: return letter + 0x2b  // %P … %T: { | } ~ DEL
      case 0x55: return 0x00
      case 0x56: return 0x40
      case 0x57: return 0x60
      default: return 0x7f  // %X, %Y, %Z
      }
    }
  }
}
