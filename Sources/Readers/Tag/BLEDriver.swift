import BLE
import EventLoop
import ReaderCore
import Tags

/// Drives a contactless reader on Bluetooth LE. What it reads by itself comes as scan data; tags are written, and read on
/// readers without scan data, through CCID. Everything on the loop, but for what says otherwise.
final class BLEDriver: ReaderDriver {
  let deviceClass = DeviceClass.tag
  let answersEveryFrame = false
  private let identity: String
  private let central: BLECentral
  private let shared: ReaderShared
  private let log: Log
  private let lock = Lock()
  private var sink: ((DriverEvent) -> Void)?
  private var known = BLEInformation()
  private var key: UInt64?

  private var link: BLELink?
  private var connection: TagConnection?
  private var profile: GATTProfile?
  private var framer = ScanDataFramer()
  private var slot = TagSlot(hasTag: false, changes: 0)
  private var scan: UInt64?

  init(_ identity: String, _ central: BLECentral, _ shared: ReaderShared, _ log: Log) {
    self.identity = identity
    self.central = central
    self.shared = shared
    self.log = log
  }

  var capabilities: [Capability] { lock.locked { known.battery != nil } ? [.tags, .battery] : [.tags] }

  /// What it said of itself when it was last connected. Any thread.
  var information: TerminalInfo? {
    let known = lock.locked { self.known }
    var info = TerminalInfo()
    info.type = known.model
    info.serial = known.serial
    info.firmware = known.firmware
    info.name = known.manufacturer
    return info
  }

  /// Percent, as it was told last. Any thread.
  var charge: Int? { lock.locked { known.battery } }

  /// Device type of Capture. Any thread.
  var captureType: Int32 {
    CaptureType.reader(central.snapshot?.device(identity).flatMap { GATTProfile.find([$0.service]) })
  }

  /// A reader that sleeps or is not looked for is not known to be away.
  var availability: Availability {
    guard let snapshot = central.snapshot else { return .unknown }
    if snapshot.problem != nil { return .unavailable }
    return snapshot.device(identity)?.isPresent == true ? .available : .unknown
  }

  func begin(_ sink: @escaping (DriverEvent) -> Void) {
    lock.locked { self.sink = sink }
    var last: Availability?
    key = central.add { [weak self] in
      guard let self else { return }
      let now = availability
      // A connection tells its end itself.
      if now != last, link == nil || now != .unknown { send(.availability(now)) }
      last = now
    }
  }

  func end() {
    lock.locked { sink = nil }
    if let key { central.remove(key) }
    let (link, connection) = (link, connection)
    central.loop.post {
      connection?.end()
      link?.close()
    }
  }

  private func send(_ event: DriverEvent) { lock.locked({ sink })?(event) }

  // MARK: Connection

  func connect() {
    framer.reset()
    slot = TagSlot(hasTag: false, changes: 0)
    let link = BLELink(central, identity) { [weak self] in self?.handle($0) }
    self.link = link
    link.connect()
  }

  func disconnect() {
    guard link != nil || connection != nil else { return }
    drop()
    send(.disconnected)
  }

  /// The connection's thread may wait for an answer; it hears that none comes when the link closes.
  private func drop() {
    let (link, connection) = (link, connection)
    (self.link, self.connection, profile) = (nil, nil, nil)
    connection?.end()
    link?.close()
  }

  private func handle(_ event: BLELink.Event) {
    switch event {
    case .connected(let profile): connected(profile)
    case .failed(let error):
      drop()
      send(.connectFailed(error))
    case .lost(let error):
      drop()
      send(.failed(error))
      send(.disconnected)
    case .scanData(let bytes):
      for frame in framer.add(bytes) { read(frame) }
    case .status(let bytes):
      guard let hasTag = CCIDSlots.cards(bytes)?.first, hasTag || slot.hasTag else { return }
      slot = TagSlot(hasTag: hasTag, changes: slot.changes &+ 1)
      connection?.update(slot)
    case .battery(let charge):
      lock.locked { known.battery = charge }
    }
  }

