import ReaderCore

/// Looks for the PDF417 of a CC-C above a GS1-128, by its start and stop patterns and its row indicators.
enum IndicatorSearch {
  /// Start and stop pattern (ISO/IEC 15438, clause 5.3.1.2) with the light module before or behind.
  private static let start = PatternBank([0b01_1111_1101_0101_000], modules: 18, lanes: 4, blur: 0.4)
  private static let stop = PatternBank([0b111_1111_0100_0101_0010], modules: 19, lanes: 4, blur: 0.4)
  private static let startShape = PatternScan.Shape(modules: 18, before: 1, lanes: 4)
  private static let stopShape = PatternScan.Shape(modules: 19, before: 0, lanes: 4)
  private static let codewordShape = PatternScan.Shape(modules: 17, before: 0, lanes: 4)

  /// Likeness from which a pattern is taken for seen.
  private static let seen: Float = 0.75

  private struct Seen {
    let height: Double
    let position: Double
    let likeness: Float
  }

  /// The rows; nil when there are none.
  static func grid(_ luma: LumaView, _ place: LinearPlace, isInverted: Bool) -> CompositeGrid? {
    // The component begins seven modules before the linear one (ISO/IEC 24723, clause 12.3).
    guard PatternScan.hasBars(luma, place, isInverted, -7...max(90, place.modules)) else { return nil }
    let heights = stride(from: -4.0, through: 24, by: 2).filter { LinearPlace.isInside(place.point(0, $0), luma) }
    let first = look(luma, place, isInverted, heights.filter { $0 > 0 }, isStart: true, at: -7, slack: 8)
    guard let left = median(first.lines.map { $0.position }), first.lines.count >= 2 else { return nil }
    let likely = max(1, min(30, ((place.modules - 52) / 17).rounded(.down)))
    let last = look(
      luma, place, isInverted, heights, isStart: false, at: left + 17 * (likely + 3), slack: likely < 4 ? 40 : 60)
    guard let right = median(last.lines.map { $0.position }), last.lines.count >= 2 else { return nil }
    let columns = ((right - left) / 17).rounded() - 3
    guard columns >= 1, columns <= 30 else { return nil }
    let factor = (right - left) / (17 * (columns + 3))
    guard let place = place.scaled(factor, start: left) else { return nil }
    func strip(_ found: (lines: [Seen], scale: Double), isStart: Bool, at position: Double) -> (AddressStrip, [Int]) {
      follow(
        luma, place, isInverted, isStart: isStart, at: position, from: median(found.lines.map { $0.height }) ?? 0,
        scale: found.scale / factor)
    }
    let (leftStrip, leftWords) = strip(first, isStart: true, at: place.start)
    let (rightStrip, rightWords) = strip(last, isStart: false, at: place.start + 17 * (columns + 3))
    guard let (rows, level) = dimensions(leftWords, rightWords, columns: Int(columns)) else { return nil }
    let layout = CompositeLayout.pdf417(columns: Int(columns), rows: rows, checks: 2 << level)
    guard layout.codewords > layout.checks + 3 else { return nil }
    let keys = Array(0..<rows)
    return CompositeGrid(
      layout, [(17, keys, leftStrip), (17 * (layout.columns + 2), keys, rightStrip)], place)
  }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }

  /// The start or stop pattern on some lines, and how much larger than the linear component's modules are there.
  private static func look(
    _ luma: LumaView, _ place: LinearPlace, _ isInverted: Bool, _ heights: [Double], isStart: Bool, at start: Double,
    slack: Double
  ) -> (lines: [Seen], scale: Double) {
    var best: (lines: [Seen], scale: Double, sum: Float) = ([], 1, 0)
    for scale in [1, 0.94, 1.06] {
      let lines = heights.compactMap { height -> Seen? in
        let found = find(luma, place, isInverted, isStart: isStart, at: start, height, slack, scale)
        return found.likeness > seen ? found : nil
      }
      let sum = lines.reduce(0) { $0 + $1.likeness - 0.5 * seen }
      if sum > best.sum { best = (lines, scale, sum) }
    }
    return (best.lines, best.scale)
  }

  private static func find(
    _ luma: LumaView, _ place: LinearPlace, _ isInverted: Bool, isStart: Bool, at start: Double, _ height: Double,
    _ slack: Double, _ scale: Double
  ) -> Seen {
    let (bank, shape) = isStart ? (Self.start, startShape) : (stop, stopShape)
    var best = Seen(height: height, position: start, likeness: 0)
    PatternScan.windows(luma, place, isInverted, shape, at: start, height, slack, scale) { position, samples in
      bank.compare(samples, 0..<1) { _, likeness in
        if likeness > best.likeness { best = Seen(height: height, position: position, likeness: likeness) }
      }
    }
    return best
  }

  /// The row indicators beside the start or stop pattern, line by line: how like an indicator of each of the 90 rows, and the
  /// likeliest one of each line, as cluster * 929 + codeword.
  private static func follow(
    _ luma: LumaView, _ place: LinearPlace, _ isInverted: Bool, isStart: Bool, at start: Double, from middle: Double,
    scale: Double
  ) -> (AddressStrip, words: [Int]) {
    var strip = AddressStrip(isCentre: false, scale: scale, firstHeight: -4)
    let begin = Int(((middle - strip.firstHeight) / AddressStrip.lineStep).rounded())
    var words: [Int] = []
    func walk(_ first: Int, _ step: Int) -> [AddressStrip.Line] {
      var lines: [AddressStrip.Line] = []
      var (expected, drift, unseen, number) = (start, 0.0, 0, first)
      while number >= 0, number < maxLines {
        let height = strip.height(ofLine: number)
        guard LinearPlace.isInside(place.point(expected + 8, height), luma), unseen < 16 else { break }
        let pattern = find(luma, place, isInverted, isStart: isStart, at: expected, height, 1.25, scale)
        let error = pattern.position - expected
        unseen += 1
        if pattern.likeness > seen {
          drift += 0.02 * error
          expected += 0.25 * error
          unseen = 0
        }
        let indicator = expected + (isStart ? 17 : -17) * scale
        var line = AddressStrip.Line(90)
        var best: (word: Int, likeness: Float) = (0, 0)
        PatternScan.windows(luma, place, isInverted, codewordShape, at: indicator, height, 0, scale) { _, samples in
          PatternBank.codewords[0].compare(samples, 0..<3 * PDF417Patterns.count) { index, likeness in
            if likeness > best.likeness { best = (index, likeness) }
            let (cluster, word) = index.quotientAndRemainder(dividingBy: PDF417Patterns.count)
            let row = word / 30 * 3 + cluster
            if row < 90, likeness > line.likeness[row] { line.likeness[row] = likeness }
          }
        }
        for row in 0..<90 { line.position[row] = Float(indicator) }
        if pattern.likeness > seen, best.likeness > 0.8 { words.append(best.word) }
        lines.append(line)
        expected += drift
        number += step
      }
      while step < 0, number >= 0 {
        lines.append(AddressStrip.Line(90))
        number -= 1
      }
      return lines
    }
    let below = walk(begin - 1, -1)
    strip.lines = below.reversed() + walk(begin, 1)
    return (strip, words)
  }

  /// 30 rows of up to six modules.
  private static let maxLines = 2 * 30 * 6

  /// Rows and level of error correction by what most indicators say (ISO/IEC 15438, clause 5.11.3); nil when they say nothing,
  /// or another number of columns.
  private static func dimensions(_ left: [Int], _ right: [Int], columns: Int) -> (rows: Int, level: Int)? {
    // Thirds of the rows, level and remainder, columns.
    var votes = [[Int]](repeating: [Int](repeating: 0, count: 30), count: 3)
    for (words, shift) in [(left, 0), (right, 2)] {
      for word in words {
        let (cluster, codeword) = word.quotientAndRemainder(dividingBy: PDF417Patterns.count)
        votes[(cluster + shift) % 3][codeword % 30] += 1
      }
    }
    func winner(_ kind: Int) -> Int? {
      guard let most = votes[kind].max(), most > 0 else { return nil }
      return votes[kind].firstIndex(of: most)
    }
    guard let thirds = winner(0), let levels = winner(1), levels < 27 else { return nil }
    if let told = winner(2), told + 1 != columns { return nil }
    let rows = 3 * thirds + levels % 3 + 1
    return rows >= 3 ? (rows, levels / 3) : nil
  }
}
