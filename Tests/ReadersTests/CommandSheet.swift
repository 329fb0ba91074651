import Glibc
import ReaderCore
import Readers

/// The rows of the command table for settings, as data: what GET answers at first, what SET takes and what it refuses with
/// 102. Written from the table by hand, not from the code.
struct CommandRow {
  /// When a row exists.
  enum Need {
    case always
    /// A decoder for it.
    case symbology(String)
    /// zxing-cpp.
    case zxing
    /// Never in this version: 102.
    case never
    /// A device that can do it: 102 without one.
    case device
  }

  let name: String
  /// nil: the device's own value.
  let first: String?
  let legal: [String]
  let illegal: [String]
  let need: Need

  init(_ name: String, _ first: String?, _ legal: [String], _ illegal: [String], _ need: Need = .always) {
    self.name = name
    self.first = first
    self.legal = legal
    self.illegal = illegal
    self.need = need
  }

  static func flag(_ name: String, _ first: String, _ need: Need = .always) -> CommandRow {
    CommandRow(name, first, ["ON", "OFF", "on", "Off"], ["", "1", "0", "YES", "ON OFF", "ON 1"], need)
  }

  static func number(_ name: String, _ first: String?, _ range: ClosedRange<Int>, _ need: Need = .always) -> CommandRow
  {
    let outside = (range.lowerBound > 0 ? ["\(range.lowerBound - 1)"] : []) + ["\(range.upperBound + 1)"]
    return CommandRow(
      name, first, ["\(range.lowerBound)", "\(range.upperBound)"],
      outside + ["", "-1", "x", "ON", "1.5", "1 1", "99999999999999999999", "+1", "0x1"], need)
  }

  static func lengths(_ name: String, _ first: String, most: Int = 250) -> CommandRow {
    CommandRow(
      name, first, ["ON 1 \(most)", "OFF 1 1", "ON \(most) \(most)", "on 7 9"],
      [
        "ON 0 5", "ON 5 \(most + 1)", "ON 9 8", "ON", "OFF", "", "ON 5", "5 80", "1 5 80", "ON x 80", "ON 5 80 1",
        "ON -1 5",
      ])
  }

