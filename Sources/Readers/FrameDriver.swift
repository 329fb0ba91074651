import CPlatform
import Camera
import Decoding
import Glibc
import ReaderCore

/// Drives any frame source: a worker thread opens it, takes the newest frame, decodes it and sends what came of it. One
/// worker per connection; it ends with the connection.
final class FrameDriver: ReaderDriver {
  let deviceClass: DeviceClass
  let capabilities: [Capability]
  private let source: FrameSource
  let shared: ReaderShared
  let log: Log
  private let presence: Presence
  private let pushed: PushFrameSource?
  private let camera: V4L2FrameSource?
  /// What takes the frames of a camera while somebody looks at them.
  private let previewed: PreviewedSource?
  private let binding: CameraBinding
  let lock = Lock()
  private let wake: WakeDescriptor
  private let hasBudget: Bool
  private var sink: ((DriverEvent) -> Void)?
  private(set) var wanted = Wanted()
  private var underWay = 0
  /// The newest frame, while too many are under way.
  private var held: DecodedFrame?
  var jobs = FrameJobs()
  private lazy var commands = CameraCommands(shared, self)
  let describe: () -> DeviceInformation

  /// What the loop wants of the worker.
  struct Wanted {
    var open = false
    var scan: UInt64?
    var watching = false
    /// Counts the times that it was told to watch for motion.
    var round = 0
  }

  /// Frames that were sent and not handled yet; more wait (files) or are dropped (cameras).
  private static let limit = 4

  /// - Parameter hasBudget: Whether the time for one frame of a camera is limited.
  init(
    deviceClass: DeviceClass, capabilities: [Capability], source: FrameSource, presence: Presence,
    shared: ReaderShared, log: Log, hasBudget: Bool = true,
    describe: @escaping () -> DeviceInformation = { DeviceInformation() }
  ) throws(ReaderError) {
    self.deviceClass = deviceClass
    self.capabilities = capabilities
    previewed = try (source as? RawFrameSource).map { (camera) throws(ReaderError) in
      try PreviewedSource(camera, shared.tap)
    }
    self.source = previewed ?? source
    self.presence = presence
    self.shared = shared
    self.log = log
    self.hasBudget = hasBudget
    self.describe = describe
    pushed = source as? PushFrameSource
    camera = source as? V4L2FrameSource
    binding = CameraBinding(shared.store) { [unowned shared] in
      shared.store.mode == .activeAimer && shared.aimer != nil
    }
    wake = try WakeDescriptor()
  }

  var availability: Availability { presence.current() }
  var answersEveryFrame: Bool { source.answersEveryFrame }

  func begin(_ sink: @escaping (DriverEvent) -> Void) {
    lock.locked { self.sink = sink }
    presence.watch { [unowned self] in self.send(.availability($0)) }
  }

  func connect() {
    lock.locked { wanted = Wanted(open: true, scan: nil) }
    wake.clear()
    do throws(ReaderError) {
      // The worker keeps the driver alive until the connection has ended.
      _ = try WorkerThread(name: "scanbeam-frames") { [self] in work() }
    } catch {
      send(.connectFailed(error))
    }
  }

  func disconnect() {
    discardPushed()
    want { $0 = Wanted() }
  }

  var controls: CameraControls? { binding.controls }
  var previewZoom: Int { binding.zoomCrop(shared.currentSettings) }

  func settingsChanged() { want { _ in } }

  func startScan(_ scan: UInt64) { begin(scan, watching: false) { false } }

  func begin(_ scan: UInt64, watching: Bool, unless isStopped: () -> Bool) {
    want {
      guard !isStopped() else { return }
      ($0.scan, $0.watching) = (scan, watching)
      if watching { $0.round &+= 1 }
    }
  }

  func stopScan() { want { $0.scan = nil } }

  func push(_ luma: LumaView, time: Int64) throws(ReaderError) {
    guard let pushed else {
      throw ReaderError(.unsupported, "This reader takes no frames; make one with the identity \"push:\".")
    }
    let accepted = try pushed.push(luma, time: time)
    if accepted, lock.locked({ wanted.scan != nil }) { shared.tap.offer(luma, time: time) }
    shared.count {
      $0.framesReceived &+= 1
      $0.framesDropped &+= accepted ? 0 : 1
    }
  }

  func discardPushed(unless isKept: () -> Bool) {
    guard let count = pushed?.discard(unless: isKept), count > 0 else { return }
    shared.count { $0.framesDropped &+= UInt64(count) }
  }

