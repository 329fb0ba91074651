/// A datagram of the network discovery of DataMan readers (UDP 1069). The layout is decoded from one public capture and the
/// public headers of the NetworkDiscovery SDK: "CGNM", version 4, flags, command, error, length as LEB128, records of
/// type, length, value. Any bytes are safe.
public struct DiscoveryPacket: Equatable {
  /// A service that a reader names.
  public struct Service: Equatable {
    public var name: String
    public var port: UInt16
    /// Makes a service.
    public init(name: String, port: UInt16) {
      self.name = name
      self.port = port
    }
  }

  /// 2: who is there? 1: a reader tells who it is; others exist and mean nothing here.
  public var command: UInt8
  /// 0: none.
  public var error: UInt8 = 0
  public var deviceType: UInt16?
  public var macAddress: [UInt8] = []
  public var name = ""
  /// The reader's own idea of its address, first byte first.
  public var address: [UInt8] = []
  public var model = ""
  public var serial = ""
  public var firmware = ""
  public var description = ""
  public var group = ""
  public var services: [Service] = []
  /// Records of types that are not known here.
  public var unknown = 0

  static let hello: UInt8 = 1
  static let identify: UInt8 = 2
  /// What a host asks.
  static let query: [UInt8] = [0x43, 0x47, 0x4e, 0x4d, 0x04, 0x00, identify, 0x00, 0x00]
  /// The port on which readers are asked for.
  public static let port: UInt16 = 1069

  /// What a reader tells of itself, to be filled in.
  public init() { command = DiscoveryPacket.hello }

  /// The telnet port, on which DMCC is spoken.
  public var dmccPort: UInt16 { services.first { $0.name == "telnet" && $0.port != 0 }?.port ?? 23 }

  /// Reads a datagram; nil when it is none of these. A record that reaches beyond the end, and what follows, is left out.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= 9, bytes.starts(with: [0x43, 0x47, 0x4e, 0x4d]) else { return nil }
    command = bytes[6]
    error = bytes[7]
    var rest = bytes[8...]
    guard let length = DiscoveryPacket.varint(&rest), length <= rest.count else { return nil }
    rest = rest.prefix(length)
    while let type = rest.popFirst(), let size = DiscoveryPacket.varint(&rest), size <= rest.count {
      take(type, rest.prefix(size))
      rest = rest.dropFirst(size)
    }
  }

  private mutating func take(_ type: UInt8, _ value: ArraySlice<UInt8>) {
    switch type {
    case 0x20 where value.count == 2: deviceType = value.reduce(0) { $0 << 8 | UInt16($1) }
    case 0x21 where value.count == 6: macAddress = Array(value)
    case 0x22: name = DiscoveryPacket.text(value)
    case 0x23 where value.count == 4: address = value.reversed()
    case 0x24: break  // masks and gateways, of which nothing is needed
    case 0x25: model = DiscoveryPacket.text(value)
    case 0x26: serial = DiscoveryPacket.text(value)
    case 0x27: firmware = DiscoveryPacket.text(value)
    case 0x28: description = DiscoveryPacket.text(value)
    case 0x29: group = DiscoveryPacket.text(value)
    case 0x2b: takeServices(value)
    default: unknown += 1
    }
  }

  private mutating func takeServices(_ value: ArraySlice<UInt8>) {
    var rest = value
    while let length = rest.popFirst(), rest.count >= Int(length) + 2, services.count < 32 {
      let name = DiscoveryPacket.text(rest.prefix(Int(length)))
      rest = rest.dropFirst(Int(length))
      let port = UInt16(rest[rest.startIndex]) | UInt16(rest[rest.startIndex + 1]) << 8
      rest = rest.dropFirst(2)
      services.append(Service(name: name, port: port))
    }
  }

  /// Text of a stranger: what is no UTF-8, and control characters, become U+FFFD and blanks.
  private static func text(_ value: ArraySlice<UInt8>) -> String {
    var out = ""
    for c in String(decoding: value.prefix(256).prefix { $0 != 0 }, as: UTF8.self).unicodeScalars {
      out.unicodeScalars.append(c.value < 0x20 || (0x7f...0x9f).contains(c.value) ? " " : c)
    }
    return out
  }

  /// LEB128 of at most 21 bits; nil when it is longer or cut.
  private static func varint(_ rest: inout ArraySlice<UInt8>) -> Int? {
    var value = 0
    for shift in [0, 7, 14] {
      guard let byte = rest.popFirst() else { return nil }
      value |= Int(byte & 0x7f) << shift
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
