import ReaderCore

/// A symbol of bars as it must have been printed.
struct DrawnBars {
  /// A row, from its first bar to its last.
  struct Row {
    var pattern: LinearPattern
    /// Modules from the left end of the symbol to the first bar.
    var offset = 0.0
    /// Whether it runs from right to left.
    var isTurned = false
  }

  /// From top to bottom. Where within the height of the symbol each of them is, is only known roughly.
  var rows: [Row]
  /// Whether the value is not spelled in any other way, and it is known where its rows lie: then bars that are not so refute it.
  var isOnlyWay = true
  /// It says that the 2D component of a composite belongs to it.
  var isLinked = false
  /// What characters around finder patterns stand for: they can be read off the bars.
  enum Value {
    /// DataBar Expanded with so many pairs of characters in a row; 0 in one row.
    case strings([UInt8], across: Int)
    /// The other kinds of DataBar but Limited: what they say without check digit, in one row or in two.
    case number(Int, isStacked: Bool)
  }
  var value: Value?

  /// Modules from the left end to the right one.
  var modules: Double { rows.reduce(1) { max($0, $1.offset + Double($1.pattern.modules)) } }

  /// Whether a symbol of so many pixels can be sampled.
  func fits(_ width: Double) -> Bool { width > 0.6 * modules && width < 200 * modules }

  /// What a code may look like; empty when it is not drawn.
  ///
  /// - Parameter isStacked: Whether it was read from several rows, where its kind does not say.
  static func claims(of code: DecodedCode, isStacked: Bool) -> [DrawnBars] {
    if code.symbology == .telepen { return telepen(code.bytes) }
    guard code.symbology == .dataBar else { return [] }
    switch code.variant {
    case .dataBarExpanded: return expanded(code.bytes, isStacked: isStacked)
    case .dataBarOmni, .dataBarStacked, .dataBarLimited:
      guard let number = DataBar.number(code.bytes) else { return [] }
      return [false, true].compactMap { isLinked in
        let rows: [LinearPattern]? =
          switch code.variant {
          case .dataBarStacked: DataBar.stacked(number, isLinked: isLinked)
          case .dataBarLimited: DataBar.limited(number, isLinked: isLinked).map { [$0] }
          default: DataBar.omnidirectional(number, isLinked: isLinked).map { [$0] }
          }
        guard let rows else { return nil }
        let isStacked = rows.count > 1
        return DrawnBars(
          rows: DrawnBars.halves(rows), isLinked: isLinked,
          value: code.variant == .dataBarLimited ? nil : .number(number, isStacked: isStacked))
      }
    default: return []
    }
  }

  /// As text, and as digits in pairs; the ratio of wide to narrow is not known.
  private static func telepen(_ bytes: [UInt8]) -> [DrawnBars] {
    var patterns = [Telepen.pattern(bytes)]
    if let pairs = Telepen.compressed(bytes) { patterns += [Telepen.pattern(pairs), Telepen.pattern(pairs, .numeric)] }
    return patterns.compactMap { $0 }.map { DrawnBars(rows: [Row(pattern: $0)], isOnlyWay: false) }
  }

  /// In one row or in rows of some number of pairs.
  private static func expanded(_ bytes: [UInt8], isStacked: Bool) -> [DrawnBars] {
    var out: [DrawnBars] = []
    let isOnlyWay = DataBarExpanded.hasOneSpelling(bytes)
    let usual = isOnlyWay ? nil : DataBarExpanded.data(bytes, isLinked: false)
    for (isLinked, latch) in [(false, 6), (false, 4), (true, 6), (true, 4)] where latch == 6 || !isOnlyWay {
      guard let data = DataBarExpanded.data(bytes, isLinked: isLinked, latch: latch),
        let pairs = DataBarExpanded.pairs(data), latch == 6 || isLinked || data != usual
      else { continue }
      guard isStacked else {
        if let row = DrawnBars.rows(pairs, 0) {
          out.append(
            DrawnBars(rows: row, isOnlyWay: isOnlyWay, isLinked: isLinked, value: .strings(bytes, across: 0)))
        }
        continue
      }
      for across in stride(from: 1, to: pairs.count, by: 1) {
        var own = pairs
        // The last row has no single character.
        if data.count % 2 == 0, data.count / 2 % across == 0,
          let more = DataBarExpanded.data(bytes, isLinked: isLinked, latch: latch, atLeast: data.count + 2),
          let filled = DataBarExpanded.pairs(more)
        {
          own = filled
        }
        guard let rows = rows(own, across) else { continue }
        out.append(
          DrawnBars(
            rows: rows, isOnlyWay: isOnlyWay, isLinked: isLinked, value: .strings(bytes, across: across)))
      }
    }
    return out
  }

  private static func rows(_ pairs: [[Int]], _ across: Int) -> [Row]? {
    if across == 0 { return DataBarExpanded.pattern(pairs).map { [Row(pattern: $0)] } }
    return DataBarExpanded.rows(pairs, across: across)?.map {
      Row(pattern: $0.pattern, offset: $0.offset, isTurned: $0.isTurned)
    }
  }

  /// The first row of a stack begins with a light module, the second with a dark one.
  private static func halves(_ rows: [LinearPattern]) -> [Row] {
    rows.enumerated().map { Row(pattern: $1, offset: $0 == 0 && rows.count > 1 ? 1 : 0) }
  }

  /// The kind of a data character by its number.
  func kind(_ number: Int) -> DataBarCharacter {
    if case .number = value { return number % 4 == 0 || number % 4 == 3 ? .outer : .inner }
    return .expanded
  }

  /// What is drawn for the characters that the bars show, and whether they have the same value; nil where they have none.
  func drawn(for data: [Int]) -> (claim: DrawnBars, isSame: Bool)? {
    switch value {
    case .number(let number, let isStacked):
      guard let (seen, isLinked) = DataBar.number(data) else { return nil }
      let patterns =
        isStacked
        ? DataBar.stacked(seen, isLinked: isLinked)
        : DataBar.omnidirectional(seen, isLinked: isLinked).map { [$0] }
      return patterns.map { (DrawnBars(rows: DrawnBars.halves($0), isLinked: isLinked), seen == number) }
    case .strings(let bytes, let across):
      // The check character follows from the others.
      let data = Array(data.dropFirst())
      guard let value = DataBarExpanded.value(data), let pairs = DataBarExpanded.pairs(data),
        let drawn = DrawnBars.rows(pairs, across), drawn.count == rows.count
      else { return nil }
      let asked = DataBarExpanded.plain(bytes)
      let isSame = value == asked || DataBarExpanded.value(data, isDoubled: true) == asked
      // What is no GS1 data may say the same in other words.
      guard isSame || GS1Syntax.isValid(value[...]) else { return nil }
      return (DrawnBars(rows: drawn, isLinked: data[0] & 0x800 != 0), isSame)
    case nil: return nil
    }
  }
}

extension DrawnBars {
  /// The rows of a stacked symbol by its modules, each another.
  init(_ grid: ModuleGrid) {
    rows = grid.lines.map { line in
      var pattern = LinearPattern()
      let first = line.firstIndex(of: true) ?? 0
      var last = false
      for isDark in line[first...(line.lastIndex(of: true) ?? first)] {
        if isDark != last { pattern.widths.append(0) }
        if !pattern.widths.isEmpty { pattern.widths[pattern.widths.count - 1] += 1 }
        last = isDark
      }
      return Row(pattern: pattern, offset: Double(first))
    }
    isOnlyWay = false
  }
}
