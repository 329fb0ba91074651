/// EAN-13 (and UPC-A) on one scan line: widths in, digits out.
enum EANLine {
  /// Elements of the digits in number set A: space, bar, space, bar (GS1 General Specifications, section 5.2).
  private static let setA: [[Double]] = [
    [3, 2, 1, 1], [2, 2, 2, 1], [2, 1, 2, 2], [1, 4, 1, 1], [1, 1, 3, 2], [1, 2, 3, 1], [1, 1, 1, 4], [1, 3, 1, 2],
    [1, 2, 1, 3], [3, 1, 1, 2],
  ]
  /// Which of the six left digits are of set B, for the first digit 0 to 9, the leftmost in the highest bit.
  private static let parities = [
    0b000000, 0b001011, 0b001101, 0b001110, 0b010011, 0b011001, 0b011100, 0b010101, 0b010110, 0b011010,
  ]

  /// The 13 ASCII digits of the first symbol on a line, in whichever direction it was crossed; nil when there is none.
  ///
  /// - Parameter widths: Dark and light runs in turn, beginning with a dark one.
  static func digits(_ widths: [Double]) -> [UInt8]? {
    guard widths.count >= 59 else { return nil }
    for start in stride(from: 0, through: widths.count - 59, by: 2) {
      let symbol = Array(widths[start..<(start + 59)])
      if let digits = read(symbol) ?? read(symbol.reversed()) { return digits }
    }
    return nil
  }

  /// Reads 59 elements: guard, six digits, centre, six digits, guard.
  private static func read(_ widths: [Double]) -> [UInt8]? {
    let unit = widths.reduce(0, +) / 95
    guard unit > 0 else { return nil }
    // The guards tell how much the bars have grown: each of them is one module wide.
    let bars = [0, 2, 28, 30, 56, 58].reduce(0.0) { $0 + widths[$1] } / 6 / unit - 1
    guard abs(bars) < 0.7 else { return nil }
    for i in [0, 1, 2, 27, 28, 29, 30, 31, 56, 57, 58] {
      let expected = 1 + (i % 2 == 0 ? bars : -bars)
      guard abs(widths[i] / unit - expected) < 0.6 else { return nil }
    }
    var digits: [UInt8] = [0]
    var parity = 0
    for position in 0..<12 {
      let first = position < 6 ? 3 + 4 * position : 32 + 4 * (position - 6)
      let startsDark = position >= 6
      var elements = (0..<4).map { i -> Double in
        let isDark = (i % 2 == 0) == startsDark
        return widths[first + i] / unit - (isDark ? bars : -bars)
      }
      let scale = 7 / max(1, elements.reduce(0, +))
      elements = elements.map { $0 * scale }
      guard let (digit, isReversed) = digit(elements, allowsReversed: position < 6) else { return nil }
      digits.append(UInt8(0x30 + digit))
      if position < 6 { parity = parity << 1 | (isReversed ? 1 : 0) }
    }
    guard let lead = parities.firstIndex(of: parity) else { return nil }
    digits[0] = UInt8(0x30 + lead)
    return GTIN.hasRightCheckDigit(digits) ? digits : nil
  }

  /// The digit whose elements are nearest, when it is clearly nearer than any other.
  private static func digit(_ elements: [Double], allowsReversed: Bool) -> (digit: Int, isReversed: Bool)? {
    var best = (digit: 0, isReversed: false, error: Double.infinity)
    var second = Double.infinity
    for (digit, pattern) in setA.enumerated() {
      for isReversed in allowsReversed ? [false, true] : [false] {
        var error = 0.0
        for i in 0..<4 { error += abs(elements[i] - pattern[isReversed ? 3 - i : i]) }
        if error < best.error {
          second = best.error
          best = (digit, isReversed, error)
        } else {
          second = min(second, error)
        }
      }
    }
    guard best.error < 1.2, second - best.error > 0.3 else { return nil }
    return (best.digit, best.isReversed)
  }
}
