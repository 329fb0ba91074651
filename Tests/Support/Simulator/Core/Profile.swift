/// The kinds of reader that the simulator can be.
public enum Profile: String, CaseIterable {
  /// Cognex's communications guide to the letter: response modes 0 and 1, no result ids.
  case guide
  /// A DM475 as it was recorded: mode 2 with four header fields, `GET COM.DMCC-RESPONSE` says 0.
  case dm475
  /// Answers nothing at all in silent mode, and takes mode 1 only.
  case silent
  /// Asks for user name and password before it listens.
  case login
  /// A base station with its reader behind it: `COM.DMCC-TARGET`.
  case base
  /// A mobile terminal: battery, hibernation, settings lost unless saved.
  case mx

  /// Values of `COM.DMCC-RESPONSE` that are taken.
  var modes: [Int] {
    switch self {
    case .guide, .silent, .login: [0, 1]
    case .dm475: [0, 2]
    case .base, .mx: [0, 1, 2]
    }
  }

  var answersInSilentMode: Bool { self != .silent }
  var numbersResults: Bool { self == .dm475 || self == .base || self == .mx }

  /// What is on the device at the beginning.
  var settings: [String: String] {
    var all = [
      "DEVICE.TYPE": "DM260", "DEVICE.NAME": "DM260-55D1EA", "DEVICE.SERIAL-NUMBER": "1A1803PP030235",
      "DEVICE.FIRMWARE-VER": "5.7.0_sr2", "DEVICE.MAC-ADDRESS": "00-D0-24-55-D1-EA", "DEVICE.TIMEZONE": "UTC",
      "TRIGGER.TYPE": "0", "BEEP.GOOD": "1 1", "BEEP.NO-READ": "0 0", "BEEPER.ENABLED": "ON",
      "LIGHT.INTERNAL-ENABLE": "ON", "LIGHT.AIMER": "1", "DECODER.TIMEOUT": "6000", "DECODER.ROI": "0 1280 0 1024",
      "DECODER.EFFORT": "2", "IMAGE.FORMAT": "1", "IMAGE.SIZE": "1", "IMAGE.QUALITY": "50", "LIVEIMG.MODE": "0",
      "C128.CODESIZE": "ON 3 40", "COM.DMCC-HEADER": "0", "COM.SCRIPT-ENABLED": "OFF",
    ]
    for symbol in ["DATAMATRIX", "QR", "C128", "UPC-EAN", "C39", "C93", "I2O5", "CODABAR"] {
      all["SYMBOL.\(symbol)"] = "ON"
    }
    for symbol in ["C11", "MSI", "PDF417", "AZTECCODE", "DATABAR", "POSTNET", "PLANET", "MAXICODE", "DOTCODE"] {
      all["SYMBOL.\(symbol)"] = "OFF"
    }
    switch self {
    case .guide, .silent, .login: break
    case .dm475:
      all["DEVICE.TYPE"] = "DM475"
      all["DEVICE.NAME"] = "DM475-866D76"
      all["DEVICE.SERIAL-NUMBER"] = "1A2134PP482281"
      all["DEVICE.FIRMWARE-VER"] = "6.1.16_tc9"
    case .base:
      all["DEVICE.TYPE"] = "DM8700DX"
      all["DEVICE.NAME"] = "DM8700DX-8E6FD0"
      all["DEVICE.SERIAL-NUMBER"] = "1A2201XX000777"
    case .mx:
      all["DEVICE.TYPE"] = "MX-1502"
      all["DEVICE.NAME"] = "MX-1502-1A2B3C"
      all["DEVICE.SERIAL-NUMBER"] = "1A2240MX000042"
      all["POWER.HIBERNATE-TIMEOUT"] = "0"
      all["POWER.POWEROFF-TIMEOUT"] = "0"
      all["ANDROID.ROLE"] = "0"
      all["TRIGGER.TYPE"] = "2"
    }
    return all
  }

  /// What the base itself answers, as long as it is the target.
  var baseSettings: [String: String] {
    ["DEVICE.TYPE": "DM8700Base", "DEVICE.NAME": "DM8700Base-86F30A", "DEVICE.SERIAL-NUMBER": "1A2201XB000111"]
  }
}

/// Settings of a connection, with their values after `COM.DMCC-RESET`.
let connectionDefaults = [
  "COM.DMCC-RESPONSE": "0", "COM.DMCC-CHECKSUM": "0", "COM.DMCC-HEADER": "0", "DATA.RESULT-TYPE": "1",
  "DATA.RESULT-ENCODING": "0", "DATA.RESULT-ALWAYSSEND": "513", "DATA.IMAGE-TYPE": "0",
]

let readOnly: Set<String> = [
  "DEVICE.TYPE", "DEVICE.SERIAL-NUMBER", "DEVICE.FIRMWARE-VER", "DEVICE.MAC-ADDRESS", "BATTERY.CHARGE",
]
