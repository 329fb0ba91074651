import EventLoop
import MessageBus
import ReaderCore

/// Hears from systemd-logind when the machine goes to sleep and when it wakes, and has the sleep wait for the readers: the
/// signal PrepareForSleep and the method Inhibit of org.freedesktop.login1.Manager (man org.freedesktop.login1).
final class SleepMonitor {
  private static let name = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"
  private static let interface = "org.freedesktop.login1.Manager"

  private let bus: SystemBus
  private let log: Log
  /// As long as it is open, sleep waits (logind: five seconds by default). Loop only.
  private var inhibitor: BusDescriptor?

  /// - Parameter changed: Called on the loop: true before sleep, false after it.
  /// - Throws: `.unsupported` without libsystemd or without a system bus.
  init(_ loop: EventLoop, _ log: Log, _ changed: @escaping (Bool) -> Void) throws(ReaderError) {
    self.log = log
    bus = try SystemBus(
      loop,
      "type='signal',sender='\(SleepMonitor.name)',path='\(SleepMonitor.path)',"
        + "interface='\(SleepMonitor.interface)',member='PrepareForSleep'"
    ) { signal in
      if let sleeps = signal.arguments.first?.truth { changed(sleeps) }
    }
    loop.post { [weak self] in self?.hold() }
  }

  /// Has the next sleep wait until `release`. Without the right to that it comes when it comes.
  func hold() {
    guard inhibitor == nil else { return }
    let call = BusCall(
      SleepMonitor.name, SleepMonitor.path, SleepMonitor.interface, "Inhibit",
      [.text("sleep"), .text("Scanbeam"), .text("Readers are given back before sleep"), .text("delay")])
    bus.call(call) { [weak self] answer in
      switch answer {
      case .success(let values):
        if case .descriptor(let descriptor)? = values.first { self?.inhibitor = descriptor }
      case .failure(let failure):
        self?.log(.debug, "Sleep does not wait for the readers: \(failure.text)")
      }
    }
  }

  /// The machine may sleep.
  func release() { inhibitor = nil }
}
