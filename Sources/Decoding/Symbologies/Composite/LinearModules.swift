import ReaderCore

/// How many modules wide linear codes are whose width depends on their value: by the number of their bars.
enum LinearModules {
  /// The bars between the left and the right end of a code; nil when its lines do not agree on a number.
  static func bars(_ q: Quad, _ luma: LumaView, isInverted: Bool) -> Int? {
    var counts: [Int] = []
    let (dx, dy) = (q.topRight.x - q.topLeft.x, q.topRight.y - q.topLeft.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length.isFinite, length >= 32, length < 30_000 else { return nil }
    let count = 2 * Int(length)
    var samples = [Float](repeating: 0, count: count)
    // Where the first three agree, the others need not be asked.
    for share in [0.5, 0.3, 0.7, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9] {
      if counts.count == 3, counts[0] == counts[1], counts[1] == counts[2] { return counts[0] }
      let a = between(q.topLeft, q.bottomLeft, share)
      let b = between(q.topRight, q.bottomRight, share)
      Sampling.line(luma, a, b, 1 / Double(count), count, isInverted, add: false, into: &samples)
      let (low, high) = (samples.min() ?? 0, samples.max() ?? 0)
      guard high - low > 24 else { continue }
      let (light, dark) = (low + 0.42 * (high - low), low + 0.58 * (high - low))
      // The first and the last bar begin or end at the corner.
      var (bars, isDark) = (0, false)
      for value in samples where isDark ? value < light : value > dark {
        isDark.toggle()
        if isDark { bars += 1 }
      }
      counts.append(bars)
    }
    counts.sort()
    guard !counts.isEmpty else { return nil }
    let middle = counts[counts.count / 2]
    return counts.count(where: { $0 == middle }) >= 3 ? middle : nil
  }

  private static func between(_ a: Point, _ b: Point, _ share: Double) -> Point {
    Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))
  }

  /// Code 128 has three bars in a character of 11 modules, and one of two modules at the end.
  static func ofCode128(bars: Int) -> Double? {
    guard bars >= 13, bars % 3 == 1 else { return nil }
    return Double((bars - 1) / 3 * 11 + 2)
  }

  /// DataBar Expanded has 17 modules with four bars in a character, 15 modules with two or three bars in the finder pattern
  /// of each pair, and two modules at either end, without the outer spaces.
  ///
  /// - Returns: The modules between the corners, and those that these leave out at either end: engines may begin behind the guards.
  static func ofExpanded(bars: Int, _ bytes: [UInt8]) -> (modules: Double, left: Double) {
    for latch in [6, 4] {
      guard let data = DataBarExpanded.data(bytes, isLinked: true, latch: latch) else { continue }
      let pairs = (data.count + 2) / 2
      // In one row, or in the first one of a stack.
      for across in (1...pairs).reversed() {
        let characters = across == pairs ? data.count + 1 : 2 * across
        let (all, inner) = ((4 + 8 * characters + 5 * across) / 2, Double(17 * characters + 15 * across))
        if bars == all { return (inner + 3, 0) }
        // A guard is a space and a bar.
        if abs(bars - all + 2) <= 1 { return (inner, 2) }
      }
    }
    return (ofExpanded(bars: bars), 0)
  }

  private static func ofExpanded(bars: Int) -> Double {
    var best = (error: Int.max, modules: 0.0)
    for characters in 1...22 {
      let finders = (characters + 1) / 2
      let error = abs((4 + 8 * characters + 5 * finders) / 2 - bars)
      if error < best.error { best = (error, Double(2 + 17 * characters + 15 * finders)) }
    }
    return best.modules
  }
}
