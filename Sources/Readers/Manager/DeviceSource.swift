import BLE
import Discovery
import PCSC
import ReaderCore

/// A device that can be connected to.
public struct DiscoveredDevice: Equatable {
  /// Lasting identity, for `ReaderContext.reader(identity:)` and favourites.
  public var identifier: String
  /// For people.
  public var name: String
  /// What it offers: "pcsc", "v4l2", "dmcc", or the UUID of a Bluetooth service.
  public var service: String
}

/// Where a manager hears of devices. Calls come on any thread.
protocol DeviceSource: AnyObject {
  /// Begins to tell what is there: now, and after each change. `problem`: why the transport is of no use.
  func begin(_ changed: @escaping (_ devices: [DiscoveredDevice], _ problem: String?) -> Void)
  func end()
  /// Whether devices are looked for now: a discovery runs, or one that is wanted is not there. For transports where
  /// looking costs power or sends something.
  func seek(_ isSeeking: Bool)
  /// A device that can be connected to although nobody tells of it; nil when devices of this transport always tell.
  func device(named identifier: String) -> DiscoveredDevice?
  /// The host wants nothing more of a device: forget what the system keeps of it.
  func forget(_ identifier: String)
}

extension DeviceSource {
  func seek(_ isSeeking: Bool) {}
  func device(named identifier: String) -> DiscoveredDevice? { nil }
  func forget(_ identifier: String) {}
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

/// Terminals on USB, or DMCC readers on the network (as far as `ReaderContext.setDiscovery` allows to look for them).
final class TerminalSource: DeviceSource {
  private let hub: TerminalHub
  private let isNetwork: Bool
  private var key: UInt64?

  init(_ hub: TerminalHub, isNetwork: Bool) {
    self.hub = hub
    self.isNetwork = isNetwork
  }

  func begin(_ changed: @escaping ([DiscoveredDevice], String?) -> Void) {
    let tell = { [weak self] in
      guard let self else { return }
      // Known terminals first: "*" takes the first, as `mx:` does.
      let mine = hub.list().terminals.filter(isMine)
      changed(
        (mine.filter(\.isKnown) + mine.filter { !$0.isKnown }).map {
          DiscoveredDevice(identifier: $0.identity, name: $0.name, service: "dmcc")
        }, nil)
    }
    key = hub.add(tell)
    tell()
  }

  func end() { if let key { hub.remove(key) } }

  func seek(_ isSeeking: Bool) { if isSeeking, isNetwork { hub.ask() } }

  /// A reader on the network need not announce itself.
  func device(named identifier: String) -> DiscoveredDevice? {
    guard isNetwork, let parsed = try? TerminalIdentity(identifier), case .tcp(let host, let port) = parsed else {
      return nil
    }
    return DiscoveredDevice(identifier: parsed.text, name: "\(host):\(port)", service: "dmcc")
  }

  private func isMine(_ device: TerminalDevice) -> Bool {
    switch device.connection {
    case .usb: !isNetwork
    case .tcp: isNetwork
    case .serial: false
    }
  }
}

/// Contactless readers on Bluetooth LE.
final class BLESource: DeviceSource {
  private let central: BLECentral
  private var key: UInt64?
  /// Loop of the central only.
  private final class Seeking {
    var seeker: UInt64?
  }
  private let seeking = Seeking()

  init(_ central: BLECentral) { self.central = central }

  func begin(_ changed: @escaping ([DiscoveredDevice], String?) -> Void) {
    let tell = { [weak central] in
      guard let snapshot = central?.snapshot else { return }
      changed(
        snapshot.present.map {
          DiscoveredDevice(identifier: $0.identifier, name: $0.name, service: $0.service)
        }, snapshot.problem)
    }
    key = central.add(tell)
    tell()
  }

  func end() {
    if let key { central.remove(key) }
    seek(false)
  }

  func seek(_ isSeeking: Bool) {
    let (central, seeking) = (central, seeking)
    central.loop.post {
      if let seeker = seeking.seeker { central.stopSeeking(seeker) }
      seeking.seeker = isSeeking ? central.seek() : nil
    }
  }

  func forget(_ identifier: String) {
    let central = central
    central.loop.post { central.forget(identifier) }
  }

  /// Addresses are written in either case; the device's own is the one that counts.
  func device(named identifier: String) -> DiscoveredDevice? {
    guard
      let device = central.snapshot?.present.first(where: {
        $0.identifier.lowercased() == identifier.lowercased()
      })
    else { return nil }
    return DiscoveredDevice(identifier: device.identifier, name: device.name, service: device.service)
  }
}
