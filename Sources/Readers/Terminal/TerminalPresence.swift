import Discovery
import ReaderCore

/// Which terminal a reader is for.
enum TerminalChoice {
  /// The first one on USB (`mx:`), then always that one while it is there.
  case first
  case identity(TerminalIdentity)
}

/// A terminal: there when it is listed. Of a host that nobody announces it cannot be told.
final class TerminalPresence: Presence {
  private let choice: TerminalChoice
  private let hub: TerminalHub
  private let lock = Lock()
  private var key: UInt64?
  private var chosen: String?
  private var serial = ""

  init(_ choice: TerminalChoice, _ hub: TerminalHub) {
    self.choice = choice
    self.hub = hub
  }

  /// The terminal as it is reached now; nil when it is not there.
  func locate() -> TerminalDevice? {
    switch choice {
    case .first:
      let list = hub.list()
      if let chosen = lock.locked({ chosen }), let again = list.terminals.first(where: { $0.aliases.contains(chosen) })
      {
        return again
      }
      return list.first
    case .identity(.tcp(let host, let port)):
      // Back under another address: known by its serial number.
      let serial = lock.locked { self.serial }
      let found = serial.isEmpty ? nil : hub.find(serial: serial)
      let here = TerminalIdentity.tcp(host: found?.host ?? host, port: found?.port ?? port).text
      return TerminalDevice.network(here, host: found?.host ?? host, port: found?.port ?? port, serial: serial)
    case .identity(.serial(let path)) where path.hasPrefix("/"):
      return TerminalDevice.line(path)
    case .identity(let identity):
      return hub.list().terminal(identity)
    }
  }

  /// It was connected: keep to it.
  func keep(_ device: TerminalDevice, serial: String) {
    lock.locked {
      chosen = device.identity
      self.serial = serial
    }
  }

  override func current() -> Availability {
    guard let device = locate() else { return .unavailable }
    if case .tcp(let host, _) = device.connection {
      return hub.list().terminals.contains { $0.node.hasPrefix(host) && !$0.serial.isEmpty } ? .available : .unknown
    }
    return .available
  }

  override func watch(_ changed: @escaping (Availability) -> Void) {
    var last = locate()?.connection
    var told = current()
    key = hub.add { [weak self] in
      guard let self else { return }
      let now = locate()?.connection
      let availability = current()
      // Back at another place within one round: the old one went, a new one came.
      if now != last, last != nil, now != nil, told == .available, case .usb = now { changed(.unavailable) }
      if now != last || availability != told { changed(availability) }
      (last, told) = (now, availability)
    }
  }

  override func unwatch() { if let key { hub.remove(key) } }
}
