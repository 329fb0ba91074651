/// GS1 DataBar symbols with a GTIN (ISO/IEC 24724:2011, clauses 5 and 6), drawn from its value.
enum DataBar {
  /// The widths of the finder patterns of DataBar Omnidirectional.
  private static let finders: [[Int]] = [
    [3, 8, 2, 1, 1], [3, 5, 5, 1, 1], [3, 3, 7, 1, 1], [3, 1, 9, 1, 1], [2, 7, 4, 1, 1], [2, 5, 6, 1, 1],
    [2, 3, 8, 1, 1], [1, 5, 7, 1, 1], [1, 3, 9, 1, 1],
  ]

  /// The 13 digits of a GTIN without its check digit as a number, from 13 or more digits that end in one, with or without AI 01.
  static func number(_ bytes: [UInt8]) -> Int? {
    guard bytes.count == 14 || bytes.count == 16 && bytes.starts(with: [0x30, 0x31]),
      bytes.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return bytes.suffix(14).dropLast().reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// The two halves of DataBar Omnidirectional as elements, the first one light, without guards; nil for a number that it cannot hold.
  ///
  /// - Parameter isLinked: A 2D component belongs to it.
  private static func halves(_ number: Int, isLinked: Bool) -> (left: [Int], right: [Int])? {
    guard (0..<10_000_000_000_000).contains(number) else { return nil }
    let (left, right) = (number + (isLinked ? 10_000_000_000_000 : 0)).quotientAndRemainder(dividingBy: 4_537_077)
    var characters: [[Int]] = []
    for pair in [left, right] {
      let (outer, inner) = pair.quotientAndRemainder(dividingBy: 1597)
      guard let one = DataBarCharacter.outer.widths(outer), let other = DataBarCharacter.inner.widths(inner) else {
        return nil
      }
      characters += [one, other]
    }
    var check = 0
    var weight = 1
    for width in characters.joined() {
      check += width * weight
      weight = weight * 3 % 79
    }
    check %= 79
    if check >= 8 { check += 1 }
    if check >= 72 { check += 1 }
    return (
      characters[0] + finders[check / 9] + characters[1].reversed(),
      characters[3] + finders[check % 9].reversed() + characters[2].reversed()
    )
  }

  /// DataBar Omnidirectional and Truncated.
  static func omnidirectional(_ number: Int, isLinked: Bool) -> LinearPattern? {
    guard let (left, right) = halves(number, isLinked: isLinked) else { return nil }
    return pattern([[1, 1]] + parts(left) + parts(right) + [[1, 1]], firstIsDark: false)
  }

  /// The two rows of DataBar Stacked, which is as high as 13 modules, and of Stacked Omnidirectional.
  static func stacked(_ number: Int, isLinked: Bool) -> [LinearPattern]? {
    guard let (left, right) = halves(number, isLinked: isLinked),
      let top = pattern([[1, 1]] + parts(left) + [[1, 1]], firstIsDark: false),
      let bottom = pattern([[1, 1]] + parts(right) + [[1, 1]], firstIsDark: true)
    else { return nil }
    return [top, bottom]
  }

  /// The number of data characters, from left to right and from top to bottom; nil where they are none.
  static func number(_ data: [Int]) -> (number: Int, isLinked: Bool)? {
    guard data.count == 4, data.allSatisfy({ $0 >= 0 && $0 < 2841 }) else { return nil }
    let all = (data[0] * 1597 + data[1]) * 4_537_077 + data[3] * 1597 + data[2]
    return all < 20_000_000_000_000 ? (all % 10_000_000_000_000, all >= 10_000_000_000_000) : nil
  }

  /// A finder pattern between characters of eight elements; the second may be missing.
  static func parts(_ pair: [Int]) -> [[Int]] {
    [Array(pair[..<8]), Array(pair[8..<13])] + (pair.count > 13 ? [Array(pair[13...])] : [])
  }

  /// DataBar Limited.
  static func limited(_ number: Int, isLinked: Bool) -> LinearPattern? {
    guard (0..<2_000_000_000_000).contains(number) else { return nil }
    let (left, right) = (number + (isLinked ? 2_015_133_531_096 : 0)).quotientAndRemainder(dividingBy: 2_013_571)
    guard let first = DataBarCharacter.limited.widths(left), let last = DataBarCharacter.limited.widths(right) else {
      return nil
    }
    var check = 0
    var weight = 1
    for width in first + last {
      check += width * weight
      weight = weight * 3 % 89
    }
    let (odd, even) = Int(limitedChecks[check % 89]).quotientAndRemainder(dividingBy: 21)
    guard let a = DataBarCharacter.arrangement(odd, of: 8, in: 6, widest: 3, hasNarrow: false),
      let b = DataBarCharacter.arrangement(even, of: 8, in: 6, widest: 3, hasNarrow: false)
    else { return nil }
    return pattern([[1, 1], first, zip(a, b).flatMap { [$0, $1] } + [1, 1], last, [1, 1]], firstIsDark: false)
  }

  /// The check characters of DataBar Limited: which of the 21 ways to arrange eight modules in six elements the odd ones have, and
  /// which the even ones. Measured on what zint draws.
  private static let limitedChecks: [UInt16] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
    31,
    32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 45, 52, 57, 63, 64, 65, 66, 73, 74, 75, 76, 77, 78, 79, 82, 126,
    127,
    128, 129, 130, 132, 141, 142, 143, 144, 145, 146, 210, 211, 212, 213, 214, 215, 216, 217, 220, 316, 317, 318, 319,
    320, 322, 323, 326, 337,
  ]

  /// Parts of elements in a row from the first bar to the last; light at the ends is left out, and each long part is a character.
  static func pattern(_ parts: [[Int]], firstIsDark: Bool) -> LinearPattern? {
    var pattern = LinearPattern()
    var isDark = firstIsDark
    for part in parts {
      for (i, width) in part.enumerated() {
        defer { isDark.toggle() }
        if pattern.widths.isEmpty, !isDark { continue }
        if i == 0 || pattern.widths.isEmpty { pattern.characters.append(pattern.widths.count) }
        pattern.widths.append(Float(width))
      }
    }
    // The last element is light when the number of elements is even.
    if pattern.widths.count % 2 == 0 { pattern.widths.removeLast() }
    return pattern.widths.isEmpty ? nil : pattern
  }
}
