import ReaderCore

/// The device that commands act on, as far as they are no settings.
protocol CommandDevice: AnyObject {
  var information: DeviceInformation { get }
  /// Decodes a picture file with the present settings: `done(true)` and results follow, or `done(false)` when it is none.
  func load(_ file: [UInt8], _ done: @escaping (Bool) -> Void)
  /// The last frame that was searched, or nil when there is none yet.
  func lastFrame(_ done: @escaping (LumaImage?) -> Void)
  /// Runs what may take long away from the loop, one after the other; at once while the device is not open.
  func carryOut(_ job: @escaping () -> Void)
}

/// What a device is called; asked for anew with each command that wants to know.
struct DeviceInformation {
  /// `DEVICE.TYPE`.
  var type = "Scanbeam camera reader"
  var name = ""
  var identifier = ""
  var serialNumber = ""
  /// Of the library.
  static let version = "0.1.0"
}

/// Answers DMCC as a camera reader does: commands by their table, settings by the store. All calls come on the loop.
final class CameraCommands {
  let store: SettingStore
  let shared: ReaderShared
  unowned let device: CommandDevice
  let battery: Battery

  init(_ shared: ReaderShared, _ device: CommandDevice, battery: Battery = Battery()) {
    store = shared.store
    self.shared = shared
    self.device = device
    self.battery = battery
  }

  /// Answers one command. The order of the checks is that of the command table: 101, 105, 102, 104.
  func run(_ text: String, data: [UInt8], _ done: @escaping (DeviceAnswer) -> Void) {
    guard let line = CommandLine(text, data: data) else { return done(.unknownCommand) }
    if let command = CameraCommand.named(line.name), command.forms.contains(line.form) {
      return shared.isConnected ? command.run(self, line, done) : done(.offline)
    }
    guard line.form != .action, let setting = Setting.named(line.name) else { return done(.unknownCommand) }
    guard shared.isConnected else { return done(.offline) }
    if line.form == .get { get(setting, line, done) } else { set(setting, line, done) }
  }

  /// The answer to an operation of the other door.
  func run(_ operation: DeviceOperation, _ done: @escaping (DeviceAnswer) -> Void) {
    switch operation {
    case .command(let text, let data, _, _): run(text, data: data, done)
    case .setSymbology(let symbology, let enabled): set(.flag(enabled), Setting.named("SYMBOL.\(symbology.name)"), done)
    case .isSymbologyEnabled(let symbology): get(Setting.named("SYMBOL.\(symbology.name)"), done)
    case .setLights(let on): if shared.isConnected { set(.flag(on), Setting.lights, done) } else { done(.offline) }
    case .lights: if shared.isConnected { get(Setting.lights, done) } else { done(.offline) }
    case .beep: run("BEEP", data: [], done)
    case .batteryLevel: done(battery.percent().map { DeviceAnswer(text: "\($0)") } ?? .badArgument)
    case .tag, .setAimer: done(.badArgument)
    case .resetConfiguration: reset(keepsNames: true, done)
    }
  }

  // MARK: Settings

  private func get(_ setting: Setting, _ line: CommandLine, _ done: @escaping (DeviceAnswer) -> Void) {
    guard line.arguments.isEmpty else { return done(.badArgument) }
    if setting.name == Setting.roiPercent.name, setting.value(in: store.current) == nil {
      guard let size = shared.frameSize else { return done(.wrongState) }
      return done(DeviceAnswer(text: SettingValue.numbers(store.current.look.roiPercent(in: size)).description))
    }
    get(setting, done)
  }

  private func get(_ setting: Setting?, _ done: @escaping (DeviceAnswer) -> Void) {
    answer(setting, done) { (store, setting) throws(ReaderError) in
      DeviceAnswer(text: try store.value(of: setting).description)
    }
  }

  private func set(_ setting: Setting, _ line: CommandLine, _ done: @escaping (DeviceAnswer) -> Void) {
    guard let value = setting.rule.parse(line.arguments) else { return done(.badArgument) }
    set(value, setting, done)
  }

  private func set(_ value: SettingValue, _ setting: Setting?, _ done: @escaping (DeviceAnswer) -> Void) {
    answer(setting, done) { (store, setting) throws(ReaderError) in
      try store.set(value, for: setting)
      return DeviceAnswer()
    }
  }

