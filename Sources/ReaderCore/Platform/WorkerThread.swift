import CPlatform
import Glibc

/// A named thread with all signals blocked, so that the host's handlers never run on it.
public final class WorkerThread {
  private var handle = pthread_t()
  private var joined = false

  /// Starts `body` on a new thread.
  ///
  /// - Parameter name: At most 15 bytes are shown by the system.
  public init(name: StaticString, _ body: @escaping () -> Void) throws(ReaderError) {
    final class Box {
      let name: StaticString
      let body: () -> Void
      init(_ name: StaticString, _ body: @escaping () -> Void) {
        self.name = name
        self.body = body
      }
    }
    let box = Unmanaged.passRetained(Box(name, body))
    var all = sigset_t()
    var old = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &old)
    let code = pthread_create(
      &handle, nil,
      { argument in
        let box = Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue()
        box.name.withUTF8Buffer { cplatform_name_thread($0.baseAddress!) }
        box.body()
        return nil
      }, box.toOpaque())
    pthread_sigmask(SIG_SETMASK, &old, nil)
    guard code == 0 else {
      box.release()
      joined = true
      throw ReaderError(.noMemory, "A thread could not be started.", errno: code)
    }
  }

  /// True on this thread itself.
  public var isCurrent: Bool { pthread_equal(pthread_self(), handle) != 0 }

  /// Waits for the end of the thread; on the thread itself it lets it end alone.
  public func join() {
    guard !joined else { return }
    joined = true
    if isCurrent { pthread_detach(handle) } else { pthread_join(handle, nil) }
  }

  deinit { if !joined { pthread_detach(handle) } }
}
