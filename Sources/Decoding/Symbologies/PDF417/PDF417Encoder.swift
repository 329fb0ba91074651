import ReaderCore

/// From bytes to the codewords of a PDF417 or MicroPDF417 (ISO/IEC 15438, clauses 5.4 and 5.7; ISO/IEC 24728).
enum PDF417Encoder {
  /// A PDF417 of so many columns; nil when it does not fit.
  ///
  /// - Parameters:
  ///   - level: Of error correction, 0 to 8; nil: what is recommended for the data.
  ///   - isCompact: Without the right row indicators, and with a bar as stop pattern.
  static func pdf417(_ bytes: [UInt8], columns: Int, level: Int? = nil, isCompact: Bool = false) -> PDF417Symbol? {
    pdf417(data: data(bytes), columns: columns, level: level, isCompact: isCompact)
  }

  /// The same of data codewords, without their number and padding.
  static func pdf417(data: [Int], columns: Int, level: Int? = nil, isCompact: Bool = false) -> PDF417Symbol? {
    guard (1...30).contains(columns), (0...8).contains(level ?? 0), !data.isEmpty else { return nil }
    let level = level ?? ([40, 160, 320].firstIndex { data.count <= $0 } ?? 3) + 2
    let checks = 2 << level
    let rows = max(3, (data.count + 1 + checks + columns - 1) / columns)
    let room = rows * columns - checks
    guard rows <= 90, rows * columns <= 928, room > data.count else { return nil }
    var layout = CompositeLayout.pdf417(columns: columns, rows: rows, checks: checks)
    layout.isCompact = isCompact
    let words = [room] + data + [Int](repeating: 900, count: room - 1 - data.count)
    return PDF417Symbol(layout: layout, words: words + PDF417Symbol.code.checks(of: words, count: checks))
  }

  /// The smallest MicroPDF417, of so many columns if that is asked for; nil when none holds the data.
  static func micro(_ bytes: [UInt8], columns: Int? = nil) -> PDF417Symbol? {
    micro(data: data(bytes), columns: columns)
  }

  /// The same of data codewords.
  static func micro(data: [Int], columns: Int? = nil) -> PDF417Symbol? {
    let fitting = CompositeLayout.micro.filter {
      (columns ?? $0.columns) == $0.columns && $0.codewords - $0.checks >= data.count
    }
    guard !data.isEmpty, let layout = fitting.min(by: { $0.codewords < $1.codewords }) else { return nil }
    let words = data + [Int](repeating: 900, count: layout.codewords - layout.checks - data.count)
    return PDF417Symbol(layout: layout, words: words + PDF417Symbol.code.checks(of: words, count: layout.checks))
  }

  // MARK: compaction

  /// Digits in a row for which numeric compaction is worth its latch, and characters of text.
  private static let (leastDigits, leastText) = (13, 5)

  /// Data codewords that begin in text compaction.
  static func data(_ bytes: [UInt8]) -> [Int] {
    var out: [Int] = []
    var (i, isText) = (0, true)
    while i < bytes.count {
      let digits = run(bytes, i) { (0x30...0x39).contains($0) }
      if digits >= leastDigits {
        out += [902] + numeric(bytes[i..<i + digits])
        i += digits
        isText = false
        continue
      }
      let length = text(bytes, i)
      if length >= leastText || length > 0 && isText || i + length == bytes.count {
        if !isText { out.append(900) }
        out += text(bytes[i..<i + length])
        i += length
        isText = true
        if i < bytes.count, next(bytes, i) == 1 {
          out += [913, Int(bytes[i])]
          i += 1
          // Text that goes on begins anew.
          isText = false
        }
        continue
      }
      let count = next(bytes, i)
      out += binary(bytes[i..<i + count])
      i += count
      isText = false
    }
    return out
  }

  private static func run(_ bytes: [UInt8], _ from: Int, _ isIn: (UInt8) -> Bool) -> Int {
    bytes[from...].prefix { isIn($0) }.count
  }

  private static func isText(_ byte: UInt8) -> Bool {
    byte == 9 || byte == 10 || byte == 13 || (32..<127).contains(byte)
  }

