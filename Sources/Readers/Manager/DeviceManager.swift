import EventLoop
import ReaderCore

/// Looks after the devices of one transport: finds them, and connects those that are favourites, at once and again after
/// they were lost. The public calls may come from any thread; what they start runs on the context's loop.
public final class DeviceManager {
  /// Where its own calls come.
  public let context: ReaderContext
  /// Where its readers live; the same context unless the host wanted another.
  public let deviceContext: ReaderContext
  /// What it looks after.
  public let transport: Transport
  private let source: DeviceSource
  private let makeReader: (String) throws(ReaderError) -> Reader
  private let store: FavoriteStore
  private let lock = Lock()
  /// Held while favourites are changed and stored.
  private let editing = Lock()
  /// As `asked`, as the host has said it so far.
  private var askedFor: Set<String> = []
  private let slot = ObserverSlot<any ManagerObserver>()
  private var wanted: Favorites
  private var closed = false
  private var pinsToFirst = false
  private var identifiers: [UInt64: String] = [:]
  private var discovering = false

  // Loop only:
  private var present: [DiscoveredDevice] = []
  private var usable: (known: Bool, problem: String?) = (false, nil)
  private var connections: [String: Connection] = [:]
  /// Identifiers that the host wants connected, favourites or not.
  private var asked: Set<String> = []
  private var discovery: (seen: Set<String>, timer: EventLoop.TimerID)?
  private var nextHandle: UInt64 = 1
  private var isSeeking = false
  /// A connection that ends within this time counts as a failed attempt, so that a device that flaps is not connected
  /// faster and faster.
  private static let stable: Int64 = 10_000_000_000

  /// Makes a manager; it begins to work at once.
  ///
  /// - Parameter stateFolder: Where favourites are kept; nil: the user's state folder.
  public convenience init(
    _ context: ReaderContext, _ transport: Transport, deviceContext: ReaderContext? = nil, stateFolder: String? = nil
  ) throws(ReaderError) {
    let source: DeviceSource =
      switch transport {
      case .pcsc: PCSCSource(try context.pcscHub())
      case .camera: CameraSource(try context.cameraHub())
      case .usb: TerminalSource(context.terminalHub(), isNetwork: false)
      case .network: TerminalSource(context.terminalHub(), isNetwork: true)
      // Of the readers' context: there is one radio, and what is being connected is not looked for.
      case .ble: BLESource(try (deviceContext ?? context).bleHub())
      }
    let home = deviceContext ?? context
    self.init(context, transport, source, deviceContext: home, stateFolder: stateFolder) {
      (identifier) throws(ReaderError) in try home.reader(identity: identifier)
    }
  }

  init(
    _ context: ReaderContext, _ transport: Transport, _ source: DeviceSource, deviceContext: ReaderContext,
    stateFolder: String?, _ makeReader: @escaping (String) throws(ReaderError) -> Reader
  ) {
    self.context = context
    self.deviceContext = deviceContext
    self.makeReader = makeReader
    self.transport = transport
    self.source = source
    store = FavoriteStore(folder: stateFolder, transport: transport.name)
    wanted = store.load(context.log)
    source.begin { [weak self, loop = context.loop] devices, problem in
      loop.post { self?.changed(devices, problem) }
    }
  }

  deinit { source.end() }

  // MARK: Any thread

  /// Sets, replaces or removes the observer; it hears at once what is there.
  public func setObserver(_ observer: ManagerObserver?) {
    slot.set(observer)
    guard observer != nil else { return }
    context.loop.post { [weak self] in self?.tellAll() }
  }

  /// Which devices it connects to by itself. Kept on disk.
  public var favorites: Favorites { lock.locked { wanted } }

  /// Changes the favourites; devices that are none any more and were not asked for are disconnected.
  public func set(favorites: Favorites) throws(ReaderError) {
    try change { (_) throws(ReaderError) in favorites }
  }

  /// Makes a device a favourite besides the others. Throws `.favoriteActive` while favourites are "*".
  public func add(_ identifier: String) throws(ReaderError) {
    try change { (now) throws(ReaderError) in try now.adding(identifier) }
  }

  /// Ends what `add` and `connect` began; the system forgets what it keeps of the device (on Bluetooth its bond). Throws
  /// `.notFound` when it is no favourite and was not asked for.
  public func remove(_ identifier: String) throws(ReaderError) {
    var isFavorite = false
    try change { (now) throws(ReaderError) in
      isFavorite = now.identifiers.contains(identifier)
      return now.removing(identifier)
    }
    let wasAsked = lock.locked { askedFor.remove(identifier) != nil }
    guard isFavorite || wasAsked else {
      throw ReaderError(.notFound, "\"\(identifier)\" is no favourite and was not asked for.")
    }
    context.loop.post {
      self.asked.remove(identifier)
      self.followPolicy()
      self.source.forget(identifier)
    }
  }

