import ReaderCore

/// The frames of a reader for one who looks at them: the newest, at most so many in a second. Any thread.
///
/// While there is a feed the frames of a camera are taken by a thread of their own, so that the picture moves also while one is
/// searched.
public final class PreviewFeed {
  public let reader: Reader
  /// How frames have to be turned to be shown, as Exif says it: mirrored for a front camera unless the host said otherwise.
  public let orientation: Int
  private let interval: Int64
  private let full: PreviewWish
  private let lock = Lock()
  private let event: WakeDescriptor
  private let slot = ObserverSlot<Ear>()
  // Under the lock.
  private var newest: PreviewFrame?
  private var lastTime: Int64?
  private var lastNumber: UInt64 = 0
  private var overtaken: UInt64 = 0
  private var isPosted = false
  private var isClosed = false

  /// - Parameters:
  ///   - maximumRate: Frames in a second, 0: as they come.
  ///   - orientation: 1 to 8; 0: by the mode of the camera.
  ///   - lateColour: Frames may be painted with colours up to 110 ms older than they are, for those that are searched as well:
  ///     reads come sooner then with cameras that send JPEG. A frame that is painted a quarter of a second after its capture has
  ///     its own.
  /// - Throws: `.unsupported` for readers without frames, `.invalidArgument`, `.io`.
  public init(
    _ reader: Reader, maximumRate: Double = 0, orientation: Int = 0, lateColour: Bool = false
  ) throws(ReaderError) {
    guard reader.driver is FrameDriver else {
      throw ReaderError(.unsupported, "This reader has no frames; terminals have a live image instead.")
    }
    guard maximumRate.isFinite, (0...1000).contains(maximumRate), (0...8).contains(orientation) else {
      throw ReaderError(.invalidArgument, "The rate must be 0 to 1000, and the orientation 0 to 8.")
    }
    self.reader = reader
    self.orientation = orientation != 0 ? orientation : reader.shared.store.mode == .frontCamera ? 2 : 1
    // A tenth less, so that a camera of the same rate is not halved by its jitter.
    interval = maximumRate > 0 ? Int64(0.9e9 / maximumRate) : 0
    full = lateColour ? .lateColour : .ownColour
    event = try WakeDescriptor()
    reader.shared.tap.add(self)
    reader.driver.settingsChanged()
  }

  /// What is called when there is a frame.
  private final class Ear {
    let call: () -> Void
    init(_ call: @escaping () -> Void) { self.call = call }
  }

  deinit { reader.shared.tap.remove(self) }

  /// Says what is called on the loop when there is a frame to take, or (nil) that nothing is any more; several frames that come
  /// meanwhile are one call. When this returns the one before is not called again.
  public func onArrival(_ call: (() -> Void)?) { slot.set(call.map(Ear.init)) }

  /// Readable while there is a frame to take.
  public var fd: Int32 { event.fd }

  /// Frames that were overtaken by newer ones before they were taken.
  public var dropped: UInt64 { lock.locked { overtaken } }

  /// The newest frame, if it was not taken yet. It stays as long as it is held; the reader goes on without it.
  public func take() -> PreviewFrame? {
    lock.locked {
      defer { newest = nil }
      if newest != nil { event.clear() }
      return newest
    }
  }

  /// Takes no more frames.
  public func close() {
    reader.shared.tap.remove(self)
    lock.locked { (newest, isClosed) = (nil, true) }
    slot.set(nil)
  }

  func wish(_ time: Int64) -> PreviewWish { lock.locked { isDue(time) ? full : .nothing } }

  private func isDue(_ time: Int64) -> Bool {
    guard !isClosed else { return false }
    guard interval > 0, let lastTime else { return true }
    // A clock that went back is a new one.
    return time < lastTime || time &- lastTime >= interval
  }

  func offer(_ frame: PreviewFrame) {
    let posts = lock.locked { () -> Bool in
      // Two threads give frames: an older one may come second.
      guard isDue(frame.time), frame.number > lastNumber else { return false }
      (lastTime, lastNumber) = (frame.time, frame.number)
      if newest != nil { overtaken &+= 1 } else { event.set() }
      newest = frame
      guard !isPosted else { return false }
      isPosted = true
      return true
    }
    guard posts else { return }
    reader.context.loop.post { [weak self] in
      guard let self else { return }
      self.lock.locked { self.isPosted = false }
      self.slot.notify { $0.call() }
    }
  }
}
