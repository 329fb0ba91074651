import ReaderCore

/// Codablock F: rows of Code 128 with their numbers, two check characters over all (AIM Europe USS Codablock F).
///
/// A row is start A, a selector of the code set, the number of the row, data, the check character of Code 128, and stop.
/// Each row begins in the code set that its selector says. Characters that switch between sets fill up a row.
enum CodablockF {
  /// Rows of a symbol, and data characters of a row.
  static let rows = 2...44
  static let columns = 4...62
  /// Selectors of code sets A, B and C.
  private static let selectors = [98, 100, 99]
  private static let fnc1 = 102

  /// The character for a number from 0 to 85 (of a row, or a check character) in a code set (0 A, 1 B, 2 C): C has the number
  /// itself; A and B have control characters, those before the digits, and those behind them.
  static func character(_ number: Int, set: Int) -> Int {
    set == 2 ? number : number < 32 ? number + 64 : number < 48 ? number - 32 : number - 22
  }

  /// The number that a character stands for; nil when there is none.
  static func number(_ character: Int, set: Int) -> Int? {
    guard set != 2 else { return (0...85).contains(character) ? character : nil }
    switch character {
    case 64...95: return character - 64
    case 0...15: return character + 32
    case 26...63: return character + 22
    default: return nil
    }
  }

  /// The code set and number of a row (the number of rows less two in the first, 43 and up in the others).
  static func head(_ words: [Int]) -> (set: Int, number: Int)? {
    guard words.count >= 3, let set = selectors.firstIndex(of: words[0]), let number = number(words[1], set: set) else {
      return nil
    }
    return (set, number)
  }

  /// The number of a row by its characters behind the start: 0 when they are those of a first row.
  static func row(_ words: [Int]) -> Int? {
    guard let (_, number) = head(words) else { return nil }
    return number <= 42 ? 0 : number - 42
  }

  /// Both check characters over data; FNC1 behind the first counts as 29, which is the value that stands for it.
  static func checks(_ bytes: [UInt8]) -> (Int, Int) {
    var (first, second) = (0, 0)
    for (i, byte) in bytes.enumerated() {
      first = (first + (i + 1) % 86 * Int(byte)) % 86
      second = (second + i % 86 * Int(byte)) % 86
    }
    return (first, second)
  }

  /// Reads rows from selector to check character; nil when they are no symbol.
  static func decode(_ rows: [[Int]]) -> StackValue? {
    guard self.rows.contains(rows.count), let first = rows.first, let (_, count) = head(first), count == rows.count - 2
    else { return nil }
    var message = Message()
    for (r, words) in rows.enumerated() {
      guard words.count == first.count, columns.contains(words.count - 3), let (set, _) = head(words), row(words) == r,
        Code128Tables.check([Code128Tables.startA] + words.dropLast()) == words[words.count - 1]
      else { return nil }
      let isLast = r == rows.count - 1
      let data = words[2..<(words.count - (isLast ? 3 : 1))]
      guard message.append(data, set: set) else { return nil }
      if isLast {
        let checks = checks(message.bytes)
        guard number(words[words.count - 3], set: message.set) == checks.0,
          number(words[words.count - 2], set: message.set) == checks.1
        else { return nil }
      }
    }
    guard !message.bytes.isEmpty else { return nil }
    return StackValue(bytes: message.bytes, aimID: message.isGS1 ? "]O5" : "]O4", isGS1: message.isGS1)
  }

  /// The data as rows are read.
  private struct Message {
    var bytes: [UInt8] = []
    var isGS1 = false
    /// Code set behind what was read last.
    var set = 0

    /// Adds the data of a row that begins in a code set; false when its characters follow no valid path.
    mutating func append(_ data: ArraySlice<Int>, set start: Int) -> Bool {
      set = start
      var (shifted, upper) = (false, false)
      for word in data {
        let current = shifted ? 1 - set : set
        shifted = false
        switch word {
        case CodablockF.fnc1:
          if bytes.isEmpty, !isGS1 { isGS1 = true } else { bytes.append(0x1D) }
        case 0..<100 where current == 2:
          bytes += [UInt8(0x30 + word / 10), UInt8(0x30 + word % 10)]
        case 0..<96:
          let value = UInt8(current == 0 && word >= 64 ? word - 64 : word + 32)
          bytes.append(upper ? value | 0x80 : value)
          upper = false
        case 96, 97: break  // FNC3 and FNC2 instruct the reader and are no data
        case 98: shifted = true
        case 99: set = 2
        case 100 where current == 1, 101 where current == 0: upper.toggle()
        case 100: set = 1
        case 101: set = 0
        default: return false
        }
      }
      return !shifted
    }
  }
}
