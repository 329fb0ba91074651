import CPlatform
import Glibc
import Scanbeam

/// `scanbeam read CAMERA` or TERMINAL: reads until enough was read, the time is over, the camera is lost or ^C.
final class CameraRun: ReaderObserver {
  private let session: ReadSession
  private var failure: ReaderError?
  private var ended = false
  private var wasLost = false

  init(_ session: ReadSession) { self.session = session }

  func run(_ identity: String) throws(Failure) {
    let context = try attempt { () throws(ReaderError) in try ReaderContext(.poll) }
    defer { context.release() }
    let interrupts = InterruptDescriptor()
    context.loop.watch(interrupts.fd) { [unowned self] in ended = true }
    defer { context.loop.unwatch(interrupts.fd) }
    try attempt { () throws(ReaderError) in
      let setup = session.camera
      let reader = try reader(context, identity)
      try reader.configure {
        $0.symbologies = session.symbologies
        $0.tags.format = session.tagFormat
        $0.effort = session.effort
        $0.imageResults = session.wantsImages
        $0.svgResults = true
        $0.scanTimeoutMs = setup.isTriggered ? 0 : session.timeoutMs ?? 0
        setup.change(&$0)
        // A terminal keeps the trigger type that it has; it is triggered again after each read.
        if reader.has(.terminal) { $0.trigger = .manual }
      }
      try setup.prepare(reader)
      if setup.follows { try context.followSleep(true) }
      reader.setObserver(self)
      var connected: (done: Bool, error: ReaderError?) = (false, nil)
      try reader.connect { connected = (true, $0) }
      while !connected.done, !ended { _ = try context.loop.dispatch(timeoutMs: -1) }
      if let error = connected.error { throw error }
      try reader.setUp(session.camera.commands, context) { ended }
      try setup.control(reader)
      if setup.isTriggered, let time = session.timeoutMs {
        _ = context.loop.schedule(at: context.loop.time &+ Int64(time) &* 1_000_000) { [unowned self] in ended = true }
      }
      if !ended, !setup.isTriggered { try reader.startScanning() }
      while !ended, !session.isDone { _ = try context.loop.dispatch(timeoutMs: -1) }
      reader.setObserver(nil)
      reader.close()
      _ = try context.loop.wait(timeoutMs: 2000) {
        reader.connectionState == .disconnected || reader.connectionState == .unavailable
      }
      if let failure { throw failure }
    }
  }

  /// The reader of an identity, or of a side (`camera:front`).
  private func reader(_ context: ReaderContext, _ identity: String) throws(ReaderError) -> Reader {
    var options = session.camera.camera
    if identity.hasPrefix("camera:") {
      switch identity.dropFirst(7) {
      case "": break
      case "back": options.position = .back
      case "front": options.position = .front
      default: throw ReaderError(.invalidArgument, "\(identity) is none of camera:, camera:back and camera:front.")
      }
      let camera = try context.camera(options)
      return session.camera.isCamera ? camera : try context.reader(identity: camera.identity)
    }
    guard session.camera.isCamera else { return try LoginArguments.reader(context, identity, session.login) }
    options.identity = identity
    return try context.camera(options)
  }

  func reader(_ reader: Reader, availabilityChanged availability: Availability) {}

  func reader(_ reader: Reader, connectionStateChanged state: ConnectionState) {
    // Back after a loss: the scan goes on.
    guard state == .connected, wasLost else { return }
    wasLost = false
    if !session.camera.isTriggered { triggerAgain(reader) }
  }

  func reader(_ reader: Reader, received results: ReadResults) {
    guard results.goodRead else {
      // A tag that cannot be read is told; the scan goes on with the next one.
      if results.reason == .unreadable { return session.report(results, source: reader.identity, alone: true) }
      if results.reason == .noCode, reader.has(.terminal) { return triggerAgain(reader) }
      return ended = !goesOn(after: results.reason)
    }
    session.report(results, source: reader.identity, alone: true)
    do throws(ReaderError) { try session.draw(results, results.image) } catch {
      failure = error
      ended = true
    }
    if reader.has(.terminal), !session.isDone { triggerAgain(reader) }
    if session.camera.trigger == .manual, !reader.has(.terminal), !session.camera.isTriggered { ended = true }
  }

  /// Whether there is more to come after a no-read: what triggers will do so again, and what is lost comes back.
  private func goesOn(after reason: Reason) -> Bool {
    switch reason {
    case .stopped, .timedOut: session.camera.isTriggered || session.camera.trigger == .presentation
    case .disconnected: session.camera.reconnects
    default: false
    }
  }

  private func triggerAgain(_ reader: Reader) {
    do throws(ReaderError) { try reader.startScanning() } catch {
      failure = error
      ended = true
    }
  }

  func reader(_ reader: Reader, failed error: ReaderError) {
    if session.camera.reconnects, error.status == .lost || error.status == .stalled {
      wasLost = true
      return Output.note("scanbeam: \(error.message)")
    }
    failure = error
    ended = true
  }
}

/// ^C and SIGTERM as a file descriptor, so that the camera is given back before the tool ends.
final class InterruptDescriptor {
  let fd: Int32
  private var old = sigset_t()

  init() {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGINT)
    sigaddset(&set, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &set, &old)
    fd = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
  }

  /// Takes the signal, so that it does not end the tool afterwards.
  func consume() {
    var info = signalfd_siginfo()
    _ = read(fd, &info, MemoryLayout<signalfd_siginfo>.size)
  }

  deinit {
    close(fd)
    pthread_sigmask(SIG_SETMASK, &old, nil)
  }
}
