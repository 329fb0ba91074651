import ReaderCore

/// What a device does with one setting. Calls come on the loop or on the thread of the caller, one at a time; they must not
/// set settings themselves.
public struct SettingHandler {
  /// The value that the device has; nil: what was set last.
  public var read: () -> SettingValue?
  /// Carries a value out; throws when the device refuses, and then nothing has changed.
  public var apply: (SettingValue) throws(ReaderError) -> Void
  /// The largest value that the device takes, where the range of the setting leaves that open.
  public var limit: Int?

  /// Makes a handler.
  public init(
    limit: Int? = nil, read: @escaping () -> SettingValue? = { nil },
    apply: @escaping (SettingValue) throws(ReaderError) -> Void
  ) {
    self.limit = limit
    self.read = read
    self.apply = apply
  }
}
