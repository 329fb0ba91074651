import Decoding
import ReaderCore

/// What this build can do.
public enum Availabilities {
  /// Symbologies that can be read.
  public static let symbologies = Decoder.available
  /// Whether libzbar is usable on this machine.
  public static let hasZBar = EngineRegistry.names.contains("zbar")
}
