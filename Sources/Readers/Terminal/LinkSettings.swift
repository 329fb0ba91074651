import ReaderCore

/// How a reader keeps its connection.
public struct LinkSettings: Equatable {
  /// After the device was lost: connect again by itself, as soon as it is there.
  public var reconnects = false
  /// After a reconnect or a reboot of the same device: send again what was set.
  public var keepsConfiguration = false
  /// Milliseconds between questions whether the terminal is there; 0: none.
  public var heartbeatMs: Int32 = 0
  /// Port on which a reader on the network has its server for pictures; 0: they are not wanted.
  public var imagePort: UInt16 = 0
  /// The defaults.
  public init() {}
}

/// Something that a reader tells beside results: the numbers of `scanbeam/delegate.h`.
public enum ReaderEvent {
  /// A heartbeat was not answered; so many in a row.
  case heartbeatMissed(Int)
  /// It answers nothing any more, though the connection stands.
  case unresponsive
  /// It answers again.
  case responsive
  /// It lost its session (it rebooted); what was set was sent again if the host asked for that.
  case restarted(restored: Bool)
  /// Bytes of something large have gone or come.
  case transfer(outgoing: Bool, done: Int, total: Int)
  /// A picture of the live image, in the format that was asked for.
  case liveImage([UInt8])
  /// A picture that it pushed: file name, type (0 bitmap, 1 PNG, 2 JPEG, 9 SVG), the file.
  case pushedImage(name: String, type: Int32, bytes: [UInt8])
  /// It told something of itself, with its DMCC status.
  case notice(status: Int32, text: String, bytes: [UInt8])
  /// Bytes that belong to no message.
  case offProtocol([UInt8])
}

/// What a terminal said of itself when it was connected.
public struct TerminalInfo: Equatable {
  public var type = ""
  public var serial = ""
  public var firmware = ""
  public var name = ""
  /// Nothing known.
  public init() {}
}

/// What a network reader needs beside its address.
public struct NetworkLogin {
  /// Empty: `admin`.
  public var user = ""
  /// nil: none; connecting fails when the reader asks for one.
  public var password: String?
  /// Without a password.
  public init() {}
}
