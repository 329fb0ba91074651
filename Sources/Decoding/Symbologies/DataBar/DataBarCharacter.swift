/// Characters of GS1 DataBar as widths (ISO/IEC 24724:2011, 5.2.2, 6.2.3, 7.2.4 and annex B): the value of a character chooses how its
/// modules are shared out to odd and even elements, and then one arrangement of each, in lexical order.
struct DataBarCharacter {
  /// Values from `first` on have so many modules in odd elements and so many in even ones, none wider than a limit.
  private struct Group {
    let first: Int
    let odd: (modules: Int, widest: Int)
    let even: (modules: Int, widest: Int)
    /// Arrangements of the lower-valued of the two.
    let divisor: Int
  }

  private let groups: [Group]
  /// Odd elements, and as many even ones.
  private let elements: Int
  /// Values that there are.
  let count: Int
  /// Whether the remainder of the value is arranged in the odd elements, and whether it is those that have an element of one module, or
  /// the even ones.
  private let oddIsLow: Bool
  private let oddIsNarrow: Bool

  /// The outer and the inner characters of DataBar Omnidirectional, Truncated and Stacked.
  static let outer = DataBarCharacter(
    count: 2841, elements: 4, oddIsLow: false, oddIsNarrow: false,
    [
      (0, 12, 8, 4, 1, 1), (161, 10, 6, 6, 3, 10), (961, 8, 4, 8, 5, 34), (2015, 6, 3, 10, 6, 70),
      (2715, 4, 1, 12, 8, 126),
    ])
  static let inner = DataBarCharacter(
    count: 1597, elements: 4, oddIsLow: true, oddIsNarrow: true,
    [(0, 5, 2, 10, 7, 4), (336, 7, 4, 8, 5, 20), (1036, 9, 6, 6, 3, 48), (1516, 11, 8, 4, 1, 81)])
  /// The characters of DataBar Limited.
  static let limited = DataBarCharacter(
    count: 2_013_571, elements: 7, oddIsLow: false, oddIsNarrow: false,
    [
      (0, 17, 6, 9, 3, 28), (183_064, 13, 5, 13, 4, 728), (820_064, 9, 3, 17, 6, 6454),
      (1_000_776, 15, 5, 11, 4, 203), (1_491_021, 11, 4, 15, 5, 2408), (1_979_845, 19, 8, 7, 1, 1),
      (1_996_939, 7, 1, 19, 8, 16632),
    ])
  /// The characters of DataBar Expanded.
  static let expanded = DataBarCharacter(
    count: 4192, elements: 4, oddIsLow: false, oddIsNarrow: true,
    [
      (0, 12, 7, 5, 2, 4), (348, 10, 5, 7, 4, 20), (1388, 8, 4, 9, 5, 52), (2948, 6, 3, 11, 6, 104),
      (3988, 4, 1, 13, 8, 204),
    ])

  private init(
    count: Int, elements: Int, oddIsLow: Bool, oddIsNarrow: Bool, _ groups: [(Int, Int, Int, Int, Int, Int)]
  ) {
    self.count = count
    self.elements = elements
    self.oddIsLow = oddIsLow
    self.oddIsNarrow = oddIsNarrow
    self.groups = groups.map { Group(first: $0.0, odd: ($0.1, $0.2), even: ($0.3, $0.4), divisor: $0.5) }
  }

  /// The widths of a value, odd and even elements in turn; nil when there is no such value.
  func widths(_ value: Int) -> [Int]? {
    guard (0..<count).contains(value), let group = groups.last(where: { $0.first <= value }) else { return nil }
    let (high, low) = (value - group.first).quotientAndRemainder(dividingBy: group.divisor)
    let odd = DataBarCharacter.arrangement(
      oddIsLow ? low : high, of: group.odd.modules, in: elements, widest: group.odd.widest, hasNarrow: oddIsNarrow)
    let even = DataBarCharacter.arrangement(
      oddIsLow ? high : low, of: group.even.modules, in: elements, widest: group.even.widest, hasNarrow: !oddIsNarrow)
    guard let odd, let even else { return nil }
    return zip(odd, even).flatMap { [$0, $1] }
  }

  /// The arrangement with a number among those of modules in elements, in lexical order; nil when there are fewer.
  ///
  /// - Parameter hasNarrow: Only those count that have an element of one module.
  static func arrangement(_ number: Int, of modules: Int, in elements: Int, widest: Int, hasNarrow: Bool) -> [Int]? {
    var (rest, left, needs) = (number, modules, hasNarrow)
    var out: [Int] = []
    for behind in (0..<elements).reversed() {
      var width = 1
      while true {
        guard width <= widest, width <= left else { return nil }
        let count = count(left - width, behind, widest, needs && width > 1)
        if rest < count { break }
        rest -= count
        width += 1
      }
      out.append(width)
      left -= width
      if width == 1 { needs = false }
    }
    return left == 0 && rest == 0 ? out : nil
  }

  /// How many arrangements there are.
  private static func count(_ modules: Int, _ elements: Int, _ widest: Int, _ hasNarrow: Bool) -> Int {
    let all = count(modules, elements, from: 1, widest)
    return hasNarrow ? all - count(modules, elements, from: 2, widest) : all
  }

  private static func count(_ modules: Int, _ elements: Int, from least: Int, _ widest: Int) -> Int {
    guard modules >= least * elements, modules <= widest * elements else { return 0 }
    // Ways to fill the first elements, by the modules that they take.
    var ways = [Int](repeating: 0, count: modules + 1)
    ways[0] = 1
    for _ in 0..<elements {
      var next = [Int](repeating: 0, count: modules + 1)
      for (taken, n) in ways.enumerated() where n > 0 {
        for width in stride(from: least, through: min(widest, modules - taken), by: 1) { next[taken + width] += n }
      }
      ways = next
    }
    return ways[modules]
  }
}

extension DataBarCharacter {
  /// The value that is drawn with these widths; nil when there is none.
  func value(_ widths: [Int]) -> Int? {
    guard widths.count == 2 * elements, widths.allSatisfy({ $0 > 0 }) else { return nil }
    let odd = stride(from: 0, to: widths.count, by: 2).map { widths[$0] }
    let even = stride(from: 1, to: widths.count, by: 2).map { widths[$0] }
    let group = groups.first { $0.odd.modules == odd.reduce(0, +) && $0.even.modules == even.reduce(0, +) }
    guard let group else { return nil }
    let (a, b) = (
      DataBarCharacter.number(odd, widest: group.odd.widest, hasNarrow: oddIsNarrow),
      DataBarCharacter.number(even, widest: group.even.widest, hasNarrow: !oddIsNarrow)
    )
    let value = group.first + (oddIsLow ? b * group.divisor + a : a * group.divisor + b)
    return self.widths(value) == widths ? value : nil
  }

  /// The number of an arrangement; anything for what is none.
  private static func number(_ widths: [Int], widest: Int, hasNarrow: Bool) -> Int {
    var (number, left, needs) = (0, widths.reduce(0, +), hasNarrow)
    for (i, own) in widths.enumerated() {
      for width in 1..<own { number += count(left - width, widths.count - 1 - i, widest, needs && width > 1) }
      left -= own
      if own == 1 { needs = false }
    }
    return number
  }
}