  func refusal(of operation: DeviceOperation) -> ReaderError? {
    switch operation {
    case .setSymbology(let symbology, _), .isSymbologyEnabled(let symbology):
      guard let setting = Setting.named("SYMBOL.\(symbology.name)"), shared.store.has(setting) else {
        return ReaderError(
          .unsupported, "This build cannot read \(symbology.name) (symbology \(symbology.rawValue)).", dmcc: 102)
      }
      return nil
    default: return nil
    }
  }

  func perform(_ operation: DeviceOperation, _ done: @escaping (Result<DeviceAnswer, ReaderError>) -> Void) {
    guard case .setAimer(let property, let value) = operation else {
      return commands.run(operation) { done(.success($0)) }
    }
    done(Result { () throws(ReaderError) in try commands.setAimer(property, value) })
  }

  func consumed() {
    lock.locked {
      underWay -= 1
      if let frame = held {
        held = nil
        dispatch(frame)
      }
      lock.signal()
    }
  }

  /// Under the lock, so that frames keep their order.
  private func dispatch(_ frame: DecodedFrame) {
    underWay += 1
    sink?(.frame(frame))
  }

  func end() {
    presence.unwatch()
    lock.locked { sink = nil }
    disconnect()
  }

  private func want(_ change: (inout Wanted) -> Void) {
    lock.locked {
      change(&wanted)
      lock.signal()
    }
    wake.set()
  }

  /// Ends the worker's wait for a frame.
  func endWait() { wake.set() }

  func send(_ event: DriverEvent) {
    let sink = lock.locked { self.sink }
    sink?(event)
  }

  // MARK: The worker

  private func work() {
    let preference = CameraPreference(shared.currentSettings.device)
    camera?.lampName = shared.currentSettings.device.lampName
    do throws(ReaderError) {
      // Nothing runs yet that could fail.
      try camera?.prefer(preference)
      try source.open()
    } catch {
      finish()
      send(.connectFailed(error))
      return
    }
    if let controls = camera?.controls { binding.attach(controls) }
    send(.connected)
    let decoder = LiveDecoder(log: log)
    decoder.hasBudget = hasBudget
    let reader = SceneReader(decoder, arePictures: source.answersEveryFrame)
    (source as? SelectiveFrameSource)?.admits = { [unowned self, unowned reader] in
      reader.admits($0, self.shared.currentSettings) || self.lock.locked { self.jobs.wantsFrame }
    }
    let stills = SceneReader(decoder, arePictures: true)
    scans: while true {
      let next = lock.locked { () -> UInt64? in
        while wanted.open && wanted.scan == nil && !jobs.hasFiles && !jobs.hasTasks { lock.wait() }
        return wanted.open ? wanted.scan ?? 0 : nil
      }
      guard let scan = next else { break }
      runTasks()
      if scan == 0 {
        loadFile(stills)
        continue
      }
      do throws(ReaderError) { try runScan(scan, reader) } catch {
        source.stop()
        send(.failed(error))
        break scans
      }
      source.stop()
      answerFrameRequests()
    }
    binding.detach()
    source.close()
    finish()
    answerFrameRequests()
    send(.disconnected)
  }

  /// The worker ends: from now on nothing waits for it, and what does is answered.
  private func finish() {
    let files = lock.locked { () -> [FrameJobs.File] in
      wanted = Wanted()
      held = nil
      return jobs.takeFiles()
    }
    for file in files { file.done(false) }
    runTasks()
  }

  /// Decodes frames until the scan ends. A camera goes on streaming when the next scan begins at once.
  private func runScan(_ first: UInt64, _ reader: SceneReader) throws(ReaderError) {
    var order = Wanted()
    var nextFocus: Int64 = 0
    try source.start()
    while true {
      wake.clear()
      runTasks()
      let current = lock.locked { wanted }
      guard current.open, let scan = current.scan else { return }
      if scan != order.scan || current.round != order.round {
        guard !source.answersEveryFrame || order.scan == nil else { return }
        // A new scan reads what it sees, also where nothing moved since the last one.
        reader.begin(watching: current.watching)
        order = current
      }
      try previewed?.prefer(CameraPreference(shared.currentSettings.device))
      try refocus(&nextFocus)
      var decoded: DecodedFrame?
      var searched = false
      let outcome = try source.next(wake: wake.fd, timeoutMs: 1000) { frame in
        if previewed == nil, pushed == nil { shared.tap.offer(frame.luma, time: frame.time) }
        (searched, decoded) = decode(frame, scan, reader)
        keep(frame.luma)
      }
      switch outcome {
      case .frame(let dropped, let damaged):
        shared.count {
          if pushed == nil { $0.framesReceived &+= UInt64(dropped) &+ UInt64(damaged) &+ 1 }
          $0.framesCorrupt &+= UInt64(damaged)
          $0.framesDropped &+= UInt64(dropped)
          if searched { $0.framesDecoded &+= 1 } else { $0.framesSkipped &+= 1 }
        }
        if let decoded { deliver(decoded) }
      case .corrupt(let why, let count):
        log(.debug, "A frame was dropped: \(why)")
        shared.count {
          $0.framesReceived &+= UInt64(count)
          $0.framesCorrupt &+= UInt64(count)
        }
      case .unreadable(let path, let error):
        var frame = DecodedFrame(scan: scan, codes: [], time: SystemClock.now(), decodeTime: 0)
        frame.path = path
        frame.message = error.message
        deliver(frame)
      case .woken, .timedOut:
        break
      case .end:
        lock.locked { if wanted.scan == scan { wanted.scan = nil } }
        send(.endOfInput(scan: scan))
        return
      }
    }
  }

