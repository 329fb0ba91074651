import Glibc
import SimulatorCore

/// Joins a simulated reader to descriptors: one thread, one poll.
final class Server {
  private final class Client {
    let input: Int32
    let output: Int32
    let line: SimulatedLine
    let isSocket: Bool
    var waiting: [UInt8] = []
    init(_ input: Int32, _ output: Int32, _ line: SimulatedLine, isSocket: Bool) {
      self.input = input
      self.output = output
      self.line = line
      self.isSocket = isSocket
    }
  }

  private let options: Options
  private let reader: SimulatedReader
  private var listener: Int32 = -1
  private var discovery: Int32 = -1
  private var pty: Int32 = -1
  private var pushListener: Int32 = -1
  private var pushed: (fd: Int32, waiting: [UInt8], reads: Int)?
  private var scanner: HIDScanner?
  private var clients: [Client] = []
  private var control: [UInt8] = []
  private var nextFind: Int64
  private var found = 0
  private var log: UnsafeMutablePointer<FILE>?
  private var isEnded = false

  init(_ options: Options) throws {
    self.options = options
    reader = SimulatedReader(profile: options.profile, faults: options.faults, seed: options.seed)
    reader.password = options.password
    if !options.reads.isEmpty { reader.reads = options.reads }
    for (name, value) in options.settings { reader.preset(name, value) }
    nextFind = options.every.map { Server.now() + $0 } ?? .max
    if let path = options.log {
      log = path == "-" ? stderr : fopen(path, "w")
      guard let log else { throw Trouble("\(path) cannot be written.") }
      setvbuf(log, nil, Int32(_IOLBF), 0)
      let start = Server.now()
      fputs("# profile \(options.profile.rawValue), seed \(options.seed)\n", log)
      reader.log = { number, isOut, bytes in
        let ms = (Server.now() - start) / 1_000_000
        fputs("\(ms) \(number) \(isOut ? ">" : "<") \(Server.visible(bytes))\n", log)
      }
    }
    if let layout = options.hid { scanner = HIDScanner(layout: layout, faults: options.faults) }
    if let port = options.port {
      listener = try listen(port)
      say("listening on \(options.host):\(Server.port(of: listener))")
    }
    if let port = options.push {
      pushListener = try listen(port)
      say("pushing on \(options.host):\(Server.port(of: pushListener))")
    }
    if let port = options.discovery { try answerDiscovery(port) }
    if options.usesPty { try openPty() }
    if options.usesStandardIO {
      clients.append(Client(0, 1, reader.connect(now: Server.now()), isSocket: false))
      for fd: Int32 in [0, 1] { _ = fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK) }
    }
  }

  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Bytes for people: printable ones as they are, others as \xHH.
  static func visible(_ bytes: [UInt8]) -> String {
    let hex = Array("0123456789abcdef")
    var out = ""
    for byte in bytes {
      switch byte {
      case 0x0d: out += "\\r"
      case 0x0a: out += "\\n"
      case 0x5c: out += "\\\\"
      case 0x20..<0x7f: out.unicodeScalars.append(Unicode.Scalar(byte))
      default: out += "\\x\(hex[Int(byte >> 4)])\(hex[Int(byte & 15)])"
      }
    }
    return out
  }

  // MARK: Places

  private func listen(_ port: UInt16) throws -> Int32 {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var on: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, 4)
    var address = try Server.address(options.host, port)
    guard Server.bind(listener, &address) == 0, Glibc.listen(listener, 16) == 0 else {
      throw Trouble("\(options.host):\(port) cannot be listened on: \(String(cString: strerror(errno))).")
    }
    return listener
  }

  private func answerDiscovery(_ port: UInt16) throws {
    discovery = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = try Server.address(options.host, port)
    guard Server.bind(discovery, &address) == 0 else {
      throw Trouble("UDP \(options.host):\(port) cannot be had: \(String(cString: strerror(errno))).")
    }
    say("discoverable on \(options.host):\(Server.port(of: discovery))")
  }

  private func openPty() throws {
    // What posix_openpt, unlockpt and ptsname do: TIOCSPTLCK and TIOCGPTN of Linux.
    pty = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var unlocked: Int32 = 0
    var number: UInt32 = 0
    guard pty >= 0, ioctl(pty, 0x4004_5431, &unlocked) == 0, ioctl(pty, 0x8004_5430, &number) == 0 else {
      throw Trouble("No pseudo terminal could be had.")
    }
    let path = "/dev/pts/\(number)"
    // The other side stays open here, so that hosts may come and go, and is raw, so that nothing is translated.
    let other = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var modes = termios()
    tcgetattr(other, &modes)
    cfmakeraw(&modes)
    tcsetattr(other, TCSANOW, &modes)
    _ = fcntl(pty, F_SETFL, O_NONBLOCK | O_RDWR)
    if let link = options.link {
      unlink(link)
      guard symlink(path, link) == 0 else { throw Trouble("\(link) cannot be made.") }
    }
    say("pty \(path)")
    connectPty()
  }

  private func connectPty() { clients.append(Client(pty, pty, reader.connect(now: Server.now()), isSocket: false)) }

  private static func address(_ host: String, _ port: UInt16) throws -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { throw Trouble("\(host) is no IPv4 address.") }
    return address
  }

  private static func bind(_ fd: Int32, _ address: inout sockaddr_in) -> Int32 {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(fd, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func port(of fd: Int32) -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(fd, $0, &size) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  private func say(_ line: String) {
    fputs(line + "\n", options.usesStandardIO ? stderr : stdout)
    fflush(stdout)
  }

  // MARK: Running

  func run() {
    var controls = !options.usesStandardIO
    while !isEnded {
      let now = Server.now()
      if now >= nextFind { find(now) }
      reader.tick(now: now)
      for client in clients { write(client, now) }
      push()
      var polls: [pollfd] = []
      for client in clients {
        let isDeaf = client.waiting.count > 1 << 20 || reader.isDeaf
        polls.append(pollfd(fd: isDeaf ? -1 : client.input, events: Int16(POLLIN), revents: 0))
        polls.append(pollfd(fd: client.waiting.isEmpty ? -1 : client.output, events: Int16(POLLOUT), revents: 0))
      }
      let known = clients
      polls.append(pollfd(fd: pushListener, events: Int16(POLLIN), revents: 0))
      polls.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0))
      polls.append(pollfd(fd: discovery, events: Int16(POLLIN), revents: 0))
      polls.append(pollfd(fd: controls ? 0 : -1, events: Int16(POLLIN), revents: 0))
      let next = min(reader.nextDeadline ?? .max, nextFind)
      let wait = next == .max ? -1 : Int32(clamping: max(0, (next - now + 999_999) / 1_000_000))
      poll(&polls, nfds_t(polls.count), wait)
      for (index, client) in known.enumerated() where polls[index * 2].revents != 0 { read(client) }
      if polls[polls.count - 4].revents != 0 { acceptPush() }
      if polls[polls.count - 3].revents != 0 { accept() }
      if polls[polls.count - 2].revents != 0 { discover() }
      if polls[polls.count - 1].revents != 0 { controls = readControl() }
    }
  }

  private func find(_ now: Int64) {
    nextFind = max(now, nextFind) + (options.every ?? 1)
    let reads = reader.reads
    defer { found += 1 }
    guard scanner != nil else { return reader.find(reads[found % reads.count], now: now) }
    for report in scanner?.reports(reads[found % reads.count].code ?? []) ?? [] {
      _ = Glibc.write(pty, report, report.count)
      // As far apart as a keyboard's reports, so that a buffer of 4 kB takes them.
      usleep(2000)
    }
  }

  // MARK: Pictures

  /// One connection; whoever comes second is sent away.
  private func acceptPush() {
    let fd = Glibc.accept(pushListener, nil, nil)
    guard fd >= 0 else { return }
    if let pushed {
      var byte: UInt8 = 0
      if recv(pushed.fd, &byte, 1, Int32(MSG_DONTWAIT)) == 0 {
        close(pushed.fd)
        self.pushed = nil
      }
    }
    guard pushed == nil, !reader.faults.isTaken else {
      close(fd)
      return
    }
    _ = fcntl(fd, F_SETFL, O_NONBLOCK)
    pushed = (fd, [], reader.readsMade)
  }

  /// A picture after each read.
  private func push() {
    guard var client = pushed else { return }
    if reader.readsMade > client.reads {
      client.reads = reader.readsMade
      client.waiting += PushedPicture.bytes(of: reader)
    }
    while !client.waiting.isEmpty {
      let count = send(client.fd, client.waiting, client.waiting.count, Int32(MSG_NOSIGNAL))
      if count < 0, errno == EAGAIN { break }
      guard count > 0 else {
        close(client.fd)
        return pushed = nil
      }
      client.waiting.removeFirst(count)
    }
    pushed = client
  }

  private func accept() {
    let fd = Glibc.accept(listener, nil, nil)
    guard fd >= 0 else { return }
    _ = fcntl(fd, F_SETFL, O_NONBLOCK)
    _ = fcntl(fd, F_SETFD, FD_CLOEXEC)
    var on: Int32 = 1
    setsockopt(fd, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
    clients.append(Client(fd, fd, reader.connect(now: Server.now()), isSocket: true))
  }

  private func discover() {
    var from = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    var bytes = [UInt8](repeating: 0, count: 2048)
    let port = listener >= 0 ? Server.port(of: listener) : 23
    withUnsafeMutablePointer(to: &from) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { peer in
        let count = recvfrom(discovery, &bytes, bytes.count, 0, peer, &size)
        guard count > 0 else { return }
        for reply in DiscoveryReply.datagrams(of: reader, to: Array(bytes.prefix(count)), port: port) {
          sendto(discovery, reply, reply.count, Int32(MSG_NOSIGNAL), peer, size)
        }
      }
    }
  }

  private func read(_ client: Client) {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(client.input, &bytes, bytes.count)
    if count > 0 { return client.line.receive(Array(bytes.prefix(count)), now: Server.now()) }
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    client.line.hostLeft()
    drop(client)
  }

  private func write(_ client: Client, _ now: Int64) {
    for output in client.line.takeOutput(now: now) {
      switch output {
      case .bytes(let bytes): client.waiting += bytes
      case .hangUp, .reset, .halfClose:
        flush(client)
        if output == .reset, client.isSocket {
          var linger = linger(l_onoff: 1, l_linger: 0)
          setsockopt(client.output, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        }
        if output == .halfClose, client.isSocket { shutdown(client.output, Int32(SHUT_WR)) } else { drop(client) }
        return
      }
    }
    flush(client)
  }

  private func flush(_ client: Client) {
    while !client.waiting.isEmpty {
      let count =
        client.isSocket
        ? send(client.output, client.waiting, client.waiting.count, Int32(MSG_NOSIGNAL))
        : Glibc.write(client.output, client.waiting, client.waiting.count)
      guard count > 0 else { return }
      client.waiting.removeFirst(count)
    }
  }

  private func drop(_ client: Client) {
    clients.removeAll { $0 === client }
    if client.isSocket { close(client.input) }
    // A serial line does not go away with its host.
    if client.input == pty { connectPty() }
    if client.input == 0 { isEnded = true }
  }

  /// Lines of people. False at the end of them.
  private func readControl() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(0, &bytes, bytes.count)
    guard count > 0 else { return false }
    control += bytes.prefix(count)
    while let end = control.firstIndex(of: 0x0a) {
      let line = String(decoding: control[..<end], as: UTF8.self)
      control.removeFirst(end + 1)
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      let now = Server.now()
      switch words.first {
      case "trigger": reader.pullTrigger(now: now)
      case "find": reader.find(SimulatedRead(text: words.count > 1 ? words[1] : ""), now: now)
      case "restart": reader.restart()
      case "hibernate": reader.hibernate(now)
      case "fault":
        guard let faults = Faults(words.count > 1 ? words[1] : "") else { fallthrough }
        reader.faults = faults
      default: fputs("lines are: trigger, find TEXT, restart, hibernate, fault LIST\n", stderr)
      }
    }
    return true
  }
}
