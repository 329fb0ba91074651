/// What a link to a device tells.
public enum TransportEvent {
  /// `open` succeeded.
  case opened
  /// Bytes from the device, in their order; never none.
  case received([UInt8])
  /// The system took so many more of the bytes that were given to `send`.
  case sent(Int)
  /// The end: nothing follows. Comes once for each `open`, with nil after `close`.
  case closed(ReaderError?)
}

/// A stream of bytes to and from a device: USB, TCP, a serial line. Calls and events are on the context's loop, one after
/// another; no call waits. Where a packet or a transfer ends means nothing.
public protocol Transport: AnyObject {
  /// For people: "192.168.1.5:23", "/dev/ttyUSB0".
  var label: String { get }
  /// Begins to open; `opened` or `closed` follows, never before this returns. Once per object.
  func open(_ sink: @escaping (TransportEvent) -> Void)
  /// Sends bytes after those that were given before. Without effect unless open. A device that takes none for long
  /// ends the link with `.timeout`.
  func send(_ bytes: [UInt8])
  /// Gives the device back; bytes that were not taken yet are dropped. `closed` follows, unless it came already. Any
  /// thread, also when nobody drives the loop any more.
  func close()
}
