import EventLoop
import ReaderCore

/// A reader: one state machine over every kind of device. The public calls may come from any thread; what they start
/// runs on the context's loop, where all other state lives.
public final class Reader {
  /// The end of an asynchronous operation, on the loop; nil on success.
  public typealias Completion = (ReaderError?) -> Void

  /// Where it runs.
  public let context: ReaderContext
  /// Lasting name of the device.
  public let identity: String
  let driver: ReaderDriver
  let shared: ReaderShared
  let slot = ObserverSlot<any ReaderObserver>()
  /// Hears of tags alone.
  let tagSlot = ObserverSlot<any ReaderObserver>()
  /// The manager that made the reader hears of its connection.
  private let managerSlot = ObserverSlot<any ReaderObserver>()

  /// What getters see.
  private struct Mirror {
    var availability = Availability.unknown
    var connection = ConnectionState.disconnected
    var scanning = false
    var state = ScanningState.idle
    /// connect() was called and the loop has not seen it yet.
    var connectRequested = false
    /// The latest start that the loop has not seen yet, 0 when there is none.
    var scanRequest: UInt64 = 0
    /// Starts up to this one were stopped again.
    var stoppedRequest: UInt64 = 0
    var closed = false
  }
  private let lock = Lock()
  private var mirror = Mirror()
  private var lastRequest: UInt64 = 0
  private var key: KeyTrigger?
  private var line: LineTrigger?

  // Loop only:
  var pendingConnects: [Completion] = []
  var reconnectAfterwards = false
  var scan: Scan?
  var lastScan: UInt64 = 0
  var lastResults: Int64 = 0
  /// A start that waits for the connection, 0 when there is none.
  var startWhenConnected: UInt64 = 0
  /// Starts up to this one came too late, and results said so.
  var lostStarts: UInt64 = 0
  var failureReported = false
  var duplicates = DuplicateRule()
  var reconnect = Reconnect()
  var life = Lifecycle()
  var multiCode = MultiCode()
  var operations: [PendingOperation] = []
  var operationUnderWay: PendingOperation?
  var drainsOperations = false

  /// A scan that runs.
  struct Scan {
    let number: UInt64
    /// The start that asked for it.
    let request: UInt64
    let trigger: TriggerType
    var timer: EventLoop.TimerID?
    /// Waits for motion.
    var isWaiting = false
  }

  init(context: ReaderContext, identity: String, driver: ReaderDriver, shared: ReaderShared) {
    self.context = context
    self.identity = identity
    self.driver = driver
    self.shared = shared
    mirror.availability = driver.availability
    context.register(self)
    let loop = context.loop
    driver.begin { [weak self] event in
      // Frames keep their count right even when nobody is left to hear of them.
      loop.post { self?.handle(event) }
    }
  }

  deinit {
    for pending in operations { context.loop.post { pending.done(.failure(Reader.gone)) } }
    driver.end()
  }

  // MARK: What it is

  /// What the reader is.
  public var deviceClass: DeviceClass { driver.deviceClass }
  /// What it can do.
  public func has(_ capability: Capability) -> Bool { driver.capabilities.contains(capability) }
  /// Whether the device is there.
  public var availability: Availability { lock.locked { mirror.availability } }
  /// State of the connection.
  public var connectionState: ConnectionState { lock.locked { mirror.connection } }
  /// Whether a scan runs or was asked for.
  public var isScanning: Bool { lock.locked { mirror.scanning || mirror.scanRequest != 0 } }
  /// What it does about scanning, as the observer was told.
  public var scanningState: ScanningState { lock.locked { mirror.state } }
  /// Whether it was closed for good.
  public var isClosed: Bool { lock.locked { mirror.closed } }
  /// Counters.
  public var statistics: ReaderStatistics { shared.currentStatistics }
  /// What a preview would show; nil for readers that were not made as a camera reader.
  public var preview: PreviewPlan? { shared.store.preview }
  /// Whether a setting exists here, by its DMCC name. A terminal is asked by a command instead.
  public func hasSetting(_ name: String) -> Bool { Setting.named(name).map { shared.store.has($0) } ?? false }
  /// Settings.
  public var settings: ReaderSettings { shared.currentSettings }

