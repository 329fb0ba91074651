import Camera
import Glibc
import ReaderCore

/// A fake camera with a source on it.
struct CameraCase {
  let camera: FakeCamera
  let source: V4L2FrameSource

  init(_ node: FakeCamera.Node = FakeCamera.Node(), preference: CameraPreference = CameraPreference()) {
    camera = FakeCamera(node)
    source = V4L2FrameSource(node: "/dev/video0", preference: preference, system: camera)
  }

  var node: FakeCamera.Node { camera.nodes["/dev/video0"]! }

  func begin() throws {
    try source.open()
    try source.start()
  }

  /// A frame of 64 x 48 GREY pixels in `ms` milliseconds from now.
  func grey(_ value: UInt8, inMs ms: Int64, flags: UInt32 = 0, used: Int? = nil) {
    camera.frames.append(
      FakeCamera.Frame(
        at: camera.clock + ms * 1_000_000, bytes: [UInt8](repeating: value, count: 64 * 48), flags: flags, used: used))
  }

  /// The outcome of one wait as text, with the first pixel of the frame.
  func next(_ timeoutMs: Int32 = 1000, during body: () -> Void = {}) -> String {
    var pixel = -1
    do throws(ReaderError) {
      let outcome = try source.next(wake: FakeCamera.wake, timeoutMs: timeoutMs) { frame in
        body()
        pixel = Int(frame.luma.row(frame.luma.height - 1)[frame.luma.width - 1])
      }
      switch outcome {
      case .frame(let dropped, let damaged):
        return "frame \(pixel) dropped \(dropped)" + (damaged > 0 ? " damaged \(damaged)" : "")
      case .corrupt: return "corrupt"
      case .woken: return "woken"
      case .timedOut: return "timed out"
      case .end: return "end"
      case .unreadable: return "unreadable"
      }
    } catch {
      return "error \(error.status.rawValue)"
    }
  }

  /// The status and message that opening or starting fails with.
  func failure() -> (status: Status, message: String) {
    do throws(ReaderError) {
      try source.open()
      try source.start()
    } catch {
      return (error.status, error.message)
    }
    return (.ok, "")
  }
}
