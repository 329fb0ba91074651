import Testing

@testable import Link

/// Descriptors laid out by USB 2.0 chapter 9 and USB CDC 1.2.
private enum Made {
  static let device: [UInt8] = [18, 1, 0, 2, 2, 0, 0, 64, 0x09, 0x12, 0x01, 0, 0, 1, 1, 2, 3, 1]
  static func configuration(_ value: UInt8, _ parts: [[UInt8]]) -> [UInt8] {
    let all = parts.flatMap { $0 }
    let total = all.count + 9
    return [9, 2, UInt8(total & 255), UInt8(total >> 8), 2, value, 0, 0x80, 50] + all
  }
  static func interface(_ number: UInt8, _ endpoints: UInt8, _ kind: [UInt8]) -> [UInt8] {
    [9, 4, number, 0, endpoints] + kind + [0]
  }
  static let acm: [UInt8] = [2, 2, 1]
  static let header: [UInt8] = [5, 0x24, 0, 0x10, 0x01]
  static func callManagement(_ data: UInt8) -> [UInt8] { [5, 0x24, 1, 0, data] }
  static let abstract: [UInt8] = [4, 0x24, 2, 2]
  static func union(_ control: UInt8, _ data: UInt8) -> [UInt8] { [5, 0x24, 6, control, data] }
  static func endpoint(_ address: UInt8, _ kind: UInt8, _ packet: Int) -> [UInt8] {
    [7, 5, address, kind, UInt8(packet & 255), UInt8(packet >> 8), 0]
  }
  static let notify = endpoint(0x83, 3, 16)
  static let bulk = endpoint(0x01, 2, 64) + endpoint(0x81, 2, 64)
}

@Suite struct USBDescriptorTests {
  let plain =
    Made.device
    + Made.configuration(
      1,
      [
        Made.interface(0, 1, Made.acm), Made.header, Made.callManagement(1), Made.abstract, Made.union(0, 1),
        Made.notify, Made.interface(1, 2, [10, 0, 0]), Made.bulk,
      ])

  @Test func readsTheNumbers() {
    let device = USBDescriptors.device(plain)
    #expect(device?.vendor == 0x1209 && device?.product == 1 && device?.deviceClass == 2)
  }

  @Test func pairsByTheUnion() {
    #expect(
      USBSerialFunction.find(plain, active: 1)
        == USBSerialFunction(
          configuration: 1, control: 0, data: 1, bulkIn: 0x81, bulkOut: 0x01, inPacket: 64, outPacket: 64))
    #expect(USBSerialFunction.find(plain, active: 2) == nil)
  }

  @Test func pairsWithoutAUnionByCallManagementOrOrder() {
    let byCallManagement =
      Made.device
      + Made.configuration(
        1,
        [
          Made.interface(0, 0, Made.acm), Made.callManagement(2), Made.interface(1, 0, [8, 6, 80]),
          Made.interface(2, 2, [10, 0, 0]), Made.bulk,
        ])
    #expect(USBSerialFunction.find(byCallManagement, active: 1)?.data == 2)
    let byOrder =
      Made.device
      + Made.configuration(
        1, [Made.interface(3, 0, Made.acm), Made.notify, Made.interface(4, 2, [10, 0, 0]), Made.bulk])
    let found = USBSerialFunction.find(byOrder, active: 1)
    #expect(found?.control == 3 && found?.data == 4)
    let inOne = Made.device + Made.configuration(1, [Made.interface(0, 3, Made.acm), Made.notify, Made.bulk])
    #expect(USBSerialFunction.find(inOne, active: 1)?.data == 0)
  }

  @Test func findsTheFunctionOfACompositeDevice() {
    let composite =
      Made.device
      + Made.configuration(
        1,
        [
          Made.interface(0, 1, [3, 1, 1]), Made.endpoint(0x82, 3, 8), [8, 11, 1, 2, 2, 2, 1, 0],
          Made.interface(1, 1, Made.acm), Made.header, Made.union(1, 2), Made.notify,
          Made.interface(2, 2, [10, 0, 0]), Made.endpoint(0x02, 2, 512), Made.endpoint(0x84, 2, 512),
        ])
    #expect(
      USBSerialFunction.find(composite, active: nil)
        == USBSerialFunction(
          configuration: 1, control: 1, data: 2, bulkIn: 0x84, bulkOut: 0x02, inPacket: 512, outPacket: 512))
  }

  @Test func takesAVendorInterfaceByQuirk() {
    let vendor = Made.device + Made.configuration(1, [Made.interface(0, 2, [255, 0, 0]), Made.bulk])
    #expect(USBSerialFunction.find(vendor, active: 1) == nil)
    #expect(USBSerialFunction.find(vendor, active: 1, vendorInterface: 0)?.control == nil)
    #expect(USBSerialFunction.find(vendor, active: 1, vendorInterface: 0)?.bulkIn == 0x81)
  }

  @Test func ignoresOtherClasses() {
    let storage = Made.device + Made.configuration(1, [Made.interface(0, 2, [8, 6, 80]), Made.bulk])
    #expect(USBSerialFunction.find(storage, active: 1) == nil)
  }

  @Test func anyBytesAreSafe() {
    for count in 0...plain.count { _ = USBSerialFunction.find(Array(plain.prefix(count)), active: 1) }
    for at in 0..<plain.count {
      for value: UInt8 in [0, 1, 2, 4, 5, 9, 0x24, 0x7f, 0xff] {
        var bytes = plain
        bytes[at] = value
        if let found = USBSerialFunction.find(bytes, active: nil) {
          #expect(found.inPacket > 0 && found.outPacket > 0)
        }
      }
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in UInt8.random(in: 0...12, using: &random) }
      _ = USBSerialFunction.find(bytes, active: nil)
      _ = USBDescriptors.device(bytes)
    }
  }

  @Test func quirksKnowVendorsAndProducts() {
    #expect(USBQuirk.find(0x1eab, 0x1d06)?.kind == .other)
    #expect(USBQuirk.find(0x2745, 0x0001) == nil)
    #expect(USBQuirk.find(0x1209, 0x0001) == nil)
  }
}
