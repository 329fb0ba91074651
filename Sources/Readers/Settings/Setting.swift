import ReaderCore

/// One setting: its DMCC name, which values it takes, when it counts, and where its value is. The default is what the
/// values of a new reader have there.
public struct Setting {
  /// From when on a change counts.
  public enum Effect {
    /// From the next frame on.
    case frame
    /// From the next start of a scan on.
    case scan
    /// From the next results on.
    case results
    /// At once, in the device; a `SettingHandler` carries it out.
    case device
    /// It is kept and read back.
    case stored
  }

  /// The DMCC name.
  public let name: String
  public let rule: SettingRule
  public let effect: Effect
  /// Whether this build has what the setting switches.
  public let isAvailable: Bool
  /// Without a handler the setting does not exist (`.device`); else it is kept.
  public let needsHandler: Bool
  private let reading: (ReaderSettings) -> SettingValue?
  private let writing: (inout ReaderSettings, SettingValue) -> Void
  /// A condition between the parts of a value.
  let extra: (SettingValue) -> Bool

  init(
    _ name: String, _ rule: SettingRule, _ effect: Effect, isAvailable: Bool = true, needsHandler: Bool = false,
    extra: @escaping (SettingValue) -> Bool = { _ in true },
    reading: @escaping (ReaderSettings) -> SettingValue?,
    writing: @escaping (inout ReaderSettings, SettingValue) -> Void
  ) {
    self.name = name
    self.rule = rule
    self.effect = effect
    self.isAvailable = isAvailable
    self.needsHandler = needsHandler
    self.extra = extra
    self.reading = reading
    self.writing = writing
  }

  /// The value; nil when it is the device's own.
  public func value(in settings: ReaderSettings) -> SettingValue? { reading(settings) }

  /// Writes a value that the rule accepts.
  public func set(_ value: SettingValue, in settings: inout ReaderSettings) { writing(&settings, value) }
}

extension Setting {
  typealias Place<Value> = WritableKeyPath<ReaderSettings, Value>

  static func flag(_ name: String, _ place: Place<Bool>, _ effect: Effect, isAvailable: Bool = true) -> Setting {
    Setting(
      name, .flag, effect, isAvailable: isAvailable, reading: { .flag($0[keyPath: place]) },
      writing: { if case .flag(let on) = $1 { $0[keyPath: place] = on } })
  }

  /// A switch that may be undecided, which reads as off.
  static func choice(_ name: String, _ place: Place<Bool?>) -> Setting {
    Setting(
      name, .flag, .frame, reading: { .flag($0[keyPath: place] ?? false) },
      writing: { if case .flag(let on) = $1 { $0[keyPath: place] = on } })
  }

  static func number(
    _ name: String, _ place: Place<Int>, _ rule: SettingRule, _ effect: Effect, needsHandler: Bool = false,
    extra: @escaping (SettingValue) -> Bool = { _ in true }
  ) -> Setting {
    Setting(
      name, rule, effect, needsHandler: needsHandler, extra: extra, reading: { .number($0[keyPath: place]) },
      writing: { if case .numbers(let list) = $1, list.count == 1 { $0[keyPath: place] = list[0] } })
  }

  /// A number that the device has by itself until it is set.
  static func ownNumber(_ name: String, _ place: Place<Int?>, _ range: ClosedRange<Int>) -> Setting {
    Setting(
      name, .number(range), .device, needsHandler: true,
      reading: { $0[keyPath: place].map { .number($0) } },
      writing: { if case .numbers(let list) = $1, list.count == 1 { $0[keyPath: place] = list[0] } })
  }

  static func numbers(
    _ name: String, _ place: Place<[Int]>, _ rule: SettingRule, _ effect: Effect,
    extra: @escaping (SettingValue) -> Bool = { _ in true }
  ) -> Setting {
    Setting(
      name, rule, effect, extra: extra, reading: { .numbers($0[keyPath: place]) },
      writing: { if case .numbers(let list) = $1 { $0[keyPath: place] = list } })
  }

  static func lengths(_ name: String, _ place: Place<LengthFilter>, most: Int = 250) -> Setting {
    Setting(
      name, .lengths(most: most), .frame, reading: { .lengths($0[keyPath: place]) },
      writing: { if case .lengths(let filter) = $1 { $0[keyPath: place] = filter } })
  }

  static func symbology(_ symbology: Symbology) -> Setting {
    let isAvailable =
      symbology == .code39ToCode32
      ? Availabilities.symbologies.contains(.code39) : Availabilities.symbologies.contains(symbology)
    return Setting(
      "SYMBOL.\(symbology.name)", .flag, .frame, isAvailable: isAvailable,
      reading: { .flag($0.symbologies.contains(symbology)) },
      writing: {
        guard case .flag(let on) = $1 else { return }
        if on { $0.symbologies.insert(symbology) } else { $0.symbologies.remove(symbology) }
      })
  }
}
