import ReaderCore

extension Code16K {
  /// The rows of a symbol for data; nil when it does not fit. 0x1D is FNC1.
  ///
  /// - Parameter part: One of several symbols.
  static func encode(
    _ bytes: [UInt8], rows least: Int = 2, isGS1: Bool = false, part: StructuredAppend? = nil
  ) -> [[Int]]? {
    guard rows.contains(least), !bytes.isEmpty, bytes.count <= 160 else { return nil }
    if let part { guard (2...107).contains(part.count), (0..<part.count).contains(part.index) else { return nil } }
    func digits(_ at: Int) -> Int { bytes[at...].prefix { (0x30...0x39).contains($0) }.count }
    func isControl(_ byte: UInt8) -> Bool { byte & 0x7f < 32 }
    var set = part != nil ? 1 : digits(0) >= 2 ? 2 : isControl(bytes[0]) && bytes[0] != 0x1D && !isGS1 ? 0 : 1
    let mode = isGS1 ? set + 2 : set
    var words = part != nil && isGS1 ? [fnc1] : []
    var at = 0
    while at < bytes.count {
      let (run, byte) = (digits(at), bytes[at] & 0x7f)
      if bytes[at] == 0x1D {
        words.append(fnc1)
        at += 1
      } else if set == 2, run >= 2 {
        words.append(Int(bytes[at] - 0x30) * 10 + Int(bytes[at + 1] - 0x30))
        at += 2
      } else if set != 2, run >= 4, run % 2 == 0 {
        words.append(99)
        set = 2
      } else if byte < 32 ? set != 0 : byte >= 96 ? set != 1 : set == 2 {
        set = byte < 32 ? 0 : 1
        words.append(set == 0 ? 101 : 100)
      } else {
        if bytes[at] & 0x80 != 0 { words.append(set == 0 ? 101 : 100) }
        words.append(byte < 32 ? Int(byte) + 64 : Int(byte) - 32)
        at += 1
      }
    }
    let head = part.map { [extended, $0.index, $0.count - 1] }
    let count = part != nil ? rows.upperBound : max(least, (words.count + 3 + columns - 1) / columns)
    guard count <= rows.upperBound, words.count + (head?.count ?? 1) + 2 <= count * columns else { return nil }
    words = (head ?? [7 * (count - 2) + mode]) + words
    words += [Int](repeating: pad, count: count * columns - 2 - words.count)
    let checks = checks(words)
    words += [checks.0, checks.1]
    return (0..<count).map { Array(words[($0 * columns)..<(($0 + 1) * columns)]) }
  }

  /// The modules of rows, true where dark; nil for words that there are not.
  static func modules(_ rows: [[Int]]) -> [[Bool]]? {
    var out: [[Bool]] = []
    for (r, row) in rows.enumerated() {
      guard r < self.rows.upperBound, row.count == columns, row.allSatisfy(isCharacter) else { return nil }
      let ends = guards(of: r)
      var pattern = LinearPattern()
      pattern.widths = guards[ends.start] + [1]
      for word in row { pattern.append(hex: characterWidths[word], count: 6) }
      pattern.widths += guards[ends.stop]
      guard let modules = pattern.moduleRow else { return nil }
      out.append(modules)
    }
    return out
  }

  /// Element widths of the characters 0 to 106, the first is light.
  static let characterWidths = Code128Tables.widths + [0x211133]
}
