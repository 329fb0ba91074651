import Discovery
import EventLoop
import Link
import ReaderCore

/// What the terminal readers of a context share: libusb, the readers on the network that are known, and news of both.
final class TerminalHub {
  let loop: EventLoop
  private let log: Log
  private let lock = Lock()
  private var listeners: [(key: UInt64, call: () -> Void)] = []
  private var nextKey: UInt64 = 0
  private var hosts: [NetworkReader] = []
  private var discovery: NetworkDiscovery?
  /// libusb, made when the first device is watched for or opened.
  private var usb: Result<USBSystem, ReaderError>?
  private var usbKey: UInt64?

  init(_ loop: EventLoop, _ log: Log) {
    self.loop = loop
    self.log = log
  }

  deinit { if case .success(let usb) = usb, let usbKey { usb.unwatch(usbKey) } }

  /// libusb; throws `.unsupported` where there is no USB.
  func system() throws(ReaderError) -> USBSystem {
    if let usb = lock.locked({ usb }) { return try usb.get() }
    let made = Result { () throws(ReaderError) in try USBSystem() }
    switch made {
    case .success(let system):
      let key = system.watch { [weak self, loop] in loop.post { self?.usbChanged() } }
      lock.locked { (usb, usbKey) = (made, key) }
    case .failure(let error):
      log(.info, error.message)
      lock.locked { usb = made }
    }
    return try made.get()
  }

  /// Lets hosts be listed, and looks for readers on the interfaces that are allowed.
  func configure(_ options: DiscoveryOptions) throws(ReaderError) {
    var hosts: [NetworkReader] = []
    for text in options.hosts {
      let (host, port) = try TerminalIdentity.hostAndPort(text)
      hosts.append(NetworkReader(host: host, port: port))
    }
    let discovery =
      options.interfaces.isEmpty
      ? nil : try NetworkDiscovery(loop, options, log: log) { [weak self] in self?.notify() }
    let old = lock.locked { () -> NetworkDiscovery? in
      defer { (self.hosts, self.discovery) = (hosts, discovery) }
      return self.discovery
    }
    // Released outside the lock.
    withExtendedLifetime(old) {}
    loop.post { [weak self] in self?.notify() }
  }

  /// The terminals that are known now. Any thread.
  func list() -> TerminalList {
    let (hosts, discovery) = lock.locked { (self.hosts, self.discovery) }
    return TerminalList.current(network: hosts + (discovery?.readers ?? []))
  }

  /// Where the network reader with a serial number was heard last.
  func find(serial: String) -> NetworkReader? { lock.locked { discovery }?.find(serial: serial) }

  /// Asks on the network now, where that is allowed. Any thread.
  func ask() { lock.locked { discovery }?.ask() }

  /// Calls `changed` on the loop when terminals may have come or gone.
  func add(_ changed: @escaping () -> Void) -> UInt64 {
    // What cannot be watched is still listed.
    do throws(ReaderError) { _ = try system() } catch {}
    return lock.locked {
      nextKey += 1
      listeners.append((nextKey, changed))
      return nextKey
    }
  }

  func remove(_ key: UInt64) {
    let removed = lock.locked { () -> Any in
      defer { listeners.removeAll { $0.key == key } }
      return listeners
    }
    // Released outside the lock.
    withExtendedLifetime(removed) {}
  }

  /// The kernel's nodes, and their rights from udev, follow a moment after the device.
  private func usbChanged() {
    notify()
    for delay: Int64 in [500_000_000, 2_000_000_000] {
      loop.schedule(at: loop.time &+ delay) { [weak self] in self?.notify() }
    }
  }

  private func notify() { for listener in lock.locked({ listeners }) { listener.call() } }
}
