import CZBar
import ReaderCore

/// The libzbar that is loaded: its version, and whether it may be used.
enum ZBarLibrary {
  /// Version as major, minor, patch.
  static let version: (major: UInt32, minor: UInt32, patch: UInt32) = {
    var major: UInt32 = 0
    var minor: UInt32 = 0
    var patch: UInt32 = 0
    zbar_version(&major, &minor, &patch)
    return (major, minor, patch)
  }()

  /// Refuses versions before 0.23.1: their QR reader has no binary mode and changes the bytes.
  static func check(_ version: (major: UInt32, minor: UInt32, patch: UInt32)) throws(ReaderError) {
    let (major, minor, patch) = version
    guard major > 0 || minor > 23 || (minor == 23 && patch >= 1) else {
      throw ReaderError(
        .unsupported,
        "libzbar \(major).\(minor).\(patch) is too old: 0.23.1 or newer is needed. Install a newer libzbar0.")
    }
  }

  /// Keeps the decoders' warnings off standard error; evaluated once, before the first scan.
  static let silenced: Bool = czbar_silence() > 0
}
