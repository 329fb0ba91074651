import Camera
import ReaderCore

/// Goes over the video nodes of the machine.
struct Survey {
  let devices: String
  let sysfs: SysFS
  let system: V4L2System

  /// One capture node, before it has a lasting name.
  struct Finding {
    var node: String
    var name: String
    var driver = ""
    /// Where it is plugged in, in the words of its driver.
    var busInfo: String
    /// The same for all nodes of one device.
    var place: String
    var usb: SysFS.USBDevice?
    var formats: [CameraFormat] = []
    var problem: ReaderError?
  }

  /// All cameras, by the numbers of their nodes.
  func findings() -> [Finding] {
    var list: [Finding] = []
    for number in numbers() {
      guard let finding = look(at: number) else { continue }
      // Of a device that cannot be used one node says so; sensors behind a media controller have dozens.
      let isRepeated = finding.problem != nil && list.contains { $0.place == finding.place }
      if !isRepeated { list.append(finding) }
    }
    return list
  }

  private func numbers() -> [Int] {
    SysFS.entries(of: sysfs.root + "/class/video4linux").compactMap { entry in
      entry.hasPrefix("video") ? Int(entry.dropFirst(5)) : nil
    }.filter { $0 >= 0 }.sorted()
  }

  private func look(at number: Int) -> Finding? {
    let node = "\(devices)/video\(number)"
    let entry = "\(sysfs.root)/class/video4linux/video\(number)"
    let usb = sysfs.usbDevice(above: entry + "/device")
    let device: V4L2Device
    do throws(ReaderError) { device = try V4L2Device(node: node, system: system) } catch {
      // A node that has just gone is no camera with a problem.
      guard error.status != .notFound, error.status != .format, error.status != .lost else { return nil }
      let busInfo = usb?.busInfo ?? guessedPlace(entry, number)
      let name = SysFS.text(entry + "/name")
      return Finding(
        node: node, name: name.isEmpty ? SysFS.last(node) : name, busInfo: busInfo, place: usb?.path ?? busInfo,
        usb: usb,
        problem: error)
    }
    guard device.isCapture else { return nil }
    let busInfo = device.busInfo.isEmpty ? guessedPlace(entry, number) : device.busInfo
    var finding = Finding(
      node: node, name: device.card, driver: device.driver, busInfo: busInfo, place: usb?.path ?? busInfo, usb: usb)
    if device.isMediaController {
      finding.problem = device.mediaControllerError()
      return finding
    }
    finding.formats = device.formats(near: CameraPreference().size)
    return finding.formats.contains { $0.usable } ? finding : nil
  }

  /// Where a device is when its driver cannot be asked: what the kernel would say (v4l2-ioctl.c, since 5.19).
  private func guessedPlace(_ entry: String, _ number: Int) -> String {
    guard let path = SysFS.real(entry + "/device") else { return "video\(number)" }
    let name = SysFS.last(path)
    return switch SysFS.real(path + "/subsystem").map(SysFS.last) {
    case "pci": "PCI:\(name)"
    case "platform": "platform:\(name)"
    default: name
    }
  }
}
