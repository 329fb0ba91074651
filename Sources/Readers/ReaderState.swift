import ReaderCore

/// Whether the device is there (numbers of cmbSDK).
public enum Availability: Int32 {
  case unknown = 0
  case available = 1
  case unavailable = 2
}

/// State of the connection (numbers of cmbSDK).
public enum ConnectionState: Int32 {
  case disconnected = 0
  case connecting = 1
  case connected = 2
  case disconnecting = 3
  case unavailable = 4
}

/// What a reader is (numbers 0 to 2 of cmbSDK).
public enum DeviceClass: Int32 {
  case mx = 0
  case network = 1
  case camera = 2
  case frames = 64
  case tag = 65
  case scanner = 66
}

/// What a scan does after a read (numbers of TRIGGER.TYPE).
public enum TriggerType: Int32 {
  /// Motion starts it: what is brought into view is read.
  case presentation = 1
  /// The scan ends with the first read.
  case manual = 2
  /// The scan goes on until it is stopped or times out.
  case continuous = 5
}

/// What a reader does about scanning; the numbers of `scanbeam/delegate.h`.
public enum ScanningState: Int32 {
  /// No scan runs.
  case idle = 0
  /// Frames are searched.
  case running = 1
  /// Presentation: waits for motion.
  case waiting = 2
  /// Frames come but are not searched.
  case paused = 3
}

/// What a reader may be able to do, as in `scanbeam/reader.h`.
public enum Capability: Int32 {
  case push = 1
  case live = 2
  /// A DMCC terminal: takes commands, tells events.
  case terminal = 20
  /// What this terminal has.
  case battery = 21
  case lights = 22
  case beep = 23
  case liveImage = 24
  case tags = 16
}

/// Counters of a reader since it was made.
public struct ReaderStatistics {
  public var framesReceived: UInt64 = 0
  public var framesDecoded: UInt64 = 0
  public var framesDropped: UInt64 = 0
  public var framesCorrupt: UInt64 = 0
  public var goodReads: UInt64 = 0
  public var badReads: UInt64 = 0
  public var duplicates: UInt64 = 0
  /// Frames that the rules of scanning left out.
  public var framesSkipped: UInt64 = 0
  /// All zero.
  public init() {}
}
