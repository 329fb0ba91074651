/// What is known of single USB products. Everything else goes by its class.
public struct USBQuirk {
  /// What speaks at the other end of the serial function.
  public enum Kind {
    /// A terminal that speaks DMCC.
    case terminal
    /// Something else, which must not be written to by guess: scanners that send plain lines, modems, controllers.
    case other
  }

  public var vendor: UInt16
  /// nil: all of the vendor.
  public var product: UInt16?
  public var kind: Kind
  /// It waits for an empty packet after a transfer that ends with a full one.
  public var needsZeroPacket = false
  /// Bulk interface of a device without the serial class.
  public var vendorInterface: UInt8?
  /// For people.
  public var name: StaticString

  /// The first entry that fits.
  public static func find(_ vendor: UInt16, _ product: UInt16) -> USBQuirk? {
    table.first { $0.vendor == vendor && ($0.product == nil || $0.product == product) }
  }

  private static func other(_ vendor: UInt16, _ product: UInt16? = nil, _ name: StaticString) -> USBQuirk {
    USBQuirk(vendor: vendor, product: product, kind: .other, name: name)
  }

  /// Vendors and products are from usb.ids 2025.07.26. Cognex has no entry there, and its numbers are published nowhere,
  /// so its terminals go by class until somebody adds them here.
  static let table: [USBQuirk] = [
    // Hand scanners with a virtual serial port: plain lines.
    other(0x05e0, nil, "Symbol or Zebra scanner"),
    other(0x0c2e, nil, "Honeywell scanner"),
    other(0x23d0, nil, "Youjie scanner"),
    other(0x0536, nil, "Hand Held Products scanner"),
    other(0x05f9, nil, "PSC or Datalogic scanner"),
    other(0x080c, nil, "Datalogic scanner"),
    other(0x1eab, nil, "Newland scanner"),
    other(0x27dd, nil, "Mindeo scanner"),
    other(0x1fbb, 0x3850, "Cino scanner"),
    other(0x2745, 0x300a, "Unitech scanner"),
    other(0x0488, 0x5788, "Netum scanner"),
    // Modems, receivers, controllers and probes that have the same class.
    other(0x12d1, nil, "Huawei modem"),
    other(0x1199, nil, "Sierra Wireless modem"),
    other(0x2c7c, nil, "Quectel modem"),
    other(0x1e2d, nil, "Cinterion modem"),
    other(0x1546, nil, "u-blox receiver"),
    other(0x2341, nil, "Arduino"),
    other(0x2a03, nil, "Arduino"),
    other(0x1b4f, nil, "SparkFun controller"),
    other(0x239a, nil, "Adafruit controller"),
    other(0x2e8a, nil, "Raspberry Pi Pico"),
    other(0x303a, nil, "Espressif controller"),
    other(0x16c0, 0x0483, "Teensy controller"),
    other(0x0483, 0x374b, "ST-Link probe"),
    other(0x0483, 0x374e, "ST-Link probe"),
    other(0x1366, nil, "J-Link probe"),
    other(0x04b8, nil, "Epson printer"),
    other(0x0519, nil, "Star Micronics printer"),
  ]
}
