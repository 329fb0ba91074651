import BLE
import Camera
import Discovery
import EventLoop
import MessageBus
import ReaderCore

/// What readers share: the event loop, the log, and the watch over cameras that come and go.
public final class ReaderContext {
  private struct Entry {
    weak var reader: Reader?
  }

  /// Who runs the loop.
  public enum Mode {
    /// The host, by `dispatch`.
    case poll
    /// A thread of the library.
    case thread
  }

  /// The loop.
  public let loop: EventLoop
  /// Where log lines go.
  public let log = Log()
  private let thread: LoopThread?
  private let lock = Lock()
  private var readers: [Entry] = []
  private var closed = false
  private var cameras: CameraPresenceHub?
  private var hub: TerminalHub?
  private var deviceWatch: DeviceWatch?
  private var sleep: SleepMonitor?
  /// Loop only: sleep waits for the readers.
  private var isFallingAsleep = false
  private var policy: LicencePolicy?
  private var tags: PCSCHub?
  private var bluetooth: BLECentral?

  /// Makes a context.
  ///
  /// - Parameter clock: Tests pass a clock of their own for time-outs.
  public init(_ mode: Mode, clock: (() -> Int64)? = nil) throws(ReaderError) {
    loop = try EventLoop(clock: clock)
    thread = mode == .thread ? try LoopThread(loop) : nil
  }

  /// The host holds no handle any more: completes what is pending and lets everything go. Never blocks.
  public func release() {
    if let thread { thread.stop() } else { loop.abandon() }
  }

  /// Whether the loop is driven by the host.
  public var isPolled: Bool { thread == nil }

  /// Makes a reader from an identity, see `scanbeam_reader_new_identity`.
  public func reader(identity: String) throws(ReaderError) -> Reader {
    guard !lock.locked({ closed }) else {
      throw ReaderError(.state, "The context is closed; make a new one.")
    }
    return try DriverRegistry.makeReader(self, identity: identity)
  }

  /// Makes a camera reader, see `scanbeam_reader_new_camera`.
  public func camera(_ options: CameraOptions) throws(ReaderError) -> Reader {
    guard !lock.locked({ closed }) else {
      throw ReaderError(.state, "The context is closed; make a new one.")
    }
    return try DriverRegistry.makeCamera(self, options)
  }

  /// Makes a reader of the first terminal on USB, whichever that is, see `scanbeam_reader_new_mx`.
  public func mxReader() throws(ReaderError) -> Reader { try reader(identity: "mx:") }

  /// Makes a reader of a DMCC reader on the network, see `scanbeam_reader_new_network`.
  public func networkReader(host: String, port: UInt16 = 23, _ login: NetworkLogin = NetworkLogin())
    throws(ReaderError) -> Reader
  {
    guard !lock.locked({ closed }) else {
      throw ReaderError(.state, "The context is closed; make a new one.")
    }
    let v6 = host.utf8.contains(UInt8(ascii: ":")) && !host.hasPrefix("[")
    let identity = try TerminalIdentity(v6 ? "tcp:[\(host)]:\(port)" : "tcp:\(host):\(port)")
    return try DriverRegistry.makeTerminal(self, .identity(identity), login)
  }

  /// The terminals that are known now. Any thread.
  public func terminals() -> TerminalList { terminalHub().list() }

  /// Says what the discovery of network readers may do; by default nothing. Any thread.
  public func setDiscovery(_ options: DiscoveryOptions) throws(ReaderError) {
    try terminalHub().configure(options)
  }

  /// Calls `changed` on the loop after cameras or terminals may have come or gone; nil: no more. Any thread.
  public func watchDevices(_ changed: (() -> Void)?) throws(ReaderError) {
    let watch = try changed.map { (call) throws(ReaderError) in
      DeviceWatch(terminalHub(), try cameraHub(), call)
    }
    let old = lock.locked { () -> DeviceWatch? in
      defer { deviceWatch = watch }
      return deviceWatch
    }
    // Released outside the lock: what it holds may call back.
    withExtendedLifetime(old) {}
  }

