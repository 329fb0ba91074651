extension CodablockF {
  /// The rows of a symbol for data, selector to check character; nil when it does not fit. 0x1D is FNC1.
  ///
  /// - Parameters:
  ///   - columns: Data characters in a row, 4 to 62.
  ///   - rows: Rows at least.
  ///   - isGS1: FNC1 stands first.
  static func encode(_ bytes: [UInt8], columns: Int, rows least: Int = 2, isGS1: Bool = false) -> [[Int]]? {
    guard self.columns.contains(columns), rows.contains(least), !bytes.isEmpty else { return nil }
    var out: [[Int]] = []
    var at = isGS1 ? -1 : 0
    while out.count < rows.upperBound {
      let set = firstSet(bytes, max(0, at))
      var line = Line(words: [[98, 100, 99][set], 0], set: set, end: columns + 2)
      while at < bytes.count, line.fill(bytes, &at) {}
      let isLast = at == bytes.count && out.count + 1 >= least && line.rest >= 2
      line.pad(keeping: isLast ? 2 : 0)
      if isLast {
        let checks = checks(bytes)
        line.words += [character(checks.0, set: line.set), character(checks.1, set: line.set)]
      }
      out.append(line.words)
      if isLast { return numbered(out) }
    }
    return nil
  }

  /// Sets the numbers of rows and their check characters.
  private static func numbered(_ rows: [[Int]]) -> [[Int]] {
    var rows = rows
    for r in rows.indices {
      let set = rows[r][0] == 98 ? 0 : rows[r][0] == 100 ? 1 : 2
      rows[r][1] = character(r == 0 ? rows.count - 2 : r + 42, set: set)
      rows[r].append(Code128Tables.check([Code128Tables.startA] + rows[r]))
    }
    return rows
  }

  /// The code set in which a row begins.
  private static func firstSet(_ bytes: [UInt8], _ at: Int) -> Int {
    if Line.digits(bytes, at) >= 2 { return 2 }
    return at < bytes.count && bytes[at] & 0x7f < 32 && bytes[at] != 0x1D ? 0 : 1
  }

  /// A row that is filled.
  private struct Line {
    var words: [Int]
    var set: Int
    /// Words that it has in the end.
    let end: Int
    var rest: Int { end - words.count }

    static func digits(_ bytes: [UInt8], _ at: Int) -> Int {
      var n = 0
      while at + n < bytes.count, (0x30...0x39).contains(bytes[at + n]) { n += 1 }
      return n
    }

    /// Puts the next character in; false when it does not fit. At -1 stands the FNC1 of GS1 data.
    mutating func fill(_ bytes: [UInt8], _ at: inout Int) -> Bool {
      if at < 0 || bytes[at] == 0x1D {
        guard rest >= 1 else { return false }
        words.append(102)
        at += 1
        return true
      }
      let digits = Line.digits(bytes, at)
      if set == 2, digits >= 2 {
        guard rest >= 1 else { return false }
        words.append(Int(bytes[at] - 0x30) * 10 + Int(bytes[at + 1] - 0x30))
        at += 2
        return true
      }
      if set != 2, digits >= 4, digits % 2 == 0, rest >= 3 {
        words.append(99)
        set = 2
        return true
      }
      let byte = bytes[at] & 0x7f
      let isUpper = bytes[at] & 0x80 != 0
      let needed = byte < 32 ? 0 : byte >= 96 ? 1 : set == 2 ? 1 : set
      guard rest >= 1 + (isUpper ? 1 : 0) + (needed != set ? 1 : 0) else { return false }
      if needed != set {
        words.append(needed == 0 ? 101 : 100)
        set = needed
      }
      if isUpper { words.append(set == 0 ? 101 : 100) }
      words.append(byte < 32 ? Int(byte) + 64 : Int(byte) - 32)
      at += 1
      return true
    }

    /// Fills the row up but for some places by going from one code set to another.
    mutating func pad(keeping places: Int) {
      while rest > places {
        words.append(set == 2 ? 100 : 99)
        set = set == 2 ? 1 : 2
      }
    }
  }

  /// The modules of rows from selector to check character, true where dark; nil for words that there are not.
  static func modules(_ rows: [[Int]]) -> [[Bool]]? {
    var out: [[Bool]] = []
    for row in rows {
      guard let modules = Code128Tables.pattern(codewords: [Code128Tables.startA] + row)?.moduleRow else { return nil }
      out.append(modules)
    }
    return out
  }
}
