/// The character sets of C40 and Text: the first is chosen by no shift, the others for one character (ISO/IEC 16022:2006, annex C).
enum DataMatrixShift {
  /// What stands for the values 3 to 39 of the first set: the set of capitals, and that of small letters.
  static let c40 = Array(" 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
  static let text = Array(" 0123456789abcdefghijklmnopqrstuvwxyz".utf8)
  /// The values 0 to 26 of the third set.
  static let marks = Array("!\"#$%&'()*+,-./:;<=>?@[\\]^_".utf8)
  /// The values 0 to 31 of the fourth set: what the first has no letters for.
  static let small = Array("`abcdefghijklmnopqrstuvwxyz{|}~\u{7f}".utf8)
  static let capital = Array("`ABCDEFGHIJKLMNOPQRSTUVWXYZ{|}~\u{7f}".utf8)
  static let fnc1 = 27
  static let upper = 30
  /// The values 0 to 39 of X12.
  static let x12 = Array("\r*> 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
}

extension DataMatrixParser {
  /// Three values in two codewords; an empty list where the mode ends, nil where there are none.
  private mutating func three() -> [Int]? {
    // One codeword at the end is ASCII.
    guard words.count - at >= 2 else { return [] }
    if words[at] == DataMatrixText.Word.unlatch {
      at += 1
      return []
    }
    let value = Int(words[at]) << 8 | Int(words[at + 1])
    guard value > 0, value <= 64000 else { return nil }
    at += 2
    return [(value - 1) / 1600, (value - 1) / 40 % 40, (value - 1) % 40]
  }

  /// C40, or Text: the first set says which.
  mutating func triplets(_ first: [UInt8]) -> Bool {
    let last = first == DataMatrixShift.c40 ? DataMatrixShift.small : DataMatrixShift.capital
    var (set, isUpper) = (0, false)
    while let values = three() {
      if values.isEmpty { return true }
      for value in values {
        var byte: UInt8?
        switch (set, value) {
        case (0, 0...2): set = value + 1
        case (0, _): byte = first[value - 3]
        case (1, 0...31): byte = UInt8(value)
        case (2, 0...26): byte = DataMatrixShift.marks[value]
        case (2, DataMatrixShift.fnc1): byte = DataMatrixText.separator
        case (2, DataMatrixShift.upper): (set, isUpper) = (0, true)
        case (3, 0...31): byte = last[value]
        default: return false
        }
        if let byte {
          put(isUpper ? byte | 128 : byte)
          (set, isUpper) = (0, false)
        }
      }
    }
    return false
  }

  mutating func x12() -> Bool {
    while let values = three() {
      if values.isEmpty { return true }
      for value in values { put(DataMatrixShift.x12[value]) }
    }
    return false
  }

  /// Four characters of six bits in three codewords. Fewer codewords at the end are ASCII.
  mutating func edifact() {
    while words.count - at >= 3 {
      let bits = Int(words[at]) << 16 | Int(words[at + 1]) << 8 | Int(words[at + 2])
      for i in 0..<4 {
        let value = UInt8(bits >> (18 - 6 * i) & 63)
        if value == 31 {
          // What is left of the codeword is empty.
          at += [1, 2, 3, 3][i]
          return
        }
        put(value & 32 == 0 ? value | 64 : value)
      }
      at += 3
    }
  }
}
