import Camera
import Glibc
import ReaderCore

/// The cameras of this machine at one moment. Immutable; any thread.
public struct CameraList {
  /// In the order of their nodes.
  public let cameras: [CameraDevice]

  init(cameras: [CameraDevice]) { self.cameras = cameras }

  /// Looks. Passive: nodes are opened and asked, nothing is set or claimed. Cameras that may not be opened are in the
  /// list with their problem; nodes that give no pictures that can be read are not.
  ///
  /// - Parameters:
  ///   - devices: Folder of the nodes.
  ///   - sysfs: The kernel's device tree.
  public static func current(
    devices: String = "/dev", sysfs: String = "/sys", system: V4L2System = V4L2Kernel()
  ) -> CameraList {
    CameraList(Survey(devices: devices, sysfs: SysFS(root: sysfs), system: system).findings())
  }

  /// The camera with a lasting name (in either form) or with a node ("/dev/video0", or a link to it).
  ///
  /// - Throws: `.notFound`; `.invalidArgument` when the name fits two cameras; `.format` for nodes that give no pictures.
  public func camera(_ name: String) throws(ReaderError) -> CameraDevice {
    if name.hasPrefix("/") {
      let path = SysFS.real(name) ?? name
      if let found = cameras.first(where: { $0.node == path || SysFS.real($0.node) == path }) { return found }
      if access(name, F_OK) == 0 {
        throw ReaderError(
          .format, "\(name) gives no pictures that can be read; `scanbeam list` shows the nodes that do.")
      }
      throw ReaderError(.notFound, "There is no camera at \(name): plug it in, or choose one of `scanbeam list`.")
    }
    let found = cameras.filter { $0.aliases.contains(name) }
    guard let first = found.first else {
      throw ReaderError(.notFound, "The camera \(name) is not plugged in; `scanbeam list` shows what is there.")
    }
    guard found.count == 1 else {
      let others = found.map { "\($0.identity) (\($0.node))" }.joined(separator: ", ")
      throw ReaderError(.invalidArgument, "\(name) fits more than one camera: choose one of \(others).")
    }
    return first
  }

  /// The node of the camera with this lasting name or node now; nil when it is not there or not the only one.
  public static func resolve(
    _ identity: String, devices: String = "/dev", sysfs: String = "/sys", system: V4L2System = V4L2Kernel()
  ) -> String? {
    do throws(ReaderError) {
      return try current(devices: devices, sysfs: sysfs, system: system).camera(identity).node
    } catch { return nil }
  }

  /// A frame source that finds its camera again, whatever node it has when it is opened.
  public static func frameSource(
    _ identity: String, preference: CameraPreference = CameraPreference(), log: Log = Log(), devices: String = "/dev",
    sysfs: String = "/sys", system: V4L2System = V4L2Kernel()
  ) -> V4L2FrameSource {
    V4L2FrameSource(preference: preference, log: log, system: system, sysfs: sysfs) {
      () throws(ReaderError) -> String in
      try current(devices: devices, sysfs: sysfs, system: system).camera(identity).node
    }
  }
}