  private func connected(_ profile: GATTProfile) {
    guard let link else { return }
    self.profile = profile
    lock.locked { known = link.information }
    if let channel = link.ccid {
      let made = Made()
      let backend = BLEBackend(known.identifier, channel, central.loop)
      let connection = TagConnection(backend, shared, log) { [weak self, loop = central.loop] event in
        loop.post { self?.heard(event, of: made.connection) }
      }
      made.connection = connection
      do throws(ReaderError) { try connection.start() } catch {
        drop()
        return send(.connectFailed(error))
      }
      self.connection = connection
    }
    send(.connected)
  }

  /// Lets a connection's events say whose they are.
  private final class Made {
    weak var connection: TagConnection?
  }

  private func heard(_ event: TagConnection.Event, of connection: TagConnection?) {
    guard let connection, connection === self.connection, let news = event.news else { return }
    send(news)
  }

  // MARK: Scans

  func startScan(_ scan: UInt64) {
    self.scan = scan
    if profile?.hasScanData != true { connection?.set(scan: scan) }
  }

  /// Any thread.
  func stopScan() {
    central.loop.post { [weak self] in
      guard let self else { return }
      scan = nil
      connection?.set(scan: nil)
    }
  }

  /// A frame of scan data: one tag.
  private func read(_ bytes: [UInt8]) {
    let time = central.loop.time
    guard let frame = ScanDataFrame(bytes) else {
      log(.warning, "The reader sent what is no read of a tag: \(Hex.text(Array(bytes.prefix(32))))")
      return shared.count {
        $0.framesReceived &+= 1
        $0.framesCorrupt &+= 1
      }
    }
    let format = shared.currentSettings.tags.format
    let tag = frame.info(format)
    // A reader that does not tell where the tag is: it is shown and gone.
    if slot.hasTag == false {
      send(.tagArrived(tag))
      send(.tagRemoved(tag))
    }
    guard let scan else { return }
    // The reader was set to tell something else than the host wants: ask the tag.
    if !frame.answers(format), slot.hasTag, let connection { return connection.report(to: scan) }
    shared.count {
      $0.framesReceived &+= 1
      $0.framesDecoded &+= 1
    }
    send(.frame(DecodedFrame(scan: scan, codes: [frame.code(format)], time: time, decodeTime: 0)))
  }

  // MARK: Operations

  func push(_ luma: LumaView, time: Int64) throws(ReaderError) {
    throw ReaderError(.unsupported, "A contactless reader takes no frames.")
  }

  func consumed() {}

  func perform(_ operation: DeviceOperation, _ done: @escaping (Result<DeviceAnswer, ReaderError>) -> Void) {
    switch operation {
    case .tag(let operation):
      guard link != nil else { return done(.failure(ReaderError(.state, "The reader is not connected."))) }
      guard let connection else {
        return done(.failure(ReaderError(.unsupported, "This reader takes no commands for tags.")))
      }
      connection.perform(operation) { done($0.map { DeviceAnswer(bytes: $0) }) }
    case .batteryLevel:
      guard let link else { return done(.success(.offline)) }
      link.readBattery { done($0.map { DeviceAnswer(text: String($0)) }) }
    default: done(.failure(ReaderError(.unsupported, "A contactless reader does not do that.")))
    }
  }
}

extension ScanDataFrame {
  /// What it tells of the tag.
  func info(_ format: TagDataFormat) -> TagInfo {
    var info = TagInfo(source: family.rawValue, sourceName: family.name)
    info.uid = uid?.bytes ?? []
    info.hasRandomUID = uid?.isRandom ?? false
    return info
  }

  /// Whether it carries what a format asks for.
  func answers(_ format: TagDataFormat) -> Bool { format.hasData ? uid == nil : uid != nil }

  /// As a read. It carries the number or the data, whichever the reader told.
  func code(_ format: TagDataFormat) -> DecodedCode {
    var info = self.info(format)
    let parts: Int32 = (uid == nil ? 4 : 2) | (format.hasType ? 8 : 0)
    info.format = TagDataFormat(rawValue: parts) ?? format
    var code = DecodedCode(
      symbology: .unknown, bytes: uid?.bytes ?? payload, aimID: "",
      corners: Quad(Point(0, 0), Point(0, 0), Point(0, 0), Point(0, 0)))
    code.text = (uid?.text ?? text).map { DecodedText(text: $0, charset: "UTF-8") }
    code.tag = info
    return code
  }
}