  static let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  static let settings: [CommandRow] = [
    CommandRow("TRIGGER.TYPE", "2", ["1", "2", "5"], ["0", "3", "4", "6", "", "ON", "2 2", "-1"]),
    number("DECODER.1D-SYMBOLORIENTATION", "1", 0...3),
    number("DECODER.EFFORT", "2", 1...5),
    number("DECODER.MAX-SCAN-TIMEOUT", "60", 0...120),
    flag("DECODER.TARGET-DECODING", "OFF"),
    CommandRow(
      "DECODER.CENTERING-WINDOW", "50 50 10 10", ["0 0 1 1", "100 100 100 100", "50 50 100 1"],
      [
        "101 50 10 10", "50 101 10 10", "50 50 0 10", "50 50 10 0", "50 50 101 10", "50 50 10 101", "50 50 10", "",
        "ON",
      ]),
    flag("DECODER.DISPLAY-TARGET", "ON"),
    flag("DECODER.USE-CENTERING", "OFF"),
    CommandRow(
      "DECODER.ROI-PERCENT", "0 100 0 100", ["99 1 99 1", "0 1 0 1", "25 50 10 80", "0 100 0 100"],
      ["100 1 0 100", "0 0 0 100", "0 100 0 0", "0 101 0 100", "1 100 0 100", "0 100 1 100", "0 100 0", "a b c d", ""]),
    number("DECODER.MAX-THREADS", "\(min(4, cores))", 1...cores),
    number("MULTICODE.MAX-NUM-CODES", "1", 1...32),
    flag("MULTICODE.PARTIAL-RESULTS", "OFF"),
    flag("SYMBOL.DATAMATRIX", "OFF", .symbology("DATAMATRIX")),
    flag("SYMBOL.QR", "OFF", .symbology("QR")),
    flag("SYMBOL.C128", "OFF", .symbology("C128")),
    flag("SYMBOL.UPC-EAN", "OFF", .symbology("UPC-EAN")),
    flag("SYMBOL.C11", "OFF", .symbology("C11")),
    flag("SYMBOL.C39", "OFF", .symbology("C39")),
    flag("SYMBOL.C93", "OFF", .symbology("C93")),
    flag("SYMBOL.I2O5", "OFF", .symbology("I2O5")),
    flag("SYMBOL.CODABAR", "OFF", .symbology("CODABAR")),
    flag("SYMBOL.EAN-UCC", "OFF", .symbology("EAN-UCC")),
    flag("SYMBOL.PHARMACODE", "OFF", .symbology("PHARMACODE")),
    flag("SYMBOL.MAXICODE", "OFF", .symbology("MAXICODE")),
    flag("SYMBOL.PDF417", "OFF", .symbology("PDF417")),
    flag("SYMBOL.MICROPDF417", "OFF", .symbology("MICROPDF417")),
    flag("SYMBOL.DATABAR", "OFF", .symbology("DATABAR")),
    flag("SYMBOL.PLANET", "OFF", .symbology("PLANET")),
    flag("SYMBOL.POSTNET", "OFF", .symbology("POSTNET")),
    flag("SYMBOL.4STATE-JAP", "OFF", .symbology("4STATE-JAP")),
    flag("SYMBOL.4STATE-AUS", "OFF", .symbology("4STATE-AUS")),
    flag("SYMBOL.4STATE-UPU", "OFF", .symbology("4STATE-UPU")),
    flag("SYMBOL.4STATE-IMB", "OFF", .symbology("4STATE-IMB")),
    flag("SYMBOL.4STATE-RMC", "OFF", .symbology("4STATE-RMC")),
    flag("SYMBOL.VERICODE", "OFF", .never),
    flag("SYMBOL.RPC", "OFF", .never),
    flag("SYMBOL.MSI", "OFF", .symbology("MSI")),
    flag("SYMBOL.AZTECCODE", "OFF", .symbology("AZTECCODE")),
    flag("SYMBOL.DOTCODE", "OFF", .symbology("DOTCODE")),
    flag("SYMBOL.C25", "OFF", .symbology("C25")),
    flag("SYMBOL.C39-CONVERT-TO-C32", "OFF"),
    flag("SYMBOL.OCR", "OFF", .never),
    flag("SYMBOL.TELEPEN", "OFF", .symbology("TELEPEN")),
    flag("SYMBOL.UNKNOWN", "OFF", .never),
    flag("UPC-EAN.EAN13", "ON"),
    flag("UPC-EAN.EAN8", "ON"),
    flag("UPC-EAN.UPC-A", "ON"),
    flag("UPC-EAN.UPC-E", "ON"),
    flag("UPC-EAN.UPC-E1", "OFF"),
    flag("UPC-EAN.UPCE-EXPAND", "ON"),
    number("UPC-EAN.SUPPLEMENT", "0", 0...4),
    flag("UPC-EAN.EAN8SUPL", "OFF"),
    // Not in the sheet: our own.
    flag("UPC-EAN.SUPPLEMENT-ALONE", "OFF"),
    number("EAN-UCC.LINEAR-ALONE", "1", 0...2),
    flag("C11.CHKCHAR", "ON"),
    number("C11.CHKCHAR-OPTION", "1", 1...2),
    lengths("C11.CODESIZE", "ON 5 80"),
    flag("C25.CHKCHAR", "OFF"),
    flag("C25.XMTCHK", "ON"),
    lengths("C25.CODESIZE", "ON 5 80"),
    flag("C39.ASCII", "OFF"),
    flag("C39.CHKCHAR", "OFF"),
    flag("C39.XMTCHK", "ON"),
    lengths("C39.CODESIZE", "OFF 5 80"),
    flag("C93.ASCII", "OFF"),
    lengths("C93.CODESIZE", "OFF 1 80"),
    lengths("C128.CODESIZE", "OFF 1 80"),
    flag("CODABAR.CHKCHAR", "OFF"),
    flag("CODABAR.XMTCHK", "ON"),
    lengths("CODABAR.CODESIZE", "OFF 5 80"),
    flag("I2O5.CHKCHAR", "OFF"),
    flag("I2O5.XMTCHK", "ON"),
    lengths("I2O5.CODESIZE", "ON 6 80"),
    flag("MSI.CHKCHAR", "ON"),
    number("MSI.CHKCHAR-OPTION", "0", 0...5),
    lengths("MSI.CODESIZE", "ON 5 80"),
    lengths("TELEPEN.CODESIZE", "OFF 1 80"),
    lengths("PLESSEY.CODESIZE", "OFF 1 80"),
    lengths("PDF417.CODESIZE", "OFF 1 2710", most: 2710),
    flag("DATABAR.RSS14", "ON"),
    flag("DATABAR.RSS14STACK", "ON"),
    flag("DATABAR.LIMITED", "ON", .zxing),
    flag("DATABAR.EXPANDED", "ON"),
    number("DATAMATRIX.POLARITY", "2", 0...2),
    flag("DATAMATRIX.DPM", "OFF", .never),
    number("QR.POLARITY", "2", 0...2),
    flag("QR.MICRO", "OFF", .zxing),
    lengths("CODABLOCKF.CODESIZE", "OFF 1 5450", most: 5450),
    lengths("CODE16K.CODESIZE", "OFF 1 154", most: 154),
    lengths("CODE49.CODESIZE", "OFF 1 81", most: 81),
    lengths("MAXICODE.CODESIZE", "OFF 1 138", most: 138),
    lengths("DOTCODE.CODESIZE", "OFF 1 4400", most: 4400),
    lengths("HANXIN.CODESIZE", "OFF 1 7827", most: 7827),
    lengths("GRIDMATRIX.CODESIZE", "OFF 1 2751", most: 2751),
    lengths("CODEONE.CODESIZE", "OFF 1 3550", most: 3550),
    CommandRow(
      "DATA.RESULT-TYPE", "3", ["0", "1", "31", "128", "159"],
      ["32", "64", "255", "256", "", "-1", "ON", "1 2", "33", "67"]),
    number("IMAGE.SIZE", "1", 0...3),
    number("IMAGE.FORMAT", "1", 0...1),
    number("IMAGE.QUALITY", "50", 10...100),
    flag("LIGHT.INTERNAL-ENABLE", "OFF", .device),
    number("LIGHT.AIMER", "0", 0...1),
    number("LIGHT.AIMER-TIMEOUT", "60", 0...600),
    number("FOCUS.FOCUSTIME", "3", 0...10),
    number("FOCUS.POWER", nil, 0...100, .device),
    number("CAMERA.ZOOM", "0", 0...2),
    CommandRow(
      "CAMERA.ZOOM-PERCENT", "200 400", ["100 100", "1000 1000", "150 300"],
      ["99 400", "200 99", "1001 400", "200 1001", "200", "", "200 400 600", "ON", "x y"]),
    CommandRow("CAMERA.EXPOSURE-US", "0", ["0", "100", "10000"], ["1", "99", "", "-1", "ON", "0 0"], .device),
    number("CAMERA.GAIN", nil, 0...100, .device),
    CommandRow(
      "BEEP.GOOD", "1 1", ["0 0", "3 2", "ON", "OFF", "on"], ["4 1", "1 3", "1", "", "1 1 1", "x 1", "-1 0", "ON 1"]),
    CommandRow(
      "BEEP.NO-READ", "0 0", ["0 0", "3 2", "ON", "OFF", "off"], ["4 1", "1 3", "1", "", "1 1 1", "x 1", "-1 0"]),
    flag("BEEPER.ENABLED", "ON"),
    flag("VIBRATION.GOOD", "ON"),
    CommandRow("COM.DMCC-RESPONSE", "1", ["0", "1"], ["2", "", "ON", "-1", "1 1"]),
    CommandRow("COM.DMCC-HEADER", "1", ["0", "1"], ["2", "", "ON", "-1", "1 1"]),
    CommandRow("COM.DMCC-CHECKSUM", "0", ["0"], ["1", "2", "", "OFF", "-1"]),
  ]

