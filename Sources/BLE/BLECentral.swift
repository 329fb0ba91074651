import EventLoop
import MessageBus
import ReaderCore

/// BlueZ as the side that looks for readers and connects to them. What is not said to be for any thread is for the loop.
public final class BLECentral {
  /// The loop on which everything happens.
  public let loop: EventLoop
  let log: Log
  private let open: () throws(ReaderError) -> MessageBus
  private let lock = Lock()
  private var mirror: BLESnapshot?
  private var listeners: [(key: UInt64, call: () -> Void)] = []
  private var nextKey: UInt64 = 0

  // Loop only:
  private(set) var bus: MessageBus?
  private(set) var tree = BlueZTree()
  private var values: [String: ([UInt8]) -> Void] = [:]
  private var isListed = false
  private var failure: String? = "Bluetooth was not asked yet."
  private var held: Set<String> = []
  private var closing: Set<String> = []
  var radio = Radio()

  /// Begins to follow BlueZ when it is first asked for something.
  ///
  /// - Parameter open: Makes the connection to the bus, on the loop.
  public init(_ loop: EventLoop, _ log: Log, open: @escaping () throws(ReaderError) -> MessageBus) {
    self.loop = loop
    self.log = log
    self.open = open
    loop.post { [weak self] in self?.begin() }
  }

  // MARK: Any thread

  /// What is there; nil until BlueZ has answered.
  public var snapshot: BLESnapshot? { lock.locked { mirror } }

  /// Calls back on the loop after each change.
  public func add(_ changed: @escaping () -> Void) -> UInt64 {
    lock.locked {
      nextKey += 1
      listeners.append((nextKey, changed))
      return nextKey
    }
  }

  /// Ends the calls.
  public func remove(_ key: UInt64) {
    let removed = lock.locked { () -> Any in
      defer { listeners.removeAll { $0.key == key } }
      return listeners
    }
    // Released outside the lock.
    withExtendedLifetime(removed) {}
  }

  // MARK: Following BlueZ

  private func begin() {
    do throws(ReaderError) { bus = try open() } catch {
      failure = error.message
      return update()
    }
    bus?.ended = { [weak self] in
      self?.bus = nil
      self?.clear("The message bus has gone.")
    }
    let from = "type='signal',sender='\(BlueZ.service)',"
    bus?.listen(
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',"
        + "arg0='\(BlueZ.service)'"
    ) { [weak self] in self?.ownerChanged($0) }
    for rule in ["interface='\(BlueZ.objectManager)'", "interface='\(BlueZ.properties)',member='PropertiesChanged'"] {
      bus?.listen(from + rule) { [weak self] in self?.heard($0) }
    }
    list()
  }

  private func list() {
    bus?.call(BusCall(BlueZ.service, "/", BlueZ.objectManager, "GetManagedObjects")) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let answer):
        isListed = true
        failure = nil
        tree.replace(answer)
        update()
      case .failure(let error):
        log(.info, "BlueZ does not answer: \(error.name) \(error.text)")
        clear("The Bluetooth service does not answer; install bluez and start it (systemctl start bluetooth).")
      }
    }
  }

  private func ownerChanged(_ signal: BusSignal) {
    guard signal.arguments.count >= 3, let owner = signal.arguments[2].string else { return }
    // After a crash nothing else tells that its objects are gone.
    clear("The Bluetooth service has ended.")
    if !owner.isEmpty { list() }
  }

  private func clear(_ why: String) {
    isListed = false
    failure = why
    tree = BlueZTree()
    closing = []
    radio.isOn = false
    update()
  }

  private func heard(_ signal: BusSignal) {
    guard isListed else { return }
    let isValue = signal.arguments.first?.string == BlueZ.characteristic && signal.member == "PropertiesChanged"
    if isValue, let bytes = signal.arguments.dropFirst().first?.properties?["Value"]?.data {
      return values[signal.path]?(bytes) ?? ()
    }
    if tree.apply(signal) { update() }
  }

  /// Why Bluetooth is of no use; nil when it is.
  private var problem: String? {
    if let failure { return failure }
    let adapters = tree.paths(BlueZ.adapter)
    if adapters.isEmpty { return "There is no Bluetooth adapter." }
    return adapter == nil ? "Bluetooth is switched off; switch it on (bluetoothctl power on)." : nil
  }

  /// The adapter in use: the first that is switched on.
  var adapter: String? {
    tree.paths(BlueZ.adapter).first { tree.value($0, BlueZ.adapter, "Powered")?.truth == true }
  }

  private func update() {
    let devices = tree.paths(BlueZ.device).compactMap {
      BLEDevice(tree, path: $0, isHeld: held.contains($0))
    }
    let snapshot = BLESnapshot(devices: problem == nil ? devices : [], problem: problem)
    lock.locked { mirror = snapshot }
    followRadio()
    for listener in lock.locked({ listeners }) { listener.call() }
  }

  // MARK: For links

  func property(_ path: String, _ name: String) -> BusValue? { tree.value(path, BlueZ.device, name) }

  /// Hears what a characteristic tells; nil: no more.
  func hear(_ path: String, _ heard: (([UInt8]) -> Void)?) { values[path] = heard }

  func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [], timeout: Int = 25,
    _ done: @escaping (Result<[BusValue], BusFailure>) -> Void
  ) {
    guard let bus else { return loop.post { done(.failure(.disconnected)) } }
    bus.call(BusCall(BlueZ.service, path, interface, member, arguments, timeout: timeout), done)
  }

  /// A device that is being connected counts as there, though it is not looked for any more.
  func hold(_ path: String, _ isHeld: Bool) {
    if isHeld { held.insert(path) } else { held.remove(path) }
    update()
  }

  /// Whether a connection is being ended: BlueZ takes seconds for that, and no new one meanwhile.
  func isClosing(_ path: String) -> Bool { closing.contains(path) }

  /// Lets BlueZ forget a device, its bond included.
  public func forget(_ identity: String) {
    guard let device = snapshot?.devices.first(where: { $0.identifier.lowercased() == identity.lowercased() }),
      let adapter = tree.paths(BlueZ.adapter).first(where: { device.path.hasPrefix($0 + "/") })
    else { return }
    call(adapter, BlueZ.adapter, "RemoveDevice", [.path(device.path)]) { _ in }
  }

  /// Ends a connection, or an attempt at one.
  func disconnect(_ path: String) {
    closing.insert(path)
    call(path, BlueZ.device, "Disconnect") { [weak self] _ in
      guard let self, closing.remove(path) != nil else { return }
      update()
    }
  }
}
