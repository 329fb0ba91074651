/// The value of a setting, in one of the four forms that DMCC knows.
public enum SettingValue: Equatable {
  /// `ON` or `OFF`.
  case flag(Bool)
  /// One or more whole numbers.
  case numbers([Int])
  /// A length filter: `ON 5 80`.
  case lengths(LengthFilter)
  /// Text.
  case text(String)

  /// One whole number.
  public static func number(_ value: Int) -> SettingValue { .numbers([value]) }

  /// As DMCC writes it.
  public var description: String {
    switch self {
    case .flag(let on): on ? "ON" : "OFF"
    case .numbers(let list): list.map { "\($0)" }.joined(separator: " ")
    case .lengths(let filter): "\(filter.isOn ? "ON" : "OFF") \(filter.least) \(filter.most)"
    case .text(let text): text
    }
  }
}

/// Which lengths of a symbology are accepted, in characters of the text.
public struct LengthFilter: Equatable {
  public var isOn: Bool
  public var least: Int
  public var most: Int

  /// Makes a filter.
  public init(_ isOn: Bool, _ least: Int, _ most: Int) {
    self.isOn = isOn
    self.least = least
    self.most = most
  }

  /// Whether a length passes.
  public func accepts(_ length: Int) -> Bool { !isOn || (length >= least && length <= most) }
}