  /// Whether the setting exists in this build, in a reader without a device behind it.
  var exists: Bool {
    switch need {
    case .always: true
    case .never, .device: false
    case .zxing: Availabilities.hasZXing
    case .symbology(let name): Symbology(name: name).map { Availabilities.symbologies.contains($0) } ?? false
    }
  }

  /// Rows that are no settings: forms that exist, written as they are sent, and forms that do not.
  struct Further {
    let name: String
    let forms: [String]
    let unknown: [String]
    init(_ name: String, _ forms: [String], _ unknown: [String]) {
      (self.name, self.forms, self.unknown) = (name, forms, unknown)
    }
  }

  static let further: [Further] = [
    Further("TRIGGER", ["TRIGGER"], ["GET TRIGGER", "SET TRIGGER ON"]),
    Further("DECODER.ROI", ["GET DECODER.ROI", "SET DECODER.ROI"], ["DECODER.ROI"]),
    Further("IMAGE.LOAD", ["IMAGE.LOAD"], ["GET IMAGE.LOAD", "SET IMAGE.LOAD 3"]),
    Further("IMAGE.SEND", ["IMAGE.SEND"], ["GET IMAGE.SEND", "SET IMAGE.SEND ON"]),
    Further("BEEP", ["BEEP"], ["GET BEEP", "SET BEEP 1 1"]),
    Further("DEVICE.TYPE", ["GET DEVICE.TYPE"], ["SET DEVICE.TYPE x", "DEVICE.TYPE"]),
    Further("DEVICE.NAME", ["GET DEVICE.NAME", "SET DEVICE.NAME"], ["DEVICE.NAME"]),
    Further("DEVICE.ID", ["GET DEVICE.ID"], ["SET DEVICE.ID x", "DEVICE.ID"]),
    Further("DEVICE.SERIAL-NUMBER", ["GET DEVICE.SERIAL-NUMBER"], ["SET DEVICE.SERIAL-NUMBER x"]),
    Further("DEVICE.FIRMWARE-VER", ["GET DEVICE.FIRMWARE-VER"], ["SET DEVICE.FIRMWARE-VER x"]),
    Further("DEVICE.DEFAULT", ["DEVICE.DEFAULT"], ["GET DEVICE.DEFAULT", "SET DEVICE.DEFAULT ON"]),
    Further("BATTERY.CHARGE", ["GET BATTERY.CHARGE"], ["SET BATTERY.CHARGE 5", "BATTERY.CHARGE"]),
    Further("CONFIG.DEFAULT", ["CONFIG.DEFAULT"], ["GET CONFIG.DEFAULT", "SET CONFIG.DEFAULT ON"]),
    Further("CONFIG.SAVE", ["CONFIG.SAVE"], ["GET CONFIG.SAVE", "SET CONFIG.SAVE ON"]),
    Further("CONFIG.RESTORE", ["CONFIG.RESTORE"], ["GET CONFIG.RESTORE", "SET CONFIG.RESTORE ON"]),
    Further("COM.DMCC-RESET", ["COM.DMCC-RESET"], ["GET COM.DMCC-RESET"]),
    Further("COM.DMCC-SAVE", ["COM.DMCC-SAVE"], ["GET COM.DMCC-SAVE"]),
  ]

