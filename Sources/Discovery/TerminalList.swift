import Glibc
import Link
import ReaderCore

/// The terminals of this machine at one moment. Immutable; any thread.
public struct TerminalList {
  /// USB by bus and port, then serial lines, then the network.
  public let terminals: [TerminalDevice]

  /// Looks. Passive: reads what the kernel tells; nothing is opened, claimed, written to or set.
  ///
  /// - Parameters:
  ///   - devices: Folder of the nodes.
  ///   - sysfs: The kernel's device tree.
  ///   - network: Readers on the network that are known.
  public static func current(
    devices: String = "/dev", sysfs: String = "/sys", network: [NetworkReader] = []
  ) -> TerminalList {
    let usb = USBSurvey(devices: devices, sysfs: SysFS(root: sysfs)).findings()
    var list = usb.enumerated().map { index, finding in
      finding.device(isOnlyOne: !usb.indices.contains { $0 != index && usb[$0].serialKey == finding.serialKey })
    }
    list += serialLines(devices, SysFS(root: sysfs), without: usb.flatMap(\.ttys))
    for reader in network {
      let identity = TerminalIdentity.tcp(host: reader.host, port: reader.port).text
      guard !list.contains(where: { $0.identity == identity }) else { continue }
      list.append(
        TerminalDevice(
          identity: identity, aliases: [identity],
          name: reader.name.isEmpty ? "\(reader.host):\(reader.port)" : reader.name,
          node: "\(reader.host):\(reader.port)", driver: "", connection: .tcp(host: reader.host, port: reader.port),
          serial: reader.serial, isKnown: true, problem: nil))
    }
    return TerminalList(terminals: list)
  }

  /// The terminal with this identity now; nil when it is not there.
  public func terminal(_ identity: TerminalIdentity) -> TerminalDevice? {
    terminals.first { $0.aliases.contains(identity.text) }
  }

  /// The terminal that a till without a choice uses: on USB, known ones before those that only have the class.
  public var first: TerminalDevice? {
    let usb = terminals.filter { if case .usb = $0.connection { true } else { false } }
    return usb.first { $0.isKnown } ?? usb.first
  }

  /// Serial adapters: nodes with a lasting name that are no function of a terminal above and no other known product.
  private static func serialLines(_ devices: String, _ sysfs: SysFS, without ttys: [String]) -> [TerminalDevice] {
    let folder = devices + "/serial/by-id"
    return SysFS.entries(of: folder).sorted().compactMap { name in
      guard let node = SysFS.real("\(folder)/\(name)") else { return nil }
      let tty = SysFS.last(node)
      guard !ttys.contains(tty) else { return nil }
      let entry = "\(sysfs.root)/class/tty/\(tty)/device"
      if let usb = sysfs.usbDevice(above: entry), let vendor = UInt16(usb.vendor, radix: 16),
        let product = UInt16(usb.product, radix: 16), USBQuirk.find(vendor, product)?.kind == .other
      {
        return nil
      }
      let identity = TerminalIdentity.serial(name).text
      let driver = SysFS.real(entry + "/driver").map(SysFS.last) ?? ""
      return TerminalDevice(
        identity: identity, aliases: [identity], name: name, node: node, driver: driver,
        connection: .serial(path: "\(folder)/\(name)"), serial: "", isKnown: false,
        problem: access(node, R_OK | W_OK) == 0
          ? nil
          : ReaderError(
            .access, "No permission for \(node): join the group dialout and log in again.", errno: errno))
    }
  }
}
