import Glibc
import ReaderCore
import Testing

@testable import Link

/// A listening socket on the loopback interface.
private final class Listener {
  let fd: Int32
  private(set) var port: UInt16 = 0

  init(backlog: Int32 = 8) {
    fd = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(fd, $0, size)
        _ = listen(fd, backlog)
        _ = getsockname(fd, $0, &size)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(fd) }

  /// The connection that is there; one that never comes must not hold the tests.
  func accept() throws -> Int32 {
    var waiting = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
    try #require(poll(&waiting, 1, 0) == 1, "Nobody connected.")
    return Glibc.accept(fd, nil, nil)
  }
}

private func reset(_ fd: Int32) {
  var linger = linger(l_onoff: 1, l_linger: 0)
  setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  close(fd)
}

@Suite struct TCPTransportTests {
  @Test func movesBytesBothWaysInOrder() throws {
    let recorder = try Recorder()
    let listener = Listener()
    let link = TCPTransport(host: "localhost", port: listener.port, loop: recorder.loop)
    try recorder.open(link)
    let peer = try listener.accept()
    defer { close(peer) }
    let big = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 / 3) }
    link.send(Array(big[..<1000]))
    link.send(Array(big[1000...]))
    var heard: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 50000)
    #expect(
      try recorder.run {
        let count = recv(peer, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 { heard += buffer[..<count] }
        return heard.count == big.count
      })
    #expect(heard == big)
    #expect(recorder.sent == big.count)
    var at = 0
    #expect(
      try recorder.run {
        if at < big.count {
          let count = big[at...].withUnsafeBytes {
            Glibc.send(peer, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
          }
          at += max(0, count)
        }
        return recorder.received.count == big.count
      })
    #expect(recorder.received == big)
    link.close()
    link.close()
    #expect(try recorder.run { !recorder.ends.isEmpty })
    _ = try recorder.loop.dispatch(timeoutMs: 10)
    #expect(recorder.ends.count == 1 && recorder.ends[0] == nil && !recorder.isAfterEnd)
  }

  @Test func deliversWhatCameBeforeAHalfClose() throws {
    let recorder = try Recorder()
    let listener = Listener()
    let link = TCPTransport(host: "127.0.0.1", port: listener.port, loop: recorder.loop)
    try recorder.open(link)
    let peer = try listener.accept()
    let words = [UInt8](repeating: 0x61, count: 100_000)
    #expect(Glibc.send(peer, words, words.count, 0) == words.count)
    shutdown(peer, Int32(SHUT_WR))
    #expect(try recorder.run { !recorder.ends.isEmpty })
    #expect(recorder.received == words)
    #expect(recorder.ends.map { $0?.status } == [.lost])
    close(peer)
  }

  @Test func deliversWhatCameBeforeAReset() throws {
    let recorder = try Recorder()
    let listener = Listener()
    let link = TCPTransport(host: "127.0.0.1", port: listener.port, loop: recorder.loop)
    try recorder.open(link)
    let peer = try listener.accept()
    #expect(Glibc.send(peer, Array("last words".utf8), 10, 0) == 10)
    reset(peer)
    // Writing notices first; reading must still come to its end.
    link.send([1])
    link.send([2])
    #expect(try recorder.run { !recorder.ends.isEmpty })
    #expect(String(decoding: recorder.received, as: UTF8.self) == "last words")
    #expect(recorder.ends.map { $0?.status } == [.lost] && !recorder.isAfterEnd)
  }

  @Test func saysWhatToDoWhenNobodyListens() throws {
    let recorder = try Recorder()
    let port = Listener().port
    try recorder.open(TCPTransport(host: "127.0.0.1", port: port, loop: recorder.loop))
    #expect(recorder.ends.first??.status == .notFound)
    #expect(recorder.ends.first??.message.contains("check the port") == true)
  }

  @Test func namesAHostThatIsNotKnown() throws {
    let recorder = try Recorder()
    try recorder.open(TCPTransport(host: "no such host", port: 23, loop: recorder.loop))
    #expect(recorder.ends.first??.status == .notFound)
    #expect(recorder.ends.first??.message.contains("no such host") == true)
  }

  @Test func connectingEndsAtItsTime() throws {
    let recorder = try Recorder()
    // A full queue lets further connections wait for ever.
    let listener = Listener(backlog: 0)
    var fillers: [Int32] = []
    defer { for fd in fillers { close(fd) } }
    for _ in 0..<4 {
      let fd = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
      fillers.append(fd)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      address.sin_port = listener.port.bigEndian
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = connect(fd, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    let link = TCPTransport(host: "127.0.0.1", port: listener.port, loop: recorder.loop)
    link.open { recorder.hear($0) }
    for _ in 0..<5 { _ = try recorder.loop.dispatch(timeoutMs: 20) }
    #expect(recorder.ends.isEmpty)
    recorder.clock.now += 5_000_000_000
    recorder.loop.wake()
    #expect(try recorder.run { !recorder.ends.isEmpty })
    #expect(recorder.ends.map { $0?.status } == [.timeout] && recorder.opened == 0)
  }

  @Test func aPeerThatTakesNothingEndsTheLink() throws {
    let recorder = try Recorder()
    let listener = Listener()
    let link = TCPTransport(host: "127.0.0.1", port: listener.port, loop: recorder.loop)
    try recorder.open(link)
    let peer = try listener.accept()
    defer { close(peer) }
    link.send([UInt8](repeating: 0, count: 30_000_000))
    for _ in 0..<20 { _ = try recorder.loop.dispatch(timeoutMs: 5) }
    #expect(recorder.sent > 0 && recorder.sent < 30_000_000)
    recorder.clock.now += 6_000_000_000
    recorder.loop.wake()
    #expect(try recorder.run { !recorder.ends.isEmpty })
    #expect(recorder.ends.map { $0?.status } == [.timeout])
  }

  @Test func closedBeforeItWasOpened() throws {
    let recorder = try Recorder()
    let listener = Listener()
    let link = TCPTransport(host: "localhost", port: listener.port, loop: recorder.loop)
    link.open { recorder.hear($0) }
    link.close()
    #expect(try recorder.run { !recorder.ends.isEmpty })
    for _ in 0..<5 { _ = try recorder.loop.dispatch(timeoutMs: 10) }
    #expect(recorder.ends.count == 1 && recorder.ends[0] == nil && !recorder.isAfterEnd)
  }
}
