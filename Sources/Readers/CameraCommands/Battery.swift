import Glibc
import ReaderCore

/// The battery of the host, as the kernel shows it under /sys/class/power_supply (Documentation/ABI/testing/sysfs-class-power).
struct Battery {
  var root = "/sys/class/power_supply"

  /// Its charge, 0 to 100; the mean of several; nil when there is none. Batteries of mice and the like do not count.
  func percent() -> Int? {
    guard let folder = opendir(root) else { return nil }
    defer { closedir(folder) }
    var levels: [Int] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix("."), read("\(root)/\(name)/type") == "Battery", read("\(root)/\(name)/scope") != "Device",
        let level = read("\(root)/\(name)/capacity").flatMap({ Int($0) })
      else { continue }
      levels.append(min(100, max(0, level)))
    }
    return levels.isEmpty ? nil : levels.reduce(0, +) / levels.count
  }

  /// The first line of a small file.
  private func read(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Glibc.read(descriptor, &bytes, 64)
    guard count >= 0 else { return nil }
    return String(decoding: bytes[..<count].prefix { $0 != 10 }, as: UTF8.self)
  }
}
