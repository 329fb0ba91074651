import EventLoop
import MessageBus
import ReaderCore

/// Hears from systemd-logind when the machine goes to sleep and when it wakes: the signal PrepareForSleep of
/// org.freedesktop.login1.Manager (man org.freedesktop.login1).
final class SleepMonitor {
  private let bus: SystemBus

  /// - Parameter changed: Called on the loop: true before sleep, false after it.
  /// - Throws: `.unsupported` without libsystemd or without a system bus.
  init(_ loop: EventLoop, _ changed: @escaping (Bool) -> Void) throws(ReaderError) {
    bus = try SystemBus(
      loop,
      "type='signal',sender='org.freedesktop.login1',path='/org/freedesktop/login1',"
        + "interface='org.freedesktop.login1.Manager',member='PrepareForSleep'"
    ) { signal in
      if let sleeps = signal.arguments.first?.truth { changed(sleeps) }
    }
  }
}
