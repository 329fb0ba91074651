import Glibc

/// A mutual exclusion lock with a condition to wait on.
///
/// A pthread mutex on the heap, because the standard library's `Mutex` does not exist in Embedded Swift and has no
/// condition.
public final class Lock {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Makes an unlocked lock.
  public init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` with the lock held. Not recursive.
  @inline(__always)
  public func locked<R>(_ body: () -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Waits for `signal()`, up to `deadline` (nanoseconds of CLOCK_MONOTONIC; nil: no limit). Only inside `locked`.
  /// May return early: check the condition again.
  public func wait(until deadline: Int64? = nil) {
    guard let deadline else {
      pthread_cond_wait(condition, mutex)
      return
    }
    var time = timespec(
      tv_sec: Int(truncatingIfNeeded: deadline / 1_000_000_000),
      tv_nsec: Int(truncatingIfNeeded: deadline % 1_000_000_000))
    pthread_cond_timedwait(condition, mutex, &time)
  }

  /// Wakes all that wait.
  public func signal() { pthread_cond_broadcast(condition) }
}
