/// Code 128 on one scan line: widths in, codewords out.
enum Code128Line {
  /// Elements of the characters 0 to 105, three bars and three spaces each, as six digits (ISO/IEC 15417, table 1).
  private static let table: [Int] = [
    212222, 222122, 222221, 121223, 121322, 131222, 122213, 122312, 132212, 221213, 221312, 231212, 112232, 122132,
    122231, 113222, 123122, 123221, 223211, 221132, 221231, 213212, 223112, 312131, 311222, 321122, 321221, 312212,
    322112, 322211, 212123, 212321, 232121, 111323, 131123, 131321, 112313, 132113, 132311, 211313, 231113, 231311,
    112133, 112331, 132131, 113123, 113321, 133121, 313121, 211331, 231131, 213113, 213311, 213131, 311123, 311321,
    331121, 312113, 312311, 332111, 314111, 221411, 431111, 111224, 111422, 121124, 121421, 141122, 141221, 112214,
    112412, 122114, 122411, 142112, 142211, 241211, 221114, 413111, 241112, 134111, 111242, 121142, 121241, 114212,
    124112, 124211, 411212, 421112, 421211, 212141, 214121, 412121, 111143, 111341, 131141, 114113, 114311, 411113,
    411311, 113141, 114131, 311141, 411131, 211412, 211214, 211232,
  ]
  private static let elements: [[Double]] = table.map { code in
    [100_000, 10_000, 1000, 100, 10, 1].map { Double(code / $0 % 10) }
  }
  private static let stop: [Double] = [2, 3, 3, 1, 1, 1, 2]

  /// Codewords from start to check character.
  ///
  /// - Parameter widths: Dark and light runs in turn, beginning with a dark one near the start of the symbol.
  /// - Returns: nil when no start character among the first runs leads to a stop character.
  static func codewords(_ widths: [Double]) -> [Int]? {
    for start in Swift.stride(from: 0, to: min(8, widths.count), by: 2) {
      if let words = read(widths, start) { return words }
    }
    return nil
  }

  private static func read(_ widths: [Double], _ start: Int) -> [Int]? {
    var words: [Int] = []
    var i = start
    while i + 6 <= widths.count {
      if !words.isEmpty, i + 7 <= widths.count, error(widths[i..<(i + 7)], stop, 13) < 1.6 {
        return words.count >= 3 ? words : nil
      }
      var best = (word: -1, error: 1.6)
      for (word, pattern) in elements.enumerated() {
        let e = error(widths[i..<(i + 6)], pattern, 11)
        if e < best.error { best = (word, e) }
      }
      guard best.word >= 0, (best.word >= 103) == words.isEmpty else { return nil }
      words.append(best.word)
      i += 6
    }
    return nil
  }

  /// How far widths are from a pattern, in modules summed over the elements, when all bars may have grown alike.
  private static func error(_ widths: ArraySlice<Double>, _ pattern: [Double], _ modules: Double) -> Double {
    var total = 0.0
    for width in widths { total += width }
    guard total > 0 else { return .infinity }
    let unit = modules / total
    var growth = 0.0
    var bars = 0.0
    for (i, expected) in pattern.enumerated() where i % 2 == 0 {
      growth += widths[widths.startIndex + i] * unit - expected
      bars += 1
    }
    growth /= bars
    guard abs(growth) < 0.8 else { return .infinity }
    var sum = 0.0
    for (i, expected) in pattern.enumerated() {
      let width = widths[widths.startIndex + i] * unit
      sum += abs(width - expected + (i % 2 == 0 ? -growth : growth * bars / (Double(pattern.count) - bars)))
    }
    return sum
  }
}
