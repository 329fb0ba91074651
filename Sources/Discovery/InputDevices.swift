import Glibc
import ReaderCore

/// Keys and buttons of this machine: the kernel's event devices.
public enum InputDevices {
  /// The node of a device.
  ///
  /// - Parameter identity: A path; "input:VVVV:PPPP" or "input:VVVV:PPPP-SERIAL" by vendor and product in hexadecimal digits;
  ///   or "input:NAME" by the name that the kernel shows; "input:" fits every device.
  /// - Returns: Nil when it is not there. Of several that fit, the first that has the key.
  public static func node(
    _ identity: String, key: Int, devices: String = "/dev/input", sysfs: String = "/sys"
  ) -> String? {
    guard identity.hasPrefix("input:") else { return access(identity, F_OK) == 0 ? identity : nil }
    let wanted = String(identity.dropFirst(6))
    let names = SysFS.entries(of: "\(sysfs)/class/input").filter { $0.hasPrefix("event") }
    let ordered = names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    for name in ordered {
      let folder = "\(sysfs)/class/input/\(name)/device"
      let id = SysFS.text(folder + "/id/vendor") + ":" + SysFS.text(folder + "/id/product")
      let serial = SysFS.text(folder + "/uniq")
      let fits = wanted.isEmpty || wanted == SysFS.text(folder + "/name") || wanted == id || wanted == "\(id)-\(serial)"
      if fits, has(key, folder) { return "\(devices)/\(name)" }
    }
    return nil
  }

  /// Whether a device has a key: its bits stand in words of 64, the highest first.
  private static func has(_ key: Int, _ folder: String) -> Bool {
    let words = SysFS.text(folder + "/capabilities/key").split(separator: " ")
    let index = words.count - 1 - key / 64
    guard key >= 0, words.indices.contains(index), let bits = UInt64(words[index], radix: 16) else { return false }
    return bits & (1 << UInt64(key % 64)) != 0
  }
}
