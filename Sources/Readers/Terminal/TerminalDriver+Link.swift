import DMCC
import Discovery
import EventLoop
import Link
import ReaderCore

/// The connection: from the device to the session and back.
extension TerminalDriver {
  func connect() {
    connection &+= 1
    phase = .opening
    closingError = nil
    guard let device = presence.locate() else {
      phase = .idle
      return send(
        .connectFailed(
          ReaderError(.notFound, "The terminal is not there: plug it in; `scanbeam list` shows what is there.")))
    }
    do throws(ReaderError) {
      let transport = try makeTransport(device)
      self.device = device
      self.transport = transport
      let number = connection
      transport.open { [weak self] in self?.handle($0, of: number) }
    } catch {
      phase = .idle
      send(.connectFailed(error))
    }
  }

  private func makeTransport(_ device: TerminalDevice) throws(ReaderError) -> Transport {
    switch device.connection {
    case .usb(let address): USBTransport(try hub.system(), address, loop: loop)
    case .tcp(let host, let port): TCPTransport(host: host, port: port, loop: loop)
    case .serial(let path): SerialTransport(path: path, loop: loop)
    }
  }

  func disconnect() { close(nil) }

  /// Ends the connection: everything that waits is completed now, the device given back soon.
  func close(_ error: ReaderError?) {
    guard let transport, phase != .closing else { return }
    let wasOpening = phase == .opening || phase == .settingUp
    phase = .closing
    closingError = error ?? (wasOpening ? ReaderError(.cancelled, "The reader was disconnected.") : nil)
    endSession(error ?? ReaderError(.cancelled, "The reader was disconnected."), restores: error == nil)
    let rest = session.takeOutput()
    if !rest.isEmpty { transport.send(rest) }
    transport.close()
  }

  private func handle(_ event: TransportEvent, of number: UInt64) {
    guard number == connection else { return }
    switch event {
    case .opened:
      guard phase == .opening else { return }
      openSession()
    case .received(let bytes):
      guard phase != .closing else { return }
      isBeatOpen = false
      handle(session.receive(bytes, now: loop.time))
    case .sent(let count):
      gone &+= UInt64(count)
      reportUpload()
    case .closed(let error):
      closed(error)
    }
  }

  private func closed(_ error: ReaderError?) {
    transport = nil
    let before = phase
    phase = .idle
    let error = closingError ?? error
    endSession(error ?? ReaderError(.lost, "The connection has ended."), restores: false)
    scan = nil
    switch before {
    case .opening, .settingUp:
      send(.connectFailed(error ?? ReaderError(.cancelled, "The reader was disconnected before it was connected.")))
    case .closing where closingError?.status == .cancelled || closingError == nil:
      send(.disconnected)
    case .closing where !isUp:
      send(.connectFailed(error ?? ReaderError(.lost, "The connection has ended.")))
    default:
      if let error { send(.failed(error)) }
      send(.disconnected)
    }
    if isUp { send(.availability(presence.current())) }
    isUp = false
  }

  // MARK: The session

  private func openSession() {
    var options = DMCCSession.Options()
    options.user = login.user
    options.password = login.password
    session = DMCCSession(options: options)
    // Longer than a line of XML may wait for its rest (`DMCCFramer.markupWait`).
    collector = ResultCollector(expected: [], timeout: 3_000_000_000)
    withoutXML = nil
    requestedTypes = []
    readsWithoutXML = 0
    (queued, gone, upload) = (0, 0, nil)
    (missedBeats, isBeatOpen) = (0, false)
    phase = .settingUp
    session.open(now: loop.time)
    pump()
  }

  private func endSession(_ error: ReaderError, restores: Bool) {
    if let timer { loop.cancel(timer.id) }
    timer = nil
    stopBeat()
    stopImagePush()
    live = nil
    isTriggered = false
    guard !session.isClosed else { return }
    for read in collector.flush() { deliver(read) }
    handle(session.close(error, restoresMode: restores && isSerial, now: loop.time), pumps: false)
  }

  private var isSerial: Bool { if case .tcp = device?.connection { false } else { true } }

  /// Sends a command; `done` comes once, on the loop.
  func run(_ command: DMCCCommand, _ done: @escaping (Result<DMCCReply, ReaderError>) -> Void) {
    guard transport != nil, phase != .closing else {
      return loop.post { done(.failure(ReaderError(.state, "The reader is not connected; call connect first."))) }
    }
    do throws(ReaderError) {
      waiting[try session.send(command, now: loop.time)] = done
      pump()
    } catch { loop.post { done(.failure(error)) } }
  }

  /// As above, for what is known to be well-formed.
  func run(_ text: String, timeout: Int64? = nil, _ done: @escaping (Result<DMCCReply, ReaderError>) -> Void) {
    do throws(ReaderError) { run(try DMCCCommand(text, timeout: timeout), done) } catch {
      loop.post { done(.failure(error)) }
    }
  }

  func handle(_ events: [DMCCEvent], pumps: Bool = true) {
    for event in events { handle(event) }
    if pumps { pump() }
  }

  private func handle(_ event: DMCCEvent) {
    switch event {
    case .opened(let peer): setUp(peer)
    case .openFailed(let error): close(error)
    case .completed(let ticket, let outcome): waiting.removeValue(forKey: ticket)?(outcome)
    case .part(let part): take(part)
    case .damaged(let message, let why):
      log(.warning, "A read came damaged and was dropped: \(why)")
      send(.event(.notice(status: Int32(message.header.status.rawValue), text: why, bytes: message.payload)))
    case .notice(let message):
      send(
        .event(
          .notice(status: Int32(message.header.status.rawValue), text: message.text, bytes: message.bulk ?? [])))
    case .progress(let ticket, let received, let total):
      if ticket == nil { collector.touch(now: loop.time) }
      send(.event(.transfer(outgoing: false, done: received, total: total)))
    case .offProtocol(let bytes): send(.event(.offProtocol(bytes)))
    case .stray: log(.info, "An answer of the terminal came too late and was dropped.")
    case .reset(let peer): restarted(peer)
    case .present: answered()
    case .unresponsive: unresponsive()
    case .warning(let text): log(.warning, text)
    }
  }

  /// Bytes out, and the timer for what is due next.
  func pump() {
    guard let transport, phase != .closing else { return }
    let out = session.takeOutput()
    if !out.isEmpty {
      queued &+= UInt64(out.count)
      transport.send(out)
    }
    let deadlines = [session.nextDeadline, collector.nextDeadline].compactMap { $0 }
    guard let next = deadlines.min() else { return }
    // One that fires too early only looks again: cheaper than moving it with each command.
    if let timer {
      guard next < timer.deadline else { return }
      loop.cancel(timer.id)
    }
    timer = (loop.schedule(at: next) { [weak self] in self?.tick() }, next)
  }

  private func tick() {
    timer = nil
    for read in collector.tick(now: loop.time) { deliver(read) }
    handle(session.tick(now: loop.time))
  }

  private func reportUpload() {
    guard let upload, gone > upload.start else { return }
    let done = min(gone - upload.start, upload.total)
    send(.event(.transfer(outgoing: true, done: Int(clamping: done), total: Int(clamping: upload.total))))
    if done == upload.total { self.upload = nil }
  }
}
