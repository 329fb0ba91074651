import ReaderCore

extension Code49 {
  /// The rows of a symbol for ASCII data; nil when it does not fit. 0x1D is FNC1 in GS1 data.
  ///
  /// - Parameter part: One of a group.
  static func encode(
    _ bytes: [UInt8], rows least: Int = 2, isGS1: Bool = false, part: StructuredAppend? = nil
  ) -> [[Int]]? {
    guard rows.contains(least), !bytes.isEmpty, bytes.count <= 100,
      var text = Code49Text.characters(bytes, isGS1: isGS1, first: part.map { character($0) ?? -1 })
    else { return nil }
    if part != nil { text.mode = 3 }
    // Seven characters a row, and two in the last one where it has but two check words.
    func capacity(_ rows: Int) -> Int { 7 * (rows - 1) + (rows < 7 ? 2 : 0) }
    guard let count = (least...rows.upperBound).first(where: { capacity($0) >= text.characters.count }) else {
      return nil
    }
    let data = text.characters + [Int](repeating: numeric, count: capacity(count) - text.characters.count)
    var out: [[Int]] = []
    for r in 0..<(count - 1) {
      let row = Array(data[(7 * r)..<(7 * r + 7)])
      out.append(row + [row.reduce(0, +) % 49])
    }
    var last = Array(data[(7 * (count - 1))...])
    last += [Int](repeating: 0, count: 6 - last.count) + [7 * (count - 2) + text.mode]
    let checks = checks(out + [last])
    for (k, word) in checks.enumerated() {
      last[6 - 2 * checks.count + 2 * k] = word / 49
      last[7 - 2 * checks.count + 2 * k] = word % 49
    }
    out.append(last + [last.reduce(0, +) % 49])
    return out
  }

  /// The modules of rows, true where dark; nil for characters that there are not.
  static func modules(_ rows: [[Int]]) -> [[Bool]]? {
    guard self.rows.contains(rows.count) else { return nil }
    var out: [[Bool]] = []
    for (r, row) in rows.enumerated() {
      guard row.count == columns, row.allSatisfy({ (0..<49).contains($0) }) else { return nil }
      let parity = r == rows.count - 1 ? lastParity : parities[r]
      var modules = [true, false]
      for k in 0..<4 {
        let isOdd = parity >> UInt8(3 - k) & 1 == 1
        let pattern = Code49Patterns.pattern(49 * row[2 * k] + row[2 * k + 1], isOdd: isOdd)
        for bit in 0..<16 { modules.append(pattern >> UInt16(15 - bit) & 1 == 1) }
      }
      out.append(modules + [true, true, true, true])
    }
    return out
  }
}
