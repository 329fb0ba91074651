import Glibc
import Link
import ReaderCore

/// Goes over the USB devices of the machine, by what the kernel tells in /sys.
struct USBSurvey {
  let devices: String
  let sysfs: SysFS

  /// A device with a serial function that may be a terminal.
  struct Finding {
    var vendor: String
    var product: String
    var serial: String
    var name: String
    /// Where it is plugged in: "1-2.3".
    var port: String
    var address: USBAddress
    /// Names of its serial nodes: "ttyACM0".
    var ttys: [String]
    var isKnown: Bool
    var node: String
    var problem: ReaderError?

    var serialKey: String { "\(vendor):\(product):\(serial)" }

    func device(isOnlyOne: Bool) -> TerminalDevice {
      let byPort = TerminalIdentity.usbPort(vendor: vendor, product: product, port: port).text
      let bySerial =
        serial.isEmpty
        ? nil
        : TerminalIdentity.usb(vendor: vendor, product: product, serial: TerminalIdentity.clean(serial)).text
      // Two with the same number: only the place tells them apart.
      let identity = isOnlyOne ? bySerial ?? byPort : byPort
      return TerminalDevice(
        identity: identity, aliases: [byPort] + (isOnlyOne ? bySerial.map { [$0] } ?? [] : []), name: name, node: node,
        driver: address.driver, connection: .usb(address), serial: serial, isKnown: isKnown, problem: problem)
    }
  }

  /// In the order of buses and ports.
  func findings() -> [Finding] {
    let folder = sysfs.root + "/bus/usb/devices"
    let names = SysFS.entries(of: folder).filter { name in
      name.utf8.first.map { (0x30...0x39).contains($0) } == true && !name.contains(":")
    }
    return names.sorted().compactMap { look(at: "\(folder)/\($0)", port: $0) }
  }

  private func look(at path: String, port: String) -> Finding? {
    let bytes = SysFS.bytes(path + "/descriptors")
    guard let numbers = USBDescriptors.device(bytes) else { return nil }
    let quirk = USBQuirk.find(numbers.vendor, numbers.product)
    guard quirk?.kind != .other else { return nil }
    // Not configured: nothing can be used, and it is not ours to configure it.
    guard let active = UInt8(SysFS.text(path + "/bConfigurationValue")), active != 0,
      let function = USBSerialFunction.find(bytes, active: active, vendorInterface: quirk?.vendorInterface),
      let bus = UInt8(SysFS.text(path + "/busnum")), let device = UInt8(SysFS.text(path + "/devnum"))
    else { return nil }
    let interface = "\(path)/\(port):\(active)."
    let address = USBAddress(
      bus: bus, device: device, function: function, needsZeroPacket: quirk?.needsZeroPacket ?? false,
      driver: SysFS.real("\(interface)\(function.data)/driver").map(SysFS.last) ?? "")
    let vendor = SysFS.text(path + "/idVendor")
    let product = SysFS.text(path + "/idProduct")
    let node = devices + address.node.dropFirst(4)
    let told = SysFS.text(path + "/product")
    var problem: ReaderError?
    if access(node, R_OK | W_OK) != 0 {
      problem = ReaderError(
        .access,
        "No permission for \(node): install 60-scanbeam.rules in /etc/udev/rules.d, run `udevadm control --reload`, and "
          + "plug the terminal in again.", errno: errno)
    }
    return Finding(
      vendor: vendor, product: product, serial: SysFS.text(path + "/serial"),
      name: told.isEmpty ? quirk.map { "\($0.name)" } ?? "Serial device \(vendor):\(product)" : told, port: port,
      address: address, ttys: SysFS.entries(of: "\(interface)\(function.control ?? function.data)/tty"),
      isKnown: quirk?.kind == .terminal, node: node, problem: problem)
  }
}

extension SysFS {
  /// A whole small file, at most 64 KiB.
  static func bytes(_ path: String) -> [UInt8] {
    let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard fd >= 0 else { return [] }
    defer { close(fd) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 65536 {
      let count = read(fd, &chunk, chunk.count)
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
    }
    return bytes
  }
}
