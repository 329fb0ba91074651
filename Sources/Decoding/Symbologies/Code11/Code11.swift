import ReaderCore

/// Code 11 (USD-8): digits and the dash, five elements a character, one or two check characters modulo 11.
enum Code11 {
  /// How it is to be read.
  struct Options {
    /// Check characters that must be right and are left out of the text; nil: two when both are right, else one, up to ten
    /// characters. (The standard wants two for more. In short texts one check character may look like two by chance.)
    var checkCharacters: Int?
    var length = LengthRule(minimum: 4)
  }

  static let alphabet = Array("0123456789-".utf8)
  /// Wide elements of the eleven characters and of start and stop (index 11), the first in the highest of five bits.
  static let wide: [UInt32] = [
    0b00001, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b10000, 0b00100, 0b00110,
  ]

  /// The check value over character values: weights from 1 to `limit` from the right, modulo 11.
  static func check(_ values: [Int], limit: Int) -> Int {
    var sum = 0
    for (i, value) in values.reversed().enumerated() { sum += value * (i % limit + 1) }
    return sum % 11
  }

  /// The symbol of characters, check characters among them; nil when one is not in the alphabet.
  static func pattern(_ characters: [Int], ratio: Float = 2) -> LinearPattern? {
    guard characters.allSatisfy({ (0...10).contains($0) }), characters.count <= 256 else { return nil }
    var p = LinearPattern()
    for (i, c) in ([11] + characters + [11]).enumerated() {
      if i > 0 { p.appendGap(1) }
      p.append(wide: wide[c], count: 5, ratio: ratio)
    }
    return p
  }

  /// The symbol of a text with so many check characters.
  static func pattern(_ text: [UInt8], checkCharacters: Int, ratio: Float = 2) -> LinearPattern? {
    var values: [Int] = []
    for byte in text {
      guard let value = alphabet.firstIndex(of: byte) else { return nil }
      values.append(value)
    }
    if checkCharacters > 0 { values.append(check(values, limit: 10)) }
    if checkCharacters > 1 { values.append(check(values, limit: 9)) }
    return pattern(values, ratio: ratio)
  }

  /// Reads a run from its left.
  static func decode(_ run: TwoWidthRun, _ options: Options) -> LineValue? {
    // Six elements a character, the gap after the last is missing.
    guard (run.wide.count + 1) % 6 == 0, run.barsDiffer, run.spacesDiffer, run.ratio > 1.5, run.ratio < 3.6 else {
      return nil
    }
    let count = (run.wide.count + 1) / 6
    guard count >= 4, count <= 100 else { return nil }
    var values: [Int] = []
    for c in 0..<count {
      if c > 0, run.wide[6 * c - 1] { return nil }
      guard let value = wide.firstIndex(of: run.bits(at: 6 * c, count: 5)) else { return nil }
      guard (value == 11) == (c == 0 || c == count - 1) else { return nil }
      if value < 11 { values.append(value) }
    }
    func isRight(_ checks: Int) -> Bool {
      guard values.count > checks else { return false }
      let last = values[values.count - 1]
      if checks == 1 { return last == check(Array(values.dropLast()), limit: 10) }
      return last == check(Array(values.dropLast()), limit: 9)
        && values[values.count - 2] == check(Array(values.dropLast(2)), limit: 10)
    }
    let checks = options.checkCharacters ?? (isRight(2) ? 2 : 1)
    guard checks == 0 || isRight(checks) else { return nil }
    if options.checkCharacters == nil, checks == 1, values.count > 11 { return nil }
    let text = values.dropLast(checks).map { alphabet[$0] }
    guard options.length.allows(text.count), let pattern = pattern(values, ratio: run.ratio) else { return nil }
    return LineValue(
      symbology: .code11, bytes: text, aimID: checks == 2 ? "]H1" : checks == 1 ? "]H0" : "]H3",
      strength: checks == 2 ? .checked : .formed, pattern: pattern)
  }
}
