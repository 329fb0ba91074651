import Decoding
import Pictures
import ReaderCore

/// What commands ask of the worker, and the frame that they ask for. Under the lock of the driver.
struct FrameJobs {
  typealias File = (bytes: [UInt8], done: (Bool) -> Void)
  private var files: [File] = []
  private var requests: [(LumaImage?) -> Void] = []
  private var tasks: [() -> Void] = []
  /// The last frame that was searched.
  var kept: LumaImage?

  var hasFiles: Bool { !files.isEmpty }
  var hasTasks: Bool { !tasks.isEmpty }
  /// Whether a frame is of use although it is not searched.
  var wantsFrame: Bool { kept == nil || !requests.isEmpty }
  mutating func add(_ file: File) { files.append(file) }
  mutating func add(_ request: @escaping (LumaImage?) -> Void) { requests.append(request) }
  mutating func nextFile() -> File? { files.isEmpty ? nil : files.removeFirst() }

  mutating func takeFiles() -> [File] {
    defer { files = [] }
    return files
  }

  mutating func add(task: @escaping () -> Void) { tasks.append(task) }

  mutating func takeTasks() -> [() -> Void] {
    defer { tasks = [] }
    return tasks
  }

  mutating func takeRequests() -> [(LumaImage?) -> Void] {
    defer { requests = [] }
    return requests
  }
}

extension FrameDriver: CommandDevice {
  var information: DeviceInformation { describe() }

  func load(_ file: [UInt8], _ done: @escaping (Bool) -> Void) {
    let accepted = lock.locked { () -> Bool in
      guard wanted.open else { return false }
      jobs.add((file, done))
      lock.signal()
      return true
    }
    if !accepted { done(false) }
  }

  func lastFrame(_ done: @escaping (LumaImage?) -> Void) {
    // While a scan runs the next frame is the answer.
    let now = lock.locked { () -> Bool in
      if wanted.open, wanted.scan != nil {
        jobs.add(done)
        return false
      }
      return true
    }
    if now { done(lock.locked { jobs.kept }) }
  }

  func carryOut(_ job: @escaping () -> Void) {
    let accepted = lock.locked { () -> Bool in
      guard wanted.open else { return false }
      jobs.add(task: job)
      lock.signal()
      return true
    }
    if accepted { endWait() } else { job() }
  }

  func resetZoom() {
    let store = shared.store
    let job = {
      do throws(ReaderError) { try store.set(.number(0), for: .zoom) } catch {
        // The camera is gone, or refuses: the next one is opened without zoom.
        store.change { $0.device.zoom = 0 }
      }
    }
    if store.isSlow(.zoom) { carryOut(job) } else { job() }
  }

  // MARK: The worker

  /// Does what was put off until the worker has time.
  func runTasks() { for task in lock.locked({ jobs.takeTasks() }) { task() } }

  /// Keeps a copy of a frame that was searched, and answers who waits for one.
  func keep(_ luma: LumaView) {
    let isWanted = lock.locked { jobs.wantsFrame }
    guard isWanted || !shared.currentSettings.symbologies.isEmpty else { return }
    // The buffer is used again unless somebody holds it.
    var image = lock.locked { () -> LumaImage? in
      defer { jobs.kept = nil }
      return jobs.kept
    }
    if image == nil || !isKnownUniquelyReferenced(&image) || image?.width != luma.width || image?.height != luma.height
    {
      do throws(ReaderError) { image = try LumaImage(width: luma.width, height: luma.height) } catch {
        return log(.warning, "A frame was not kept: \(error.message)")
      }
    }
    image?.copy(luma)
    lock.locked { jobs.kept = image }
    if isWanted { answerFrameRequests() }
  }

  func answerFrameRequests() {
    let (requests, image) = lock.locked { (jobs.takeRequests(), jobs.kept) }
    for request in requests { request(image) }
  }

  /// Decodes a picture that a command brought.
  func loadFile(_ stills: SceneReader) {
    guard let file = lock.locked({ jobs.nextFile() }) else { return }
    let picture = file.bytes.withUnsafeBytes { bytes in
      Result { () throws(ReaderError) in try PictureFile.decode(bytes) }
    }
    guard case .success(let image) = picture else { return file.done(false) }
    let frame = Frame(luma: image.view, time: SystemClock.now())
    let size = shared.frameSize
    let decoded =
      decode(frame, 0, stills).1 ?? DecodedFrame(scan: 0, codes: [], time: frame.time, decodeTime: 0)
    keep(image.view)
    // The size of what the camera sees is still that.
    shared.frameSize = size
    withExtendedLifetime(image) {}
    send(.loaded(decoded))
    // After the results, so that whoever waits for the answer has them.
    file.done(true)
  }
}
