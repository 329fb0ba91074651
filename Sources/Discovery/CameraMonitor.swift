import Glibc
import ReaderCore

/// Hears of video nodes that come and go, without polling: an inotify watch on /dev. A loop watches `descriptor` and calls
/// `handle()` when it is readable. One thread at a time.
public final class CameraMonitor {
  /// A node that came, went, or got other permissions (udev gives them a moment after it made the node).
  public struct Change: Equatable {
    /// For example "/dev/video0".
    public let node: String
    /// True when the node is there now.
    public let exists: Bool
  }

  /// Readable when there is something to handle; owned by the monitor.
  public let descriptor: Int32
  private let folder: String
  private let onChange: ([Change]) -> Void

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - devices: Folder of the nodes.
  ///   - onChange: Called inside `handle()`, with each node once in its last state; with an empty list when so much
  ///     happened that the kernel lost count: list the cameras anew.
  /// - Throws: `.io` when the machine allows no more watches, `.notFound` when there is no such folder.
  public init(devices: String = "/dev", onChange: @escaping ([Change]) -> Void) throws(ReaderError) {
    folder = devices
    self.onChange = onChange
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else {
      throw ReaderError(.io, "Cameras that come and go cannot be watched: too many inotify instances.", errno: errno)
    }
    let mask = UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM) | UInt32(IN_ONLYDIR)
    guard inotify_add_watch(descriptor, devices, mask) >= 0 else {
      let code = errno
      close(descriptor)
      throw ReaderError(ReaderError.status(ofErrno: code), "The folder \(devices) cannot be watched.", errno: code)
    }
  }

  deinit { close(descriptor) }

  /// Reads what happened and tells it. Never waits.
  public func handle() {
    var changes: [Change] = []
    var isOverflowed = false
    withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 8) { buffer in
      // Bounded: whoever floods /dev must not hold the loop; the descriptor stays readable.
      for _ in 0..<64 {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        parse(UnsafeRawBufferPointer(buffer).prefix(count), &changes, &isOverflowed)
      }
    }
    if isOverflowed {
      onChange([])
    } else if !changes.isEmpty {
      onChange(changes)
    }
  }

  private func parse(_ bytes: Slice<UnsafeRawBufferPointer>, _ changes: inout [Change], _ isOverflowed: inout Bool) {
    let header = MemoryLayout<inotify_event>.size
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    var at = 0
    while bytes.count - at >= header {
      let event = bytes.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
      let end = min(at + header + Int(event.len), bytes.count)
      let name = String(decoding: bytes[(at + header)..<end].prefix { $0 != 0 }, as: UTF8.self)
      at = end
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isOverflowed = true }
      guard name.hasPrefix("video"), Int(name.dropFirst(5)) != nil else { continue }
      let node = "\(folder)/\(name)"
      changes.removeAll { $0.node == node }
      changes.append(Change(node: node, exists: event.mask & UInt32(IN_DELETE | IN_MOVED_FROM) == 0))
    }
  }
}
