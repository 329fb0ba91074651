import DMCC
import EventLoop
import Glibc
import Link
import ReaderCore
import Testing

@testable import DMCCServer

/// The server over real sockets of this machine.
@Suite struct ServerTests {
  /// A blocking socket to the server; the loop is driven while it waits.
  final class Host {
    let fd: Int32
    private let loop: EventLoop
    var heard: [UInt8] = []

    init(_ port: UInt16, _ loop: EventLoop) throws {
      self.loop = loop
      fd = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = port.bigEndian
      place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      let code = withUnsafePointer(to: &place) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(fd, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      try #require(code == 0)
    }

    deinit { close(fd) }

    func say(_ text: String) { _ = send(fd, Array(text.utf8), text.utf8.count, Int32(MSG_NOSIGNAL)) }

    /// Drives the loop until so much was heard, or the server hung up. Never fails on time: it waits.
    func hear(_ text: String) throws -> Bool {
      let wanted = Array(text.utf8)
      var buffer = [UInt8](repeating: 0, count: 65536)
      while heard.count < wanted.count {
        _ = try loop.dispatch(timeoutMs: 1)
        let count = recv(fd, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count == 0 { break }
        if count > 0 { heard += buffer[..<count] }
      }
      let isRight = heard.starts(with: wanted)
      heard = Array(heard.dropFirst(wanted.count))
      return isRight
    }
  }

  static func server(_ loop: EventLoop, password: String? = nil) throws -> DMCCServer {
    try DMCCServer(address: "127.0.0.1", port: 0, password: password, loop: loop) { request, done in
      done(.init(status: request.text == "GET DEVICE.TYPE" || request.words.first == "TRIGGER" ? 0 : 101, text: "CAM"))
    }
  }

  @Test func triggerOfOneResultsToAllEachInItsForm() throws {
    let loop = try EventLoop()
    let server = try ServerTests.server(loop)
    let one = try Host(server.port, loop)
    let two = try Host(server.port, loop)
    one.say("||>SET COM.DMCC-RESPONSE 1\r\n")
    #expect(try one.hear("||[0]\r\n"))
    two.say("||>GET COM.DMCC-RESPONSE\r\n")
    #expect(try two.hear("0\r\n"))
    one.say("||>TRIGGER ON\r\n")
    #expect(try one.hear("||[0]CAM\r\n"))
    server.deliver([.init(.readString, Array("A".utf8)), .init(.xmlResult, Array("<a/>".utf8))])
    #expect(try one.hear("||[1]QQ==\r\n"))
    #expect(try two.hear("A\r\n"))
    server.close()
    while try loop.dispatch(timeoutMs: 0) {}
  }

  @Test func othersNeedAPassword() throws {
    let loop = try EventLoop()
    #expect(throws: ReaderError.self) {
      try DMCCServer(address: "0.0.0.0", port: 0, password: nil, loop: loop) { $1(.init(status: 0)) }
    }
    #expect(throws: ReaderError.self) {
      try DMCCServer(address: "somewhere", port: 0, password: "x", loop: loop) { $1(.init(status: 0)) }
    }
    let server = try DMCCServer(address: "0.0.0.0", port: 0, password: "x", loop: loop) { $1(.init(status: 0)) }
    let host = try Host(server.port, loop)
    #expect(try host.hear("Username: "))
    server.deliver([.init(.readString, Array("secret".utf8))])
    host.say("admin\r\nx\r\n")
    #expect(try host.hear("Password: Log In Confirmed\r\n"))
    server.close()
    while try loop.dispatch(timeoutMs: 0) {}
  }

  @Test func aHostThatTakesNothingIsSentAwayAndHoldsNobodyUp() throws {
    let loop = try EventLoop()
    let server = try ServerTests.server(loop)
    let slow = try Host(server.port, loop)
    let good = try Host(server.port, loop)
    for host in [slow, good] {
      host.say("||>SET COM.DMCC-RESPONSE 1\r\n||>SET DATA.RESULT-TYPE 9\r\n")
      #expect(try host.hear("||[0]\r\n||[0]\r\n"))
    }
    let image = [UInt8](repeating: 0x41, count: 1 << 18)
    let expected = "||[1]QQ==\r\n||[5]\(image.count)\r\n" + String(decoding: image, as: UTF8.self)
    server.mostWaiting = 1 << 20
    for _ in 0..<100 where server.count == 2 {
      server.deliver([.init(.readString, [65]), .init(.image, image)])
      #expect(try good.hear(expected))
    }
    #expect(server.count == 1)
    server.close()
    while try loop.dispatch(timeoutMs: 0) {}
  }

  @Test func hostsComeAndGo() throws {
    let loop = try EventLoop()
    let server = try ServerTests.server(loop)
    var kinds: [ResultKinds] = []
    server.kindsChanged = { kinds.append($0) }
    for round in 0..<40 {
      let host = try Host(server.port, loop)
      host.say(round % 2 == 0 ? "||>GET DEVICE.TYPE\r\n" : "||>GET DEV")
      if round % 2 == 0 { #expect(try host.hear("CAM\r\n")) }
    }
    while server.count > 0 { _ = try loop.dispatch(timeoutMs: 10) }
    #expect(kinds.last == [])
    server.close()
    while try loop.dispatch(timeoutMs: 0) {}
  }
}