  /// One change at a time: what is on disk and what is known here are the same.
  private func change(_ body: (Favorites) throws(ReaderError) -> Favorites) throws(ReaderError) {
    try checkOpen()
    try editing.locked { () -> Result<Void, ReaderError> in
      Result { () throws(ReaderError) in
        let favorites = try body(self.favorites)
        try store.save(favorites)
        lock.locked { wanted = favorites }
      }
    }.get()
    context.loop.post { self.followPolicy() }
  }

  /// With favourites "*": the first device that arrives becomes the only favourite.
  public func setPinsToFirst(_ pins: Bool) throws(ReaderError) {
    try checkOpen()
    lock.locked { pinsToFirst = pins }
  }

  /// Tells each device that is there or comes within the time, then the end.
  ///
  /// - Throws: `.favoriteActive` while there are favourites, `.busy` while a discovery runs.
  public func startDiscovery(timeoutMs: Int32) throws(ReaderError) {
    try checkOpen()
    guard timeoutMs > 0 else { throw ReaderError(.invalidArgument, "A discovery takes at least one millisecond.") }
    let (isActive, isRunning) = lock.locked { () -> (Bool, Bool) in
      guard wanted.isEmpty, !discovering else { return (!wanted.isEmpty, discovering) }
      discovering = true
      return (false, false)
    }
    guard !isActive else {
      throw ReaderError(
        .favoriteActive, "Favourites are set, so devices are connected as they come; empty them to discover.")
    }
    guard !isRunning else { throw ReaderError(.busy, "A discovery runs already; cancel it first.") }
    context.loop.post { self.beginDiscovery(timeoutMs) }
  }

  /// Ends the discovery, if one runs, with `.cancelled`.
  public func cancelDiscovery() throws(ReaderError) {
    try checkOpen()
    context.loop.post { self.endDiscovery(ReaderError(.cancelled, "The discovery was cancelled.")) }
  }

  /// Connects a device by its identifier, now or when it comes, until `disconnect`.
  public func connect(_ identifier: String) throws(ReaderError) {
    try checkOpen()
    guard !identifier.isEmpty else { throw ReaderError(.invalidArgument, "The identifier is empty.") }
    lock.locked { _ = askedFor.insert(identifier) }
    context.loop.post {
      self.asked.insert(identifier)
      self.followPolicy()
    }
  }

  /// Disconnects a device that was asked for; a favourite is connected again at once.
  public func disconnect(_ identifier: String) throws(ReaderError) {
    try checkOpen()
    lock.locked { _ = askedFor.remove(identifier) }
    context.loop.post {
      self.asked.remove(identifier)
      self.followPolicy()
    }
  }

  /// The lasting identifier for the handle of a connection, also after it ended; nil for one that never was.
  public func identifier(of handle: UInt64) -> String? { lock.locked { identifiers[handle] } }

  /// Disconnects everything and says no more.
  public func close() {
    let first = lock.locked { () -> Bool in
      defer { closed = true }
      return !closed
    }
    guard first else { return }
    slot.set(nil)
    source.end()
    context.loop.post {
      self.look()
      self.endDiscovery(nil)
      for identifier in Array(self.connections.keys) { self.drop(identifier) }
    }
  }

  private func checkOpen() throws(ReaderError) {
    if lock.locked({ closed }) { throw ReaderError(.state, "The manager is closed; make a new one.") }
  }

  // MARK: Loop

  private func tell(_ body: (any ManagerObserver) -> Void) { slot.notify(body) }

  private func tellAll() {
    guard usable.known else { return }
    tell { $0.manager(self, isUsable: usable.problem == nil, problem: usable.problem) }
    for connection in connections.values {
      if let device = managed(connection) { tell { $0.manager(self, deviceArrived: device) } }
    }
  }

  private func managed(_ connection: Connection) -> ManagedDevice? {
    connection.handle.map { ManagedDevice(handle: $0, device: connection.device, reader: connection.reader) }
  }

  private func changed(_ devices: [DiscoveredDevice], _ problem: String?) {
    guard !lock.locked({ closed }) else { return }
    present = devices
    if !usable.known || (usable.problem == nil) != (problem == nil) {
      usable = (true, problem)
      tell { $0.manager(self, isUsable: problem == nil, problem: problem) }
    }
    tellDiscovered()
    followPolicy()
  }

  private func beginDiscovery(_ timeoutMs: Int32) {
    let timer = context.loop.schedule(at: context.loop.time &+ Int64(timeoutMs) &* 1_000_000) { [weak self] in
      self?.endDiscovery(nil)
    }
    discovery = ([], timer)
    tellDiscovered()
    look()
  }

  private func tellDiscovered() {
    for device in present where discovery?.seen.contains(device.identifier) == false {
      discovery?.seen.insert(device.identifier)
      tell { $0.manager(self, discovered: device) }
    }
  }

  private func endDiscovery(_ error: ReaderError?) {
    guard let discovery else { return }
    context.loop.cancel(discovery.timer)
    self.discovery = nil
    lock.locked { discovering = false }
    look()
    tell { $0.manager(self, discoveryEnded: error) }
  }

