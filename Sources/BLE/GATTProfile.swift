/// What a characteristic of a contactless reader is for.
public enum GATTRole: CaseIterable, Hashable {
  case scanData, scanControl
  case ccidStatus, ccidCommand, ccidAnswer
  case battery
  case manufacturer, model, serial, firmware, hardware, software
}

/// The services by which contactless readers are known (facts: contactless, section 12; SpringCard android-pcsclike,
/// GattAttributes). UUIDs in lower case, as BlueZ writes them.
public struct GATTProfile: Equatable {
  /// For people.
  public let name: String
  /// The service that is advertised.
  public let service: String
  /// Characteristics of the service.
  let roles: [String: GATTRole]

  /// Reads tags by itself and sends what it read.
  public var hasScanData: Bool { roles.values.contains(.scanData) }
  /// Takes commands for tags.
  public var hasCCID: Bool { roles.values.contains(.ccidCommand) }

  private static let plainCCID: [String: GATTRole] = [
    "281ebed4-86c4-4253-84f1-57fb9ab2f72c": .ccidCommand,
    "811dc7a6-a573-4e15-89cc-7efacae04e3c": .ccidAnswer,
    "eab75cab-c7dc-4db9-874c-4ad8ee0f180f": .ccidStatus,
  ]
  private static let bondedCCID: [String: GATTRole] = [
    "cd5bce75-65fc-4747-ab9a-ff82bfdfa7fb": .ccidCommand,
    "94ede62e-0808-46f8-91ec-ac0272d67796": .ccidAnswer,
    "dc2aa4ca-76a9-43f9-9fe5-127652837ef5": .ccidStatus,
  ]

  /// All that are known; those without a bond first, since they need no pairing.
  public static let all = [
    GATTProfile(
      name: "D600", service: "6cb501b7-96f6-4eef-acb1-d7535f153cf0",
      roles: [
        "ce3e81b8-d871-4613-ba78-5ffc0b1520a6": .scanData,
        "833a2364-bca0-4647-8113-478e1fc449ba": .scanControl,
        "7c334bc2-1812-4c7e-a81d-591f92933c37": .ccidStatus,
        "91ace9fd-edd6-40b1-ba77-050a78cf9bc0": .ccidCommand,
        "b4ca2d75-b855-4c1a-bf40-4a72ae46bd5a": .ccidAnswer,
      ]),
    GATTProfile(name: "SpringCore", service: "f91c914f-367c-4108-ac3e-3d30cfdd0a1a", roles: plainCCID),
    GATTProfile(name: "S320", service: "f91c914f-367c-4108-ac3e-3d3030323353", roles: plainCCID),
    GATTProfile(name: "S370", service: "f91c914f-367c-4108-ac3e-3d3030373353", roles: plainCCID),
    GATTProfile(name: "SpringCore", service: "7f20cdc5-a9fc-4c70-9292-3acf9de71f73", roles: bondedCCID),
    GATTProfile(name: "S320", service: "7f20cdc5-a9fc-4c70-9292-3acf30323353", roles: bondedCCID),
    GATTProfile(name: "S370", service: "7f20cdc5-a9fc-4c70-9292-3acf30373353", roles: bondedCCID),
  ]

  /// Battery (180F) and Device Information (180A), which any device may have (Bluetooth SIG, assigned numbers).
  static let common: [String: GATTRole] = [
    short("2a19"): .battery, short("2a29"): .manufacturer, short("2a24"): .model, short("2a25"): .serial,
    short("2a26"): .firmware, short("2a27"): .hardware, short("2a28"): .software,
  ]

  /// The profile for a list of services.
  public static func find(_ services: [String]) -> GATTProfile? {
    all.first { profile in services.contains { $0.lowercased() == profile.service } }
  }

  private static func short(_ number: String) -> String { "0000\(number)-0000-1000-8000-00805f9b34fb" }
}
