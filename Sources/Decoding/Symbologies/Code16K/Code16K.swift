import ReaderCore

/// Code 16K: 2 to 16 rows of five characters, which are those of Code 128 with light and dark exchanged (EN 12323).
///
/// Start and stop of a row tell its number. The first character is the number of rows and the mode, the last two are check
/// characters over all.
enum Code16K {
  static let rows = 2...16
  /// Characters of a row.
  static let columns = 5
  static let fnc1 = 102
  static let pad = 103
  /// Widths of the four elements of the eight starts and stops (those of the digits of EAN), the first is dark in a start and
  /// light in a stop.
  static let guards: [[Float]] = [
    [3, 2, 1, 1], [2, 2, 2, 1], [2, 1, 2, 2], [1, 4, 1, 1], [1, 1, 3, 2], [1, 2, 3, 1], [1, 1, 1, 4], [3, 1, 1, 2],
  ]

  /// The start and the stop of a row: rows 8 to 15 have the same starts as rows 0 to 7, and stops from the other half.
  static func guards(of row: Int) -> (start: Int, stop: Int) { (row % 8, row < 8 ? row : (row + 4) % 8) }

  /// The row with a start and a stop; nil when they belong to no row.
  static func row(start: Int, stop: Int) -> Int? {
    start == stop ? start : (start + 4) % 8 == stop ? start + 8 : nil
  }

  /// Both check characters of what comes before them: sums modulo 107 weighted from 2 and from 1 on, the second with the first
  /// one in it.
  static func checks(_ words: [Int]) -> (Int, Int) {
    var (first, second) = (0, 0)
    for (i, word) in words.enumerated() {
      first = (first + (i + 2) * word) % 107
      second = (second + (i + 1) * word) % 107
    }
    return (first, (second + (words.count + 1) * first) % 107)
  }

  /// The first character of a part of longer data, which has all 16 rows. Two more tell which part it is, from 0, and the last one's
  /// number; its data begin in set B (EN 12323: extended mode; as BWIPP draws it).
  static let extended = 105

  /// The number of rows that a first character tells.
  static func rowCount(_ first: Int) -> Int? {
    first == extended ? rows.upperBound : (0..<extended).contains(first) ? first / 7 + 2 : nil
  }

  /// Reads rows of five characters; nil when they are no symbol.
  static func decode(_ rows: [[Int]]) -> StackValue? {
    guard self.rows.contains(rows.count), rows.allSatisfy({ $0.count == columns && $0.allSatisfy(isCharacter) }),
      rowCount(rows[0][0]) == rows.count
    else { return nil }
    let words = rows.flatMap { $0 }
    let data = Array(words.dropLast(2))
    guard checks(data) == (words[words.count - 2], words[words.count - 1]) else { return nil }
    guard data[0] == extended else {
      var message = Message(mode: data[0] % 7)
      return message?.value(data.dropFirst())
    }
    guard data[1] <= data[2], data[2] > 0 else { return nil }
    var message = Message(part: data[1])
    var value = message.value(data.dropFirst(3))
    value?.part = StructuredAppend(index: data[1], count: data[2] + 1, parity: 0)
    return value
  }

  static func isCharacter(_ word: Int) -> Bool { (0...106).contains(word) }

  /// The data as characters are read.
  private struct Message {
    /// Code set: 0 A, 1 B, 2 C.
    private var set: Int
    /// Another one for the next characters, and for how many.
    private var shifted = (set: 0, count: 0)
    private var upperNext = false
    private var upperLock = false
    private var bytes: [UInt8] = []
    private var isGS1 = false
    private var isAIM = false
    private var isContinued = false

    /// Modes 0 to 2 begin in sets A, B, C; 3 and 4 in B and C with FNC1; 5 and 6 in C with one or two characters of B.
    init?(mode: Int) {
      switch mode {
      case 0, 1, 2: set = mode
      case 3, 4:
        set = mode - 2
        isGS1 = true
      case 5, 6:
        set = 2
        shifted = (1, mode - 4)
      default: return nil
      }
    }

    /// A part of longer data: of those behind the first FNC1 is no more than a separator.
    init(part: Int) {
      set = 1
      isContinued = part > 0
    }

    mutating func value(_ data: ArraySlice<Int>) -> StackValue? {
      let isPadded = data.first == Code16K.pad
      for word in data {
        guard add(word) else { return nil }
      }
      guard !bytes.isEmpty else { return nil }
      return StackValue(
        bytes: bytes, aimID: isGS1 ? "]K1" : isAIM ? "]K2" : isPadded ? "]K4" : "]K0", isGS1: isGS1)
    }

    private mutating func add(_ word: Int) -> Bool {
      if word == Code16K.pad { return true }
      let current = shifted.count > 0 ? shifted.set : set
      if word == Code16K.fnc1 {
        if isContinued {
          bytes.append(0x1D)
        } else if bytes.isEmpty, !isGS1 {
          isGS1 = true
        } else if !isGS1, !isAIM, isApplicationIndicator {
          isAIM = true
        } else {
          bytes.append(0x1D)
        }
        shifted.count = max(0, shifted.count - 1)
        return true
      }
      if current == 2, word < 100 {
        bytes += [UInt8(0x30 + word / 10), UInt8(0x30 + word % 10)]
        shifted.count = max(0, shifted.count - 1)
        return true
      }
      if word < 96 {
        let value = UInt8(current == 0 && word >= 64 ? word - 64 : word + 32)
        bytes.append(upperNext != upperLock ? value | 0x80 : value)
        upperNext = false
        shifted.count = max(0, shifted.count - 1)
        return true
      }
      return control(word, current)
    }

    /// An application indicator of AIM: one letter or two digits.
    private var isApplicationIndicator: Bool {
      if bytes.count == 1 { return (0x41...0x5A).contains(bytes[0] & 0xDF) }
      return bytes.count == 2 && bytes.allSatisfy { (0x30...0x39).contains($0) }
    }

    private mutating func control(_ word: Int, _ current: Int) -> Bool {
      switch (word, current) {
      case (96, _), (97, _): break  // FNC3 and FNC2 instruct the reader and are no data
      case (100, 1), (101, 0):
        // FNC4 once: the next character is in the other half; twice: all that follow.
        if upperNext { upperLock.toggle() }
        upperNext.toggle()
      case (98, _): shifted = (1 - current, 1)
      case (104, 2): shifted = (1, 1)
      case (104, _): shifted = (1 - current, 2)
      case (105, 2): shifted = (1, 2)
      case (105, _): shifted = (2, 2)
      case (106, 2): shifted = (1, 3)
      case (106, _): shifted = (2, 3)
      case (99, _): latch(2)
      case (100, _): latch(1)
      case (101, _): latch(0)
      default: return false
      }
      return true
    }

    private mutating func latch(_ other: Int) {
      set = other
      shifted.count = 0
    }
  }
}
