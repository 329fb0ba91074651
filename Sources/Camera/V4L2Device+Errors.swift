import Glibc
import ReaderCore

// Sentences that say what to do.
extension V4L2Device {
  /// What refusing to open a node means.
  static func openError(_ node: String, _ code: Int32) -> ReaderError {
    switch code {
    case ENOENT, ENXIO, ENODEV, ENOTDIR:
      ReaderError(
        .notFound, "There is no camera at \(node): plug it in, or choose one of `scanbeam list`.", errno: code)
    case EACCES, EPERM:
      ReaderError(
        .access,
        "No permission to open the camera \(node): add the user to the group video (sudo usermod -aG video USER, then "
          + "log in again) or give access with a udev rule.", errno: code)
    case EBUSY: busyError(node)
    default:
      ReaderError(ReaderError.status(ofErrno: code), "The camera \(node) could not be opened.", errno: code)
    }
  }

  /// Another program has the camera.
  static func busyError(_ node: String) -> ReaderError {
    ReaderError(
      .busy, "The camera \(node) is in use by another program: close that one first (fuser -v \(node) names it).",
      errno: EBUSY)
  }

  /// A sensor whose pipeline nobody has set up.
  public func mediaControllerError(_ code: Int32 = 0) -> ReaderError {
    ReaderError(
      .unsupported,
      "The camera \(node) (\(driver)) is a sensor behind a media controller and gives no frames by itself: let "
        + "libcamera or GStreamer capture (libcamerasrc) and hand the frames to a reader made of push:.", errno: code)
  }

  /// The device went away.
  func lostError(_ code: Int32) -> ReaderError {
    ReaderError(
      .lost, "The camera \(node) (\(card)) went away: plug it in again and reconnect.", errno: code)
  }

  /// A request failed that must work.
  func requestError(_ what: String, _ code: Int32) -> ReaderError {
    switch code {
    case EBUSY: V4L2Device.busyError(node)
    case ENODEV, ENXIO: lostError(code)
    case ENOMEM: ReaderError(.noMemory, "There is no memory for the buffers of the camera \(node).", errno: code)
    default:
      isMediaController
        ? mediaControllerError(code)
        : ReaderError(
          .io, "The camera \(node) (\(driver)) refused to \(what); unplug it and plug it in again.", errno: code)
    }
  }
}
