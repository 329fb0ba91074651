import EventLoop
import Glibc
import ReaderCore

/// How long a TCP link waits for what; nanoseconds.
public struct TCPTimes {
  /// For the name to be looked up and for a connection to one of its addresses, together.
  public var connect: Int64 = 5_000_000_000
  /// For the other end to take at least a byte of what waits.
  public var write: Int64 = 5_000_000_000
  /// Silence after which the system asks whether the other end is still there; it must answer within as long again.
  public var keepAlive: Int64 = 10_000_000_000
  /// The defaults.
  public init() {}
}

/// A TCP connection.
public final class TCPTransport: Transport {
  public let label: String
  private let host: String
  private let port: UInt16
  private let loop: EventLoop
  private let times: TCPTimes
  private let closing = Once()
  private var sink: ((TransportEvent) -> Void)?
  private var addresses: [SocketAddress] = []
  private var fd: Int32 = -1
  private var pump: DescriptorPump?
  private var timer: EventLoop.TimerID?
  private var lastError: Int32 = 0

  /// Makes a link to `host`, a name or an address of either family.
  public init(host: String, port: UInt16, loop: EventLoop, times: TCPTimes = TCPTimes()) {
    self.host = host
    self.port = port
    self.loop = loop
    self.times = times
    label = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  deinit {
    pump?.stop()
    if fd >= 0 { Glibc.close(fd) }
  }

  public func open(_ sink: @escaping (TransportEvent) -> Void) {
    self.sink = sink
    timer = loop.schedule(at: loop.time &+ times.connect) { [weak self] in self?.connectTimedOut() }
    Resolver.resolve(host, port: port, loop: loop) { [weak self] found in
      guard let self, self.sink != nil else { return }
      switch found {
      case .success(let addresses):
        self.addresses = addresses
        tryNext()
      case .failure(let error):
        finish(error)
      }
    }
  }

  public func send(_ bytes: [UInt8]) { pump?.send(bytes) }

  public func close() {
    if closing.first() { loop.post { self.finish(nil) } }
  }

  // MARK: Connecting

  private func tryNext() {
    guard !addresses.isEmpty else { return finish(refused()) }
    let address = addresses.removeFirst()
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    fd = socket(address.family, type, 0)
    guard fd >= 0 else {
      lastError = errno
      return tryNext()
    }
    setOptions()
    let code = address.bytes.withUnsafeBytes { bytes in
      connect(fd, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0 ? 0 : errno
    }
    guard code == 0 || code == EINPROGRESS else { return connectFailed(code) }
    loop.watch(fd) { [weak self] in self?.connectReady() }
    loop.watch(fd, forWriting: true)
  }

  private func connectReady() {
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(fd, SOL_SOCKET, SO_ERROR, &code, &size)
    guard code == 0 else { return connectFailed(code) }
    loop.unwatch(fd)
    if let timer { loop.cancel(timer) }
    timer = nil
    pump = DescriptorPump(fd, isSocket: true, label: label, loop: loop, writeTimeout: times.write) {
      [unowned self] event in
      if case .closed(let error) = event { finish(error) } else { sink?(event) }
    }
    sink?(.opened)
  }

  private func connectFailed(_ code: Int32) {
    lastError = code
    loop.unwatch(fd)
    Glibc.close(fd)
    fd = -1
    tryNext()
  }

  private func connectTimedOut() {
    timer = nil
    guard pump == nil else { return }
    finish(
      ReaderError(
        .timeout,
        "\(label) did not answer within \(times.connect / 1_000_000) ms; check the address, and that it is on."))
  }

  private func refused() -> ReaderError {
    switch lastError {
    case ECONNREFUSED:
      ReaderError(
        .notFound, "\(label) refuses connections: check the port (readers usually listen on 23).", errno: lastError)
    case EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN:
      ReaderError(.notFound, "\(label) cannot be reached; check the address and the network.", errno: lastError)
    case ETIMEDOUT:
      ReaderError(.timeout, "\(label) did not answer; check the address, and that the reader is on.", errno: lastError)
    default:
      ReaderError(ReaderError.status(ofErrno: lastError), "\(label) cannot be connected.", errno: lastError)
    }
  }

  /// No delay of small messages; a dead peer is noticed though nothing is said.
  private func setOptions() {
    set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    set(SOL_SOCKET, SO_KEEPALIVE, 1)
    let seconds = Int32(clamping: max(1, times.keepAlive / 1_000_000_000))
    set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, seconds)
    set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, max(1, seconds / 3))
    set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
  }

  private func set(_ level: Int32, _ name: Int32, _ value: Int32) {
    var value = value
    setsockopt(fd, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  // MARK: The end

  private func finish(_ error: ReaderError?) {
    guard let sink else { return }
    self.sink = nil
    if let timer { loop.cancel(timer) }
    timer = nil
    if let pump { pump.stop() } else if fd >= 0 { loop.unwatch(fd) }
    if fd >= 0 { Glibc.close(fd) }
    fd = -1
    // Not inside a call of ours.
    loop.post { sink(.closed(error)) }
  }
}
