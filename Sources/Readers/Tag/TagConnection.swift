import ReaderCore
import Tags

/// One connection to a contactless reader: a thread that talks to the service and to the tags. Whoever waits for it
/// waits on the loop, never for a tag; a call into the service that hangs holds up this thread alone.
final class TagConnection {
  /// What the thread tells.
  enum Event {
    case connected
    case connectFailed(ReaderError)
    case arrived(TagInfo)
    case removed(TagInfo)
    case read(scan: UInt64, DecodedCode, time: Int64, duration: Int64)
    case unreadable(scan: UInt64, ReaderError, time: Int64)
    case ended

    /// What a reader tells of it; nil for what only its driver needs.
    var news: DriverEvent? {
      switch self {
      case .connected, .connectFailed, .ended: return nil
      case .arrived(let tag): return .tagArrived(tag)
      case .removed(let tag): return .tagRemoved(tag)
      case .read(let scan, let code, let time, let duration):
        return .frame(DecodedFrame(scan: scan, codes: [code], time: time, decodeTime: duration))
      case .unreadable(let scan, let error, let time):
        var frame = DecodedFrame(scan: scan, codes: [], time: time, decodeTime: 0)
        frame.message = error.message
        return .frame(frame)
      }
    }
  }

  private struct Job {
    let operation: TagOperation
    let done: (Result<[UInt8], ReaderError>) -> Void
  }

  /// One report to a scan that was asked for.
  private func reportOnce(_ scan: UInt64) {
    guard present != nil else {
      let error = ReaderError(.tagRemoved, "The tag was taken away before what the host wants was read.")
      return tell(.unreadable(scan: scan, error, time: SystemClock.now()))
    }
    report(scan)
  }

  /// What the loop wants, and what the monitor saw.
  private struct Wanted {
    var ended = false
    var scan: UInt64?
    var jobs: [Job] = []
    /// Scans that want the tag that is there read now.
    var reports: [UInt64] = []
    var slot: TagSlot?
    var since: Int64 = 0
  }

  /// The tag that lies on the reader.
  private struct Present {
    let card: TagCard
    let session: TagSession
    let since: Int64
    /// The scan that it was reported to.
    var reported: UInt64?
  }

  private let backend: TagBackend
  private let shared: ReaderShared
  private let log: Log
  private let tell: (Event) -> Void
  private let lock = Lock()
  private var wanted = Wanted()

  // The thread's own:
  private var seen: UInt32?
  private var present: Present?
  /// When to talk once more to a tag that is there and did not answer, and how often that was done.
  private var again: (at: Int64, tries: Int64)?
  private static let longestTries: Int64 = 6
  /// A tag that was taken away so shortly ago that it may be back at once.
  private var leaving: (info: TagInfo, deadline: Int64, reported: UInt64?)?

  init(_ backend: TagBackend, _ shared: ReaderShared, _ log: Log, _ tell: @escaping (Event) -> Void) {
    self.backend = backend
    self.shared = shared
    self.log = log
    self.tell = tell
  }

  /// Starts the thread, which keeps this object until it ends.
  func start() throws(ReaderError) {
    _ = try WorkerThread(name: "scanbeam-tags") { [self] in work() }
  }

  /// Ends the connection. What was asked for and not begun fails.
  func end() {
    let jobs = lock.locked { () -> [Job] in
      wanted.ended = true
      lock.signal()
      defer { wanted.jobs = [] }
      return wanted.jobs
    }
    for job in jobs { job.done(.failure(ReaderError(.cancelled, "The reader was disconnected."))) }
  }

  /// The scan to report tags to; nil: none.
  func set(scan: UInt64?) {
    lock.locked {
      wanted.scan = scan
      lock.signal()
    }
  }

  /// Reads the tag that is there for a scan, as its format asks.
  func report(to scan: UInt64) {
    lock.locked {
      if !wanted.ended { wanted.reports.append(scan) }
      lock.signal()
    }
  }

  /// Queues an operation; `done` comes on the connection's thread or on this one.
  func perform(_ operation: TagOperation, _ done: @escaping (Result<[UInt8], ReaderError>) -> Void) {
    let ended = lock.locked { () -> Bool in
      if !wanted.ended { wanted.jobs.append(Job(operation: operation, done: done)) }
      lock.signal()
      return wanted.ended
    }
    if ended { done(.failure(ReaderError(.state, "The reader is not connected."))) }
  }

  /// What is known of the place for tags; nil: the reader is not there.
  func update(_ slot: TagSlot?) {
    lock.locked {
      if slot != wanted.slot { wanted.since = SystemClock.now() }
      wanted.slot = slot
      lock.signal()
    }
  }

  // MARK: The thread

  private func work() {
    do throws(ReaderError) { try backend.open() } catch {
      end()
      return tell(.connectFailed(error))
    }
    tell(.connected)
    while true {
      let next = lock.locked { () -> Wanted in
        while !mustAct(wanted) { lock.wait(until: [leaving?.deadline, again?.at].compactMap { $0 }.min()) }
        let next = wanted
        (wanted.jobs, wanted.reports) = ([], [])
        return next
      }
      if next.ended {
        for job in next.jobs { job.done(.failure(ReaderError(.cancelled, "The reader was disconnected."))) }
        break
      }
      follow(next)
      for scan in next.reports { reportOnce(scan) }
      for job in next.jobs { job.done(carryOut(job.operation)) }
    }
    present = nil
    leaving = nil
    backend.close()
    tell(.ended)
  }

  private func token(_ wanted: Wanted) -> UInt32? { wanted.slot?.hasTag == true ? wanted.slot?.changes : nil }

