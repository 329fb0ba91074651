import MessageBus

/// Where the characteristics of a connected device are.
public struct GATTMap: Equatable {
  /// One characteristic.
  public struct Characteristic: Equatable {
    /// Object of BlueZ.
    public var path: String
    /// What can be done with it, in BlueZ's words: "read", "write", "notify" …
    public var flags: [String]
    /// Longest packet of the connection; 23 when it is not told.
    public var mtu: Int

    /// It tells by itself.
    public var notifies: Bool { flags.contains("notify") || flags.contains("indicate") }
    /// How many bytes fit into one write.
    public var longestWrite: Int { max(20, min(mtu, 517) - 3) }
  }

  /// How the device is used.
  public let profile: GATTProfile
  /// Its characteristics, as far as it has them.
  public let characteristics: [GATTRole: Characteristic]

  /// Looks at what BlueZ found on a device; nil when that is no contactless reader.
  public init?(_ tree: BlueZTree, device: String) {
    let inside = device + "/"
    var services: [String: String] = [:]
    for path in tree.paths(BlueZ.gattService) where path.hasPrefix(inside) {
      services[path] = tree.value(path, BlueZ.gattService, "UUID")?.string?.lowercased()
    }
    guard let profile = GATTProfile.find(Array(services.values)) else { return nil }
    var found: [GATTRole: Characteristic] = [:]
    for path in tree.paths(BlueZ.characteristic) where path.hasPrefix(inside) {
      guard let uuid = tree.value(path, BlueZ.characteristic, "UUID")?.string?.lowercased(),
        let service = tree.value(path, BlueZ.characteristic, "Service")?.string.flatMap({ services[$0] }),
        let role = service == profile.service ? profile.roles[uuid] : GATTProfile.common[uuid], found[role] == nil
      else { continue }
      found[role] = Characteristic(
        path: path, flags: tree.value(path, BlueZ.characteristic, "Flags")?.strings ?? [],
        mtu: Int(clamping: tree.value(path, BlueZ.characteristic, "MTU")?.number ?? 23))
    }
    self.profile = profile
    characteristics = found
  }
}