  /// Runs the autofocus when its time has come, on cameras that do not focus by themselves.
  private func refocus(_ next: inout Int64) throws(ReaderError) {
    guard let controls = camera?.controls, controls.refocusInterval > 0 else { return }
    let now = SystemClock.now()
    guard now >= next else { return }
    next = now &+ Int64(controls.refocusInterval) &* 1_000_000_000
    do throws(ReaderError) { try controls.refocus() } catch {
      guard error.status == .lost else { return log(.debug, error.message) }
      throw error
    }
  }

  /// Whether the frame was searched, and what came of it that is to be told.
  func decode(_ frame: Frame, _ scan: UInt64, _ reader: SceneReader) -> (Bool, DecodedFrame?) {
    let settings = shared.currentSettings
    let size = PixelSize(frame.luma.width, frame.luma.height)
    shared.frameSize = size
    let begin = SystemClock.threadCPU()
    let searched: SceneReader.Searched?
    do throws(ReaderError) {
      searched = try reader.read(frame, settings, zoom: scan == 0 ? 100 : binding.zoomCrop(settings)) {
        send(.motion(scan: scan))
      }
    } catch {
      log(.warning, "A frame was left out: \(error.message)")
      return (false, nil)
    }
    guard let searched else { return (false, nil) }
    let spent = SystemClock.threadCPU() &- begin
    guard !searched.codes.isEmpty || source.answersEveryFrame else { return (true, nil) }
    var result = DecodedFrame(scan: scan, codes: searched.codes, time: searched.time, decodeTime: spent)
    result.size = PixelSize(searched.luma.width, searched.luma.height)
    result.path = frame.path
    if settings.imageResults {
      do throws(ReaderError) { result.image = try settings.results.imageForm.scaled(searched.luma) } catch {
        log(.warning, "The image of a result was left out: \(error.message)")
      }
    }
    return (true, result)
  }

  /// Sends a frame. While too many are under way files wait for the host; of a camera's frames the newest is kept for it.
  private func deliver(_ frame: DecodedFrame) {
    let isNoneLost = lock.locked { () -> Bool in
      while underWay >= FrameDriver.limit {
        guard source.answersEveryFrame else {
          defer { held = frame }
          return held == nil
        }
        guard wanted.open, wanted.scan == frame.scan else { return false }
        lock.wait()
      }
      dispatch(frame)
      return true
    }
    guard !isNoneLost else { return }
    shared.count {
      if frame.message == nil { $0.framesDecoded &-= 1 }
      $0.framesDropped &+= 1
    }
  }
}

extension CameraPreference {
  init(_ device: DeviceSettings) {
    self.init()
    size = device.frameSize
    framesPerSecond = device.framesPerSecond
  }
}

/// An eventfd that ends a worker's wait for a frame.
public final class WakeDescriptor {
  /// Readable when it was set.
  public let fd: Int32

  /// Throws `.io` when the system has no descriptors left.
  public init() throws(ReaderError) {
    fd = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard fd >= 0 else {
      throw ReaderError(.io, "A reader got no file descriptor; raise the limit (ulimit -n).", errno: errno)
    }
  }

  deinit { close(fd) }

  /// Makes it readable.
  public func set() {
    var one: UInt64 = 1
    _ = write(fd, &one, 8)
  }

  /// Makes it unreadable.
  public func clear() {
    var count: UInt64 = 0
    _ = read(fd, &count, 8)
  }
}
