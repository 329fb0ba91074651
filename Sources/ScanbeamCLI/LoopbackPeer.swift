import Glibc
import Scanbeam

/// The other end: a thread for each connection, which sends back lines that begin with "=" as they are and answers others
/// as a DMCC reader does. `STREAM N` makes it send N results, one a millisecond, and go on answering.
final class LoopbackPeer {
  let port: UInt16
  private let listener: Int32

  init() throws(ReaderError) {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = self.listener
    let isListening = withUnsafeMutablePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 4) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isListening else { throw ReaderError(.io, "There is no socket to be had.", errno: errno) }
    port = UInt16(bigEndian: place.sin_port)
    _ = try WorkerThread(name: "peer-accept") {
      while true {
        let fd = accept(listener, nil, nil)
        guard fd >= 0 else { return }
        LoopbackPeer.hurry(fd)
        do throws(ReaderError) { _ = try WorkerThread(name: "peer") { LoopbackPeer.serve(fd) } } catch { close(fd) }
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// A blocking connection.
  func connect() throws(ReaderError) -> Int32 {
    let fd = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let code = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(fd, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw ReaderError(.io, "The loopback cannot be connected.", errno: errno) }
    LoopbackPeer.hurry(fd)
    return fd
  }

  private static func hurry(_ fd: Int32) {
    var on: Int32 = 1
    setsockopt(fd, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func serve(_ fd: Int32) {
    defer { close(fd) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    var line: [UInt8] = []
    var (sent, wanted, begin) = (0, 0, Int64(0))
    while true {
      var wait = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
      if poll(&wait, 1, sent < wanted ? 1 : -1) > 0 {
        let count = recv(fd, &buffer, buffer.count, 0)
        guard count > 0 else { return }
        for byte in buffer[..<count] {
          line.append(byte)
          guard byte == 0x0a else { continue }
          if let number = stream(line) { (sent, wanted, begin) = (0, number, SystemClock.now()) }
          guard write(fd, line[0] == 0x3d ? line : answer(line)) else { return }
          line.removeAll(keepingCapacity: true)
        }
      }
      let due = begin == 0 ? 0 : Int(clamping: (SystemClock.now() - begin) / 1_000_000)
      while sent < min(wanted, due) {
        sent += 1
        guard write(fd, result(sent)) else { return }
      }
    }
  }

  private static func write(_ fd: Int32, _ bytes: [UInt8]) -> Bool {
    bytes.isEmpty || send(fd, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// `||0:ID[0]VALUE`.
  private static func answer(_ line: [UInt8]) -> [UInt8] {
    guard line.starts(with: [0x7c, 0x7c]), let end = line.firstIndex(of: 0x3e) else { return [] }
    return line[..<end] + Array("[0]PEER-7\r\n".utf8)
  }

  /// How many results are asked for.
  private static func stream(_ line: [UInt8]) -> Int? {
    let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\r\n" }
    guard words.count == 2, words[0].hasSuffix(">STREAM") else { return nil }
    return Int(words[1])
  }

  /// A read with its XML.
  private static func result(_ number: Int) -> [UInt8] {
    let code = Base64.encode(Array("\(number)".utf8))
    return Array(
      "||[1]\(code)\r\n||[3]<result id=\"\(number)\"><general><status>GOOD READ</status><full_string encoding=\"base64\">\(code)</full_string><symbology>QR</symbology></general></result>\r\n"
        .utf8)
  }
}
