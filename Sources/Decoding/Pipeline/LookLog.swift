import ReaderCore

/// What was seen at one place by looks that ran ahead of the search, and what is being looked at.
///
/// Two threads use it: one that looks ahead, and the search when it comes to that place.
final class LookLog {
  private class Entry {
    let key: LookKey
    init(_ key: LookKey) { self.key = key }
  }

  private final class Kept<Value>: Entry {
    let value: Value
    init(_ key: LookKey, _ value: Value) {
      self.value = value
      super.init(key)
    }
  }

  private let lock: Lock
  private var entries: [Entry] = []
  private var running: LookKey?
  private var isClosed = false
  private var wasRead = false
  /// What the looks cost, in pixels of cheap looks. Only with the lock held.
  var cost = 0

  /// - Parameter lock: Its waiters are woken when a look is over.
  init(_ lock: Lock) { self.lock = lock }

  /// Whether more may be looked at.
  var isOpen: Bool { lock.locked { !isClosed } }
  /// Whether something was read. Only with the lock held.
  var hasRead: Bool { wasRead }

  /// A look begins; false when nobody wants it any more.
  func begin(_ key: LookKey) -> Bool {
    lock.locked {
      if !isClosed { running = key }
      return !isClosed
    }
  }

  /// A look is over.
  func keep<Value>(_ value: Value, _ key: LookKey, hasRead: Bool = false) {
    lock.locked {
      entries.append(Kept(key, value))
      running = nil
      // What follows depends on what the search makes of it.
      if hasRead { (isClosed, wasRead) = (true, true) }
      lock.signal()
    }
  }

  /// Nothing more is looked at; what a look gives that runs is of no use to the search.
  func close() {
    lock.locked {
      isClosed = true
      running = nil
      lock.signal()
    }
  }

  /// What a look gave; nil when nobody took it.
  func value<Value>(_ key: LookKey) -> Value? {
    lock.locked {
      for entry in entries where entry.key == key {
        // The type belongs to who looks.
        return unsafeDowncast(entry, to: Kept<Value>.self).value
      }
      return nil
    }
  }

  /// Whether somebody takes a look in this moment. Only with the lock held.
  func isRunning(_ key: LookKey) -> Bool { running == key }
}
