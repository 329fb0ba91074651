import BLE
import Camera
import Discovery
import PCSC
import Glibc
import ReaderCore

/// From an identity to a driver. A new kind of reader is one more line here.
enum DriverRegistry {
  static func makeReader(_ context: ReaderContext, identity: String) throws(ReaderError) -> Reader {
    let shared = ReaderShared(SettingStore(.plain))
    let (lasting, driver) = try makeDriver(context, identity, shared)
    return Reader(context: context, identity: lasting, driver: driver, shared: shared)
  }

  /// A camera reader with the defaults of its mode. Frames that the host hands in can stand for the camera (`push:`), and
  /// pictures (`file:`).
  static func makeCamera(_ context: ReaderContext, _ options: CameraOptions) throws(ReaderError) -> Reader {
    let plan = PreviewPlan(options.mode, options.preview)
    var settings = ReaderSettings(options.mode)
    settings.device.frameSize = plan.size
    settings.device.framesPerSecond = Double(plan.framesPerSecond)
    let shared = ReaderShared(SettingStore(settings, mode: options.mode, preview: plan))
    let identity: String
    if let named = options.identity { identity = named } else { identity = try chosen(options, context.log) }
    let (lasting, driver) = try makeDriver(context, identity, shared)
    let reader = Reader(context: context, identity: lasting, driver: driver, shared: shared)
    if plan.hasHardwareTrigger {
      // Rights that are missing do not take the camera away.
      do throws(ReaderError) { try reader.setKey(.volumeDown) } catch { context.log(.warning, error.message) }
    }
    return reader
  }

  /// The camera for a position.
  private static func chosen(_ options: CameraOptions, _ log: Log) throws(ReaderError) -> String {
    let isFront = options.position == .byMode ? options.mode == .frontCamera : options.position == .front
    let list = CameraList.current()
    guard let camera = list.camera(on: isFront ? .front : .back, CameraRules.current(log)) else {
      throw ReaderError(
        .notFound,
        list.cameras.isEmpty
          ? "There is no camera; plug one in."
          : "No camera looks to the \(isFront ? "front" : "back") by the rule file.")
    }
    return camera.identity
  }

  private static func makeDriver(
    _ context: ReaderContext, _ identity: String, _ shared: ReaderShared
  ) throws(ReaderError) -> (String, ReaderDriver) {
    guard !identity.utf8.contains(0), !identity.isEmpty else {
      throw ReaderError(.invalidArgument, "The identity is empty.")
    }
    if identity.hasPrefix("v4l2:") { return try camera(context, identity, shared) }
    if identity.hasPrefix("/dev/video") {
      return try camera(context, CameraList.current().camera(identity).identity, shared)
    }
    if identity == "mx:" { return terminal(context, .first, NetworkLogin(), shared) }
    if TerminalIdentity.hasScheme(identity) {
      return terminal(context, .identity(try TerminalIdentity(identity)), NetworkLogin(), shared)
    }
    if identity == "push:" || identity.hasPrefix("push:") { return try pushed(context, identity, shared) }
    if identity.hasPrefix("file:") {
      return try files(context, path: String(identity.dropFirst(5)), shared)
    }
    if identity.hasPrefix("hid:") {
      guard identity.utf8.count > 4 else {
        throw ReaderError(.invalidArgument, "hid: names no scanner; an identity of the list does, or hid:/dev/hidrawN.")
      }
      return (identity, ScannerDriver(String(identity.dropFirst(4)), context.terminalHub(), context.log))
    }
    if identity.hasPrefix("pcsc:") {
      return (identity, TagDriver(identity, try context.pcscHub(), shared, context.log))
    }
    if identity.hasPrefix(BLEDevice.scheme) {
      return (identity, BLEDriver(identity, try context.bleHub(), shared, context.log))
    }
    if identity.utf8.contains(UInt8(ascii: "/")) { return try files(context, path: identity, shared) }
    throw ReaderError(
      .invalidArgument,
      "\"\(identity)\" is no identity; v4l2:…, /dev/videoN, usb:…, tcp:HOST:PORT, serial:…, mx:, hid:…, file:PATH, a path with "
        + "a slash, push:, pcsc:READER and ble:ADDRESS are.")
  }

  static func makeTerminal(
    _ context: ReaderContext, _ choice: TerminalChoice, _ login: NetworkLogin
  ) throws(ReaderError) -> Reader {
    let shared = ReaderShared(SettingStore(.plain))
    let (identity, driver) = terminal(context, choice, login, shared)
    return Reader(context: context, identity: identity, driver: driver, shared: shared)
  }

  private static func terminal(
    _ context: ReaderContext, _ choice: TerminalChoice, _ login: NetworkLogin, _ shared: ReaderShared
  ) -> (String, ReaderDriver) {
    var identity = "mx:"
    var deviceClass = DeviceClass.mx
    if case .identity(let one) = choice {
      identity = one.text
      if case .tcp = one { deviceClass = .network }
    }
    let driver = TerminalDriver(
      deviceClass: deviceClass, choice: choice, hub: context.terminalHub(), login: login, shared: shared,
      log: context.log)
    return (identity, driver)
  }

  private static func camera(
    _ context: ReaderContext, _ identity: String, _ shared: ReaderShared
  ) throws(ReaderError) -> (String, ReaderDriver) {
    let driver = try FrameDriver(
      deviceClass: .camera, capabilities: [.live],
      source: CameraList.frameSource(
        identity, preference: CameraPreference(shared.currentSettings.device), log: context.log),
      presence: CameraPresence(identity, try context.cameraHub()), shared: shared, log: context.log,
      describe: { DeviceInformation(camera: identity) })
    return (identity, driver)
  }

  private static func files(
    _ context: ReaderContext, path: String, _ shared: ReaderShared
  ) throws(ReaderError) -> (String, ReaderDriver) {
    guard !path.isEmpty else { throw ReaderError(.invalidArgument, "The identity names no path after \"file:\".") }
    let driver = try FrameDriver(
      deviceClass: .frames, capabilities: [], source: FileFrameSource(path: path), presence: FilePresence(path),
      shared: shared, log: context.log,
      describe: { DeviceInformation(type: "Scanbeam picture reader", identifier: "file:" + path) })
    return ("file:" + path, driver)
  }

  private static func pushed(
    _ context: ReaderContext, _ identity: String, _ shared: ReaderShared
  ) throws(ReaderError) -> (String, ReaderDriver) {
    let driver = try FrameDriver(
      deviceClass: .frames, capabilities: [.push], source: PushFrameSource(), presence: Presence(),
      shared: shared, log: context.log,
      describe: { DeviceInformation(type: "Scanbeam frame reader", identifier: identity) })
    return (identity, driver)
  }
}
