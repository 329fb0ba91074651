import Glibc
import ReaderCore

/// A lamp that the kernel has as an LED class device (Documentation/leds/leds-class.rst): a folder with `brightness` and
/// `max_brightness`.
struct LEDLamp {
  /// Name of the device, for example "white:flash".
  let name: String
  private let folder: String

  /// The lamp with this name; throws `.notFound`, `.invalidArgument` for names with a slash.
  init(named name: String, sysfs: String) throws(ReaderError) {
    guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0), name != ".", name != ".."
    else {
      throw ReaderError(.invalidArgument, "\"\(name)\" is no name of an LED; ls /sys/class/leds shows them.")
    }
    folder = "\(sysfs)/class/leds/\(name)"
    guard access(folder + "/brightness", F_OK) == 0 else {
      throw ReaderError(.notFound, "There is no LED \(name); ls /sys/class/leds shows what is there.")
    }
    self.name = name
  }

  /// The only lamp whose name ends in the function "flash" or "torch" (names are "devicename:colour:function"); nil when
  /// there is none or more than one.
  static func only(sysfs: String) -> LEDLamp? {
    guard let directory = opendir("\(sysfs)/class/leds") else { return nil }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(":flash") || name.hasSuffix(":torch") { found.append(name) }
    }
    guard found.count == 1 else { return nil }
    do throws(ReaderError) { return try LEDLamp(named: found[0], sysfs: sysfs) } catch { return nil }
  }

  /// Whether it shines.
  var isOn: Bool { (number("brightness") ?? 0) > 0 }

  /// Switches it, at full brightness. Throws `.access` without permission, `.lost` when it went away, `.io`.
  func set(_ on: Bool) throws(ReaderError) {
    let level = on ? max(1, number("max_brightness") ?? 1) : 0
    let fd = open(folder + "/brightness", O_WRONLY | O_CLOEXEC)
    guard fd >= 0 else { throw failure(errno) }
    defer { close(fd) }
    let text = Array(String(level).utf8)
    guard write(fd, text, text.count) == text.count else { throw failure(errno) }
  }

  private func failure(_ code: Int32) -> ReaderError {
    switch code {
    case EACCES, EPERM:
      ReaderError(
        .access,
        "No permission to switch the LED \(name): give the user write access to \(folder)/brightness with a udev rule.",
        errno: code)
    case ENOENT, ENODEV: ReaderError(.lost, "The LED \(name) went away.", errno: code)
    default: ReaderError(.io, "The LED \(name) could not be switched.", errno: code)
    }
  }

  private func number(_ file: String) -> Int? {
    let fd = open("\(folder)/\(file)", O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { return nil }
    defer { close(fd) }
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = read(fd, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return Int(String(decoding: bytes[..<count].prefix { $0 > 0x20 }, as: UTF8.self))
  }
}
