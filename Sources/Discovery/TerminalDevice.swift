import Glibc
import Link
import ReaderCore

/// One terminal as a list shows it.
public struct TerminalDevice {
  /// How it is reached.
  public enum Connection: Equatable {
    case usb(USBAddress)
    case tcp(host: String, port: UInt16)
    case serial(path: String)
  }

  /// Lasting name, see `TerminalIdentity`.
  public let identity: String
  /// All lasting names that fit, the identity among them.
  public let aliases: [String]
  /// For people.
  public let name: String
  /// Device node or address.
  public let node: String
  /// Kernel driver that has it now; empty when none, and for readers on the network.
  public let driver: String
  /// How it is reached now.
  public let connection: Connection
  /// Serial number, as far as it is known without asking; for readers on the network.
  public let serial: String
  /// Whether it is known to be a terminal, not only of a class that may be one.
  public let isKnown: Bool
  /// Why it cannot be used, with a sentence that says what to do; nil when it can.
  public let problem: ReaderError?

  /// A network reader that need not be listed.
  public static func network(_ identity: String, host: String, port: UInt16, serial: String = "") -> TerminalDevice {
    let node = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    return TerminalDevice(
      identity: identity, aliases: [identity], name: node, node: node, driver: "",
      connection: .tcp(host: host, port: port), serial: serial, isKnown: true, problem: nil)
  }

  /// A serial line by the path of its node; nil when there is none.
  public static func line(_ path: String) -> TerminalDevice? {
    guard access(path, F_OK) == 0 else { return nil }
    let identity = TerminalIdentity.serial(path).text
    return TerminalDevice(
      identity: identity, aliases: [identity], name: path, node: path, driver: "", connection: .serial(path: path),
      serial: "", isKnown: false, problem: nil)
  }
}
