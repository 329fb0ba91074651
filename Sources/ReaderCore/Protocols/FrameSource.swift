/// One frame, lent for the length of a call.
public struct Frame {
  /// The pixels.
  public let luma: LumaView
  /// When it was captured, nanoseconds of CLOCK_MONOTONIC.
  public let time: Int64
  /// Path of the picture, nil for cameras and pushed frames.
  public let path: String?

  /// Makes a frame.
  public init(luma: LumaView, time: Int64, path: String? = nil) {
    self.luma = luma
    self.time = time
    self.path = path
  }
}

/// What waiting for a frame came to.
public enum FrameOutcome {
  /// A frame was lent; `dropped` older ones were overtaken by it, and `damaged` ones came with it.
  case frame(dropped: Int, damaged: Int = 0)
  /// Frames came but were short or damaged; they were dropped.
  case corrupt(String, count: Int = 1)
  /// A picture file could not be read.
  case unreadable(path: String, error: ReaderError)
  /// The wake descriptor was readable.
  case woken
  /// Nothing came in time.
  case timedOut
  /// There are no more frames.
  case end
}

/// Where frames come from: a camera, files, the host. All calls come from one thread at a time, never the loop thread, in
/// the order open, (start, next…, stop)…, close.
public protocol FrameSource: AnyObject {
  /// True when every frame is answered, with a no-read if need be (files); false when only reads count (cameras).
  var answersEveryFrame: Bool { get }
  /// Claims the device. Throws `.notFound`, `.busy`, `.access`, `.format`, `.io`.
  func open() throws(ReaderError)
  /// Begins to deliver frames.
  func start() throws(ReaderError)
  /// Waits for a frame and lends the newest one to `body`.
  ///
  /// - Parameters:
  ///   - wake: A file descriptor; when it becomes readable the wait ends with `.woken`. It is not read.
  ///   - timeoutMs: How long to wait.
  /// - Throws: `.lost` when the device went away, `.io`, `.stalled`; the source is then only good for `stop` and `close`.
  func next(wake: Int32, timeoutMs: Int32, _ body: (Frame) -> Void) throws(ReaderError) -> FrameOutcome
  /// Ends delivery; no-op when not started. Within 500 ms.
  func stop()
  /// Gives the device back; no-op when not open.
  func close()
}

/// A frame source whose frames cost something before they can be looked at, and which need not be looked at all.
public protocol SelectiveFrameSource: FrameSource {
  /// Says of a frame of this time whether it is wanted; others are taken and counted, but not lent. Nil: all are.
  var admits: ((Int64) -> Bool)? { get set }
}
