import EventLoop
import Glibc
import ReaderCore

/// The reports of a HID POS scanner, from a hidraw node of the kernel. Whatever else brings such reports (a pipe, a pseudo
/// terminal, a recording) does as well. Everything on the loop.
public final class HIDTransport {
  private let path: String
  private let loop: EventLoop
  private var fd: Int32 = -1
  private var pump: DescriptorPump?
  private var rest: [UInt8] = []
  /// What the reports look like by the descriptor of the device; nil: it has none that can be had.
  public private(set) var layout: HIDScanLayout?

  /// Makes a link that is not open yet.
  public init(path: String, loop: EventLoop) {
    self.path = path
    self.loop = loop
  }

  deinit {
    pump?.stop()
    if fd >= 0 { Glibc.close(fd) }
  }

  /// Opens the node, for nobody else of ours at the same time. `received` gets one report at a time, `closed` comes once, when
  /// the device has gone.
  ///
  /// - Throws: `.notFound`, `.access` with the rule that is missing, `.busy`, `.unsupported` for a HID device that is no bar
  ///   code scanner.
  public func open(
    _ received: @escaping ([UInt8]) -> Void, closed: @escaping (ReaderError) -> Void
  ) throws(ReaderError) {
    fd = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard fd >= 0 else { throw HIDTransport.openError(path, errno) }
    guard flock(fd, LOCK_EX | LOCK_NB) == 0 else {
      throw ReaderError(.busy, "\(path) is in use by another reader.", errno: errno)
    }
    if let descriptor = HIDTransport.descriptor(fd) {
      layout = HIDScanLayout(descriptor: descriptor)
      guard layout != nil else {
        throw ReaderError(
          .unsupported, "\(path) is no bar code scanner of the class HID POS; switch the scanner into that mode.")
      }
    }
    let isNode = layout != nil
    let size = HIDScanAssembler(layout: layout).reportSize
    pump = DescriptorPump(fd, isSocket: false, label: path, loop: loop, writeTimeout: 5_000_000_000) {
      [weak self] event in
      switch event {
      // The kernel gives one report a call; other sources may join or cut them.
      case .received(let bytes) where isNode: received(bytes)
      case .received(let bytes): self?.split(bytes, size, received)
      case .closed(let error):
        closed(error ?? ReaderError(.lost, "The scanner has gone."))
      default: break
      }
    }
  }

  /// Gives the node back; nothing is told any more.
  public func close() {
    pump?.stop()
    pump = nil
    if fd >= 0 { Glibc.close(fd) }
    fd = -1
  }

  private func split(_ bytes: [UInt8], _ size: Int, _ received: ([UInt8]) -> Void) {
    rest += bytes
    while rest.count >= size {
      received(Array(rest.prefix(size)))
      rest.removeFirst(size)
    }
  }

  /// The report descriptor; nil for what is no hidraw node.
  private static func descriptor(_ fd: Int32) -> [UInt8]? {
    var size: Int32 = 0
    // HIDIOCGRDESCSIZE and HIDIOCGRDESC of <linux/hidraw.h>.
    guard ioctl(fd, 0x8004_4801, &size) == 0, size > 0, size <= 4096 else { return nil }
    var table = [UInt8](repeating: 0, count: 4100)
    withUnsafeBytes(of: UInt32(size)) { table.replaceSubrange(0..<4, with: $0) }
    guard ioctl(fd, 0x9004_4802, &table) == 0 else { return nil }
    return Array(table[4..<4 + Int(size)])
  }

  private static func openError(_ path: String, _ code: Int32) -> ReaderError {
    switch code {
    case EACCES, EPERM:
      ReaderError(
        .access, "No permission for \(path): install 60-scanbeam.rules and plug the scanner in again.", errno: code)
    case ENOENT, ENXIO, ENODEV: ReaderError(.notFound, "There is no \(path): plug the scanner in.", errno: code)
    default: ReaderError(ReaderError.status(ofErrno: code), "\(path) cannot be opened.", errno: code)
    }
  }
}
