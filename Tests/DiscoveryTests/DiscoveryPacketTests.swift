import Testing

@testable import Discovery

/// The reply of a DM262 (fw 5.7.0_sr2) in the public nmap script `cognex-info`, record by record.
enum Captured {
  static func record(_ type: UInt8, _ value: [UInt8]) -> [UInt8] { [type, UInt8(value.count)] + value }

  static let records: [UInt8] =
    record(0x21, [0x00, 0xd0, 0x24, 0x55, 0xd1, 0xea]) + record(0x20, [0x05, 0x15]) + record(0x25, Array("DM262".utf8))
    + record(0x28, Array("DataMan DM262 Series Sensor".utf8)) + record(0x27, Array("5.7.0_sr2".utf8))
    + record(0x26, Array("1A1803PP030235".utf8)) + record(0x29, [])
    + record(
      0x2b,
      [4] + Array("http".utf8) + [0x9c, 0xad, 6] + Array("telnet".utf8) + [0x17, 0x00, 3] + Array("mst".utf8)
        + [0x7d, 0xc7]) + record(0x22, Array("DM262 Hello World".utf8)) + record(0x23, [0x7b, 0x01, 0xa8, 0xc0])
    + record(0x24, [0, 0, 0xff, 0xff, 0xff, 1, 1, 0xa8, 0xc0, 0, 0, 0, 0, 0])

  static func packet(_ records: [UInt8], serial: String? = nil) -> [UInt8] {
    [0x43, 0x47, 0x4e, 0x4d, 4, 0, 1, 0, UInt8(records.count & 0x7f) | 0x80, UInt8(records.count >> 7)] + records
  }
}

@Suite struct DiscoveryPacketTests {
  @Test func readsTheCapture() throws {
    let bytes = Captured.packet(Captured.records)
    #expect(bytes.count == 152 && bytes[8] == 0x8e && bytes[9] == 1)
    let packet = try #require(DiscoveryPacket(bytes))
    #expect(packet.command == DiscoveryPacket.hello && packet.error == 0)
    #expect(packet.macAddress == [0x00, 0xd0, 0x24, 0x55, 0xd1, 0xea] && packet.deviceType == 0x515)
    #expect(packet.model == "DM262" && packet.serial == "1A1803PP030235" && packet.firmware == "5.7.0_sr2")
    #expect(packet.name == "DM262 Hello World" && packet.description == "DataMan DM262 Series Sensor")
    #expect(packet.address == [192, 168, 1, 123] && packet.group == "" && packet.unknown == 0)
    #expect(packet.services.map(\.name) == ["http", "telnet", "mst"])
    #expect(packet.services.map(\.port) == [44444, 23, 51069] && packet.dmccPort == 23)
  }

  @Test func whatIsToldIsReadTheSame() throws {
    // The capture without its network settings, in the same order of records.
    let known = Captured.records.dropLast(16)
    var told = try #require(DiscoveryPacket(Captured.packet(Array(known))))
    #expect(told.bytes == Captured.packet(Array(known)).prefix(8) + [UInt8(known.count)] + known)
    told.description = String(repeating: "x", count: 300)
    told.services = []
    let again = try #require(DiscoveryPacket(told.bytes))
    #expect(again.description.utf8.count == 127 && again.serial == told.serial && again.address == told.address)
  }

  @Test func recordsComeInAnyOrderAndUnknownOnesAreSkipped() throws {
    let records =
      Captured.record(0x7e, [1, 2, 3]) + Captured.record(0x26, Array("S1".utf8))
      + Captured.record(0x25, Array("X".utf8))
    let packet = try #require(DiscoveryPacket(Captured.packet(records)))
    #expect(packet.serial == "S1" && packet.model == "X" && packet.unknown == 1 && packet.dmccPort == 23)
  }

  @Test func aRecordBeyondTheEndIsLeftOut() throws {
    let packet = try #require(
      DiscoveryPacket(Captured.packet(Captured.record(0x25, Array("X".utf8)) + [0x26, 200, 1])))
    #expect(packet.model == "X" && packet.serial == "")
  }

  @Test func textOfAStrangerIsTamed() throws {
    let packet = try #require(DiscoveryPacket(Captured.packet(Captured.record(0x22, [0x41, 0x1b, 0x5b, 0xff, 0x42]))))
    #expect(packet.name == "A [\u{fffd}B")
  }

  @Test func whatIsNoneOfTheseIsRefused() {
    for bytes: [UInt8] in [
      [], Array("CGNM".utf8), Array("XGNM".utf8) + [4, 0, 1, 0, 0], Array("CGNM".utf8) + [4, 0, 1, 0, 0x80],
      Array("CGNM".utf8) + [4, 0, 1, 0, 0xff, 0xff, 0xff, 0xff, 0x7f], Array("CGNM".utf8) + [4, 0, 1, 0, 5, 1],
    ] {
      #expect(DiscoveryPacket(bytes) == nil)
    }
    #expect(DiscoveryPacket(DiscoveryPacket.query)?.command == DiscoveryPacket.identify)
  }

  @Test func anyBytesAreSafe() {
    let whole = Captured.packet(Captured.records)
    for count in 0...whole.count { _ = DiscoveryPacket(Array(whole.prefix(count))) }
    for at in 0..<whole.count {
      for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
        var bytes = whole
        bytes[at] = value
        _ = DiscoveryPacket(bytes)
      }
    }
  }
}
