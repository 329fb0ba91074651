/// How to join a wireless network (Wi-Fi Simple Configuration 2.0.5: attributes of 2 bytes type, 2 bytes length, value).
public struct WiFiNetwork: Equatable {
  /// Media type of the record.
  public static let mimeType = "application/vnd.wfa.wsc"

  /// Name of the network, at most 32 bytes.
  public var ssid: [UInt8]
  /// Passphrase or key; empty for an open network.
  public var key: [UInt8]
  /// Authentication type: 1 open, 2 WPA-PSK, 4 shared, 8 WPA-EAP, 16 WPA2-EAP, 32 WPA2-PSK.
  public var authentication: UInt16
  /// Encryption type: 1 none, 2 WEP, 4 TKIP, 8 AES.
  public var encryption: UInt16

  /// Makes a description.
  public init(ssid: [UInt8], key: [UInt8], authentication: UInt16 = 0x20, encryption: UInt16 = 0x08) {
    self.ssid = ssid
    self.key = key
    self.authentication = authentication
    self.encryption = encryption
  }

  private static let credential: UInt16 = 0x100e
  private static let ssidAttribute: UInt16 = 0x1045
  private static let authenticationAttribute: UInt16 = 0x1003
  private static let encryptionAttribute: UInt16 = 0x100f
  private static let keyAttribute: UInt16 = 0x1027
  private static let addressAttribute: UInt16 = 0x1020
  private static let indexAttribute: UInt16 = 0x1026

  /// From the payload of a record: the first credential.
  init?(payload: [UInt8]) {
    guard let outer = WiFiNetwork.attributes(payload),
      let inside = outer.first(where: { $0.type == WiFiNetwork.credential }),
      let attributes = WiFiNetwork.attributes(inside.value),
      let ssid = attributes.first(where: { $0.type == WiFiNetwork.ssidAttribute })?.value, ssid.count <= 32
    else { return nil }
    func value(_ type: UInt16) -> [UInt8]? { attributes.first { $0.type == type }?.value }
    func number(_ type: UInt16) -> UInt16? {
      value(type).flatMap { $0.count == 2 ? UInt16($0[0]) << 8 | UInt16($0[1]) : nil }
    }
    guard let authentication = number(WiFiNetwork.authenticationAttribute),
      let encryption = number(WiFiNetwork.encryptionAttribute)
    else { return nil }
    self.init(
      ssid: ssid, key: value(WiFiNetwork.keyAttribute) ?? [], authentication: authentication, encryption: encryption)
  }

  /// The payload of a record.
  var payload: [UInt8] {
    func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
      [UInt8(type >> 8), UInt8(type & 0xff), UInt8((value.count >> 8) & 0xff), UInt8(value.count & 0xff)] + value
    }
    func number(_ type: UInt16, _ value: UInt16) -> [UInt8] {
      attribute(type, [UInt8(value >> 8), UInt8(value & 0xff)])
    }
    var inside = attribute(WiFiNetwork.indexAttribute, [1])
    inside += attribute(WiFiNetwork.ssidAttribute, ssid)
    inside += number(WiFiNetwork.authenticationAttribute, authentication)
    inside += number(WiFiNetwork.encryptionAttribute, encryption)
    inside += attribute(WiFiNetwork.keyAttribute, key)
    inside += attribute(WiFiNetwork.addressAttribute, [UInt8](repeating: 0xff, count: 6))
    return attribute(WiFiNetwork.credential, inside)
  }

  private static func attributes(_ bytes: [UInt8]) -> [(type: UInt16, value: [UInt8])]? {
    var out: [(type: UInt16, value: [UInt8])] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard rest.count >= 4 else { return nil }
      let head = Array(rest.prefix(4))
      let length = Int(head[2]) << 8 | Int(head[3])
      rest = rest.dropFirst(4)
      guard rest.count >= length else { return nil }
      out.append((UInt16(head[0]) << 8 | UInt16(head[1]), Array(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    return out
  }
}
