import CPlatform
import Glibc
import ReaderCore

/// What a reader tells its owner. All calls come on the context's loop, one after another, with no lock held.
public protocol ReaderObserver: AnyObject {
  /// The device came or went; once soon after the observer was set.
  func reader(_ reader: Reader, availabilityChanged availability: Availability)
  /// After each change.
  func reader(_ reader: Reader, connectionStateChanged state: ConnectionState)
  /// After each change.
  func reader(_ reader: Reader, scanningStateChanged state: ScanningState)
  /// Once for each accepted read, and once at each end of a scan that did not end with a read.
  func reader(_ reader: Reader, received results: ReadResults)
  /// Something failed that no call reports.
  func reader(_ reader: Reader, failed error: ReaderError)
  /// A terminal tells something beside its reads.
  func reader(_ reader: Reader, told event: ReaderEvent)
  /// A tag lies on the reader; also without a scan.
  func reader(_ reader: Reader, tagArrived tag: TagInfo)
  /// The tag was taken away, and did not come back within the delay.
  func reader(_ reader: Reader, tagRemoved tag: TagInfo)
  /// The reader wants to beep `count` times with a tone of 0 to 2, and has no beeper of its own.
  func reader(_ reader: Reader, beeps count: Int, tone: Int)
}

extension ReaderObserver {
  public func reader(_ reader: Reader, tagArrived tag: TagInfo) {}
  public func reader(_ reader: Reader, tagRemoved tag: TagInfo) {}
  /// Of no interest.
  public func reader(_ reader: Reader, told event: ReaderEvent) {}
  /// Of no interest.
  public func reader(_ reader: Reader, beeps count: Int, tone: Int) {}
}

extension ReaderObserver {
  public func reader(_ reader: Reader, scanningStateChanged state: ScanningState) {}
}

/// Holds one observer and keeps two promises: after it was replaced it is not called again, and it is
/// released only when no call to it runs.
final class ObserverSlot<Observer> {
  private let lock = Lock()
  private var current: Observer?
  private var caller: pthread_t?

  /// Replaces the observer; on another thread than the one that is calling it, waits for that call.
  func set(_ observer: Observer?) {
    var old: Observer?
    lock.locked {
      old = current
      current = observer
      while let caller, pthread_equal(caller, pthread_self()) == 0 { lock.wait() }
    }
    // Released here, outside the lock: it may call back into the library.
    withExtendedLifetime(old) {}
  }

  /// Calls the observer, if there is one. Only on the loop.
  func notify(_ body: (Observer) -> Void) {
    var observer: Observer?
    lock.locked {
      observer = current
      if observer != nil { caller = pthread_self() }
    }
    guard let observer else { return }
    CallbackScope.run { body(observer) }
    lock.locked {
      caller = nil
      lock.signal()
    }
  }
}

/// Marks the calling thread as inside a callback, so that calls that would wait for themselves are refused.
public enum CallbackScope {
  /// Runs a callback of the host.
  public static func run(_ body: () -> Void) {
    cplatform_callback_depth().pointee &+= 1
    body()
    cplatform_callback_depth().pointee &-= 1
  }

  /// True inside a callback.
  public static var isActive: Bool { cplatform_callback_depth().pointee > 0 }
}