  /// Names that other readers answer and the camera reader does not.
  static let otherReaders = [
    "SYMBOL-GROUP.1D", "REBOOT", "SCRIPT.LOAD", "COM.SCRIPT", "COM.SCRIPT-ENABLED", "FORMAT.MODE",
    "POWER.POWEROFF-TIMEOUT", "POWER.HIBERNATE-TIMEOUT", "LIVEIMG.MODE", "IMAGE.FETCH", "TRAINED-CODE.INFO",
    "DVALID.TYPE", "STATISTICS.READ", "LIGHT.DIRECT", "CAMERA.EXPOSURE", "DECODER.TIMEOUT", "DECODER.REREAD-TIME",
    "DECODER.REREAD-NEVER2X", "DATA.RESULT-ENCODING", "DATA.RESULT-ALWAYSSEND", "DATA.IMAGE-TYPE", "AZTEC.POLARITY",
    "QR.MODEL", "PDF417.MACRO", "PDF417.MICRO", "DATABAR.GROUP", "UPC-EAN.VERIFICATION", "BEEP.DATAVALID-FAIL",
    "COM.DMCC-EVENT", "COM.DMCC-TARGET", "COM.DMCC-DEFAULT-TARGET", "COM.BAUD-RATE", "DEVICE.LOG",
    "DEVICE.MAC-ADDRESS", "DEVICE.FEATURE-KEYS", "DEVICE.TIMEZONE", "RESULT",
  ]

  /// What GET answers after SET of a legal value.
  func readBack(_ value: String) -> String {
    let words = value.uppercased()
    // No aimer in this mode: taken and ignored.
    if name == "LIGHT.AIMER" { return "0" }
    if name.hasPrefix("BEEP.") { return words == "ON" ? "1 1" : words == "OFF" ? "0 0" : words }
    return words
  }
}
