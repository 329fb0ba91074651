import CPlatform
import EventLoop
import Glibc
import ReaderCore
import Testing

@testable import Discovery

/// A reader on the loopback interface: hears questions, answers what a test says.
private final class Responder {
  let fd: Int32
  init(port: UInt16) { fd = cplatform_datagram_socket(port) }
  deinit { close(fd) }

  /// The next datagram and who sent it.
  func hear() -> (bytes: [UInt8], port: UInt16)? {
    var buffer = [UInt8](repeating: 0, count: 2048)
    var index: UInt32 = 0
    var address: UInt32 = 0
    var port: UInt16 = 0
    let count = cplatform_datagram_receive(fd, &buffer, buffer.count, &index, &address, &port)
    return count < 0 ? nil : (Array(buffer.prefix(Int(count))), port)
  }

  func say(_ bytes: [UInt8], to port: UInt16, at address: UInt32 = 0x7f00_0001) {
    #expect(bytes.withUnsafeBytes { cplatform_datagram_send(fd, $0.baseAddress, $0.count, 0, address, port) } == 0)
  }
}

@Suite(.serialized) struct NetworkDiscoveryTests {
  let loop: EventLoop
  var options = DiscoveryOptions()

  init() throws {
    loop = try EventLoop()
    options.interfaces = ["lo"]
    options.port = UInt16.random(in: 20000...60000)
  }

  private func run(until condition: () -> Bool) throws -> Bool {
    for _ in 0..<1000 where try loop.wait(timeoutMs: 10, until: condition) { return true }
    return false
  }

  @Test func asksAndHears() throws {
    let responder = Responder(port: options.port)
    var changes = 0
    let discovery = try NetworkDiscovery(loop, options, log: Log()) { changes += 1 }
    var asked: UInt16?
    #expect(
      try run {
        while let (bytes, port) = responder.hear() { if bytes == DiscoveryPacket.query { asked = port } }
        return asked != nil
      })
    // Another reader answers twice, and from another port than it was asked on.
    let other = Responder(port: 0)
    responder.say(Captured.packet(Captured.records), to: try #require(asked))
    other.say(Captured.packet(Captured.records), to: try #require(asked))
    other.say(Captured.packet(Captured.record(0x26, Array("B2".utf8))), to: try #require(asked))
    #expect(try run { discovery.readers.count == 2 })
    #expect(changes == 2)
    let first = try #require(discovery.find(serial: "1A1803PP030235"))
    #expect(first.host == "127.0.0.1" && first.port == 23 && first.name == "DM262 Hello World")
    #expect(first.interface == "lo" && first.firmware == "5.7.0_sr2")
    #expect(discovery.find(serial: "") == nil)
  }

  @Test func aResponderIsFoundWhereItIs() throws {
    var packet = DiscoveryPacket()
    packet.serial = "S7"
    packet.services = [.init(name: "telnet", port: 2323)]
    // Where it is not to be reached it answers nothing.
    let elsewhere = try DiscoveryResponder(packet, address: "192.0.2.1", port: options.port, loop: loop)
    let discovery = try NetworkDiscovery(loop, options, log: Log()) {}
    _ = try loop.wait(timeoutMs: 50) { false }
    #expect(discovery.readers.isEmpty)
    withExtendedLifetime(elsewhere) {}
    let responder = try DiscoveryResponder(packet, address: "127.0.0.1", port: options.port, loop: loop)
    #expect(try run { discovery.find(serial: "S7") != nil })
    #expect(discovery.find(serial: "S7")?.port == 2323)
    withExtendedLifetime(responder) {}
  }

  @Test func hearsThoseThatAnnounceThemselves() throws {
    let discovery = try NetworkDiscovery(loop, options, log: Log()) {}
    Responder(port: 0).say(Captured.packet(Captured.records), to: options.port, at: 0x7fff_ffff)
    #expect(try run { discovery.readers.count == 1 })
    // The same one under another name is news, not another reader.
    Responder(port: 0).say(
      Captured.packet(Captured.record(0x26, Array("1A1803PP030235".utf8)) + Captured.record(0x22, [0x58])),
      to: options.port)
    #expect(try run { discovery.readers.first?.name == "X" })
    #expect(discovery.readers.count == 1)
  }

  @Test func anInterfaceThatIsNotAllowedIsNotHeard() throws {
    var options = options
    options.interfaces = ["no-such-interface"]
    let discovery = try NetworkDiscovery(loop, options, log: Log()) {}
    Responder(port: 0).say(Captured.packet(Captured.records), to: options.port)
    #expect(try run { discovery.ignored > 0 })
    #expect(discovery.readers.isEmpty)
  }

  @Test func aFloodIsBounded() throws {
    let discovery = try NetworkDiscovery(loop, options, log: Log()) {}
    let sender = Responder(port: 0)
    for i in 0..<300 {
      sender.say(Captured.packet(Captured.record(0x26, Array("S\(i)".utf8))), to: options.port)
      if i % 50 == 0 { _ = try loop.dispatch(timeoutMs: 10) }
    }
    _ = try run { discovery.ignored > 0 }
    #expect(discovery.readers.count <= NetworkDiscovery.perSecond * 2 && discovery.ignored > 0)
  }
}
