import CV4L2
import Glibc
import ReaderCore

/// An open V4L2 node and what it says about itself. One thread at a time.
public final class V4L2Device {
  /// Path of the node, for sentences.
  public let node: String
  /// Kernel driver, for example "uvcvideo".
  public let driver: String
  /// Name of the model for people.
  public let card: String
  /// Where the device is plugged in, for example "usb-0000:00:14.0-1".
  public let busInfo: String
  /// What this node can do (not what the whole device can, which has other nodes).
  public let capabilities: UInt32

  let system: V4L2System
  let fd: Int32

  /// Opens a node and asks it what it is; nothing is configured or claimed.
  ///
  /// - Throws: `.notFound`, `.busy`, `.access`, `.lost`, `.format` for nodes that are no video device, `.io`.
  public init(node: String, system: V4L2System) throws(ReaderError) {
    var fd = system.open(node)
    for _ in 0..<V4L2Device.interruptions where fd == -EINTR { fd = system.open(node) }
    guard fd >= 0 else { throw V4L2Device.openError(node, -fd) }
    var answer = v4l2_capability()
    let code = V4L2Device.request(system, fd, cv4l2_querycap, &answer)
    guard code >= 0 else {
      system.close(fd)
      if code == -ENOTTY || code == -EINVAL {
        throw ReaderError(.format, "\(node) is no video device; `scanbeam list` shows the cameras.")
      }
      throw V4L2Device.openError(node, -code)
    }
    self.node = node
    self.system = system
    self.fd = fd
    driver = V4L2Device.text(of: answer.driver)
    card = V4L2Device.text(of: answer.card)
    busInfo = V4L2Device.text(of: answer.bus_info)
    // Drivers without the flag are older than the division of devices into nodes: then both are the same.
    capabilities = answer.capabilities & cv4l2_cap_device_caps != 0 ? answer.device_caps : answer.capabilities
  }

  deinit { system.close(fd) }

  /// True for nodes that deliver pictures; false for metadata, output, encoder and radio nodes.
  public var isCapture: Bool {
    capabilities & (cv4l2_cap_capture | cv4l2_cap_capture_mplane) != 0 && capabilities & cv4l2_cap_m2m == 0
  }

  /// True when the pictures need a pipeline that somebody else (libcamera) sets up.
  public var isMediaController: Bool { capabilities & cv4l2_cap_media_controller != 0 }

  /// Buffer type that pictures are captured with.
  var type: UInt32 {
    capabilities & cv4l2_cap_capture != 0 ? cv4l2_type_capture : cv4l2_type_capture_mplane
  }

  /// True when buffers have an array of planes.
  var isMultiplanar: Bool { type == cv4l2_type_capture_mplane }

  /// One request, repeated when a signal interrupts it. 0 or more, or -errno.
  @discardableResult
  func request<T>(_ number: UInt, _ argument: inout T) -> Int32 {
    V4L2Device.request(system, fd, number, &argument)
  }

  /// How often a call may be interrupted before that counts as an error: a driver that never does anything else must
  /// not hold a thread for ever.
  static let interruptions = 10_000

  private static func request<T>(_ system: V4L2System, _ fd: Int32, _ number: UInt, _ argument: inout T) -> Int32 {
    withUnsafeMutablePointer(to: &argument) { pointer in
      var code = system.ioctl(fd, number, pointer)
      for _ in 0..<interruptions where code == -EINTR { code = system.ioctl(fd, number, pointer) }
      return code
    }
  }

  /// True when the device no longer answers at all.
  var isGone: Bool {
    var answer = v4l2_capability()
    return request(cv4l2_querycap, &answer) < 0
  }

  /// Text of a fixed field: up to its first NUL, repaired to UTF-8.
  private static func text<T>(of field: T) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
