import ReaderCore

/// Looks for contactless readers on Bluetooth LE, for lists: until it goes.
public final class BluetoothWatch {
  private let source: BLESource
  // Kept, since the radio is the context's.
  private let context: ReaderContext

  /// - Parameter changed: Called on the loop with those that are there, and with what is in the way of knowing.
  /// - Throws: `.unsupported` without libsystemd.
  public init(
    _ context: ReaderContext, _ changed: @escaping (_ devices: [DiscoveredDevice], _ problem: String?) -> Void
  ) throws(ReaderError) {
    self.context = context
    source = BLESource(try context.bleHub())
    let loop = context.loop
    source.begin { devices, problem in loop.post { changed(devices, problem) } }
    source.seek(true)
  }

  deinit { source.end() }
}