  /// Characters of text from a place on, up to many digits.
  private static func text(_ bytes: [UInt8], _ from: Int) -> Int {
    var i = from
    while i < bytes.count, isText(bytes[i]) {
      let digits = run(bytes, i) { (0x30...0x39).contains($0) }
      if digits >= leastDigits { break }
      i += max(1, digits)
    }
    return i - from
  }

  /// Bytes from a place on, up to enough digits or text.
  private static func next(_ bytes: [UInt8], _ from: Int) -> Int {
    var i = from
    while i < bytes.count {
      let digits = run(bytes, i) { (0x30...0x39).contains($0) }
      if digits >= leastDigits || text(bytes, i) >= leastText { break }
      i += 1
    }
    return max(1, i - from)
  }

  private static func numeric(_ digits: ArraySlice<UInt8>) -> [Int] {
    var out: [Int] = []
    for start in stride(from: digits.startIndex, to: digits.endIndex, by: 44) {
      // A 1 is put before them.
      var rest = [1] + digits[start..<min(start + 44, digits.endIndex)].map { Int($0) - 0x30 }
      var group: [Int] = []
      while !rest.isEmpty {
        var (quotient, remainder) = ([Int](), 0)
        for digit in rest {
          remainder = 10 * remainder + digit
          if !quotient.isEmpty || remainder >= 900 { quotient.append(remainder / 900) }
          remainder %= 900
        }
        group.append(remainder)
        rest = quotient
      }
      out += group.reversed()
    }
    return out
  }

  private static func binary(_ bytes: ArraySlice<UInt8>) -> [Int] {
    var out = [bytes.count % 6 == 0 ? 924 : 901]
    var i = bytes.startIndex
    while i + 6 <= bytes.endIndex {
      var value = bytes[i..<i + 6].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      var group = [Int](repeating: 0, count: 5)
      for k in (0..<5).reversed() {
        group[k] = Int(value % 900)
        value /= 900
      }
      out += group
      i += 6
    }
    return out + bytes[i...].map { Int($0) }
  }

  /// Text from the capital letters on.
  private static func text(_ bytes: ArraySlice<UInt8>) -> [Int] {
    var (values, mode): ([Int], PDF417Text.Mode) = ([], .alpha)
    for (i, byte) in bytes.enumerated() {
      if let value = PDF417Text.value(of: byte, mode) {
        values.append(value)
        continue
      }
      let following = i + 1 < bytes.count ? bytes[bytes.startIndex + i + 1] : nil
      // One character of another table: a shift.
      if mode != .punctuation, let value = PDF417Text.value(of: byte, .punctuation),
        following.map({ PDF417Text.value(of: $0, .punctuation) == nil }) ?? true
      {
        values += [29, value]
        continue
      }
      if mode == .lower, let value = PDF417Text.value(of: byte, .alpha),
        following.map({ PDF417Text.value(of: $0, .lower) != nil }) ?? true
      {
        values += [27, value]
        continue
      }
      guard
        let target = [PDF417Text.Mode.alpha, .lower, .mixed, .punctuation].first(where: {
          PDF417Text.value(of: byte, $0) != nil
        }),
        let value = PDF417Text.value(of: byte, target)
      else { continue }
      values += path(mode, target) + [value]
      mode = target
    }
    if values.count % 2 == 1 { values.append(29) }
    return stride(from: 0, to: values.count, by: 2).map { 30 * values[$0] + values[$0 + 1] }
  }

  /// The latches from one table to another.
  private static func path(_ from: PDF417Text.Mode, _ to: PDF417Text.Mode) -> [Int] {
    switch (from, to) {
    case (.alpha, .lower), (.mixed, .lower): [27]
    case (.alpha, .mixed), (.lower, .mixed): [28]
    case (.alpha, .punctuation), (.lower, .punctuation): [28, 25]
    case (.lower, .alpha): [28, 28]
    case (.mixed, .alpha): [28]
    case (.mixed, .punctuation): [25]
    case (.punctuation, .alpha): [29]
    case (.punctuation, .lower): [29, 27]
    case (.punctuation, .mixed): [29, 28]
    default: []
    }
  }
}
