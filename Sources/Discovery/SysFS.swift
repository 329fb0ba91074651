import Glibc

/// What the kernel's device tree in /sys tells. Reads only.
struct SysFS {
  /// Usually "/sys".
  let root: String

  /// Where a USB device is plugged in and what it says it is.
  struct USBDevice: Equatable {
    /// Its folder, the same for all nodes of the device.
    let path: String
    /// Vendor and product as four hexadecimal digits each.
    let vendor: String
    let product: String
    /// Empty when the device has none.
    let serial: String
    /// The name that drivers give the place: "usb-", the controller, "-", the ports.
    let busInfo: String?
  }

  /// Names of the entries of a folder.
  static func entries(of folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The first line of a small file without blanks around it; empty when it cannot be read.
  static func text(_ path: String) -> String {
    let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard fd >= 0 else { return "" }
    defer { close(fd) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { buffer in
      let count = read(fd, buffer.baseAddress, buffer.count)
      guard count > 0 else { return "" }
      let isBlank = { (byte: UInt8) in byte <= 0x20 }
      let line = buffer.prefix(count).prefix { $0 != 0x0a && $0 != 0 }
      let start = line.firstIndex { !isBlank($0) } ?? line.endIndex
      let end = line.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
      return String(decoding: line[start..<max(start, end)], as: UTF8.self)
    }
  }

  /// The path without symbolic links; nil when there is nothing.
  static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The last part of a path.
  static func last(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The folder of a path.
  static func parent(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The USB device above a device folder; nil for anything else.
  func usbDevice(above path: String) -> USBDevice? {
    guard var folder = SysFS.real(path), let top = SysFS.real(root) else { return nil }
    while folder.count > top.count, folder.hasPrefix(top) {
      let vendor = SysFS.text(folder + "/idVendor")
      let product = SysFS.text(folder + "/idProduct")
      if !vendor.isEmpty, !product.isEmpty {
        return USBDevice(
          path: folder, vendor: vendor, product: product, serial: SysFS.text(folder + "/serial"),
          busInfo: busInfo(of: folder))
      }
      folder = SysFS.parent(folder)
    }
    return nil
  }

  /// What usb_make_path of the kernel makes: the controller above the root hub, and the ports.
  private func busInfo(of folder: String) -> String? {
    let ports = SysFS.text(folder + "/devpath")
    guard !ports.isEmpty, ports != "0" else { return nil }
    var hub = SysFS.parent(folder)
    while !hub.isEmpty {
      if SysFS.text(hub + "/devpath") == "0" { return "usb-\(SysFS.last(SysFS.parent(hub)))-\(ports)" }
      hub = SysFS.parent(hub)
    }
    return nil
  }
}
