import ReaderCore

/// Which values a setting takes.
public enum SettingRule {
  /// `ON` or `OFF`.
  case flag
  /// So many whole numbers, each within its range.
  case numbers([ClosedRange<Int>])
  /// One whole number out of a list.
  case choice([Int])
  /// A length filter up to a length.
  case lengths(most: Int)
  /// Two numbers, or `ON` and `OFF` for (1, 1) and (0, 0).
  case beep
  /// UTF-8 text of so many bytes.
  case text(bytes: ClosedRange<Int>)

  /// One whole number.
  public static func number(_ range: ClosedRange<Int>) -> SettingRule { .numbers([range]) }

  /// Whether a value has the right form and lies in its range.
  public func accepts(_ value: SettingValue) -> Bool {
    switch (self, value) {
    case (.flag, .flag): true
    case (.numbers(let ranges), .numbers(let list)):
      ranges.count == list.count && zip(ranges, list).allSatisfy { $0.contains($1) }
    case (.choice(let choices), .numbers(let list)): list.count == 1 && choices.contains(list[0])
    case (.lengths(let most), .lengths(let filter)):
      filter.least >= 1 && filter.least <= filter.most && filter.most <= most
    case (.beep, .numbers(let list)): list.count == 2 && (0...3).contains(list[0]) && (0...2).contains(list[1])
    case (.text(let bytes), .text(let text)): bytes.contains(text.utf8.count) && !text.utf8.contains(0)
    default: false
    }
  }

  /// The value that the arguments of a DMCC command spell; nil when they spell none. Ranges are not checked here.
  func parse(_ arguments: [String]) -> SettingValue? {
    switch self {
    case .flag: return SettingRule.flag(arguments).map { .flag($0) }
    case .numbers, .choice: return SettingRule.numbers(arguments).map { .numbers($0) }
    case .lengths:
      guard arguments.count == 3, let on = SettingRule.flag([arguments[0]]),
        let list = SettingRule.numbers(Array(arguments[1...]))
      else { return nil }
      return .lengths(LengthFilter(on, list[0], list[1]))
    case .beep:
      if let on = SettingRule.flag(arguments) { return .numbers(on ? [1, 1] : [0, 0]) }
      return SettingRule.numbers(arguments).map { .numbers($0) }
    case .text: return .text(arguments.joined(separator: " "))
    }
  }

  private static func flag(_ arguments: [String]) -> Bool? {
    guard arguments.count == 1 else { return nil }
    switch arguments[0].uppercased() {
    case "ON": return true
    case "OFF": return false
    default: return nil
    }
  }

  /// Whole decimal numbers; nil for anything else, signs and empty words included.
  private static func numbers(_ arguments: [String]) -> [Int]? {
    guard !arguments.isEmpty else { return nil }
    var list: [Int] = []
    for argument in arguments {
      guard !argument.isEmpty, argument.utf8.count <= 12,
        argument.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int(argument)
      else { return nil }
      list.append(number)
    }
    return list
  }
}