  /// Closes every reader and, in thread mode, ends the thread. Throws `.reentrant` inside a callback.
  public func close() throws(ReaderError) {
    guard !CallbackScope.isActive, !loop.isOnLoop else {
      throw ReaderError(.reentrant, "A context cannot be closed from inside a callback; close its readers instead.")
    }
    lock.locked { closed = true }
    let open = lock.locked { readers.compactMap { $0.reader } }
    for reader in open { reader.close() }
    _ = try loop.wait(timeoutMs: 5000) {
      open.allSatisfy { $0.connectionState == .disconnected || $0.connectionState == .unavailable }
    }
    thread?.join()
    loop.drain()
  }

  /// Whether results are masked without a valid key; nil, the default: never.
  public var licencePolicy: LicencePolicy? {
    get { lock.locked { policy } }
    set { lock.locked { policy = newValue } }
  }

  /// Suspends every reader before the machine sleeps and resumes them after it, as systemd-logind tells; or ends that.
  ///
  /// - Throws: `.unsupported` without libsystemd or without a system bus.
  public func followSleep(_ follow: Bool) throws(ReaderError) {
    let monitor = follow ? try SleepMonitor(loop, log) { [weak self] in self?.sleepChanged($0) } : nil
    let old = lock.locked { () -> SleepMonitor? in
      defer { sleep = monitor }
      return sleep
    }
    withExtendedLifetime(old) {}
  }

  private func sleepChanged(_ sleeps: Bool) {
    log(.info, sleeps ? "The machine goes to sleep." : "The machine woke up.")
    for reader in lock.locked({ readers.compactMap { $0.reader } }) {
      // Closed ones need neither.
      do throws(ReaderError) { try sleeps ? reader.suspend() : reader.resume() } catch { continue }
    }
    isFallingAsleep = sleeps
    if sleeps { loop.post { [weak self] in self?.connectionChanged() } } else { lock.locked { sleep }?.hold() }
  }

  /// Loop: the connection of a reader has changed. Sleep waits until the last device was given back.
  func connectionChanged() {
    guard isFallingAsleep else { return }
    let open = lock.locked { readers.compactMap { $0.reader } }
    guard open.allSatisfy({ $0.connectionState == .disconnected || $0.connectionState == .unavailable }) else { return }
    isFallingAsleep = false
    lock.locked { sleep }?.release()
  }

  func register(_ reader: Reader) {
    lock.locked {
      readers.removeAll { $0.reader == nil }
      readers.append(Entry(reader: reader))
    }
  }

  /// What terminal readers share; made with the first.
  func terminalHub() -> TerminalHub {
    lock.locked {
      if let hub { return hub }
      let made = TerminalHub(loop, log)
      hub = made
      return made
    }
  }

  /// The watch over contactless readers; made with the first one. Throws `.unsupported` without libpcsclite.
  func pcscHub() throws(ReaderError) -> PCSCHub {
    if let hub = lock.locked({ tags }) { return hub }
    let hub = try PCSCHub()
    return lock.locked {
      if tags == nil { tags = hub }
      return tags!
    }
  }

  /// Bluetooth LE; made with the first reader. Throws `.unsupported` without libsystemd.
  func bleHub() throws(ReaderError) -> BLECentral {
    guard SystemBus.isAvailable else {
      throw ReaderError(.unsupported, "Bluetooth needs libsystemd; install the packages libsystemd0 and bluez.")
    }
    return lock.locked {
      if let bluetooth { return bluetooth }
      let made = BLECentral(loop, log) { [loop] () throws(ReaderError) in try SystemBus(loop) }
      bluetooth = made
      return made
    }
  }

  /// The watch over cameras; made with the first camera reader.
  func cameraHub() throws(ReaderError) -> CameraPresenceHub {
    if let hub = lock.locked({ cameras }) { return hub }
    let hub = try CameraPresenceHub(loop, log)
    return lock.locked {
      if cameras == nil { cameras = hub }
      return cameras!
    }
  }
}
