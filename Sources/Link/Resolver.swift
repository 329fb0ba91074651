import EventLoop
import Glibc
import ReaderCore

/// A socket address of either family.
struct SocketAddress {
  let family: Int32
  let bytes: [UInt8]
}

/// Host names to addresses, without holding the loop up.
enum Resolver {
  /// Looks `host` up; numbers at once, names on a thread of their own. `done` comes once on the loop.
  static func resolve(
    _ host: String, port: UInt16, loop: EventLoop, _ done: @escaping (Result<[SocketAddress], ReaderError>) -> Void
  ) {
    let numeric = lookUp(host, port, flags: AI_NUMERICHOST)
    if case .success = numeric { return loop.post { done(numeric) } }
    do throws(ReaderError) {
      _ = try WorkerThread(name: "scanbeam-names") {
        let found = lookUp(host, port, flags: AI_ADDRCONFIG)
        loop.post { done(found) }
      }
    } catch { loop.post { done(.failure(error)) } }
  }

  private static func lookUp(_ host: String, _ port: UInt16, flags: Int32) -> Result<[SocketAddress], ReaderError> {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = flags | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, "\(port)", &hints, &list)
    guard code == 0 else {
      let why = gai_strerror(code).map { String(cString: $0) } ?? "error \(code)"
      return .failure(ReaderError(.notFound, "The host name \"\(host)\" is not known: \(why)."))
    }
    defer { freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var next = list
    while let entry = next?.pointee {
      if let address = entry.ai_addr, entry.ai_addrlen > 0 {
        let raw = UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))
        addresses.append(SocketAddress(family: entry.ai_family, bytes: Array(raw)))
      }
      next = entry.ai_next
    }
    guard !addresses.isEmpty else {
      return .failure(ReaderError(.notFound, "The host name \"\(host)\" has no address."))
    }
    return .success(addresses)
  }
}
