import Glibc
import ReaderCore

/// A DMCC reader on the loopback interface, in the extended mode of Cognex's guide, on a thread of its own: answers what
/// tests say, and cuts the line at a chosen byte. It knows nothing of the library's own parser.
public final class FakeTerminal {
  /// Where to cut the line: after so many bytes in one direction of one connection.
  public enum Cut: Equatable {
    /// After so many bytes from the host.
    case heard(Int)
    /// After so many bytes to the host.
    case said(Int)
  }

  private let listener: Int32
  private let lock = Lock()
  private var stopping = false
  private var cut: Cut?
  private var connection: Int32 = -1
  private var lines: [String] = []
  private var values: [String: String] = [:]
  private var reads: [String] = []
  private var lastRead = 0
  private var counts = (heard: 0, said: 0)
  private var isMuteNow = false
  private var connections = 0
  private var refused: Set<String> = []
  /// Port on 127.0.0.1.
  public let port: UInt16
  private var thread: WorkerThread?

  /// Starts to listen.
  public init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let fd = listener
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(fd, $0, size)
        _ = listen(fd, 16)
        _ = getsockname(fd, $0, &size)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    values = [
      "DEVICE.TYPE": "DM475", "DEVICE.SERIAL-NUMBER": "1A2134PP482281", "DEVICE.FIRMWARE-VER": "6.1.16_tc9",
      "DEVICE.NAME": "DM475-866D76", "TRIGGER.TYPE": "0", "BATTERY.CHARGE": "87", "LIGHT.INTERNAL-ENABLE": "OFF",
      "SYMBOL.QR": "OFF", "DATA.RESULT-TYPE": "1",
    ]
    thread = try WorkerThread(name: "fake-terminal") { [self] in
      while !lock.locked({ stopping }) {
        let fd = accept(listener, nil, nil)
        if fd >= 0 { serve(fd) }
      }
    }
  }

  deinit { close(listener) }

  /// Ends the thread, which keeps this object until then.
  public func stop() {
    lock.locked { stopping = true }
    shutdown(listener, Int32(SHUT_RDWR))
    hangUp()
    thread?.join()
    thread = nil
  }

  // MARK: What tests say and ask

  public func cut(_ cut: Cut?) { lock.locked { self.cut = cut } }
  /// Texts of the next triggers, one each; then NO-READ.
  public func willRead(_ texts: [String]) { lock.locked { reads = texts } }
  public func set(_ name: String, _ value: String?) { lock.locked { values[name] = value } }
  public func value(_ name: String) -> String? { lock.locked { values[name] } }
  /// Commands that are answered with status 104.
  public func refuse(_ name: String) { lock.locked { _ = refused.insert(name) } }
  public var isMute: Bool {
    get { lock.locked { isMuteNow } }
    set { lock.locked { isMuteNow = newValue } }
  }
  /// Commands that came, without headers.
  public var commands: [String] { lock.locked { lines } }
  public var connectionCount: Int { lock.locked { connections } }
  /// Bytes of the last connection.
  public var bytes: (heard: Int, said: Int) { lock.locked { counts } }
  public func hangUp() { lock.locked { if connection >= 0 { shutdown(connection, Int32(SHUT_RDWR)) } } }

  /// Sends a read as its own trigger would.
  public func readNow(_ text: String) { say(parts(text)) }

  /// Sends bytes.
  public func say(_ bytes: [UInt8]) { lock.locked { if connection >= 0 { _ = put(bytes) } } }

  // MARK: The thread

  private func serve(_ fd: Int32) {
    lock.locked {
      connection = fd
      connections += 1
      counts = (0, 0)
    }
    var on: Int32 = 1
    setsockopt(fd, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    var isUp = lock.locked { check() }
    while isUp {
      let count = recv(fd, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      for byte in buffer.prefix(count) where isUp {
        lock.locked { counts.heard += 1 }
        text.append(byte)
        if byte == 0x0a {
          let line = String(decoding: text.dropLast(2), as: UTF8.self)
          text = []
          lock.locked { isUp = check() && (isMuteNow || put(answer(line))) }
        }
        if isUp { isUp = lock.locked { check() } }
      }
    }
    lock.locked {
      connection = -1
      close(fd)
    }
  }

  /// With the lock held: false when the line is cut here, with a reset.
  private func check() -> Bool {
    switch cut {
    case .heard(let limit) where counts.heard >= limit: break
    case .said(let limit) where counts.said >= limit: break
    default: return true
    }
    var linger = linger(l_onoff: 0, l_linger: 0)
    setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    shutdown(connection, Int32(SHUT_RDWR))
    return false
  }

  /// With the lock held: sends, as far as the line reaches.
  private func put(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if case .said(let limit) = cut { rest = rest.prefix(max(0, limit - counts.said)) }
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      counts.said += count
      rest = rest.dropFirst(count)
    }
    return check()
  }

  private func answer(_ line: String) -> [UInt8] {
    guard line.hasPrefix("||"), let end = line.firstIndex(of: ">") else { return [] }
    let header = line[..<end].dropFirst(2)
    let command = String(line[line.index(after: end)...])
    lines.append(command)
    func reply(_ status: Int, _ payload: String = "") -> [UInt8] { Array("||\(header)[\(status)]\(payload)\r\n".utf8) }
    let words = command.split(separator: " ", maxSplits: 2).map(String.init)
    if let name = words.count > 1 ? words[1] : words.first, refused.contains(name) { return reply(104) }
    switch (words.first, words.count) {
    case ("GET", 2): return values[words[1]].map { reply(0, $0) } ?? reply(101)
    case ("SET", 3):
      values[words[1]] = words[2]
      return reply(0)
    case ("TRIGGER", 2):
      guard words[1] == "ON" else { return reply(0) }
      return reply(0) + parts(reads.isEmpty ? nil : reads.removeFirst())
    case ("BEEP", _), ("CONFIG.DEFAULT", _): return reply(0)
    case ("IMAGE.SEND", _), ("LIVEIMG.SEND", _):
      let picture = FakeTerminal.picture(1)
      return reply(0, "\(picture.count)") + picture
    default: return reply(101)
    }
  }

  /// The messages of one read, by what the result type asks for.
  private func parts(_ text: String?) -> [UInt8] {
    lastRead += 1
    let id = lastRead
    let types = values["DATA.RESULT-TYPE"].flatMap { Int($0) } ?? 1
    let payload = Base64.encode(Array((text ?? "NO-READ").utf8))
    var out: [UInt8] = []
    if types & 1 != 0 { out += Array("||::\(id)[1]\(payload)\r\n".utf8) }
    if types & 2 != 0 {
      let xml =
        "<result id=\"\(id)\" image_id=\"\(id)\" version=\"1\"><general><status>\(text == nil ? "NO READ" : "GOOD READ")"
        + "</status><full_string encoding=\"base64\">\(text == nil ? "" : payload)</full_string>"
        + "<symbology>QR</symbology></general></result>"
      out += Array("||::\(id)[3]\(xml)\r\n".utf8)
    }
    if types & 8 != 0 {
      let picture = FakeTerminal.picture(UInt8(truncatingIfNeeded: text?.utf8.last.map { Int($0) } ?? 0))
      out += Array("||::\(id)[5]\(picture.count)\r\n".utf8) + picture
    }
    return out
  }

  /// A picture of 4 times 4 pixels of one grey.
  public static func picture(_ grey: UInt8) -> [UInt8] {
    Array("P5\n4 4\n255\n".utf8) + [UInt8](repeating: grey, count: 16)
  }
}
