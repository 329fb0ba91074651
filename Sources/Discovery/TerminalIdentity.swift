import ReaderCore

/// Lasting name of a terminal.
public enum TerminalIdentity: Equatable {
  /// `usb:VVVV:PPPP:SERIAL`
  case usb(vendor: String, product: String, serial: String)
  /// `usb:VVVV:PPPP@PORT`, for devices without a serial number of their own; PORT as the kernel names it: `1-2.3`.
  case usbPort(vendor: String, product: String, port: String)
  /// `tcp:HOST:PORT`
  case tcp(host: String, port: UInt16)
  /// `serial:NAME`, a name of /dev/serial/by-id, or a path of a node without one.
  case serial(String)

  /// Whether a text has one of the schemes.
  public static func hasScheme(_ text: String) -> Bool {
    text.hasPrefix("usb:") || text.hasPrefix("tcp:") || text.hasPrefix("serial:") || text.hasPrefix("/dev/tty")
      || text.hasPrefix("/dev/serial/") || text.hasPrefix("/dev/pts/") || text.hasPrefix("/dev/rfcomm")
  }

  /// Reads an identity, also in the forms that people type: `tcp:HOST` and paths of serial nodes.
  public init(_ text: String) throws(ReaderError) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else {
      throw ReaderError(.invalidArgument, "An identity has no blanks and no control characters.")
    }
    if text.hasPrefix("usb:") {
      self = try TerminalIdentity.usb(text)
    } else if text.hasPrefix("tcp:") {
      let (host, port) = try TerminalIdentity.hostAndPort(String(text.dropFirst(4)))
      self = .tcp(host: host, port: port)
    } else if text.hasPrefix("serial:") {
      let name = String(text.dropFirst(7))
      guard !name.isEmpty, name.hasPrefix("/") || !name.contains("/"), name != "..", name != "." else {
        throw ReaderError(
          .invalidArgument, "\"\(text)\" names no serial line: serial:NAME with a name of /dev/serial/by-id does.")
      }
      self = .serial(name)
    } else if text.hasPrefix("/dev/serial/by-id/") {
      self = .serial(String(text.dropFirst(18)))
    } else {
      self = .serial(text)
    }
  }

  /// The one form that names it for ever.
  public var text: String {
    switch self {
    case .usb(let vendor, let product, let serial): "usb:\(vendor):\(product):\(serial)"
    case .usbPort(let vendor, let product, let port): "usb:\(vendor):\(product)@\(port)"
    case .tcp(let host, let port): host.contains(":") ? "tcp:[\(host)]:\(port)" : "tcp:\(host):\(port)"
    case .serial(let name): "serial:\(name)"
    }
  }

  /// Characters that need no quoting; the others become "_".
  public static func clean(_ serial: String) -> String {
    var out = ""
    for scalar in serial.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": out.unicodeScalars.append(scalar)
      default: out += "_"
      }
    }
    return out
  }

  private static func usb(_ text: String) throws(ReaderError) -> TerminalIdentity {
    let wrong = ReaderError(
      .invalidArgument, "\"\(text)\" is no USB identity: usb:VVVV:PPPP:SERIAL and usb:VVVV:PPPP@PORT are.")
    let rest = text.dropFirst(4)
    guard rest.utf8.count > 10 else { throw wrong }
    let parts = Array(rest.utf8)
    func isHex(_ range: Range<Int>) -> Bool {
      parts[range].allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || (0x41...0x46).contains($0) }
    }
    guard isHex(0..<4), parts[4] == 0x3a, isHex(5..<9) else { throw wrong }
    let vendor = String(decoding: parts[0..<4], as: UTF8.self).lowercased()
    let product = String(decoding: parts[5..<9], as: UTF8.self).lowercased()
    let name = String(decoding: parts[10...], as: UTF8.self)
    switch parts[9] {
    case 0x3a: return .usb(vendor: vendor, product: product, serial: name)
    case 0x40: return .usbPort(vendor: vendor, product: product, port: name)
    default: throw wrong
    }
  }

  /// `HOST`, `HOST:PORT`, `[V6]:PORT`, `[V6]`.
  public static func hostAndPort(_ text: String) throws(ReaderError) -> (host: String, port: UInt16) {
    let wrong = ReaderError(.invalidArgument, "\"\(text)\" names no host; HOST, HOST:PORT and [IPv6]:PORT do.")
    var host = text
    var port: UInt16 = 23
    let afterBracket = text.lastIndex(of: "]").map { text.index(after: $0) } ?? text.startIndex
    if let colon = text[afterBracket...].lastIndex(of: ":") {
      guard let number = UInt16(text[text.index(after: colon)...]), number > 0 else { throw wrong }
      port = number
      host = String(text[..<colon])
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard !host.isEmpty, host.utf8.count < 256, !host.contains("["), !host.contains("]"), !host.contains("/") else {
      throw wrong
    }
    return (host, port)
  }
}
