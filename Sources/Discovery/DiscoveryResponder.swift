import CPlatform
import EventLoop
import Glibc
import ReaderCore

/// Tells hosts on the network that a reader is here: answers their questions (UDP 1069), and says so once at the beginning.
/// Everything on the loop.
public final class DiscoveryResponder {
  private let loop: EventLoop
  private let fd: Int32
  private let place: UInt32?
  private let packet: DiscoveryPacket
  private var allowance = 0
  private var second: Int64 = 0
  /// Answers a second at most.
  static let perSecond = 50

  /// Begins.
  ///
  /// - Parameters:
  ///   - packet: What to tell; the address is filled in, that of the interface on which the question came.
  ///   - address: The numeric IPv4 address under which the reader is to be found: only where that is are questions
  ///     answered. "0.0.0.0": everywhere.
  /// - Throws: `.busy` when the port is taken, `.io`.
  public init(
    _ packet: DiscoveryPacket, address: String, port: UInt16 = DiscoveryPacket.port, loop: EventLoop
  ) throws(ReaderError) {
    self.loop = loop
    self.packet = packet
    var parsed = in_addr()
    guard inet_pton(AF_INET, address, &parsed) == 1 else {
      throw ReaderError(.invalidArgument, "\"\(address)\" is no numeric IPv4 address.")
    }
    place = parsed.s_addr == 0 ? nil : UInt32(bigEndian: parsed.s_addr)
    fd = cplatform_datagram_socket(port)
    guard fd >= 0 else {
      throw ReaderError(.busy, "UDP port \(port), on which readers are asked for, cannot be had.", errno: -fd)
    }
    loop.watch(fd) { [weak self] in self?.receive() }
    for interface in interfaces() { send(on: interface, to: interface.broadcast, port) }
  }

  deinit {
    guard fd >= 0 else { return }
    loop.unwatch(fd)
    close(fd)
  }

  /// The interfaces on which the reader is to be found.
  private func interfaces() -> [cplatform_interface] {
    var list = [cplatform_interface](repeating: cplatform_interface(), count: 64)
    let count = cplatform_interfaces(&list, 64)
    return list.prefix(Int(max(0, count))).filter { interface in
      guard let place else { return true }
      // 127.0.0.0/8 is all one interface.
      return interface.address == place || interface.address >> 24 == 127 && place >> 24 == 127
    }
  }

  private func receive() {
    let interfaces = interfaces()
    var buffer = [UInt8](repeating: 0, count: 2048)
    for _ in 0..<64 {
      var (index, address, port) = (UInt32(0), UInt32(0), UInt16(0))
      let count = cplatform_datagram_receive(fd, &buffer, buffer.count, &index, &address, &port)
      guard count >= 0 else { return }
      guard let question = DiscoveryPacket(Array(buffer.prefix(Int(count)))),
        question.command == DiscoveryPacket.identify, let interface = interfaces.first(where: { $0.index == index })
      else { continue }
      let now = loop.time
      if now &- second >= 1_000_000_000 || now < second {
        (second, allowance) = (now, DiscoveryResponder.perSecond)
      }
      guard allowance > 0 else { continue }
      allowance -= 1
      send(on: interface, to: address, port)
    }
  }

  private func send(on interface: cplatform_interface, to address: UInt32, _ port: UInt16) {
    var packet = packet
    let here = place ?? interface.address
    packet.address = [UInt8(here >> 24), UInt8(here >> 16 & 255), UInt8(here >> 8 & 255), UInt8(here & 255)]
    _ = packet.bytes.withUnsafeBytes {
      cplatform_datagram_send(fd, $0.baseAddress, $0.count, interface.index, address, port)
    }
  }
}
