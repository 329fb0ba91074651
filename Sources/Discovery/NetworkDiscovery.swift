import CPlatform
import EventLoop
import Glibc
import ReaderCore

/// Finds DMCC readers on the network: asks on the interfaces that the host allows, and hears those that tell by themselves.
/// Bounded: a question each interval, so many datagrams a second, so many readers. Everything on the loop.
public final class NetworkDiscovery {
  private struct Entry {
    var reader: NetworkReader
    var heard: Int64
  }

  private let loop: EventLoop
  private let log: Log
  private let options: DiscoveryOptions
  private let changed: () -> Void
  private let lock = Lock()
  private var entries: [(key: String, value: Entry)] = []
  private var sockets: [Int32] = []
  private var timer: EventLoop.TimerID?
  /// Datagrams that may still be looked at in this second.
  private var allowance = NetworkDiscovery.perSecond
  private var second: Int64 = 0
  /// Datagrams that were too many or made no sense.
  public private(set) var ignored: UInt64 = 0

  static let perSecond = 200
  private static let most = 256

  /// Begins. Without interfaces it does nothing.
  ///
  /// - Parameter changed: Called on the loop when a reader came, went, or has another address.
  public init(_ loop: EventLoop, _ options: DiscoveryOptions, log: Log, changed: @escaping () -> Void)
    throws(ReaderError)
  {
    self.loop = loop
    self.options = options
    self.log = log
    self.changed = changed
    guard !options.interfaces.isEmpty else { return }
    // Readers answer to the port that asked, and tell of themselves on the known one, which others may have taken.
    let known = cplatform_datagram_socket(options.port)
    if known < 0 { log(.warning, "UDP port \(options.port) is taken: readers that announce themselves are not heard.") }
    let own = cplatform_datagram_socket(0)
    guard own >= 0 else {
      if known >= 0 { close(known) }
      throw ReaderError(.io, "Readers on the network cannot be looked for.", errno: -own)
    }
    sockets = [own] + (known >= 0 ? [known] : [])
    for fd in sockets { loop.watch(fd) { [weak self] in self?.receive(fd) } }
    loop.post { [weak self] in self?.round(soon: 2) }
  }

  deinit {
    for fd in sockets {
      loop.unwatch(fd)
      close(fd)
    }
    if let timer { loop.cancel(timer) }
  }

  /// Readers that were heard, in the order in which they were heard first. Any thread.
  public var readers: [NetworkReader] { lock.locked { entries.map(\.value.reader) } }

  /// Where the reader with a serial number is now. Any thread.
  public func find(serial: String) -> NetworkReader? {
    serial.isEmpty ? nil : lock.locked { entries.first { $0.value.reader.serial == serial }?.value.reader }
  }

  // MARK: Asking

  /// Asks at once, for a host that looks for readers now. Any thread.
  public func ask() {
    loop.post { [weak self] in
      guard let self, !sockets.isEmpty else { return }
      if let timer { loop.cancel(timer) }
      round(soon: 2)
    }
  }

  /// Asks, forgets who stopped answering, and comes back. A datagram may be lost: at first it asks again `soon` times.
  private func round(soon: Int) {
    for interface in interfaces() {
      let code = DiscoveryPacket.query.withUnsafeBytes {
        cplatform_datagram_send(
          sockets[0], $0.baseAddress, $0.count, interface.index, interface.broadcast, options.port)
      }
      if code != 0 { log(.info, "Asking for readers on \(NetworkDiscovery.name(interface)) failed: errno \(-code).") }
    }
    let interval = Int64(max(1, options.interval)) &* 1_000_000_000
    forget(before: loop.time &- 3 &* interval)
    timer = loop.schedule(at: loop.time &+ (soon > 0 ? 1_000_000_000 : interval)) { [weak self] in
      self?.round(soon: max(0, soon - 1))
    }
  }

  private func forget(before limit: Int64) {
    let count = lock.locked { () -> Int in
      let before = entries.count
      entries.removeAll { $0.value.heard < limit }
      return before - entries.count
    }
    if count > 0 { changed() }
  }

  private func interfaces() -> [cplatform_interface] {
    var list = [cplatform_interface](repeating: cplatform_interface(), count: 64)
    let count = cplatform_interfaces(&list, 64)
    return list.prefix(Int(max(0, count))).filter { options.interfaces.contains(NetworkDiscovery.name($0)) }
  }

  private static func name(_ interface: cplatform_interface) -> String {
    withUnsafeBytes(of: interface.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  // MARK: Hearing

  private func receive(_ fd: Int32) {
    let allowed = interfaces()
    var buffer = [UInt8](repeating: 0, count: 2048)
    for _ in 0..<64 {
      var index: UInt32 = 0
      var address: UInt32 = 0
      var port: UInt16 = 0
      let count = cplatform_datagram_receive(fd, &buffer, buffer.count, &index, &address, &port)
      guard count >= 0 else { return }
      let now = loop.time
      if now &- second >= 1_000_000_000 || now < second { (second, allowance) = (now, NetworkDiscovery.perSecond) }
      allowance -= 1
      guard allowance >= 0, let interface = allowed.first(where: { $0.index == index }),
        let packet = DiscoveryPacket(Array(buffer.prefix(Int(count)))), packet.command == DiscoveryPacket.hello
      else {
        ignored &+= 1
        continue
      }
      hear(packet, from: address, on: NetworkDiscovery.name(interface), now)
    }
  }

  private func hear(_ packet: DiscoveryPacket, from address: UInt32, on interface: String, _ now: Int64) {
    let host = "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255)"
    let unnamed = packet.macAddress.isEmpty ? "\(host):\(packet.dmccPort)" : JSON.hex(packet.macAddress)
    let key = packet.serial.isEmpty ? unnamed : packet.serial
    let reader = NetworkReader(
      host: host, port: packet.dmccPort, serial: packet.serial,
      name: packet.name.isEmpty ? packet.model : packet.name, firmware: packet.firmware, interface: interface)
    let isNews = lock.locked { () -> Bool in
      if let index = entries.firstIndex(where: { $0.key == key }) {
        defer { entries[index].value = Entry(reader: reader, heard: now) }
        return entries[index].value.reader != reader
      }
      guard entries.count < NetworkDiscovery.most else { return false }
      entries.append((key, Entry(reader: reader, heard: now)))
      return true
    }
    if isNews { changed() }
  }
}
