import ReaderCore

/// A symbol of bars as it must have been printed.
struct DrawnBars {
  /// A row, from its first bar to its last.
  struct Row {
    var pattern: LinearPattern
    /// Modules from the left end of the symbol to the first bar.
    var offset = 0.0
  }

  /// From top to bottom. Where within the height of the symbol each of them is, is only known roughly.
  var rows: [Row]
  /// Whether the value is not spelled in any other way, and it is known where its rows lie: then bars that are not so refute it.
  var isOnlyWay = true
  /// It says that the 2D component of a composite belongs to it.
  var isLinked = false

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
        // The first row begins with a light module, the second of a stack with a dark one.
        return DrawnBars(
          rows: rows.enumerated().map { Row(pattern: $1, offset: $0 == 0 && rows.count > 1 ? 1 : 0) },
          isOnlyWay: rows.count == 1, isLinked: isLinked)
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
        if let row = DataBarExpanded.pattern(pairs) {
          out.append(DrawnBars(rows: [Row(pattern: row)], isOnlyWay: isOnlyWay, isLinked: isLinked))
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
        guard let rows = DataBarExpanded.rows(own, across: across) else { continue }
        out.append(
          DrawnBars(
            rows: rows.map { Row(pattern: $0.pattern, offset: $0.offset) }, isOnlyWay: false, isLinked: isLinked))
      }
    }
    return out
  }
}
