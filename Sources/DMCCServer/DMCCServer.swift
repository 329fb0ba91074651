import DMCC
import EventLoop
import Link
import ReaderCore

/// A network DMCC reader in front of a device: any number of hosts, each with its own session, one device.
///
/// A command of any host goes to the device; a read goes to all who asked for its parts. Hosts that do not take what is sent
/// to them are sent away, without holding others up. Everything on the loop.
public final class DMCCServer {
  /// What a device answers to a command.
  public struct Answer {
    /// 0, or 100 upwards.
    public var status: Int32
    /// The value.
    public var text: String
    /// Bytes to follow; nil: the answer is the text.
    public var bulk: [UInt8]?

    /// Makes an answer.
    public init(status: Int32, text: String = "", bulk: [UInt8]? = nil) {
      self.status = status
      self.text = text
      self.bulk = bulk
    }
  }

  /// Carries out a command; `done` exactly once, on the loop.
  public typealias Perform = (DMCCRequest, _ done: @escaping (Answer) -> Void) -> Void

  /// One part of a read.
  public struct Part {
    let status: DMCCStatus
    let bytes: [UInt8]

    /// Makes a part.
    public init(_ status: DMCCStatus, _ bytes: [UInt8]) {
      self.status = status
      self.bytes = bytes
    }
  }

  private final class Client {
    let transport: Transport
    var service: DMCCService
    var waiting = 0
    init(_ transport: Transport, _ service: DMCCService) {
      self.transport = transport
      self.service = service
    }
  }

  /// Bytes that may wait for a host.
  public var mostWaiting = 16 << 20
  /// Nanoseconds that a host has to log in.
  static let loginTime: Int64 = 60_000_000_000
  /// Hosts at once.
  public static let mostClients = 32

  /// Where it is to be found.
  public var label: String { listener?.label ?? "" }
  /// The port.
  public var port: UInt16 { listener?.port ?? 0 }
  /// Called when hosts come, go, or are sent away; for people.
  public var log: ((String) -> Void)?
  /// Called when the hosts together want other kinds of parts.
  public var kindsChanged: ((ResultKinds) -> Void)?

  private let password: String?
  private let perform: Perform
  private let loop: EventLoop
  private var listener: TCPListener?
  private var clients: [Client] = []
  private var kinds: ResultKinds = []
  private var lastRead = 0

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - address: A numeric IPv4 address. Others than those of this machine alone (127.x.x.x) need a password.
  ///   - port: 0: any free one.
  ///   - password: Of the user `admin`; nil: nobody is asked.
  /// - Throws: `.access` without a password for others, and what `TCPListener` throws.
  public init(
    address: String, port: UInt16, password: String?, loop: EventLoop, _ perform: @escaping Perform
  ) throws(ReaderError) {
    guard address.hasPrefix("127.") || !(password ?? "").isEmpty else {
      throw ReaderError(.access, "Others than this machine may only come with a password; give one, or use 127.0.0.1.")
    }
    self.password = password
    self.loop = loop
    self.perform = perform
    listener = try TCPListener(address: address, port: port, loop: loop) { [weak self] connection in
      self?.take(connection)
    }
  }

  /// Hosts that are connected.
  public var count: Int { clients.count }

  /// Sends a read to all who asked for its parts.
  ///
  /// - Parameter id: Its number, 1 and upwards; nil: the one after the last.
  public func deliver(_ parts: [Part], id: Int? = nil) {
    lastRead = id ?? (lastRead == Int(Int32.max) ? 1 : lastRead + 1)
    for client in clients {
      for part in parts { client.service.send(part.status, id: lastRead, part.bytes) }
      flush(client)
    }
  }

  /// Sends everybody away.
  public func close() {
    listener?.close()
    listener = nil
    for client in clients { client.transport.close() }
    clients = []
  }

  private func take(_ connection: AcceptedConnection) {
    guard clients.count < DMCCServer.mostClients else {
      log?("\(connection.label) was sent away: \(clients.count) hosts are here.")
      return connection.close()
    }
    let client = Client(connection, DMCCService(password: password))
    clients.append(client)
    log?("\(connection.label) connected.")
    connection.open { [weak self, weak client] event in
      guard let self, let client else { return }
      switch event {
      case .opened: flush(client)
      case .received(let bytes): follow(client, client.service.receive(bytes))
      case .sent(let count): client.waiting -= count
      case .closed(let error): drop(client, error?.message ?? "\(connection.label) is gone.")
      }
    }
    if password != nil {
      // Whoever does not log in takes no place from those who can.
      loop.schedule(at: loop.time &+ DMCCServer.loginTime) { [weak self, weak client] in
        guard let self, let client, !client.service.isLoggedIn else { return }
        drop(client, "\(client.transport.label) did not log in.")
      }
    }
    tellKinds()
  }

  private func follow(_ client: Client, _ events: [DMCCService.Event]) {
    for event in events {
      switch event {
      case .command(let request):
        perform(request) { [weak self, weak client] answer in
          guard let self, let client else { return }
          let status = DMCCStatus(rawValue: answer.status)
          follow(client, client.service.answer(request, status, Array(answer.text.utf8), bulk: answer.bulk))
        }
      case .kinds: tellKinds()
      case .hangUp(let reason):
        flush(client)
        drop(client, "\(client.transport.label): \(reason)")
      }
    }
    flush(client)
  }

  private func flush(_ client: Client) {
    let bytes = client.service.takeOutput()
    guard !bytes.isEmpty, clients.contains(where: { $0 === client }) else { return }
    client.waiting += bytes.count
    guard client.waiting <= mostWaiting else {
      return drop(client, "\(client.transport.label) does not take what is sent to it.")
    }
    client.transport.send(bytes)
  }

  private func drop(_ client: Client, _ reason: String) {
    guard let index = clients.firstIndex(where: { $0 === client }) else { return }
    clients.remove(at: index)
    log?(reason)
    client.transport.close()
    tellKinds()
  }

  private func tellKinds() {
    let wanted = clients.reduce(into: ResultKinds()) { $0.formUnion($1.service.kinds) }
    guard wanted != kinds else { return }
    kinds = wanted
    kindsChanged?(wanted)
  }
}
