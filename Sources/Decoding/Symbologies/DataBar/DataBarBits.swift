/// The bits of a DataBar Expanded symbol while it is drawn.
struct DataBarBits {
  private var bits: [Bool] = []

  var count: Int { bits.count }

  mutating func append(_ value: Int, _ count: Int) {
    for i in (0..<count).reversed() { bits.append(value >> i & 1 == 1) }
  }

  mutating func replace(at place: Int, _ value: Int, _ count: Int) {
    for i in 0..<count { bits[place + i] = value >> (count - 1 - i) & 1 == 1 }
  }

  /// Words of so many bits; what is left over is not in them.
  func words(_ size: Int) -> [Int] {
    (0..<bits.count / size).map { word in (0..<size).reduce(0) { $0 << 1 | (bits[word * size + $1] ? 1 : 0) } }
  }

  /// Appends data in the general-purpose field and fills up the last character (ISO/IEC 24724:2011, 7.2.5); false when there is a byte
  /// that it cannot hold.
  ///
  /// - Parameters:
  ///   - latch: Digits in alphanumeric text from which it changes to numeric encodation.
  ///   - atLeast: Bits that are filled at least.
  mutating func appendGeneralPurpose(_ data: [UInt8], latch: Int, atLeast: Int) -> Bool {
    var mode = GeneralPurposeField.Mode.numeric
    var i = 0
    func isNumeric(_ k: Int) -> Bool { k < data.count && ((0x30...0x39).contains(data[k]) || data[k] == 0x1d) }
    func isDigit(_ k: Int) -> Bool { k < data.count && (0x30...0x39).contains(data[k]) }
    func digit(_ k: Int) -> Int { data[k] == 0x1d ? 10 : Int(data[k]) - 0x30 }
    func run(_ from: Int, _ test: (Int) -> Bool) -> Int {
      var k = from
      while k < data.count, test(k) { k += 1 }
      return k - from
    }
    func isAlphanumeric(_ k: Int) -> Bool { isNumeric(k) || GeneralPurposeField.alphanumeric(data[k]) != nil }
    while i < data.count {
      switch mode {
      case .numeric:
        if isNumeric(i), isNumeric(i + 1), data[i] != 0x1d || data[i + 1] != 0x1d {
          append(11 * digit(i) + digit(i + 1) + 8, 7)
          i += 2
        } else if i + 1 == data.count, isDigit(i) {
          // The last digit is short when no more than six bits are left for it.
          let left = max(atLeast, (count + 4 + 11) / 12 * 12) - count
          if left < 7 { append(digit(i) + 1, 4) } else { append(11 * digit(i) + 10 + 8, 7) }
          i += 1
        } else {
          append(0, 4)
          mode = .alphanumeric
        }
      case .alphanumeric, .iso646:
        let isPlain = mode == .alphanumeric
        if data[i] == 0x1d {
          append(15, 5)
          i += 1
          mode = .numeric
          continue
        }
        let digits = run(i, isNumeric)
        let ahead = run(i, isAlphanumeric)
        if isPlain, digits >= latch || digits >= 4 && i + digits == data.count {
          append(0, 3)
          mode = .numeric
        } else if !isPlain, digits >= 4, ahead >= 10 || i + ahead == data.count {
          append(0, 3)
          mode = .numeric
        } else if !isPlain, ahead >= 5, ahead >= 10 || i + ahead == data.count {
          append(4, 5)
          mode = .alphanumeric
        } else if isDigit(i) {
          append(digit(i) + 5, 5)
          i += 1
        } else if isPlain {
          if let value = GeneralPurposeField.alphanumeric(data[i]) {
            append(value, 6)
            i += 1
          } else {
            append(4, 5)
            mode = .iso646
          }
        } else {
          guard let (value, size) = GeneralPurposeField.iso646(data[i]) else { return false }
          append(value, size)
          i += 1
        }
      }
    }
    let end = max(atLeast, (count + 11) / 12 * 12)
    if mode == .numeric, count < end { append(0, min(4, end - count)) }
    while count < end { append(4 >> max(0, 5 - (end - count)), min(5, end - count)) }
    return true
  }
}

extension GeneralPurposeField {
  /// The six bits of a letter or mark in alphanumeric encodation; nil for other bytes.
  static func alphanumeric(_ byte: UInt8) -> Int? {
    if (0x41...0x5a).contains(byte) { return Int(byte) - 0x41 + 32 }
    return alphanumericMarks.firstIndex(of: byte).map { 58 + $0 }
  }

  /// The bits of a letter or mark in ISO/IEC 646 encodation, and how many they are; nil for other bytes.
  static func iso646(_ byte: UInt8) -> (value: Int, bits: Int)? {
    if (0x41...0x5a).contains(byte) { return (Int(byte) - 0x41 + 64, 7) }
    if (0x61...0x7a).contains(byte) { return (Int(byte) - 0x61 + 90, 7) }
    return iso646Marks.firstIndex(of: byte).map { (232 + $0, 8) }
  }
}
