import DMCC
import Discovery
import EventLoop
import Link
import ReaderCore

/// A DMCC terminal behind the reader: claims it over whatever link it is on, brings it into messages, asks what it is, and
/// turns calls into commands and reads into results. Everything on the loop, but for what says otherwise.
final class TerminalDriver: ReaderDriver {
  enum Phase { case idle, opening, settingUp, connected, closing }

  let deviceClass: DeviceClass
  var answersEveryFrame: Bool { false }
  let hub: TerminalHub
  let loop: EventLoop
  let log: Log
  let shared: ReaderShared
  let presence: TerminalPresence
  let login: NetworkLogin
  private let lock = Lock()
  private var sink: ((DriverEvent) -> Void)?
  private var told = Told()

  /// What getters of any thread see.
  private struct Told {
    var info = TerminalInfo()
    var capabilities: [Capability] = [.terminal]
  }

  var phase = Phase.idle
  var device: TerminalDevice?
  var transport: Transport?
  var session = DMCCSession()
  var collector = ResultCollector(expected: [])
  var waiting: [DMCCTicket: (Result<DMCCReply, ReaderError>) -> Void] = [:]
  var timer: (id: EventLoop.TimerID, deadline: Int64)?
  /// Counts connections, so that what is late belongs to none.
  var connection: UInt64 = 0
  var closingError: ReaderError?
  /// Whether `connected` was told of this connection.
  var isUp = false
  // Scans
  var scan: UInt64?
  var isTriggered = false
  /// What TRIGGER.TYPE was set to here.
  var currentTrigger: String?
  var ownTrigger: String?
  var requestedTypes: ResultKinds = []
  var readsWithoutXML = 0
  /// The last read that went out without its XML, which may still come.
  var withoutXML: [UInt8]?
  // Configuration
  var configuration = TerminalConfiguration()
  var lastSerial = ""
  // Heartbeat
  var beat: EventLoop.TimerID?
  var isBeatOpen = false
  var missedBeats = 0
  var isUnresponsive = false
  // Uploads
  var queued: UInt64 = 0
  var gone: UInt64 = 0
  var upload: (start: UInt64, total: UInt64)?
  // Pictures
  var push = ImagePush()
  var live: LiveImage?

  init(
    deviceClass: DeviceClass, choice: TerminalChoice, hub: TerminalHub, login: NetworkLogin = NetworkLogin(),
    shared: ReaderShared, log: Log
  ) {
    self.deviceClass = deviceClass
    self.hub = hub
    self.login = login
    self.shared = shared
    self.log = log
    loop = hub.loop
    presence = TerminalPresence(choice, hub)
  }

  var availability: Availability { presence.current() }
  var capabilities: [Capability] { lock.locked { told.capabilities } }
  /// What it said of itself. Any thread.
  var info: TerminalInfo { lock.locked { told.info } }
  var information: TerminalInfo? { info }

  func tell(_ info: TerminalInfo, _ capabilities: [Capability]) {
    lock.locked { told = Told(info: info, capabilities: [.terminal] + capabilities) }
  }

  func begin(_ sink: @escaping (DriverEvent) -> Void) {
    lock.locked { self.sink = sink }
    presence.watch { [weak self] availability in
      guard let self else { return }
      // While a connection stands it tells the end itself, after the last bytes.
      if availability != .available, transport != nil { return }
      send(.availability(availability))
    }
  }

  func send(_ event: DriverEvent) {
    let sink = lock.locked { self.sink }
    sink?(event)
  }

  func startScan(_ scan: UInt64) {
    self.scan = scan
    applyResultTypes()
    trigger()
  }

  /// Any thread.
  func stopScan() { loop.post { [weak self] in self?.endTrigger() } }

  func push(_ luma: LumaView, time: Int64) throws(ReaderError) {
    throw ReaderError(.unsupported, "A terminal takes no frames; make a reader with the identity \"push:\".")
  }

  func consumed() {}

  /// Any thread; also when nobody drives the loop any more.
  func end() {
    presence.unwatch()
    lock.locked { sink = nil }
    loop.post { self.stopImagePush() }
    transport?.close()
  }
}