  // MARK: What it is told

  /// Sets, replaces or removes the observer. When this returns, the previous one is not called again.
  public func setObserver(_ observer: ReaderObserver?) {
    slot.set(observer)
    guard let observer else { return }
    context.loop.post { [weak self, weak observer] in
      guard let self, let observer else { return }
      self.slot.notify { if $0 === observer { $0.reader(self, availabilityChanged: self.availability) } }
    }
  }

  /// Sets, replaces or removes an observer that hears of tags alone.
  public func setTagObserver(_ observer: ReaderObserver?) { tagSlot.set(observer) }

  /// Sets or removes the ear of the manager that made the reader.
  func setManagerObserver(_ observer: ReaderObserver?) { managerSlot.set(observer) }

  /// Opens the device; the completion comes once on the loop. Throws `.state` when closed.
  public func connect(_ completion: Completion?) throws(ReaderError) {
    try checkOpen()
    lock.locked { mirror.connectRequested = true }
    context.loop.post {
      self.beginConnect(completion)
      self.lock.locked { self.mirror.connectRequested = self.reconnectAfterwards }
    }
  }

  /// Closes the device; it can be connected again.
  public func disconnect() throws(ReaderError) {
    try checkOpen()
    lock.locked { (mirror.connectRequested, mirror.scanRequest) = (false, 0) }
    context.loop.post { self.beginDisconnect() }
  }

  /// Closes for good. Later calls do nothing.
  public func close() {
    let first = lock.locked { () -> Bool in
      defer { mirror.closed = true }
      (mirror.connectRequested, mirror.scanRequest) = (false, 0)
      return !mirror.closed
    }
    if first {
      replaceKey(nil)
      replaceLine(nil)
      context.loop.post { self.beginDisconnect() }
    }
  }

  /// Starts a scan. Throws `.state` when not connected nor connecting.
  public func startScanning() throws(ReaderError) {
    try checkOpen()
    // A frame that came too late for the scan before is none of this one.
    if !isScanning { driver.discardPushed() }
    let request = lock.locked { () -> UInt64 in
      let connected = mirror.connection == .connected || mirror.connection == .connecting
      guard connected || mirror.connectRequested else { return 0 }
      lastRequest &+= 1
      mirror.scanRequest = lastRequest
      return lastRequest
    }
    guard request != 0 else { throw ReaderError(.state, "A scan needs a connected reader; call connect first.") }
    context.loop.post { self.beginScan(request) }
  }

  /// Ends the scan.
  public func stopScanning() throws(ReaderError) {
    try checkOpen()
    lock.locked { (mirror.scanRequest, mirror.stoppedRequest) = (0, lastRequest) }
    // At once, not on the loop: frames that are pushed after a start that follows belong to that one.
    driver.stopScan()
    driver.discardPushed()
    context.loop.post { self.endScan(.stopped) }
  }

  /// Lets frames come without searching them, or ends that; the time-out of a scan begins anew then.
  public func setPaused(_ paused: Bool) throws(ReaderError) {
    try configure { $0.scan.isPaused = paused }
    context.loop.post { self.pauseChanged() }
  }

  /// Hands in a frame; copied before return.
  public func push(_ luma: LumaView, time: Int64) throws(ReaderError) {
    try checkOpen()
    guard has(.push) else { return try driver.push(luma, time: time) }
    guard connectionState == .connected else {
      throw ReaderError(.state, "Frames can be pushed once the reader is connected; call connect first.")
    }
    guard isScanning else {
      return shared.count {
        $0.framesReceived &+= 1
        $0.framesDropped &+= 1
      }
    }
    try driver.push(luma, time: time)
  }

  /// Changes settings; they count from the next frame or scan.
  public func configure(_ change: (inout ReaderSettings) -> Void) throws(ReaderError) {
    try checkOpen()
    shared.store.change(change)
  }

