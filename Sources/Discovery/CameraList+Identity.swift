import Camera
import ReaderCore

extension CameraList {
  /// Gives every finding its names.
  init(_ findings: [Survey.Finding]) {
    // Which camera of its device each is, from 1.
    var ordinals: [Int] = []
    for (i, finding) in findings.enumerated() {
      ordinals.append(1 + findings[..<i].reduce(0) { $0 + ($1.place == finding.place ? 1 : 0) })
    }
    cameras = findings.enumerated().map { i, finding in
      let ordinal = ordinals[i]
      let suffix = ordinal > 1 ? "#\(ordinal)" : ""
      let byPlace = "v4l2:\(finding.busInfo)\(suffix)"
      let bySerial = finding.serialName.map { "v4l2:\($0)\(suffix)" }
      let isOnlyOne = !findings.contains { $0.serialName == finding.serialName && $0.place != finding.place }
      return CameraDevice(
        identity: isOnlyOne ? bySerial ?? byPlace : byPlace, aliases: [byPlace] + (bySerial.map { [$0] } ?? []),
        name: finding.name, node: finding.node, driver: finding.driver, formats: finding.formats,
        problem: finding.problem)
    }
  }
}

extension Survey.Finding {
  /// Vendor, product and serial number in a form that needs no quoting; nil without a serial number.
  var serialName: String? {
    guard let usb, !usb.serial.isEmpty else { return nil }
    var serial = ""
    for scalar in usb.serial.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": serial.unicodeScalars.append(scalar)
      default: serial += "_"
      }
    }
    return "usb-\(usb.vendor):\(usb.product)-\(serial)"
  }
}
