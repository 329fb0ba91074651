import EventLoop
import MessageBus
import ReaderCore

/// What a reader says of itself: Device Information and battery.
public struct BLEInformation: Equatable {
  /// The device that was connected.
  public var identifier = ""
  public var manufacturer = ""
  public var model = ""
  public var serial = ""
  public var firmware = ""
  public var hardware = ""
  public var software = ""
  /// Percent; nil when it does not tell.
  public var battery: Int?

  /// Nothing known.
  public init() {}

  mutating func set(_ role: GATTRole, _ bytes: [UInt8]) {
    // Some devices end their texts with a 00.
    let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    switch role {
    case .manufacturer: manufacturer = text
    case .model: model = text
    case .serial: serial = text
    case .firmware: firmware = text
    case .hardware: hardware = text
    case .software: software = text
    case .battery: battery = bytes.first.flatMap { $0 <= 100 ? Int($0) : nil }
    default: break
    }
  }
}

/// One connection to one reader, on the loop: looks for it, connects, finds out what is on it, and listens.
public final class BLELink {
  /// What it tells.
  public enum Event {
    case connected(GATTProfile)
    /// It could not be connected; nothing follows.
    case failed(ReaderError)
    /// The connection ended by itself; nothing follows.
    case lost(ReaderError)
    /// A piece of scan data.
    case scanData([UInt8])
    /// The state of the slots.
    case status([UInt8])
    case battery(Int)
  }

  enum Step { case idle, seeking, waiting, connecting, resolving, settingUp, connected, ended }

  let central: BLECentral
  private let identity: String
  let tell: (Event) -> Void
  var step = Step.idle
  private(set) var path = ""
  private var key: UInt64?
  private var seeker: UInt64?
  private var timer: EventLoop.TimerID?
  private var wasConnected = false
  var map: GATTMap?
  /// What it said of itself.
  public internal(set) var information = BLEInformation()
  /// Commands to the reader; there once it is connected, when it takes any.
  public internal(set) var ccid: CCIDChannel?
  var writes: [Write] = []
  var isWriting = false

  /// Bytes on their way to a characteristic.
  struct Write {
    var characteristic: GATTMap.Characteristic
    var bytes: [UInt8]
    var done: (ReaderError?) -> Void
  }

  /// Seconds to wait for a reader to be heard, and for what follows. BlueZ itself gives up a connection after 40.
  static let seekPatience: Int64 = 30
  static let connectPatience = 60

  /// - Parameter tell: Called on the loop.
  public init(_ central: BLECentral, _ identity: String, _ tell: @escaping (Event) -> Void) {
    self.central = central
    self.identity = identity
    self.tell = tell
  }

  deinit { if let key { central.remove(key) } }

  /// Begins; `connected` or `failed` follows.
  public func connect() {
    key = central.add { [weak self] in self?.changed() }
    step = .seeking
    changed()
  }

  /// Ends the connection; nothing is told any more.
  public func close() {
    guard step != .ended else { return }
    let wasUsed = [Step.connecting, .resolving, .settingUp, .connected].contains(step)
    end(ReaderError(.cancelled, "The reader was disconnected."))
    if wasUsed { central.disconnect(path) }
  }

  private func end(_ error: ReaderError) {
    step = .ended
    if let key { central.remove(key) }
    key = nil
    if let timer { central.loop.cancel(timer) }
    timer = nil
    stopSeeking()
    for characteristic in map?.characteristics.values ?? [:].values { central.hear(characteristic.path, nil) }
    ccid?.end(error)
    let unsent = writes
    writes = []
    for write in unsent { write.done(error) }
    if !path.isEmpty { central.hold(path, false) }
  }

  /// It cannot be connected.
  func fail(_ error: ReaderError) {
    guard step != .ended else { return }
    let wasConnected = step == .connected
    let isUsed = wasConnected || step == .resolving || step == .settingUp || step == .connecting
    end(error)
    if isUsed { central.disconnect(path) }
    tell(wasConnected ? .lost(error) : .failed(error))
  }

  private func wait(_ seconds: Int64, _ error: ReaderError) {
    if let timer { central.loop.cancel(timer) }
    timer = central.loop.schedule(at: central.loop.time &+ seconds &* 1_000_000_000) { [weak self] in
      self?.timer = nil
      self?.fail(error)
    }
  }

  private func stopSeeking() {
    if let seeker { central.stopSeeking(seeker) }
    seeker = nil
  }

  // MARK: Steps

  /// Something is new at BlueZ.
  private func changed() {
    switch step {
    case .idle, .ended, .settingUp, .connecting:
      if step == .settingUp { checkConnected() }
    case .seeking: look()
    case .waiting: if !central.isClosing(path) { begin() }
    case .resolving:
      if central.property(path, "ServicesResolved")?.truth == true { resolved() } else { checkConnected() }
    case .connected: checkConnected()
    }
  }

  private func look() {
    guard let snapshot = central.snapshot else { return }
    if let problem = snapshot.problem { return fail(ReaderError(.notFound, problem)) }
    guard let device = snapshot.device(identity), device.isPresent else {
      guard seeker == nil else { return }
      seeker = central.seek()
      return wait(
        BLELink.seekPatience,
        ReaderError(.notFound, "The reader \(identity) was not heard; switch it on and bring it near."))
    }
    path = device.path
    information.identifier = device.identifier
    stopSeeking()
    if let timer { central.loop.cancel(timer) }
    timer = nil
    step = .waiting
    central.hold(path, true)
    if step == .waiting, !central.isClosing(path) { begin() }
  }

  private func begin() {
    step = .connecting
    central.call(path, BlueZ.device, "Connect", timeout: BLELink.connectPatience) { [weak self] result in
      guard let self, step == .connecting else { return }
      if case .failure(let error) = result, error.name != "org.bluez.Error.AlreadyConnected" {
        return fail(BLELink.error("Connecting to the reader", error))
      }
      step = .resolving
      wait(
        Int64(BLELink.connectPatience),
        ReaderError(.timeout, "What is on the reader \(identity) could not be found out in time."))
      changed()
    }
  }

  /// The connection ended by itself.
  private func checkConnected() {
    if central.property(path, "Connected")?.truth == true { return wasConnected = true }
    // BlueZ may tell of a new connection after it answered.
    if !wasConnected, central.property(path, "Connected") != nil { return }
    fail(ReaderError(.lost, "The reader \(information.identifier) is out of reach or was switched off."))
  }

  private func resolved() {
    guard let map = GATTMap(central.tree, device: path) else {
      return fail(ReaderError(.unsupported, "The device \(identity) has no service of a contactless reader."))
    }
    if let timer { central.loop.cancel(timer) }
    timer = nil
    step = .settingUp
    self.map = map
    setUp(map)
  }

  static func error(_ what: String, _ failure: BusFailure) -> ReaderError {
    let name = failure.name.split(separator: ".").last.map(String.init) ?? failure.name
    let status: Status =
      switch name {
      case "NoReply", "Timeout": .timeout
      case "NotAuthorized", "AuthenticationFailed", "AuthenticationRejected", "NotPermitted", "AccessDenied": .access
      case "UnknownObject", "DoesNotExist", "NotConnected", "Disconnected", "ServiceUnknown": .lost
      default: .io
      }
    let pairing = status == .access ? " Pair with it first (bluetoothctl pair)." : ""
    return ReaderError(status, "\(what) failed: \(failure.text.isEmpty ? name : failure.text) (\(name)).\(pairing)")
  }
}
