/// Which size a symbol has, by what most lines say.
enum PDF417Size {
  /// Votes for numbers.
  private struct Count {
    private var votes: [Int: Int] = [:]

    mutating func add(_ number: Int, _ weight: Int = 1) { votes[number, default: 0] += weight }

    /// The number with the most votes, the smallest of several.
    var winner: Int? { votes.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key }
  }

  /// Rows, columns and level of a PDF417, by its row indicators (ISO/IEC 15438, clause 5.11.3); nil when they say too little. What was
  /// counted from the stop pattern gets its place from the left.
  static func pdf417(_ lines: inout [PDF417Votes.Line]) -> CompositeLayout? {
    var (columns, thirds, levels) = (Count(), Count(), Count())
    var ends = 0
    for (_, row) in lines {
      if let elements = row.elements { columns.add(elements - 2) }
      if row.stop != nil { ends += 1 }
      for token in row.tokens where token.cost < 1 {
        if token.element == 0, token.cluster == 2 { columns.add(token.value % 30 + 1) }
        if token.element == -1, token.cluster == 0 { columns.add(token.value % 30 + 1) }
      }
    }
    guard let number = columns.winner, (1...30).contains(number) else { return nil }
    var last = 0
    for i in lines.indices {
      for k in lines[i].row.tokens.indices {
        if lines[i].row.tokens[k].element < 0 { lines[i].row.tokens[k].element += number + 2 }
        let token = lines[i].row.tokens[k]
        guard token.cost < 1 else { continue }
        if token.element == number + 1 { last += 1 }
        // Those on the right are one ahead.
        let turn = token.element == 0 ? token.cluster : token.element == number + 1 ? (token.cluster + 2) % 3 : -1
        if turn == 0 { thirds.add(token.value % 30) }
        if turn == 1 { levels.add(token.value % 30) }
      }
    }
    guard let third = thirds.winner, let level = levels.winner, level < 27 else { return nil }
    let (rows, checks) = (3 * third + level % 3 + 1, 2 << (level / 3))
    guard rows >= 3, rows <= 90, rows * number <= 928, checks < rows * number else { return nil }
    var layout = CompositeLayout.pdf417(columns: number, rows: rows, checks: checks)
    layout.isCompact = ends == 0 && 8 * last <= lines.count
    return layout
  }

  /// How well what a line shows is a row of a MicroPDF417 of a size, and which row: 0 when its address patterns or its clusters are
  /// of another. Lines that lie askew end up to two rows from where they begin.
  private static func row(_ line: PDF417Line.Row, of layout: CompositeLayout) -> (weight: Int, number: Int) {
    guard let first = line.tokens.first, let last = line.tokens.last else { return (0, 0) }
    let number = (first.value - layout.left + 52) % 52
    let other = (last.value - layout.right + 52) % 52
    guard number < layout.rows, other < layout.rows, abs(other - number) <= 2 else { return (0, 0) }
    let (low, high) = (min(number, other), max(number, other))
    var (words, fitting) = (0, 0)
    for token in line.tokens where token.cluster >= 0 {
      words += 1
      if (low...high).contains(where: { (layout.cluster + $0) % 3 == token.cluster }) { fitting += 1 }
    }
    return 2 * fitting > words ? (low == high ? 3 : 1, number) : (0, 0)
  }

  /// Whether some size with so many columns has a row like that.
  static func fits(_ line: PDF417Line.Row, columns: Int) -> Bool {
    CompositeLayout.micro.contains { $0.columns == columns && row(line, of: $0).weight > 0 }
  }

  /// Whether a few lines can be rows of one MicroPDF417: some size has all of them, as far from each other as rows of 1 to 12 modules lie.
  static func agree(_ lines: [PDF417Votes.Line], columns: Int, samplesPerPixel: Float) -> Bool {
    CompositeLayout.micro.contains { layout in
      guard layout.columns == columns else { return false }
      let rows = lines.compactMap { line -> (y: Float, number: Int, module: Float)? in
        let (weight, number) = row(line.row, of: layout)
        return weight > 0 ? (line.y, number, line.row.module / samplesPerPixel) : nil
      }
      var (good, all, differ) = (0, 0, false)
      for i in rows.indices {
        for j in rows.indices where j > i {
          all += 1
          let (height, step) = (abs(rows[i].y - rows[j].y), Float(abs(rows[i].number - rows[j].number)))
          let module = rows[i].module
          guard step > 0 ? height > (step - 1) * module && height < 12 * (step + 1) * module : height < 12 * module
          else { continue }
          good += 1
          differ = differ || step > 0
        }
      }
      return differ && 3 * good >= 2 * all
    }
  }

  /// The size of a MicroPDF417: that whose rows have the address patterns and clusters that most lines show; nil when none has.
  static func micro(_ lines: [PDF417Votes.Line]) -> CompositeLayout? {
    var best: (layout: CompositeLayout, count: Int)?
    var all = 0
    for layout in CompositeLayout.micro {
      let elements = PDF417Line.elements(columns: layout.columns).count
      var count = 0
      var rows: Set<Int> = []
      all = 0
      for (_, row) in lines where row.elements == elements {
        all += 1
        let (weight, number) = PDF417Size.row(row, of: layout)
        guard weight > 0 else { continue }
        count += weight
        rows.insert(number)
      }
      // Two sizes may begin alike: that whose rows are all there is it.
      guard count > 0, 2 * rows.count > layout.rows else { continue }
      if count > best?.count ?? 0 { best = (layout, count) }
    }
    guard let best, 3 * best.count > all else { return nil }
    return best.layout
  }
}
