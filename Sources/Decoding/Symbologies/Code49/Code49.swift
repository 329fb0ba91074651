import ReaderCore

/// Code 49: 2 to 8 rows of eight characters, two in a word of sixteen modules (ANSI/AIM BC6).
///
/// The parities of the four words of a row tell its number. The last character of a row is the sum of the others modulo 49;
/// the last row has two or three check words over all, the number of rows and the mode.
enum Code49 {
  static let rows = 2...8
  /// Characters of a row.
  static let columns = 8
  /// Parities of the words of rows, odd is 1; all words of the last row are even.
  static let parities: [UInt8] = [0b1001, 0b0101, 0b1100, 0b0011, 0b1010, 0b0110, 0b1111]
  static let lastParity: UInt8 = 0

  static let (shift1, shift2, fnc1, fnc2, fnc3, numeric) = (43, 44, 45, 46, 47, 48)
  /// What characters 0 to 42 stand for, and from 43 on: shifts 1 and 2, FNC1 to FNC3, start and end of digits.
  static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
  /// The ASCII characters that shift 1 and shift 2 make of characters 0 to 42; 255: none.
  static let shifted: [[UInt8]] = {
    var out = [[UInt8]](repeating: [UInt8](repeating: 255, count: 43), count: 2)
    // In the order of ASCII: what the first shift has, then the second.
    let first = Array(" ABCDEFGHIJKLMNOPQRSTUVWXYZ12345678".utf8) + Array("90-.$/+".utf8)
    let values = (0...31).map { UInt8($0) } + Array("!\"#&'()*,:".utf8)
    for (key, value) in zip(first, values) { out[0][index(key)] = value }
    let second = Array("1234567890-.ABCDEFGHIJKLMNOPQRSTUVWXYZ$/+% ".utf8)
    let others = Array(";<=>?@[\\]^_`".utf8) + (0x61...0x7F).map { UInt8($0) }
    for (key, value) in zip(second, others) { out[1][index(key)] = value }
    return out
  }()

  private static func index(_ byte: UInt8) -> Int { alphabet.firstIndex(of: byte) ?? 0 }

  /// Weights of the words: the second check word takes them from the second on, the third (in symbols of 7 and 8 rows) from the
  /// third on; before that stand those of the word for rows and mode.
  private static let weights = [
    1, 9, 31, 26, 2, 12, 17, 23, 37, 18, 22, 6, 27, 44, 15, 43, 39, 11, 13, 5, 41, 33, 36, 8, 4, 32, 3, 19, 40, 25, 29,
    10, 24, 30,
  ]
  private static let heads = [20, 16, 38]

  /// A check word over the words before it; 0 X, 1 Y, 2 Z.
  private static func check(_ which: Int, _ words: [Int], head: Int) -> Int {
    var sum = heads[which] * head
    for (i, word) in words.enumerated() { sum += weights[which + i] * word }
    return sum % 2401
  }

  /// The last row's check words for rows of characters, of which the last has its data and the character of rows and mode.
  static func checks(_ rows: [[Int]]) -> [Int] {
    let head = rows[rows.count - 1][6]
    func word(_ row: [Int], _ k: Int) -> Int { 49 * row[2 * k] + row[2 * k + 1] }
    var words: [Int] = []
    for row in rows.dropLast() { for k in 0..<4 { words.append(word(row, k)) } }
    let hasThird = rows.count >= 7
    words.append(hasThird ? check(2, words, head: head) : word(rows[rows.count - 1], 0))
    words.append(check(1, words, head: head))
    words.append(check(0, words, head: head))
    return Array(words.suffix(hasThird ? 3 : 2))
  }

  /// The number of the row whose words have these parities; nil when there is none. The last row has no number of its own.
  static func row(_ parity: UInt8) -> Int? { parities.firstIndex(of: parity) }

  /// Whether the last character is the sum of the others.
  static func isRow(_ characters: [Int]) -> Bool {
    guard characters.count == columns, characters.allSatisfy({ (0..<49).contains($0) }) else { return false }
    return characters.dropLast().reduce(0, +) % 49 == characters[columns - 1]
  }

  /// The number of rows that the last one tells.
  static func rowCount(_ last: [Int]) -> Int? {
    guard last.count == columns, (0..<49).contains(last[6]), last[6] % 7 <= 5 else { return nil }
    return last[6] / 7 + 2
  }

  /// A part of a group (mode 3) by the character that begins it: those of two, then those of three, up to nine. As BWIPP draws them.
  static func part(_ character: Int) -> StructuredAppend? {
    var first = 1
    for count in 2...9 {
      if (first..<first + count).contains(character) {
        return StructuredAppend(index: character - first, count: count, parity: 0)
      }
      first += count
    }
    return nil
  }

  /// The character that begins a part of a group; nil when there is no such part.
  static func character(_ part: StructuredAppend) -> Int? {
    guard (2...9).contains(part.count), (0..<part.count).contains(part.index) else { return nil }
    return part.count * (part.count - 1) / 2 + part.index
  }

  /// Reads rows of eight characters; nil when they are no symbol.
  static func decode(_ rows: [[Int]]) -> StackValue? {
    guard self.rows.contains(rows.count), rows.allSatisfy(isRow), let last = rows.last, rowCount(last) == rows.count
    else { return nil }
    let checks = checks(rows)
    let found = [49 * last[2] + last[3], 49 * last[4] + last[5]]
    guard Array(checks.suffix(2)) == found, checks.count == 2 || checks[0] == 49 * last[0] + last[1] else { return nil }
    var data = rows.dropLast().flatMap { $0.dropLast() }
    if checks.count == 2 { data += last.prefix(2) }
    switch last[6] % 7 {
    case 0, 1: return Code49Text.value(data[...], isNumeric: false)
    case 2: return Code49Text.value(data[...], isNumeric: true)
    case 3:
      guard let part = data.first.flatMap({ Code49.part($0) }) else { return nil }
      var value = Code49Text.value(data.dropFirst(), isNumeric: false, isFirst: part.index == 0)
      value?.part = part
      return value
    case 4: return Code49Text.value(([shift1] + data)[...], isNumeric: false)
    case 5: return Code49Text.value(([shift2] + data)[...], isNumeric: false)
    default: return nil
    }
  }
}
