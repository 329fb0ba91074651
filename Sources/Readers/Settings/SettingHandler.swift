import ReaderCore

/// What a device does with one setting. Calls come one at a time; they must not set settings themselves.
public struct SettingHandler {
  /// The value that the device has; nil: what was set last.
  public var read: () -> SettingValue?
  /// Carries a value out; throws when the device refuses, and then nothing has changed.
  public var apply: (SettingValue) throws(ReaderError) -> Void
  /// Whether the device may take its time (up to 5 seconds over USB): commands then have it carried out away from the loop. Calls
  /// come on the loop, on the worker of the driver, or on the thread of a caller who waits.
  public var isSlow: Bool
  /// The largest value that the device takes, where the range of the setting leaves that open.
  public var limit: Int?

  /// Makes a handler.
  public init(
    limit: Int? = nil, isSlow: Bool = false, read: @escaping () -> SettingValue? = { nil },
    apply: @escaping (SettingValue) throws(ReaderError) -> Void
  ) {
    self.limit = limit
    self.isSlow = isSlow
    self.read = read
    self.apply = apply
  }
}
