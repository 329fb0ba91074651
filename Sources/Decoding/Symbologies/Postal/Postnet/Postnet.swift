import ReaderCore

/// POSTNET, PLANET (USPS) and CEPNet (Correios): tall and short bars, five a digit, between two tall frame bars; the digits
/// with the check digit add up to a multiple of ten.
enum Postnet {
  /// Tall bars of the digits, weights 7, 4, 2, 1, 0, the first in the highest of five bits. PLANET has the opposite.
  static let tall: [UInt8] = [0b11000, 0b00011, 0b00101, 0b00110, 0b01001, 0b01010, 0b01100, 0b10001, 0b10010, 0b10100]

  /// Numbers of digits without the check digit.
  private static func lengths(_ symbology: Symbology) -> [Int] {
    switch symbology {
    case .postnet: [5, 9, 11]
    case .planet: [11, 13]
    default: [8]
    }
  }

  static func check(_ digits: [Int]) -> Int { (10 - digits.reduce(0, +) % 10) % 10 }

  /// The bars of digits, check digit and frame added, true is tall.
  static func bars(_ digits: [Int], _ symbology: Symbology) -> [Bool]? {
    guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    var out = [true]
    for digit in digits + [check(digits)] {
      for bit in 0..<5 { out.append((tall[digit] >> UInt8(4 - bit) & 1 == 1) == (symbology != .planet)) }
    }
    return out + [true]
  }

  /// Reads bars.
  static func decode(_ bars: PostalBars, _ symbology: Symbology) -> PostalValue? {
    let isTall = bars.states.map { $0.hasAscender }
    guard isTall.count % 5 == 2, isTall.first == true, isTall.last == true else { return nil }
    let count = isTall.count / 5 - 1
    guard lengths(symbology).contains(count) else { return nil }
    var digits: [Int] = []
    for at in stride(from: 1, to: isTall.count - 1, by: 5) {
      var code: UInt8 = 0
      for k in 0..<5 { code = code << 1 | (isTall[at + k] == (symbology != .planet) ? 1 : 0) }
      guard let digit = tall.firstIndex(of: code) else { return nil }
      digits.append(digit)
    }
    let data = Array(digits.dropLast())
    guard digits.last == check(data) else { return nil }
    return PostalValue(symbology: symbology, bytes: data.map { UInt8($0) + 0x30 })
  }
}
