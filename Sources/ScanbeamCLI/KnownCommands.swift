import Scanbeam

/// The commands that a reader knows, for completion: of a camera its settings, of a terminal those of the usual ones that it
/// answers when it is asked. While it was not asked yet, all usual ones.
final class KnownCommands {
  /// Names that terminals know (Cognex communications guide and public clients).
  private static let usual =
    [
      "BATTERY.CHARGE", "BEEP.GOOD", "BEEP.NO-READ", "BEEPER.ENABLED", "C128.CODESIZE", "CAMERA.EXPOSURE",
      "CAMERA.EXPOSURE-US", "CAMERA.GAIN", "COM.DMCC-RESPONSE", "COM.DMCC-TARGET", "COM.SCRIPT-ENABLED",
      "DATA.RESULT-TYPE", "DECODER.CENTERING-WINDOW", "DECODER.EFFORT", "DECODER.ROI", "DECODER.TIMEOUT",
      "DEVICE.FEATURE-KEYS", "DEVICE.FIRMWARE-VER", "DEVICE.MAC-ADDRESS", "DEVICE.NAME", "DEVICE.SERIAL-NUMBER",
      "DEVICE.TIMEZONE", "DEVICE.TYPE", "IMAGE.FORMAT", "IMAGE.QUALITY", "IMAGE.SIZE", "LIGHT.AIMER",
      "LIGHT.INTERNAL-ENABLE", "LIVEIMG.MODE", "POWER.HIBERNATE-TIMEOUT", "POWER.POWEROFF-TIMEOUT", "TRIGGER.TYPE",
    ] + Availabilities.symbologies.members.map { "SYMBOL.\($0.name)" }
  private static let information = [
    "DEVICE.TYPE", "DEVICE.NAME", "DEVICE.ID", "DEVICE.SERIAL-NUMBER", "DEVICE.FIRMWARE-VER", "BATTERY.CHARGE",
    "DECODER.ROI",
  ]
  private static let actions = [
    "TRIGGER ON", "TRIGGER OFF", "BEEP", "CONFIG.DEFAULT", "CONFIG.RESTORE", "CONFIG.SAVE", "COM.DMCC-RESET",
    "IMAGE.SEND", "IMAGE.LOAD",
  ]
  private static let terminalActions = ["REBOOT", "STATISTICS.RESET", "LIVEIMG.SEND 1 1 50"]
  private static let cameraActions = ["DEVICE.DEFAULT", "COM.DMCC-SAVE"]

  private let reader: Reader
  private var names: [String]
  private let actions: [String]
  private var values: [String: String] = [:]

  init(_ reader: Reader) {
    self.reader = reader
    if reader.has(.terminal) {
      names = KnownCommands.usual
      actions = KnownCommands.actions + KnownCommands.terminalActions
    } else {
      names = KnownCommands.information + Setting.all.map(\.name).filter { reader.hasSetting($0) }
      actions = KnownCommands.actions + KnownCommands.cameraActions
    }
  }

  /// Asks for one name after another, so that a command of the user waits for one at most.
  func ask(_ position: Int = 0) {
    guard position < names.count else { return }
    let name = names[position]
    do throws(ReaderError) {
      try reader.sendCommand("GET \(name)", timeoutMs: 2000) { [weak self] outcome in
        guard let self else { return }
        switch outcome {
        case .success(let answer) where answer.status == 0:
          values[name] = answer.text
          ask(position + 1)
        case .success(let answer) where answer.status == 101 || answer.status == 102:
          names.remove(at: position)
          ask(position)
        // Busy or gone: what is not known to be missing stays.
        case .success: ask(position + 1)
        case .failure: break
        }
      }
    } catch { return }
  }

  /// What a line can become.
  func completions(of line: String) -> [String] {
    let upper = line.uppercased()
    let sets = names.flatMap { name -> [String] in
      // What the reader was not asked yet: a symbology is on or off in any case.
      guard upper.hasPrefix("SET \(name) "), let value = values[name] ?? (name.hasPrefix("SYMBOL.") ? "ON" : nil)
      else { return ["SET \(name) "] }
      return value == "ON" || value == "OFF" ? ["SET \(name) ON", "SET \(name) OFF"] : ["SET \(name) \(value)"]
    }
    return (actions + names.map { "GET \($0)" } + sets).filter { $0.hasPrefix(upper) }.sorted()
  }
}
