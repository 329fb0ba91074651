import Discovery
import PCSC
import ReaderCore

/// A device that can be connected to.
public struct DiscoveredDevice: Equatable {
  /// Lasting identity, for `ReaderContext.reader(identity:)` and favourites.
  public var identifier: String
  /// For people.
  public var name: String
  /// What it offers: "pcsc", "v4l2".
  public var service: String
}

/// Where a manager hears of devices. Calls come on any thread.
protocol DeviceSource: AnyObject {
  /// Begins to tell what is there: now, and after each change. `problem`: why the transport is of no use.
  func begin(_ changed: @escaping (_ devices: [DiscoveredDevice], _ problem: String?) -> Void)
  func end()
}

/// Contactless readers.
final class PCSCSource: DeviceSource {
  private let hub: PCSCHub
  private var key: UInt64?

  init(_ hub: PCSCHub) { self.hub = hub }

  func begin(_ changed: @escaping ([DiscoveredDevice], String?) -> Void) {
    key = hub.add { snapshot in
      let names = snapshot.readers.map(\.name)
      changed(
        names.map {
          DiscoveredDevice(identifier: PCSCReaderName.identity($0, among: names), name: $0, service: "pcsc")
        },
        snapshot.problem)
    }
  }

  func end() { if let key { hub.remove(key) } }
}

/// Cameras.
final class CameraSource: DeviceSource {
  private let hub: CameraPresenceHub
  private var key: UInt64?

  init(_ hub: CameraPresenceHub) { self.hub = hub }

  func begin(_ changed: @escaping ([DiscoveredDevice], String?) -> Void) {
    let tell = {
      changed(
        CameraList.current().cameras.map {
          DiscoveredDevice(identifier: $0.identity, name: $0.name, service: "v4l2")
        }, nil)
    }
    key = hub.add(tell)
    tell()
  }

  func end() { if let key { hub.remove(key) } }
}
