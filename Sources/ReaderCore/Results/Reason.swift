/// Why results carry no good read: the numbers of `scanbeam/result.h`.
public enum Reason: Int32 {
  case none = 0
  case noCode = 1
  case timedOut = 2
  case stopped = 3
  case disconnected = 4
  case endOfInput = 5
  case unreadable = 6

  /// Stable identifier as a static C string.
  public var staticName: StaticString {
    switch self {
    case .none: "NONE"
    case .noCode: "NO_CODE"
    case .timedOut: "TIMED_OUT"
    case .stopped: "STOPPED"
    case .disconnected: "DISCONNECTED"
    case .endOfInput: "END_OF_INPUT"
    case .unreadable: "UNREADABLE"
    }
  }

  /// Stable identifier.
  public var name: String { "\(staticName)" }
}
