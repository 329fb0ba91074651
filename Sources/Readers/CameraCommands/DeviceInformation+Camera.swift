import Discovery
import ReaderCore

extension DeviceInformation {
  /// What a camera is called, by its lasting identity.
  init(camera identity: String) {
    identifier = identity
    name = CameraDevice.named(identity)?.name ?? ""
    serialNumber = DeviceInformation.serialNumber(identity)
  }

  /// The serial number in an identity of the form `v4l2:usb-VVVV:PPPP-SERIAL`, "" in any other.
  static func serialNumber(_ identity: String) -> String {
    guard identity.hasPrefix("v4l2:usb-") else { return "" }
    let rest = identity.utf8.dropFirst(9)
    func isHex(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
    guard rest.count > 10, rest.prefix(4).allSatisfy(isHex), rest.dropFirst(4).first == 0x3a,
      rest.dropFirst(5).prefix(4).allSatisfy(isHex), rest.dropFirst(9).first == 0x2d
    else { return "" }
    return String(decoding: rest.dropFirst(10).prefix { $0 != 0x23 }, as: UTF8.self)
  }
}

extension CameraDevice {
  /// The camera with a lasting identity, when it is there.
  fileprivate static func named(_ identity: String) -> CameraDevice? {
    do throws(ReaderError) { return try CameraList.current().camera(identity) } catch { return nil }
  }
}
