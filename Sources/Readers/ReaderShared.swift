import ReaderCore

/// What a reader's loop side and its worker share: settings, counters and what the reader does.
final class ReaderShared {
  /// The settings.
  let store: SettingStore
  /// Who looks at the frames.
  let tap = PreviewTap()
  private let lock = Lock()
  private var statistics = ReaderStatistics()
  private var linkSettings = LinkSettings()
  private var accessory: AimerDevice?
  private var seen = PreviewScene()
  private var state = (connected: false, scanning: false, frameSize: PixelSize?.none)

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

  /// The accessory with aimer and lamp, when the host supplied one.
  var aimer: AimerDevice? {
    get { lock.locked { accessory } }
    set {
      let old = lock.locked { () -> AimerDevice? in
        defer { accessory = newValue }
        return accessory
      }
      // Released outside the lock: it may call back.
      withExtendedLifetime(old) {}
    }
  }

  /// Whether the reader is connected; kept by the reader.
  var isConnected: Bool {
    get { lock.locked { state.connected } }
    set { lock.locked { state.connected = newValue } }
  }

  /// Whether a scan runs; kept by the reader.
  var isScanning: Bool {
    get { lock.locked { state.scanning } }
    set { lock.locked { state.scanning = newValue } }
  }

  /// Size of the frames, once one came; kept by the driver.
  var frameSize: PixelSize? {
    get { lock.locked { state.frameSize } }
    set { lock.locked { state.frameSize = newValue } }
  }

  /// What a preview shows of the scan; kept by the reader.
  var scene: PreviewScene {
    get { lock.locked { seen } }
    set { lock.locked { seen = newValue } }
  }

  /// Counts.
  func count(_ body: (inout ReaderStatistics) -> Void) { lock.locked { body(&statistics) } }
}
