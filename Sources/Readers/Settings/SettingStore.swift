import ReaderCore

/// All settings of one reader, with two doors: Swift values by `change`, and single settings by `value(of:)` and `set`. Any
/// thread.
///
/// Workers take a copy for each frame (`current`). A device fills in `handle` for what it carries out itself.
public final class SettingStore {
  /// The mode of a camera, which decides what is ignored.
  public let mode: CameraMode
  /// What the preview of a camera reader shows; nil for other readers.
  public let preview: PreviewPlan?
  /// What `reset` goes back to.
  public let defaults: ReaderSettings
  private let lock = Lock()
  /// Held while a device setting is carried out, so that two callers do not mix.
  private let turn = Lock()
  private var settings: ReaderSettings
  private var handlers: [String: SettingHandler] = [:]
  private var observers: [(Setting?, (ReaderSettings) -> Void)] = []

  /// Makes a store with its defaults.
  public init(
    _ defaults: ReaderSettings = ReaderSettings(), mode: CameraMode = .noAimer, preview: PreviewPlan? = nil
  ) {
    self.preview = preview
    self.defaults = defaults
    self.mode = mode
    settings = defaults
  }

  /// A copy of all values.
  public var current: ReaderSettings { lock.locked { settings } }

  // MARK: For devices

  /// Who carries a setting out; nil: nobody any more.
  public func handle(_ setting: Setting, _ handler: SettingHandler?) {
    lock.locked { handlers[setting.name] = handler }
  }

  /// Whether a setting exists here.
  public func has(_ setting: Setting) -> Bool {
    guard setting.isAvailable else { return false }
    return !setting.needsHandler || isIgnored(setting) || handler(setting) != nil
  }

  /// Whether to ask or to tell the device takes its time.
  public func isSlow(_ setting: Setting) -> Bool { !isIgnored(setting) && handler(setting)?.isSlow == true }

  /// Calls back after each change of a setting, or of any when it is nil, with all values, on the thread that changed it.
  /// Observers stay as long as the store.
  public func observe(_ setting: Setting?, _ changed: @escaping (ReaderSettings) -> Void) {
    lock.locked { observers.append((setting, changed)) }
  }

  /// Carries out device settings anew, for a device that was opened again. What it refuses is left out.
  ///
  /// - Parameters:
  ///   - list: Which.
  ///   - onlyChanged: What has its default is left as the device has it.
  ///   - slow: Only those that take their time, or only the others; nil: all.
  public func applyAll(
    _ list: [Setting] = Setting.namelessControls + Setting.deviceControls, onlyChanged: Bool = false,
    slow: Bool? = nil
  ) {
    let settings = current
    for setting in list where !isIgnored(setting) {
      guard let value = setting.value(in: settings), let handler = handler(setting),
        !onlyChanged || value != setting.value(in: defaults), slow == nil || slow == handler.isSlow
      else { continue }
      turn.locked { _ = Result { () throws(ReaderError) in try handler.apply(value) } }
    }
  }

  // MARK: For hosts

  /// Changes values; for what no device carries out.
  public func change(_ body: (inout ReaderSettings) -> Void) {
    let (old, new) = lock.locked { () -> (ReaderSettings, ReaderSettings) in
      let old = settings
      body(&settings)
      return (old, settings)
    }
    if old != new { notify(old, new) }
  }

  /// The value of a setting; throws `.unsupported` when it does not exist here.
  public func value(of setting: Setting) throws(ReaderError) -> SettingValue {
    guard has(setting) else { throw SettingStore.missing(setting) }
    if !isIgnored(setting), let value = handler(setting)?.read() { return value }
    guard let value = setting.value(in: current) else { throw SettingStore.missing(setting) }
    return value
  }

  /// Whether a value would be taken; throws `.unsupported` and `.invalidArgument`.
  public func check(_ value: SettingValue, for setting: Setting) throws(ReaderError) {
    guard has(setting) else { throw SettingStore.missing(setting) }
    guard setting.rule.accepts(value), setting.extra(value) else { throw SettingStore.outside(value, setting) }
    if let limit = handler(setting)?.limit, case .numbers(let list) = value, list.contains(where: { $0 > limit }) {
      throw SettingStore.outside(value, setting)
    }
  }

  /// Sets one value; throws as `check`, or what the device says. Nothing has changed then.
  public func set(_ value: SettingValue, for setting: Setting) throws(ReaderError) {
    try check(value, for: setting)
    guard !isIgnored(setting) else { return }
    if let handler = handler(setting) {
      let outcome = turn.locked { Result { () throws(ReaderError) in try handler.apply(value) } }
      try outcome.get()
    }
    change { setting.set(value, in: &$0) }
  }

  /// Everything back to the defaults, but for what `keeping` copies from the old values. `applyAll` then tells the device.
  public func reset(keeping: (ReaderSettings, inout ReaderSettings) -> Void = { _, _ in }) {
    change { settings in
      var new = defaults
      keeping(settings, &new)
      settings = new
    }
  }

  /// Whether the mode of the camera ignores a setting: it is answered with success and does nothing.
  public func isIgnored(_ setting: Setting) -> Bool {
    switch setting.name {
    case Setting.lights.name: !mode.hasLights
    case Setting.aimer.name: !mode.hasAimer
    default: false
    }
  }

  private func handler(_ setting: Setting) -> SettingHandler? { lock.locked { handlers[setting.name] } }

  private func notify(_ old: ReaderSettings, _ new: ReaderSettings) {
    for (setting, changed) in lock.locked({ observers }) {
      if let setting, setting.value(in: old) == setting.value(in: new) { continue }
      changed(new)
    }
  }

  private static func missing(_ setting: Setting) -> ReaderError {
    ReaderError(.unsupported, "This build or this camera has no \(setting.name).")
  }

  private static func outside(_ value: SettingValue, _ setting: Setting) -> ReaderError {
    ReaderError(.invalidArgument, "\(setting.name) does not take \(value.description).")
  }
}
