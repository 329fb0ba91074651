import Camera
import ReaderCore

/// One camera as a list shows it.
public struct CameraDevice {
  /// Lasting name of the camera, the same whatever node it has: `v4l2:usb-VVVV:PPPP-SERIAL` when it has a serial number
  /// that no other camera here has, else `v4l2:` and where it is plugged in. The second and further cameras of one device
  /// (infrared, for example) have `#2`, `#3`, … behind it.
  public let identity: String
  /// All lasting names that fit, the identity among them.
  public let aliases: [String]
  /// Name of the model for people.
  public let name: String
  /// Path of the node, for example "/dev/video0".
  public let node: String
  /// Kernel driver; empty when the node may not be opened.
  public let driver: String
  /// What it can deliver; empty when the node may not be opened.
  public let formats: [CameraFormat]
  /// Why it cannot be used, with a sentence that says what to do; nil when it can.
  public let problem: ReaderError?
}
