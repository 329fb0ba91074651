import ReaderCore

/// What a reader's loop side and its worker share: settings, counters and what the reader does.
final class ReaderShared {
  /// The settings.
  let store: SettingStore
  private let lock = Lock()
  private var statistics = ReaderStatistics()
  private var linkSettings = LinkSettings()

  init(_ store: SettingStore = SettingStore()) { self.store = store }

  /// A copy of the settings.
  var currentSettings: ReaderSettings { store.current }

  /// A copy of the counters.
  var currentStatistics: ReaderStatistics { lock.locked { statistics } }

  /// How the connection is kept.
  var link: LinkSettings {
    get { lock.locked { linkSettings } }
    set { lock.locked { linkSettings = newValue } }
  }

  /// Counts.
  func count(_ body: (inout ReaderStatistics) -> Void) { lock.locked { body(&statistics) } }
}
