import Decoding
import Glibc
import ReaderCore

/// What this build can do.
public enum Availabilities {
  /// Symbologies that can be read.
  public static let symbologies = Decoder.available
  /// Whether libzbar is usable on this machine.
  public static let hasZBar = EngineRegistry.names.contains("zbar")
  /// Whether zxing-cpp is built in.
  public static let hasZXing = EngineRegistry.names.contains { $0.hasPrefix("zxing") }
  /// CPU cores that the process may use, at least 1.
  public static let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
