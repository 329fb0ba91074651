import CPlatform
import Glibc
import ReaderCore

/// Waits for the service's socket to appear, with a time limit and a way to be woken.
final class ServiceWatch {
  private let wakeDescriptor: Int32

  init() throws(ReaderError) {
    wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard wakeDescriptor >= 0 else {
      throw ReaderError(.io, "A monitor got no file descriptor; raise the limit (ulimit -n).", errno: errno)
    }
  }

  deinit { close(wakeDescriptor) }

  func wake() {
    var one: UInt64 = 1
    _ = write(wakeDescriptor, &one, 8)
  }

  /// Folder of the socket: as pcsc-lite finds it.
  private static func folder() -> String {
    guard let path = getenv("PCSCLITE_CSOCK_NAME") else { return "/run/pcscd" }
    let text = String(cString: path)
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return String(text[..<slash])
  }

  /// Returns when something appears in the folder, at `wake`, or after `timeoutMs`.
  func wait(timeoutMs: Int32) {
    let notify = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    defer { if notify >= 0 { close(notify) } }
    var polled = [pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0)]
    if notify >= 0, inotify_add_watch(notify, ServiceWatch.folder(), UInt32(IN_CREATE | IN_ATTRIB)) >= 0 {
      polled.append(pollfd(fd: notify, events: Int16(POLLIN), revents: 0))
    }
    _ = poll(&polled, nfds_t(polled.count), timeoutMs)
    if polled.count > 1, polled[1].revents != 0 {
      // The socket exists before it is listened to.
      var pause = timespec(tv_sec: 0, tv_nsec: 50_000_000)
      nanosleep(&pause, nil)
    }
  }
}
