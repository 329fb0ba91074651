import Glibc
import Link
import ReaderCore

/// A hand scanner of the class HID POS as a list shows it.
public struct ScannerDevice: Equatable {
  /// Lasting name: `hid:VVVV:PPPP:SERIAL`, or `hid:VVVV:PPPP@PLACE` without a serial number.
  public let identity: String
  /// For people.
  public let name: String
  /// Its hidraw node.
  public let node: String
  /// Why it cannot be used; nil when it can.
  public let problem: ReaderError?

  public static func == (a: ScannerDevice, b: ScannerDevice) -> Bool {
    a.identity == b.identity && a.name == b.name && a.node == b.node && a.problem?.message == b.problem?.message
  }
}

/// The HID POS scanners of this machine.
public enum ScannerList {
  /// Looks. Passive: reads what the kernel tells; nothing is opened.
  public static func current(devices: String = "/dev", sysfs: String = "/sys") -> [ScannerDevice] {
    SysFS.entries(of: sysfs + "/class/hidraw").sorted().compactMap { entry in
      let device = "\(sysfs)/class/hidraw/\(entry)/device"
      guard HIDScanLayout(descriptor: FileNode.bytes("\(device)/report_descriptor", limit: 4096)) != nil else {
        return nil
      }
      return scanner(
        devices + "/" + entry, String(decoding: FileNode.bytes("\(device)/uevent", limit: 4096), as: UTF8.self))
    }
  }

  /// What the lines HID_ID, HID_NAME, HID_PHYS and HID_UNIQ tell.
  static func scanner(_ node: String, _ uevent: String) -> ScannerDevice? {
    var values: [Substring: String] = [:]
    for line in uevent.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[parts[0]] = String(parts[1]) }
    }
    // HID_ID=0003:00000C2E:00000B81
    let numbers = (values["HID_ID"] ?? "").split(separator: ":")
    guard numbers.count == 3, numbers[1].utf8.count == 8, numbers[2].utf8.count == 8 else { return nil }
    let kind = "\(numbers[1].suffix(4)):\(numbers[2].suffix(4))".lowercased()
    let serial = TerminalIdentity.clean(values["HID_UNIQ"] ?? "")
    let place = TerminalIdentity.clean(values["HID_PHYS"] ?? SysFS.last(node))
    let problem: ReaderError? =
      access(node, R_OK) == 0
      ? nil
      : ReaderError(
        .access, "No permission for \(node): install 60-scanbeam.rules and plug the scanner in again.", errno: errno)
    return ScannerDevice(
      identity: serial.isEmpty ? "hid:\(kind)@\(place)" : "hid:\(kind):\(serial)",
      name: values["HID_NAME"] ?? "HID scanner", node: node, problem: problem)
  }
}

/// Small files.
public enum FileNode {
  /// Whether there is something under a path.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The first bytes of a file; empty when it cannot be read.
  static func bytes(_ path: String, limit: Int) -> [UInt8] {
    let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard fd >= 0 else { return [] }
    defer { close(fd) }
    return [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
      filled = max(0, read(fd, buffer.baseAddress, limit))
    }
  }
}