  /// How the connection is kept.
  public var link: LinkSettings { shared.link }

  /// Changes how the connection is kept.
  public func configureLink(_ change: (inout LinkSettings) -> Void) throws(ReaderError) {
    try checkOpen()
    let old = shared.link
    var link = old
    change(&link)
    shared.link = link
    context.loop.post { [weak self] in
      guard let terminal = self?.driver as? TerminalDriver else { return }
      terminal.startBeat()
      if link.imagePort != old.imagePort { terminal.applyImagePush() }
    }
  }

  /// What a terminal said of itself when it was connected; nil for other readers.
  public var terminalInfo: TerminalInfo? { driver.information }

  /// Switches the live image of a terminal on or (nil) off; pictures come as events. The completion comes once on the
  /// loop. Throws `.state` when closed, `.unsupported` for readers without one.
  public func setLiveImage(_ options: LiveImageOptions?, _ completion: Completion?) throws(ReaderError) {
    try checkOpen()
    guard let terminal = driver as? TerminalDriver else {
      throw ReaderError(.unsupported, "Only terminals have a live image.")
    }
    context.loop.post { terminal.setLive(options) { completion?($0) } }
  }

  // MARK: Inside

  /// Replaces the key that triggers.
  func replaceKey(_ new: KeyTrigger?) {
    let old = lock.locked { () -> KeyTrigger? in
      defer { key = mirror.closed ? nil : new }
      return mirror.closed ? new : key
    }
    old?.end()
  }

  /// Replaces the GPIO line that triggers.
  func replaceLine(_ new: LineTrigger?) {
    let old = lock.locked { () -> LineTrigger? in
      defer { line = mirror.closed ? nil : new }
      return mirror.closed ? new : line
    }
    old?.end()
  }

  func checkOpen() throws(ReaderError) {
    if isClosed { throw ReaderError(.state, "The reader is closed; make a new one.") }
  }

  /// Loop: mirrors a change for getters and tells the observer.
  func set(connection: ConnectionState) {
    guard lock.locked({ mirror.connection != connection }) else { return }
    lock.locked {
      mirror.connection = connection
      shared.isConnected = connection == .connected
      if connection != .connecting { mirror.connectRequested = false }
    }
    slot.notify { $0.reader(self, connectionStateChanged: connection) }
    managerSlot.notify { $0.reader(self, connectionStateChanged: connection) }
    context.connectionChanged()
  }

  func set(availability: Availability) {
    guard lock.locked({ mirror.availability != availability }) else { return }
    lock.locked { mirror.availability = availability }
    slot.notify { $0.reader(self, availabilityChanged: availability) }
  }

  /// Loop: mirrors a change and tells the observer.
  func set(scanning state: ScanningState) {
    guard lock.locked({ mirror.state != state }) else { return }
    lock.locked { mirror.state = state }
    slot.notify { $0.reader(self, scanningStateChanged: state) }
  }

  func setScanning(_ scanning: Bool) {
    lock.locked { mirror.scanning = scanning }
    shared.isScanning = scanning
  }

  /// Loop: the number of a start that the device itself asks for.
  func nextRequest() -> UInt64 {
    lock.locked {
      lastRequest &+= 1
      return lastRequest
    }
  }

  /// Loop: a start was carried out or cannot be.
  func settleRequest(_ request: UInt64) { lock.locked { if mirror.scanRequest == request { mirror.scanRequest = 0 } } }

  /// Loop: whether a start was stopped before the loop saw it.
  func isStopped(_ request: UInt64) -> Bool { lock.locked { request <= mirror.stoppedRequest } }

  /// Loop: no start that was asked for until now will come; the latest of them.
  func dropRequests() -> UInt64 {
    lock.locked {
      mirror.scanRequest = 0
      return lastRequest
    }
  }

  /// Loop: whether a start was asked for that the loop has not seen yet.
  var hasRequest: Bool { lock.locked { mirror.scanRequest != 0 } }
}
