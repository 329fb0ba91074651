import CV4L2
import Glibc
import ReaderCore

/// The system calls that cameras are spoken to with. Everything goes through here, so that tests can script a camera and
/// force every error. Negative results are -errno.
public protocol V4L2System: AnyObject {
  /// Opens a node for reading and writing, non-blocking and close-on-exec.
  func open(_ path: String) -> Int32
  /// Closes a descriptor.
  func close(_ fd: Int32)
  /// One request; may be interrupted (-EINTR).
  func ioctl(_ fd: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32
  /// Maps a buffer of the driver; nil with the errno value when that fails.
  func map(_ fd: Int32, length: Int, offset: Int) -> (memory: UnsafeMutableRawPointer?, code: Int32)
  /// Undoes `map`.
  func unmap(_ memory: UnsafeMutableRawPointer, length: Int)
  /// Waits up to `timeoutMs`; may be interrupted (-EINTR).
  func poll(_ descriptors: UnsafeMutableBufferPointer<pollfd>, timeoutMs: Int32) -> Int32
  /// Nanoseconds of the clock that time-outs are measured with.
  func now() -> Int64
}

/// The kernel of this machine, through libc. Stateless; any thread.
public final class V4L2Kernel: V4L2System {
  /// Makes the door.
  public init() {}

  public func open(_ path: String) -> Int32 { cv4l2_open(path) }
  public func close(_ fd: Int32) { _ = Glibc.close(fd) }
  public func ioctl(_ fd: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
    cv4l2_ioctl(fd, request, argument)
  }
  public func map(_ fd: Int32, length: Int, offset: Int) -> (memory: UnsafeMutableRawPointer?, code: Int32) {
    let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, off_t(offset))
    return memory == MAP_FAILED ? (nil, errno) : (memory, 0)
  }
  public func unmap(_ memory: UnsafeMutableRawPointer, length: Int) { munmap(memory, length) }
  public func poll(_ descriptors: UnsafeMutableBufferPointer<pollfd>, timeoutMs: Int32) -> Int32 {
    let result = Glibc.poll(descriptors.baseAddress, nfds_t(descriptors.count), timeoutMs)
    return result < 0 ? -errno : result
  }
  public func now() -> Int64 { SystemClock.now() }
}
