import ReaderCore

/// Australia Post 4-state: a format control code of two digits, a sorting code of eight, customer information, and four
/// check symbols of six bits (Reed-Solomon), between start and stop.
enum AustraliaPost {
  /// How customer information is to be read.
  struct Options {
    /// By the table of digits (N), or of letters, digits and a few signs (C).
    var isNumeric = false
  }

  /// Bars by number: 0 full, 1 ascender, 2 descender, 3 tracker.
  private static let states: [PostalBars.State] = [.full, .ascender, .descender, .tracker]
  private static func number(_ state: PostalBars.State) -> Int { 3 - Int([0, 1, 2, 3][Int(state.rawValue)]) }

  /// The C table: three bars a character.
  static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 #".utf8)
  static let characters: [UInt8] = {
    let bars: StaticString =
      "000001002010011012020021022100101102110111112120121122200201202210211212220221023030031032033103113123130131132133203213223230231232233303313323330331332333222300301302310311312320321322003013"
    // Letters, small letters, digits (222, 300 …), space and #.
    var out: [UInt8] = []
    for i in stride(from: 0, to: bars.utf8CodeUnitCount, by: 3) {
      let p = bars.utf8Start + i
      out.append((p[0] - 0x30) << 4 | (p[1] - 0x30) << 2 | (p[2] - 0x30))
    }
    return out
  }()
  /// The N table: two bars a digit.
  static let digits: [UInt8] = [0x0, 0x1, 0x2, 0x4, 0x5, 0x6, 0x8, 0x9, 0xA, 0xC]

  /// Customer bars of a number of bars.
  private static let customerBars = [37: 16 - 16, 52: 16, 67: 31]

  /// Format control codes: for letters 11 standard, 45 reply paid, 87 routing, 92 redirection; 59 and 62 with customer
  /// information.
  private static let formats: [Int: [Int]] = [37: [11, 45, 87, 92], 52: [59, 44], 67: [62, 43]]

  /// Code over GF(64), x^6 + x + 1, four check symbols, roots from 1.
  static let code = ReedSolomon(GaloisField(bits: 6, polynomial: 0x43), firstRoot: 1)

  /// Bars of a format control code, a sorting code and customer information that is bars already.
  static func bars(format: Int, sorting: [UInt8], customer: [UInt8]) -> [PostalBars.State]? {
    guard (0...99).contains(format), sorting.count == 8, sorting.allSatisfy({ (0x30...0x39).contains($0) }),
      [0, 16, 31].contains(customer.count)
    else { return nil }
    var body: [UInt8] = []
    for digit in [format / 10, format % 10] + sorting.map({ Int($0) - 0x30 }) {
      body += [digits[digit] >> 2, digits[digit] & 3]
    }
    body += customer.isEmpty ? [3] : customer
    let symbols = stride(from: 0, to: body.count, by: 3).map { body[$0] << 4 | body[$0 + 1] << 2 | body[$0 + 2] }
    for check in code.checks(of: symbols, count: 4) { body += [check >> 4, check >> 2 & 3, check & 3] }
    return ([1, 3] + body + [1, 3]).map { states[Int($0)] }
  }

  /// So many bars of a format control code, a sorting code and customer information in the C table, as they are read.
  static func bars(_ text: [UInt8], count: Int) -> [PostalBars.State]? {
    guard text.count >= 10, text.prefix(2).allSatisfy({ (0x30...0x39).contains($0) }), let size = customerBars[count],
      var customer = customer(Array(text.dropFirst(10))), customer.count <= max(16, size)
    else { return nil }
    if size == 0, text.count > 10 { return nil }
    customer = Array(customer.prefix(size)) + [UInt8](repeating: 3, count: max(0, size - customer.count))
    return bars(
      format: Int(text[0] - 0x30) * 10 + Int(text[1] - 0x30), sorting: Array(text[2..<10]), customer: customer)
  }

  /// Customer information in the C table, padded with trackers to 16 or 31 bars.
  static func customer(_ text: [UInt8]) -> [UInt8]? {
    var out: [UInt8] = []
    for byte in text {
      guard let i = alphabet.firstIndex(of: byte) else { return nil }
      out += [characters[i] >> 4, characters[i] >> 2 & 3, characters[i] & 3]
    }
    guard out.count <= 31 else { return nil }
    let size = out.count <= 16 ? 16 : 31
    return out + [UInt8](repeating: 3, count: size - out.count)
  }

  /// Reads bars; up to two wrong symbols are corrected.
  static func decode(_ postal: PostalBars, _ options: Options) -> PostalValue? {
    guard let size = customerBars[postal.states.count] else { return nil }
    let bars = postal.states.map { UInt8(number($0)) }
    guard Array(bars.prefix(2)) == [1, 3], Array(bars.suffix(2)) == [1, 3] else { return nil }
    let body = Array(bars[2..<(bars.count - 2)])
    var symbols = stride(from: 0, to: body.count, by: 3).map { body[$0] << 4 | body[$0 + 1] << 2 | body[$0 + 2] }
    guard code.correct(&symbols, checkCount: 4) != nil else { return nil }
    let right = symbols.flatMap { [$0 >> 4, $0 >> 2 & 3, $0 & 3] }
    func digit(_ at: Int) -> Int? { digits.firstIndex(of: right[at] << 2 | right[at + 1]) }
    var text: [UInt8] = []
    for k in 0..<10 {
      guard let d = digit(2 * k) else { return nil }
      text.append(0x30 + UInt8(d))
    }
    let format = Int(text[0] - 0x30) * 10 + Int(text[1] - 0x30)
    guard formats[postal.states.count]?.contains(format) == true else { return nil }
    if size > 0 {
      guard let customer = customer(Array(right[20..<(20 + size)]), options) else { return nil }
      text += customer
    } else if right[20] != 3 {
      return nil
    }
    return PostalValue(symbology: .australiaPost, bytes: text)
  }

  private static func customer(_ bars: [UInt8], _ options: Options) -> [UInt8]? {
    var end = bars.count
    while end > 0, bars[end - 1] == 3 { end -= 1 }
    let step = options.isNumeric ? 2 : 3
    // Trackers at the end may belong to the last character.
    end = min(bars.count, (end + step - 1) / step * step)
    var text: [UInt8] = []
    for at in stride(from: 0, to: end, by: step) where at + step <= bars.count {
      if options.isNumeric {
        guard let d = digits.firstIndex(of: bars[at] << 2 | bars[at + 1]) else { return nil }
        text.append(0x30 + UInt8(d))
      } else {
        guard let c = characters.firstIndex(of: bars[at] << 4 | bars[at + 1] << 2 | bars[at + 2]) else { return nil }
        text.append(alphabet[c])
      }
    }
    return text
  }
}