  /// Lets the source look for devices while that is of use: a discovery runs, or something wanted is not there.
  private func look() {
    let favorites = self.favorites
    let isMissing =
      favorites.isAny
      ? connections.isEmpty
      : asked.union(favorites.identifiers).contains { wanted in
        known(wanted).map { connections[$0.identifier] == nil } ?? true
      }
    let seeks = (discovery != nil || isMissing) && !lock.locked { closed }
    guard seeks != isSeeking else { return }
    isSeeking = seeks
    source.seek(seeks)
  }

  /// The device with an identifier, if it is there or can be reached without telling.
  private func known(_ identifier: String) -> DiscoveredDevice? {
    if let device = present.first(where: { $0.identifier == identifier }) { return device }
    guard let named = source.device(named: identifier) else { return nil }
    return present.first { $0.identifier == named.identifier } ?? named
  }

  /// What is to be connected, of what can be.
  private func targets() -> [DiscoveredDevice] {
    let favorites = self.favorites
    var targets: [DiscoveredDevice] = []
    func add(_ device: DiscoveredDevice?) {
      guard let device, !targets.contains(where: { $0.identifier == device.identifier }) else { return }
      targets.append(device)
    }
    for identifier in favorites.identifiers { add(known(identifier)) }
    for identifier in asked.sorted() { add(known(identifier)) }
    if favorites.isAny {
      let held = present.first { connections[$0.identifier] != nil && !asked.contains($0.identifier) }
      if held != nil || targets.isEmpty { add(held ?? present.first) }
    }
    return targets
  }

  /// Connects what is wanted and there, lets go of what is not.
  private func followPolicy() {
    guard !lock.locked({ closed }) else { return }
    let targets = targets()
    for identifier in Array(connections.keys) where !targets.contains(where: { $0.identifier == identifier }) {
      drop(identifier)
    }
    for device in targets where connections[device.identifier] == nil { open(device) }
    look()
  }

  private func open(_ device: DiscoveredDevice, attempts: UInt64 = 0) {
    do throws(ReaderError) {
      let reader = try makeReader(device.identifier)
      let connection = Connection(device, reader)
      connections[device.identifier] = connection
      let watcher = Watcher(self, device.identifier)
      connection.watcher = watcher
      reader.setManagerObserver(watcher)
      connection.attempts = attempts
      if attempts == 0 { connect(connection) } else { connectLater(connection) }
    } catch {
      context.log(.warning, "The device \(device.identifier) cannot be used: \(error.message)")
    }
  }

  private func connect(_ connection: Connection) {
    connection.isConnecting = true
    connection.retry = nil
    let loop = context.loop
    let done: Reader.Completion = { [weak self, weak connection] error in
      loop.post { if let connection { self?.finished(connection, error) } }
    }
    do throws(ReaderError) { try connection.reader.connect(done) } catch { finished(connection, error) }
  }

  private func finished(_ connection: Connection, _ error: ReaderError?) {
    connection.isConnecting = false
    guard connections[connection.device.identifier] === connection else { return }
    if let error { return retry(connection, error) }
    connection.connectedAt = context.loop.time
    let handle = nextHandle
    nextHandle &+= 1
    connection.handle = handle
    lock.locked { identifiers[handle] = connection.device.identifier }
    pin(connection.device.identifier)
    if let device = managed(connection) { tell { $0.manager(self, deviceArrived: device) } }
  }

  private func pin(_ identifier: String) {
    let pins = lock.locked { pinsToFirst && wanted.isAny }
    guard pins, let favorites = try? Favorites(identifier) else { return }
    do throws(ReaderError) {
      try change { (now) throws(ReaderError) in now.isAny ? favorites : now }
    } catch { context.log(.warning, error.message) }
  }

  /// Power-friendly: after 1, 2, 4 … 64 seconds. The device itself needs no looking for, its coming is told.
  private func retry(_ connection: Connection, _ error: ReaderError) {
    context.log(.info, "Connecting to \(connection.device.identifier) failed: \(error.message)")
    connection.attempts &+= 1
    connectLater(connection)
  }

  private func connectLater(_ connection: Connection) {
    let pause = Int64(1) << Int64(min(max(connection.attempts, 1) &- 1, 6))
    connection.retry = context.loop.schedule(at: context.loop.time &+ pause &* 1_000_000_000) { [weak self] in
      guard let self, self.connections[connection.device.identifier] === connection else { return }
      self.connect(connection)
    }
  }

  /// A reader's connection ended by itself.
  func lost(_ identifier: String, _ reader: Reader) {
    guard let connection = connections[identifier], connection.reader === reader, connection.handle != nil else {
      return
    }
    let lasted = context.loop.time &- connection.connectedAt
    drop(identifier)
    if lasted < DeviceManager.stable, let device = targets().first(where: { $0.identifier == identifier }) {
      open(device, attempts: connection.attempts &+ 1)
    }
    followPolicy()
  }

  private func drop(_ identifier: String) {
    guard let connection = connections.removeValue(forKey: identifier) else { return }
    if let timer = connection.retry { context.loop.cancel(timer) }
    connection.reader.setManagerObserver(nil)
    connection.reader.close()
    if let device = managed(connection) { tell { $0.manager(self, deviceRemoved: device) } }
  }
}
