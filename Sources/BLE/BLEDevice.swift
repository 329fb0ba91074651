import MessageBus

/// A contactless reader on Bluetooth LE.
public struct BLEDevice: Equatable {
  /// The scheme of identities.
  public static let scheme = "ble:"

  /// Lasting: `ble:` and the address.
  public var identifier: String
  /// For people.
  public var name: String
  /// UUID of the service by which it is known.
  public var service: String
  /// Object of BlueZ.
  public var path: String
  /// A connection to it stands, by this or another program.
  public var isConnected: Bool
  /// It was heard since devices are looked for, or is connected.
  public var isPresent: Bool

  /// From what BlueZ tells of a device; nil for one that is no contactless reader.
  init?(_ tree: BlueZTree, path: String, isHeld: Bool) {
    func value(_ name: String) -> BusValue? { tree.value(path, BlueZ.device, name) }
    guard let address = value("Address")?.string, let profile = GATTProfile.find(value("UUIDs")?.strings ?? []) else {
      return nil
    }
    identifier = BLEDevice.scheme + address
    name = value("Name")?.string ?? value("Alias")?.string ?? address
    service = profile.service
    self.path = path
    isConnected = value("Connected")?.truth ?? false
    isPresent = isHeld || isConnected || value("RSSI") != nil
  }
}

/// All contactless readers on Bluetooth LE at one moment.
public struct BLESnapshot: Equatable {
  public var devices: [BLEDevice] = []
  /// What is in the way of using Bluetooth; nil when nothing is.
  public var problem: String?

  /// Those that are there.
  public var present: [BLEDevice] { devices.filter(\.isPresent) }

  /// The device that an identity means; `ble:` is the first that is there.
  public func device(_ identity: String) -> BLEDevice? {
    identity == BLEDevice.scheme
      ? present.first : devices.first { $0.identifier.lowercased() == identity.lowercased() }
  }
}
