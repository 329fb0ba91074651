import EventLoop
import Glibc
import ReaderCore

/// Takes TCP connections from others. Everything on the loop.
public final class TCPListener {
  /// The port that is listened on.
  public let port: UInt16
  /// Where it listens, for people.
  public let label: String
  private let fd: Int32
  private let loop: EventLoop

  /// Listens.
  ///
  /// - Parameters:
  ///   - address: A numeric IPv4 address: "127.0.0.1", "0.0.0.0".
  ///   - port: 0: any free one.
  ///   - accepted: Called with each connection, to be opened.
  /// - Throws: `.invalidArgument` for an address that is none, `.busy` when the port is taken, `.access` without the
  ///   permission, `.io`.
  public init(
    address: String, port: UInt16, loop: EventLoop, _ accepted: @escaping (AcceptedConnection) -> Void
  ) throws(ReaderError) {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    guard inet_pton(AF_INET, address, &place.sin_addr) == 1 else {
      throw ReaderError(.invalidArgument, "\"\(address)\" is no numeric IPv4 address.")
    }
    let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let fd = socket(AF_INET, flags, 0)
    guard fd >= 0 else { throw ReaderError(.io, "There is no socket to be had.", errno: errno) }
    var on: Int32 = 1
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw -> Int32 in
        guard bind(fd, raw, size) == 0, listen(fd, 16) == 0, getsockname(fd, raw, &size) == 0 else { return errno }
        return 0
      }
    }
    guard code == 0 else {
      Glibc.close(fd)
      let status: Status = code == EADDRINUSE ? .busy : ReaderError.status(ofErrno: code)
      throw ReaderError(status, "\(address):\(port) cannot be listened on.", errno: code)
    }
    self.fd = fd
    self.loop = loop
    self.port = UInt16(bigEndian: place.sin_port)
    label = "\(address):\(self.port)"
    loop.watch(fd) { [fd] in
      // Bounded: whoever comes all the time must not hold the loop.
      for _ in 0..<16 {
        let client = accept(fd, nil, nil)
        guard client >= 0 else { return }
        accepted(AcceptedConnection(client, loop: loop))
      }
    }
  }

  /// Listens no more; connections stay.
  public func close() { loop.unwatch(fd) }

  deinit {
    loop.unwatch(fd)
    Glibc.close(fd)
  }
}

/// A TCP connection that another host began.
public final class AcceptedConnection: Transport {
  public let label: String
  private let fd: Int32
  private let loop: EventLoop
  private let closing = Once()
  private var sink: ((TransportEvent) -> Void)?
  private var pump: DescriptorPump?
  /// Nanoseconds in which the other end must take at least a byte of what waits.
  public var writeTimeout: Int64 = 5_000_000_000

  init(_ fd: Int32, loop: EventLoop) {
    self.fd = fd
    self.loop = loop
    _ = fcntl(fd, F_SETFL, O_NONBLOCK)
    _ = fcntl(fd, F_SETFD, FD_CLOEXEC)
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(fd, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, size)
    // A host that vanished without a word is noticed within 20 seconds.
    for (name, value) in [(TCP_KEEPIDLE, 10), (TCP_KEEPINTVL, 3), (TCP_KEEPCNT, 3)] as [(Int32, Int32)] {
      var value = value
      setsockopt(fd, Int32(IPPROTO_TCP), name, &value, size)
    }
    var place = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(fd, $0, &length) }
    }
    let a = UInt32(bigEndian: place.sin_addr.s_addr)
    label = "\(a >> 24).\(a >> 16 & 255).\(a >> 8 & 255).\(a & 255):\(UInt16(bigEndian: place.sin_port))"
  }

  deinit {
    pump?.stop()
    Glibc.close(fd)
  }

  public func open(_ sink: @escaping (TransportEvent) -> Void) {
    self.sink = sink
    pump = DescriptorPump(fd, isSocket: true, label: label, loop: loop, writeTimeout: writeTimeout) {
      [weak self] event in
      guard let self else { return }
      if case .closed(let error) = event { finish(error) } else { self.sink?(event) }
    }
    loop.post { [weak self] in self?.sink?(.opened) }
  }

  public func send(_ bytes: [UInt8]) { pump?.send(bytes) }

  public func close() { if closing.first() { loop.post { self.finish(nil) } } }

  private func finish(_ error: ReaderError?) {
    pump?.stop()
    pump = nil
    shutdown(fd, Int32(SHUT_RDWR))
    let last = sink
    sink = nil
    last?(.closed(error))
  }
}
