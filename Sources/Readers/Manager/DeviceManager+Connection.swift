import EventLoop
import ReaderCore

extension DeviceManager {
  /// One device that is wanted and there.
  final class Connection {
    let device: DiscoveredDevice
    let reader: Reader
    var handle: UInt64?
    /// How often connecting failed, or the connection did not last.
    var attempts: UInt64 = 0
    var connectedAt: Int64 = 0
    var retry: EventLoop.TimerID?
    var isConnecting = false
    /// The reader's observer, kept here because readers hold theirs weakly in their turn.
    var watcher: Watcher?

    init(_ device: DiscoveredDevice, _ reader: Reader) {
      self.device = device
      self.reader = reader
    }
  }

  /// Hears of a reader's connection, for its manager.
  final class Watcher: ReaderObserver {
    private weak var manager: DeviceManager?
    private let identifier: String

    init(_ manager: DeviceManager, _ identifier: String) {
      self.manager = manager
      self.identifier = identifier
    }

    func reader(_ reader: Reader, availabilityChanged availability: Availability) {}
    func reader(_ reader: Reader, received results: ReadResults) {}
    func reader(_ reader: Reader, failed error: ReaderError) {}
    func reader(_ reader: Reader, connectionStateChanged state: ConnectionState) {
      guard state == .disconnected || state == .unavailable, let manager else { return }
      manager.context.loop.post { [weak manager, identifier] in manager?.lost(identifier, reader) }
    }
  }
}
