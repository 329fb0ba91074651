import Camera
import Discovery
import EventLoop
import Glibc
import ReaderCore

/// Whether a device is there, and news of it. `current` may be asked on any thread; this one is always there.
class Presence {
  /// Whether it is there now.
  func current() -> Availability { .available }
  /// Calls back on the loop after each change.
  func watch(_ changed: @escaping (Availability) -> Void) {}
  /// Ends the calls.
  func unwatch() {}
}

/// A picture file or a directory: there when its path is.
final class FilePresence: Presence {
  private let path: String

  init(_ path: String) { self.path = path }

  override func current() -> Availability { access(path, F_OK) == 0 ? .available : .unavailable }
}

/// A camera: there when its identity resolves to a device node.
final class CameraPresence: Presence {
  private let identity: String
  private let hub: CameraPresenceHub
  private var key: UInt64?

  init(_ identity: String, _ hub: CameraPresenceHub) {
    self.identity = identity
    self.hub = hub
  }

  override func current() -> Availability { CameraList.resolve(identity) == nil ? .unavailable : .available }

  override func watch(_ changed: @escaping (Availability) -> Void) {
    var last = CameraList.resolve(identity)
    key = hub.add { [identity] in
      let node = CameraList.resolve(identity)
      guard node != last else { return }
      // Back under another node within one round: the old device went, a new one came.
      if last != nil { changed(.unavailable) }
      if node != nil { changed(.available) }
      last = node
    }
  }

  override func unwatch() { if let key { hub.remove(key) } }
}

/// One watch over the device nodes for all camera readers of a context.
final class CameraPresenceHub {
  private let lock = Lock()
  /// Lets the monitor call an object that is not complete when the monitor is made.
  private final class Changed {
    var call: (() -> Void)?
  }
  private var listeners: [(key: UInt64, call: () -> Void)] = []
  private var next: UInt64 = 0
  private let monitor: CameraMonitor
  /// Kept, since a context lets its loop go before its watches.
  private let loop: EventLoop

  init(_ loop: EventLoop, _ log: Log) throws(ReaderError) {
    self.loop = loop
    let changed = Changed()
    monitor = try CameraMonitor { _ in changed.call?() }
    changed.call = { [unowned self] in for listener in self.lock.locked({ self.listeners }) { listener.call() } }
    loop.watch(monitor.descriptor) { [monitor] in monitor.handle() }
  }

  deinit { loop.unwatch(monitor.descriptor) }

  func add(_ call: @escaping () -> Void) -> UInt64 {
    lock.locked {
      next += 1
      listeners.append((next, call))
      return next
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
}
