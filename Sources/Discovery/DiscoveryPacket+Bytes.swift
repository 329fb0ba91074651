/// The other direction: what a reader answers.
extension DiscoveryPacket {
  /// The datagram. Texts are cut to 127 bytes, so that it fits into one packet of any network.
  public var bytes: [UInt8] {
    var records: [UInt8] = []
    func add(_ type: UInt8, _ value: [UInt8]) { records += [type] + DiscoveryPacket.varint(value.count) + value }
    func add(_ type: UInt8, text: String) {
      if !text.isEmpty { add(type, Array(text.utf8.prefix(127))) }
    }
    if macAddress.count == 6 { add(0x21, macAddress) }
    if let deviceType { add(0x20, [UInt8(deviceType >> 8), UInt8(deviceType & 255)]) }
    add(0x25, text: model)
    add(0x28, text: description)
    add(0x27, text: firmware)
    add(0x26, text: serial)
    add(0x29, Array(group.utf8.prefix(127)))
    add(
      0x2b,
      services.prefix(4).flatMap { service -> [UInt8] in
        let name = Array(service.name.utf8.prefix(15))
        return [UInt8(name.count)] + name + [UInt8(service.port & 255), UInt8(service.port >> 8)]
      })
    add(0x22, text: name)
    if address.count == 4 { add(0x23, address.reversed()) }
    return [0x43, 0x47, 0x4e, 0x4d, 0x04, 0x00, command, error] + DiscoveryPacket.varint(records.count) + records
  }

  private static func varint(_ value: Int) -> [UInt8] {
    var (out, rest) = ([UInt8](), value)
    while rest > 0x7f {
      out.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    return out + [UInt8(rest)]
  }
}