  /// Has a setting looked at: at once, or away from the loop where the device takes its time.
  private func answer(
    _ setting: Setting?, _ done: @escaping (DeviceAnswer) -> Void,
    _ body: @escaping (SettingStore, Setting) throws(ReaderError) -> DeviceAnswer
  ) {
    guard let setting else { return done(.badArgument) }
    let store = self.store
    let job = {
      do throws(ReaderError) { done(try body(store, setting)) } catch {
        done(DeviceAnswer(status: CameraCommands.status(of: error)))
      }
    }
    if store.isSlow(setting) { device.carryOut(job) } else { job() }
  }

  private static func status(of error: ReaderError) -> Int32 {
    switch error.status {
    case .state, .again: 104
    case .lost, .busy, .notFound: 105
    default: 102
    }
  }

  /// Tells the accessory a value: by the setting where there is one.
  func setAimer(_ property: AimerProperty, _ value: Int) throws(ReaderError) -> DeviceAnswer {
    guard shared.isConnected else { throw ReaderError(.state, "The reader is offline; connect it first.", dmcc: 105) }
    switch property {
    case .aimer: try store.set(.number(value), for: .aimer)
    case .timeout: try store.set(.number(value), for: .aimerTimeout)
    case .illumination where store.mode == .activeAimer:
      guard value == 0 || value == 1 else { throw ReaderError(.invalidArgument, "The lamp is 0 or 1, not \(value).") }
      try store.set(.flag(value == 1), for: .lights)
    default:
      guard let device = shared.aimer else { throw ReaderError(.unsupported, "The reader has no accessory.") }
      try device.set(property, to: value)
    }
    return DeviceAnswer()
  }

  // MARK: Further commands

  /// Everything back, or everything but the name and the form of replies; not while a scan runs.
  func reset(keepsNames: Bool, _ done: @escaping (DeviceAnswer) -> Void) {
    guard !shared.isScanning else { return done(.wrongState) }
    store.reset { old, new in
      guard keepsNames else { return }
      new.name = old.name
      new.dmcc = old.dmcc
    }
    store.applyAll(slow: false)
    let store = self.store
    device.carryOut {
      store.applyAll(slow: true)
      done(DeviceAnswer())
    }
  }

  /// `DECODER.ROI x0 x1 y0 y1`.
  func regionInPixels(_ line: CommandLine) -> DeviceAnswer {
    if line.form == .get {
      guard line.arguments.isEmpty else { return .badArgument }
      guard let size = shared.frameSize else { return .wrongState }
      return DeviceAnswer(text: SettingValue.numbers(store.current.look.roi(in: size)).description)
    }
    guard let list = line.numbers, list.count == 4, list[0] < list[1], list[2] < list[3] else { return .badArgument }
    guard let size = shared.frameSize else { return .wrongState }
    guard list[1] <= size.width, list[3] <= size.height else { return .badArgument }
    store.change { $0.look.region = .pixels(list) }
    return DeviceAnswer()
  }

  func deviceName(_ line: CommandLine) -> DeviceAnswer {
    if line.form == .get {
      return line.arguments.isEmpty ? DeviceAnswer(text: store.current.name ?? device.information.name) : .badArgument
    }
    guard let name = line.text, SettingRule.text(bytes: 1...64).accepts(.text(name)) else { return .badArgument }
    store.change { $0.name = name }
    return DeviceAnswer()
  }

  func loadImage(_ line: CommandLine, _ done: @escaping (DeviceAnswer) -> Void) {
    guard let list = line.numbers, list.count == 1, (1...33_554_432).contains(list[0]), line.data.count == list[0]
    else {
      return done(.badArgument)
    }
    guard !shared.isScanning else { return done(.wrongState) }
    device.load(line.data) { done($0 ? DeviceAnswer() : .badArgument) }
  }

  func sendImage(_ line: CommandLine, _ done: @escaping (DeviceAnswer) -> Void) {
    guard line.arguments.isEmpty else { return done(.badArgument) }
    let form = store.current.results.imageForm
    device.lastFrame { frame in
      guard let frame else { return done(.wrongState) }
      do throws(ReaderError) { done(DeviceAnswer(bytes: try form.encode(try form.scaled(frame.view).view))) } catch {
        done(DeviceAnswer(status: 100))
      }
    }
  }
}
