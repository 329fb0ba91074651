import PCSC
import ReaderCore

/// Drives a contactless reader behind PC/SC. A connection at a time; one that hangs in the service is left behind.
final class TagDriver: ReaderDriver {
  let deviceClass = DeviceClass.tag
  let capabilities: [Capability] = [.tags]
  let answersEveryFrame = false
  private let identity: String
  private let hub: PCSCHub
  private let shared: ReaderShared
  private let log: Log
  private let lock = Lock()
  private var sink: ((DriverEvent) -> Void)?
  private var connection: (TagConnection, PCSCBackend)?
  private var keys: [UInt64] = []

  init(_ identity: String, _ hub: PCSCHub, _ shared: ReaderShared, _ log: Log) {
    self.identity = identity
    self.hub = hub
    self.shared = shared
    self.log = log
  }

  var availability: Availability { TagDriver.availability(identity, hub.snapshot) }

  private static func availability(_ identity: String, _ snapshot: PCSCSnapshot?) -> Availability {
    guard let snapshot else { return .unknown }
    return PCSCReaderName.resolve(identity, among: snapshot.readers.map(\.name)) == nil ? .unavailable : .available
  }

  func begin(_ sink: @escaping (DriverEvent) -> Void) {
    lock.locked { self.sink = sink }
    // The monitor's thread calls; it must not keep the driver.
    var last: String??
    let key = hub.add { [weak self, identity] snapshot in
      guard let self else { return }
      let name = PCSCReaderName.resolve(identity, among: snapshot.readers.map(\.name))
      if let last, last != name {
        // Gone and back within one round, perhaps under another number: the connection to the old one is dead.
        if last != nil { self.send(.availability(.unavailable)) }
        if name != nil { self.send(.availability(.available)) }
      } else if last == nil {
        self.send(.availability(name == nil ? .unavailable : .available))
      }
      last = .some(name)
      if let (connection, backend) = self.lock.locked({ self.connection }) { connection.update(backend.slot(snapshot)) }
    }
    lock.locked { keys.append(key) }
  }

  func connect() {
    let made = Made()
    let backend = PCSCBackend(identity, hub)
    let connection = TagConnection(backend, shared, log) { [weak self] event in
      self?.handle(event, of: made.connection, backend)
    }
    made.connection = connection
    lock.locked { self.connection = (connection, backend) }
    do throws(ReaderError) { try connection.start() } catch {
      send(.connectFailed(error))
    }
  }

  /// Lets a connection's events say whose they are.
  private final class Made {
    weak var connection: TagConnection?
  }

  func disconnect() {
    let connection = lock.locked { () -> TagConnection? in
      defer { self.connection = nil }
      return self.connection?.0
    }
    guard let connection else { return }
    connection.end()
    // At once: the thread may hang in the service for a long time, and it gives everything back when it comes out.
    send(.disconnected)
  }

  func startScan(_ scan: UInt64) { lock.locked({ connection })?.0.set(scan: scan) }

  func stopScan() { lock.locked({ connection })?.0.set(scan: nil) }

  func push(_ luma: LumaView, time: Int64) throws(ReaderError) {
    throw ReaderError(.unsupported, "A contactless reader takes no frames.")
  }

  func consumed() {}

  func perform(_ operation: DeviceOperation, _ done: @escaping (Result<DeviceAnswer, ReaderError>) -> Void) {
    guard case .tag(let operation) = operation else {
      return done(.failure(ReaderError(.unsupported, "A contactless reader does not do that.")))
    }
    guard let connection = lock.locked({ connection })?.0 else {
      return done(.failure(ReaderError(.state, "The reader is not connected.")))
    }
    connection.perform(operation) { result in
      switch result {
      case .success(let bytes):
        var answer = DeviceAnswer()
        answer.bytes = bytes
        done(.success(answer))
      case .failure(let error): done(.failure(error))
      }
    }
  }

  func end() {
    let (keys, connection) = lock.locked { () -> ([UInt64], TagConnection?) in
      sink = nil
      defer { (self.keys, self.connection) = ([], nil) }
      return (self.keys, self.connection?.0)
    }
    for key in keys { hub.remove(key) }
    connection?.end()
  }

  private func send(_ event: DriverEvent) { lock.locked({ sink })?(event) }

  private func handle(_ event: TagConnection.Event, of connection: TagConnection?, _ backend: PCSCBackend) {
    // One that was left behind has nothing to say.
    guard let connection, lock.locked({ self.connection?.0 === connection }) else { return }
    switch event {
    case .connected:
      hub.replay { connection.update(backend.slot($0)) }
      send(.connected)
    case .connectFailed(let error):
      lock.locked { self.connection = nil }
      send(.connectFailed(error))
    default:
      if let news = event.news { send(news) }
    }
  }
}
