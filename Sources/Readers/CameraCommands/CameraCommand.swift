import ReaderCore

/// One row of the command table that is not a plain setting.
struct CameraCommand {
  typealias Done = (DeviceAnswer) -> Void
  let name: String
  /// The forms that exist.
  let forms: [CommandLine.Form]
  let run: (CameraCommands, CommandLine, @escaping Done) -> Void

  init(
    _ name: String, _ forms: [CommandLine.Form],
    _ run: @escaping (CameraCommands, CommandLine, @escaping Done) -> Void
  ) {
    self.name = name
    self.forms = forms
    self.run = run
  }

  /// A command that is answered at once.
  static func direct(
    _ name: String, _ forms: [CommandLine.Form], _ answer: @escaping (CameraCommands, CommandLine) -> DeviceAnswer
  ) -> CameraCommand {
    CameraCommand(name, forms) { $2(answer($0, $1)) }
  }

  /// A command without arguments that is answered at once.
  static func plain(
    _ name: String, _ form: CommandLine.Form, _ answer: @escaping (CameraCommands) -> DeviceAnswer
  ) -> CameraCommand {
    direct(name, [form]) { $1.arguments.isEmpty ? answer($0) : .badArgument }
  }

  /// Puts settings back to their defaults.
  static func reset(_ name: String, keepsNames: Bool) -> CameraCommand {
    CameraCommand(name, [.action]) { commands, line, done in
      if line.arguments.isEmpty { commands.reset(keepsNames: keepsNames, done) } else { done(.badArgument) }
    }
  }

  static let all: [CameraCommand] = [
    direct("TRIGGER", [.action]) { _, line in
      var answer = DeviceAnswer()
      switch line.arguments.map({ $0.uppercased() }) {
      case ["ON"]: answer.actions = [.startScan]
      case ["OFF"]: answer.actions = [.stopScan]
      default: return .badArgument
      }
      return answer
    },
    direct("DECODER.ROI", [.get, .set]) { $0.regionInPixels($1) },
    // The placeholder of the enumeration.
    direct("SYMBOL.UNKNOWN", [.get, .set]) { _, _ in .badArgument },
    CameraCommand("IMAGE.LOAD", [.action]) { $0.loadImage($1, $2) },
    CameraCommand("IMAGE.SEND", [.action]) { $0.sendImage($1, $2) },
    direct("BEEP", [.action]) { _, line in
      var beep = [1, 1]
      if !line.arguments.isEmpty {
        guard let list = line.numbers, list.count == 2, (1...3).contains(list[0]), (0...2).contains(list[1]) else {
          return .badArgument
        }
        beep = list
      }
      var answer = DeviceAnswer()
      answer.actions = [.beep(count: beep[0], tone: beep[1])]
      return answer
    },
    plain("DEVICE.TYPE", .get) { DeviceAnswer(text: $0.device.information.type) },
    direct("DEVICE.NAME", [.get, .set]) { $0.deviceName($1) },
    plain("DEVICE.ID", .get) { DeviceAnswer(text: $0.device.information.identifier) },
    plain("DEVICE.SERIAL-NUMBER", .get) { DeviceAnswer(text: $0.device.information.serialNumber) },
    plain("DEVICE.FIRMWARE-VER", .get) { _ in DeviceAnswer(text: DeviceInformation.version) },
    reset("DEVICE.DEFAULT", keepsNames: false),
    plain("BATTERY.CHARGE", .get) { $0.battery.percent().map { DeviceAnswer(text: "\($0)") } ?? .badArgument },
    reset("CONFIG.DEFAULT", keepsNames: true),
    // Nothing is ever saved, so what was saved last are the defaults.
    reset("CONFIG.RESTORE", keepsNames: true),
    plain("CONFIG.SAVE", .action) { _ in DeviceAnswer() },
    plain("COM.DMCC-RESET", .action) {
      let defaults = $0.store.defaults
      $0.store.change { (settings: inout ReaderSettings) in
        settings.results.types = defaults.results.types
        settings.dmcc = defaults.dmcc
      }
      return DeviceAnswer()
    },
    plain("COM.DMCC-SAVE", .action) { _ in DeviceAnswer() },
  ]

  static func named(_ name: String) -> CameraCommand? { byName[name] }

  private static let byName: [String: CameraCommand] = {
    var table: [String: CameraCommand] = [:]
    for command in all { table[command.name] = command }
    return table
  }()
}
