/// GS1 DataBar Expanded symbols (ISO/IEC 24724:2011, clause 7), drawn from their element strings.
enum DataBarExpanded {
  /// The widths of the finder patterns A1 to F1; A2 to F2 are the same backwards.
  private static let finders: [[Int]] = [
    [1, 8, 4, 1, 1], [3, 6, 4, 1, 1], [3, 4, 6, 1, 1], [3, 2, 8, 1, 1], [2, 6, 5, 1, 1], [2, 2, 9, 1, 1],
  ]
  /// The finder patterns of a symbol by their number, from two on: 0 is A1, 1 A2, 2 B1 and so on.
  private static let sequences: [[Int]] = [
    [0, 1], [0, 3, 2], [0, 5, 2, 7], [0, 9, 2, 7, 4], [0, 9, 2, 7, 6, 11], [0, 9, 2, 7, 8, 11, 10],
    [0, 1, 2, 3, 4, 5, 6, 7], [0, 1, 2, 3, 4, 5, 6, 9, 8], [0, 1, 2, 3, 4, 5, 6, 9, 10, 11],
    [0, 1, 2, 3, 4, 7, 6, 9, 8, 11, 10],
  ]
  /// Characters of a symbol, the check character among them.
  static let sizes = 4...22

  /// The elements of a symbol without guards, pair by pair: two characters around a finder pattern, of the last pair maybe one.
  ///
  /// - Parameter data: The values of the characters that follow the check character.
  static func pairs(_ data: [Int]) -> [[Int]]? {
    let count = data.count + 1
    guard sizes.contains(count) else { return nil }
    let sequence = sequences[(count + 1) / 2 - 2]
    var characters: [[Int]] = []
    var sum = 0
    for (i, value) in data.enumerated() {
      guard let widths = DataBarCharacter.expanded.widths(value) else { return nil }
      characters.append(widths)
      // Weights go by finder pattern and side; the check character stands left of the first.
      let row = 2 * sequence[(i + 1) / 2] + (i + 1) % 2 - 1
      var weight = power(8 * row)
      for width in widths {
        sum += width * weight
        weight = weight * 3 % 211
      }
    }
    guard let check = DataBarCharacter.expanded.widths(211 * (count - 4) + sum % 211) else { return nil }
    characters.insert(check, at: 0)
    var out: [[Int]] = []
    for (i, finder) in sequence.enumerated() {
      let pattern = finders[finder / 2]
      var pair = characters[2 * i] + (finder % 2 == 0 ? pattern : pattern.reversed())
      if 2 * i + 1 < count { pair += characters[2 * i + 1].reversed() }
      out.append(pair)
    }
    return out
  }

  private static func power(_ exponent: Int) -> Int {
    var value = 1
    for _ in 0..<exponent { value = value * 3 % 211 }
    return value
  }

  /// The symbol in one row.
  static func pattern(_ pairs: [[Int]]) -> LinearPattern? {
    DataBar.pattern([[1, 1]] + pairs.flatMap(DataBar.parts) + [[1, 1]], firstIsDark: false)
  }

  /// The rows of a symbol that is stacked with so many pairs in a row.
  ///
  /// With an even number of pairs every second row runs from right to left, but for a last one of an odd number; with an odd one every
  /// second begins dark.
  ///
  /// - Returns: The rows from the first bar to the last, the modules to the left of that, and whether they run from right to left.
  static func rows(_ pairs: [[Int]], across: Int) -> [(pattern: LinearPattern, offset: Double, isTurned: Bool)]? {
    guard across > 0, across < pairs.count else { return nil }
    var out: [(LinearPattern, Double, Bool)] = []
    for (row, first) in stride(from: 0, to: pairs.count, by: across).enumerated() {
      let part = pairs[first..<min(first + across, pairs.count)]
      let elements = [[1, 1]] + part.flatMap(DataBar.parts) + [[1, 1]]
      let isOdd = row % 2 == 1
      let turns = isOdd && across % 2 == 0 && part.count % 2 == 0
      // Elements go on being light and dark in turn from pair to pair.
      let isDark = isOdd && across % 2 == 1
      guard let pattern = DataBar.pattern(elements, firstIsDark: isDark) else { return nil }
      // A last row that does not turn stands a module further to the right.
      let offset = isDark || turns ? 0 : isOdd ? 2.0 : 1
      out.append((turns ? pattern.turned : pattern, offset, turns))
    }
    return out
  }
}

extension LinearPattern {
  /// The same from right to left; both ends are bars.
  var turned: LinearPattern {
    var out = LinearPattern()
    out.widths = widths.reversed()
    out.characters = characters.indices.reversed().map { widths.count - elements(of: $0).upperBound }
    return out
  }
}
