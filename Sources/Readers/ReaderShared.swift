import ReaderCore

/// What a reader's loop side and its worker share: settings and counters, under one lock.
final class ReaderShared {
  private let lock = Lock()
  private var settings = ReaderSettings()
  private var statistics = ReaderStatistics()

  /// A copy of the settings.
  var currentSettings: ReaderSettings { lock.locked { settings } }

  /// A copy of the counters.
  var currentStatistics: ReaderStatistics { lock.locked { statistics } }

  /// Changes settings.
  func change(_ body: (inout ReaderSettings) -> Void) { lock.locked { body(&settings) } }

  /// Counts.
  func count(_ body: (inout ReaderStatistics) -> Void) { lock.locked { body(&statistics) } }
}
