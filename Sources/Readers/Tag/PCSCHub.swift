import PCSC
import ReaderCore

/// One monitor for all contactless readers of a context, which tells several listeners.
final class PCSCHub {
  /// Kept by the monitor's thread, so that the hub itself can go at any time.
  private final class Listeners {
    let lock = Lock()
    /// Held while snapshots are handed on, so that everybody hears of them in their order.
    let delivery = Lock()
    var snapshot: PCSCSnapshot?
    var calls: [(key: UInt64, call: (PCSCSnapshot) -> Void)] = []
    var next: UInt64 = 0
  }
  private let listeners = Listeners()
  private let monitor: PCSCMonitor

  /// Starts the monitor; throws `.unsupported` without libpcsclite.
  init() throws(ReaderError) {
    let listeners = self.listeners
    monitor = try PCSCMonitor { snapshot in
      listeners.delivery.locked {
        let calls = listeners.lock.locked {
          listeners.snapshot = snapshot
          return listeners.calls
        }
        for entry in calls { entry.call(snapshot) }
      }
    }
  }

  /// What is there; nil until the monitor has looked.
  var snapshot: PCSCSnapshot? { listeners.lock.locked { listeners.snapshot } }

  /// Calls back on the monitor's thread after each change, and once at once, on this thread, when something is known;
  /// never twice at a time. What is called must not add listeners.
  func add(_ call: @escaping (PCSCSnapshot) -> Void) -> UInt64 {
    listeners.delivery.locked {
      let (key, snapshot) = listeners.lock.locked { () -> (UInt64, PCSCSnapshot?) in
        listeners.next += 1
        listeners.calls.append((listeners.next, call))
        return (listeners.next, listeners.snapshot)
      }
      if let snapshot { call(snapshot) }
      return key
    }
  }

  /// Calls once, on this thread, with what is known; in order with the calls to listeners.
  func replay(_ call: (PCSCSnapshot) -> Void) {
    listeners.delivery.locked { if let snapshot { call(snapshot) } }
  }

  /// Ends the calls, but for one that runs already.
  func remove(_ key: UInt64) {
    let removed = listeners.lock.locked { () -> Any in
      defer { listeners.calls.removeAll { $0.key == key } }
      return listeners.calls
    }
    // Released outside the lock.
    withExtendedLifetime(removed) {}
  }
}
