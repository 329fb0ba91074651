import Camera
import ReaderCore

/// One frame after decoding, on its way from a worker to the loop.
struct DecodedFrame {
  var scan: UInt64
  var codes: [DecodedCode]
  var time: Int64
  var decodeTime: Int64
  var size: PixelSize?
  var path: String?
  var message: String?
  var image: LumaImage?
}

/// A read that a device made by itself.
struct DeviceRead {
  /// None: it tried and read nothing.
  var codes: [DecodedCode] = []
  /// Nanoseconds of the loop's clock.
  var time: Int64
  /// Of the picture that corners refer to.
  var size: PixelSize?
  var image: LumaImage?
  var attachment = DeviceAttachment()

  init(time: Int64) { self.time = time }
}

/// What a driver tells its reader. Sent from any thread; the reader takes it to the loop.
enum DriverEvent {
  /// The device came or went.
  case availability(Availability)
  /// `connect` succeeded.
  case connected
  /// `connect` failed.
  case connectFailed(ReaderError)
  /// The device was given back, because of `disconnect` or after a failure.
  case disconnected
  /// A frame was decoded and has something to say.
  case frame(DecodedFrame)
  /// A scan that waits for motion has seen some, and its frames are searched from now on.
  case motion(scan: UInt64)
  /// The device read something, whether it was told to or by its own trigger.
  case read(DeviceRead)
  /// The device does not take the start of a scan.
  case scanRefused(scan: UInt64, ReaderError)
  /// Something else that the host may want to know.
  case event(ReaderEvent)
  /// A picture that a command brought was decoded; it belongs to no scan.
  case loaded(DecodedFrame)
  /// A scan has no more input.
  case endOfInput(scan: UInt64)
  /// A tag lies on the reader, or was taken away.
  case tagArrived(TagInfo)
  case tagRemoved(TagInfo)
  /// The device failed; `disconnected` follows.
  case failed(ReaderError)
}

/// A kind of reader: how to reach the device. One per reader; all calls come on the loop and return at once.
protocol ReaderDriver: AnyObject {
  var deviceClass: DeviceClass { get }
  var capabilities: [Capability] { get }
  /// Whether the device is there, as far as can be told without touching it.
  var availability: Availability { get }
  /// Whether every frame is answered (files) or only reads count (cameras).
  var answersEveryFrame: Bool { get }
  /// Begins to tell; called once, before anything else.
  func begin(_ sink: @escaping (DriverEvent) -> Void)
  /// Claims the device: `connected` or `connectFailed` follows.
  func connect()
  /// Gives the device back: `disconnected` follows.
  func disconnect()
  /// Begins to decode frames for scan number `scan`, ending the one before.
  func startScan(_ scan: UInt64)
  /// Ends decoding. Any thread.
  func stopScan()
  /// Begins scan number `scan`, when `watching` once something is brought into view; `motion` tells. Called for the scan that
  /// runs, it waits for the next motion. Nothing begins when `isStopped` says so, which is asked in one step with the
  /// beginning: a stop that comes between would be overtaken.
  func begin(_ scan: UInt64, watching: Bool, unless isStopped: () -> Bool)
  /// A frame from the host; throws `.unsupported` unless the driver takes frames. Any thread.
  func push(_ luma: LumaView, time: Int64) throws(ReaderError)
  /// Forgets pushed frames that were not taken yet; they count as dropped. None when `isKept` says so, which is asked in one
  /// step with the forgetting. Any thread.
  func discardPushed(unless isKept: () -> Bool)
  /// Why an operation would fail before it is begun; nil when that is not known. Any thread.
  func refusal(of operation: DeviceOperation) -> ReaderError?
  /// Carries out `operation`; `done` comes exactly once, on any thread. Called on the loop, one operation at a time, whether
  /// the reader is connected or not: offline the answer is status 105, but for what the driver can keep.
  func perform(_ operation: DeviceOperation, _ done: @escaping (Result<DeviceAnswer, ReaderError>) -> Void)
  /// The controls of a camera that is open; nil for all else. Any thread.
  var controls: CameraControls? { get }
  /// What the device said of itself when it was last connected; nil for devices that say nothing. Any thread.
  var information: TerminalInfo? { get }
  /// A scan has ended, and leaves no zoom behind.
  func resetZoom()
  /// Percent by which frames are enlarged before they are searched, because the camera cannot; 100: not at all. Any thread.
  var previewZoom: Int { get }
  /// Settings that the worker has to look at were changed. Any thread.
  func settingsChanged()
  /// A `frame` event was handled; keeps what is under way bounded.
  func consumed()
  /// The last call: stop telling, end threads by themselves.
  func end()
}

extension ReaderDriver {
  var controls: CameraControls? { nil }
  var information: TerminalInfo? { nil }
  func resetZoom() {}
  var previewZoom: Int { 100 }
  func settingsChanged() {}
  func discardPushed() { discardPushed { false } }
  func discardPushed(unless isKept: () -> Bool) {}
  func begin(_ scan: UInt64, watching: Bool, unless isStopped: () -> Bool) { if !isStopped() { startScan(scan) } }
  func refusal(of operation: DeviceOperation) -> ReaderError? { nil }

  func perform(_ operation: DeviceOperation, _ done: @escaping (Result<DeviceAnswer, ReaderError>) -> Void) {
    done(.failure(ReaderError(.unsupported, "This reader does not do that.")))
  }
}