  private func mustAct(_ wanted: Wanted) -> Bool {
    if wanted.ended || !wanted.jobs.isEmpty || !wanted.reports.isEmpty || token(wanted) != seen { return true }
    if let leaving, leaving.deadline <= SystemClock.now() { return true }
    if let again, again.at <= SystemClock.now() { return true }
    if let present, let scan = wanted.scan { return present.reported != scan }
    return false
  }

  /// Brings the thread's view of the tag up to what the monitor saw, and reports.
  private func follow(_ next: Wanted) {
    let now = token(next)
    if now != seen {
      seen = now
      again = nil
      if let gone = present { leave(gone, gone.reported) }
      if now != nil { arrive(next) }
    } else if let due = again, due.at <= SystemClock.now(), present == nil {
      arrive(next)
    }
    if let gone = leaving, gone.deadline <= SystemClock.now() {
      leaving = nil
      tell(.removed(gone.info))
    }
    guard let scan = next.scan, present != nil, present?.reported != scan else { return }
    present?.reported = scan
    report(scan)
  }

  private func leave(_ gone: Present, _ reported: UInt64?) {
    let pause = Int64(shared.currentSettings.tags.removalDelayMs) &* 1_000_000
    leaving = (gone.session.info, SystemClock.now() &+ pause, reported)
    present = nil
  }

  /// A tag at the edge of the field, or one that the reader has not missed yet: again after 20, 40 … 640 ms.
  private func tryAgain() {
    let tries = again?.tries ?? 0
    guard tries < TagConnection.longestTries else { return again = nil }
    again = (SystemClock.now() &+ 20_000_000 << tries, tries + 1)
  }

  private func arrive(_ next: Wanted) {
    guard let slot = next.slot else { return }
    do throws(ReaderError) {
      let found = try identify(slot, since: next.since)
      present = found
      again = again.map { (Int64.max, $0.tries) }
      if let gone = leaving {
        leaving = nil
        let isSame = !gone.info.uid.isEmpty && gone.info.uid == found.session.uid.bytes && !gone.info.hasRandomUID
        if isSame {
          // It never went: the field broke down for a moment.
          present?.reported = gone.reported
          return
        }
        tell(.removed(gone.info))
      }
      tell(.arrived(found.session.info))
    } catch {
      log(.debug, "A tag came and could not be talked to: \(error.message)")
      shared.count { $0.framesCorrupt &+= 1 }
      tryAgain()
    }
  }

  private func identify(_ slot: TagSlot, since: Int64) throws(ReaderError) -> Present {
    var tries = 0
    while true {
      do throws(ReaderError) {
        let card = try backend.card(slot)
        return Present(card: card, session: try TagSession(card, atr: card.atr), since: since)
      } catch {
        // Another program reset the tag between two commands.
        tries += 1
        guard error.status == .again || error.status == .busy, tries < 3 else { throw error }
      }
    }
  }

  /// Reads what the format asks for and sends it.
  private func report(_ scan: UInt64) {
    guard let tag = present else { return }
    let begin = SystemClock.now()
    let settings = shared.currentSettings
    do throws(ReaderError) {
      let code = try exclusively(tag) { () throws(ReaderError) in try tag.session.read(settings.tags.format) }
      shared.count {
        $0.framesReceived &+= 1
        $0.framesDecoded &+= 1
      }
      tell(.read(scan: scan, code, time: tag.since, duration: SystemClock.now() &- begin))
      if settings.tags.confirms { _ = try? signal(good: true) }
    } catch {
      shared.count {
        $0.framesReceived &+= 1
        $0.framesCorrupt &+= 1
      }
      guard error.status != .tagRemoved, error.status != .lost else {
        log(.debug, "A tag was taken away before it was read: \(error.message)")
        leave(tag, nil)
        return tryAgain()
      }
      tell(.unreadable(scan: scan, error, time: tag.since))
    }
  }

  /// Other programs wait meanwhile. After a reset by one that came before, once more from the start.
  private func exclusively<R>(_ tag: Present, _ body: () throws(ReaderError) -> R) throws(ReaderError) -> R {
    try tag.card.lock()
    defer { tag.card.unlock() }
    do throws(ReaderError) { return try body() } catch {
      guard error.status == .again else { throw error }
      return try body()
    }
  }

  private func carryOut(_ operation: TagOperation) -> Result<[UInt8], ReaderError> {
    do throws(ReaderError) {
      if operation.isForReader { return .success(try command(operation)) }
      guard let tag = present else { throw ReaderError(.tagRemoved, "There is no tag on the reader.") }
      // A key stays good only as long as nobody resets the tag, so an operation is not repeated by itself.
      try tag.card.lock()
      defer { tag.card.unlock() }
      return .success(try tag.session.perform(operation))
    } catch {
      return .failure(error)
    }
  }

  private func command(_ operation: TagOperation) throws(ReaderError) -> [UInt8] {
    switch operation {
    case .control(let code, let bytes): return try backend.control(code, bytes, present?.card)
    case .confirm(let good):
      guard try signal(good: good) else {
        throw ReaderError(.unsupported, "No light or sound is known for the reader \"\(backend.name)\".")
      }
      return []
    default: return []
    }
  }

  private func signal(good: Bool) throws(ReaderError) -> Bool {
    let commands = backend.signal(good: good)
    for command in commands {
      // A pseudo APDU goes the way of commands to the tag when there is one.
      if command[0] == 0xff, let tag = present {
        _ = try tag.card.transmit(command)
      } else {
        _ = try backend.control(0, command, present?.card)
      }
    }
    return !commands.isEmpty
  }
}
