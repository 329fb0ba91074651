import Glibc

/// A temporary folder with a device tree of cameras: dev/ and sys/.
final class FakeTree {
  let root: String
  var devices: String { root + "/dev" }
  var sysfs: String { root + "/sys" }

  init() {
    var template = Array("/tmp/scanbeam-tree-XXXXXX".utf8CString)
    _ = mkdtemp(&template)
    root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for folder in ["dev", "sys", "sys/class", "sys/class/video4linux", "sys/devices"] { make(folder) }
  }

  deinit { _ = system("rm -rf '\(root)'") }

  func make(_ folder: String) { mkdir("\(root)/\(folder)", 0o755) }

  func write(_ path: String, _ text: String) {
    let file = fopen("\(root)/\(path)", "w")
    fputs(text + "\n", file)
    fclose(file)
  }

  /// A USB device at `port` of the controller 0000:00:14.0.
  func usb(_ port: String, vendor: String, product: String, serial: String? = nil) {
    for folder in ["sys/devices/0000:00:14.0", "sys/devices/0000:00:14.0/usb1"] { make(folder) }
    write("sys/devices/0000:00:14.0/usb1/devpath", "0")
    write("sys/devices/0000:00:14.0/usb1/idVendor", "1d6b")
    write("sys/devices/0000:00:14.0/usb1/idProduct", "0002")
    let device = "sys/devices/0000:00:14.0/usb1/1-\(port)"
    make(device)
    make(device + "/1-\(port):1.0")
    write(device + "/devpath", port)
    write(device + "/idVendor", vendor)
    write(device + "/idProduct", product)
    if let serial { write(device + "/serial", serial) }
  }

  /// The node videoN of the USB device at `port`, or of nothing.
  func video(_ number: Int, port: String? = nil, name: String = "Fake Camera") {
    let entry = "sys/class/video4linux/video\(number)"
    make(entry)
    write(entry + "/name", name)
    if let port {
      symlink("\(root)/sys/devices/0000:00:14.0/usb1/1-\(port)/1-\(port):1.0", "\(root)/\(entry)/device")
    }
    write("dev/video\(number)", "")
  }

  func remove(_ number: Int) {
    _ = system("rm -rf '\(root)/sys/class/video4linux/video\(number)' '\(root)/dev/video\(number)'")
  }
}
