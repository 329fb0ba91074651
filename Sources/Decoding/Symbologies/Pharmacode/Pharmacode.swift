import ReaderCore

/// Pharmacode, one track (Laetus): a number in bars of two widths with even spaces. Nothing in it checks it, and read from
/// the other side it is another number: it is read as it stands in the picture, from left to right.
enum Pharmacode {
  /// How it is to be read.
  struct Options {
    /// The numbers that are believed; the standard allows 3 to 131070. Few bars are soon found anywhere.
    var values = 15...131_070
  }

  /// The bars of a number, true is wide, the first is the leftmost; nil outside of 3 to 131070.
  static func bars(_ value: Int) -> [Bool]? {
    guard (3...131_070).contains(value) else { return nil }
    var rest = value
    var bars: [Bool] = []
    while rest > 0 {
      let isWide = rest % 2 == 0
      bars.append(isWide)
      rest = (rest - (isWide ? 2 : 1)) / 2
    }
    return bars.reversed()
  }

  /// The symbol of a number: bars of one and three modules, spaces of two.
  static func pattern(_ value: Int, wide: Float = 3, space: Float = 2) -> LinearPattern? {
    guard let bars = bars(value) else { return nil }
    var p = LinearPattern()
    for (i, isWide) in bars.enumerated() {
      if i > 0 { p.appendGap(space) }
      p.characters.append(p.widths.count)
      p.widths.append(isWide ? wide : 1)
    }
    return p
  }

  /// Reads a run from its left.
  static func decode(_ run: TwoWidthRun, _ options: Options) -> LineValue? {
    guard run.bars >= 4, run.bars <= 16, run.barsDiffer, !run.spacesDiffer else { return nil }
    let (narrow, wide, space) = (run.widths[0], run.widths[1], run.widths[2])
    // A space is the mean of both bars; ink makes all bars wider by the same. Pieces of other codes are narrower.
    let growth = (narrow + wide) / 2 - space
    let module = (wide - narrow) / 2
    guard module > 0, abs(growth) < 1.1 * module, abs(narrow - growth / 2 - module) < 0.45 * module else { return nil }
    var value = 0
    for bar in 0..<run.bars { value = 2 * value + (run.wide[2 * bar] ? 2 : 1) }
    guard options.values.contains(value), let pattern = pattern(value) else { return nil }
    return LineValue(
      symbology: .pharmacode, bytes: Array("\(value)".utf8), aimID: "]X0", strength: .weak, pattern: pattern,
      quiet: 5, needsDirection: true)
  }
}
