import ReaderCore

/// The host's side of one DMCC connection as a state machine: bytes and times in, bytes and events out. No I/O.
///
///     session.open(now:)                       begins: log-in if asked for, then probing (see `DMCCSession+Probe`)
///     let ticket = try session.send(command, now:)
///     let events = session.receive(bytes, now:)    whatever pieces the bytes come in
///     let events = session.tick(now:)          when `nextDeadline` has come
///     let bytes = session.takeOutput()         after each of these: bytes for the reader
///     let events = session.close(error)        the connection is over: everything that waits is completed
///
/// Every command that `send` took is completed exactly once. Answers are matched by command id when the reader sends
/// ids; else by order, one command at a time. What a reader sends by itself may come at any moment. A command without an
/// answer makes the session ask whether the reader is there and still in messages, before the next one goes out; a
/// reader that rebooted into silent mode is brought back (`reset`).
///
/// Times are nanoseconds of one monotonic clock, never going back. One-at-a-time; values may be copied.
public struct DMCCSession {
  /// How a session behaves. Times in nanoseconds.
  public struct Options {
    /// Sent when the reader asks for it. Empty: `admin`, the one user that readers have.
    public var user = ""
    /// Sent when the reader asks for it; nil: the session fails when it asks.
    public var password: String?
    /// From sending a command to its answer's line.
    public var commandTimeout: Int64 = 5_000_000_000
    /// For log-in and probing together; some readers take 10 s after they were plugged in.
    public var openTimeout: Int64 = 15_000_000_000
    /// For the first answer while probing; doubled up to four times.
    public var probeTimeout: Int64 = 500_000_000
    /// How long a given password waits for a prompt before the reader is taken for one that asks nothing.
    public var loginWait: Int64 = 1_000_000_000
    /// How many commands may wait for answers at once, when the reader sends ids. Readers want 1.
    public var window = 1
    /// How many commands may wait to be sent.
    public var queue = 256
    /// Whether a message whose checksum does not fit is refused; otherwise there is a warning. Which bytes a checksum
    /// covers is not published.
    public var rejectsBadChecksums = false
    /// Bounds of what is kept.
    public var limits = DMCCFramer.Limits()
    /// The defaults.
    public init() {}
  }

  enum Phase { case idle, login, opening, ready, checking, unresponsive, closed }

  struct Pending {
    let ticket: DMCCTicket
    let command: DMCCCommand
    var id = 0
    var deadline = Int64.max
  }

  /// What is known about the reader.
  public internal(set) var peer = DMCCPeer()
  /// Answers that belonged to nothing.
  public internal(set) var strayMessages: UInt64 = 0
  /// Bytes outside of messages; see `DMCCFramer.offProtocolBytes`.
  public var offProtocolBytes: UInt64 { framer.offProtocolBytes }
  /// Whether commands go out now.
  public var isOpen: Bool { phase == .ready || phase == .checking }
  /// Whether the session has ended.
  public var isClosed: Bool { phase == .closed }

  let options: Options
  var phase = Phase.idle
  var framer: DMCCFramer
  var output: [UInt8] = []
  var waiting: [Pending] = []
  var inFlight: [Pending] = []
  /// Commands that timed out or were answered with bytes: what comes to them late or again is skipped with its bytes.
  var late: [Pending] = []
  /// Answers that a reader without ids may still send to commands that timed out.
  var owed = 0
  var lastID = 0
  var lastTicket: UInt64 = 0
  var openLimit = Int64.max
  var login = Login()
  var probe: Probe?
  var lastCheck = Int64.min
  var reportedProgress = -1
  var hasWarnedOfEcho = false

  /// Makes a session that has not begun.
  public init(options: Options = Options()) {
    self.options = options
    framer = DMCCFramer(limits: options.limits)
  }

  /// Begins, once the connection stands. `opened` or `openFailed` follows.
  public mutating func open(now: Int64) {
    guard phase == .idle else { return }
    openLimit = now &+ options.openTimeout
    if options.password != nil {
      phase = .login
      login.deadline = now &+ options.loginWait
    } else {
      startProbe(.opening, now: now)
    }
  }

  /// Takes a command; it goes out as soon as it may.
  ///
  /// - Returns: What its `completed` will name.
  /// - Throws: `.state` before `open` and after the end, `.timeout` while the reader is unresponsive, `.busy` when too
  ///   many wait.
  public mutating func send(_ command: DMCCCommand, now: Int64) throws(ReaderError) -> DMCCTicket {
    switch phase {
    case .idle, .closed: throw ReaderError(.state, "There is no connection to the reader.")
    case .unresponsive: throw ReaderError(.timeout, "The reader does not answer any more.")
    case .login, .opening, .ready, .checking: break
    }
    guard waiting.count < options.queue else {
      throw ReaderError(.busy, "\(waiting.count) commands wait for this reader already.")
    }
    lastTicket &+= 1
    let pending = Pending(ticket: DMCCTicket(number: lastTicket), command: command)
    waiting.append(pending)
    flush(now)
    return pending.ticket
  }

  /// Takes bytes from the reader.
  public mutating func receive(_ bytes: [UInt8], now: Int64) -> [DMCCEvent] {
    guard phase != .idle, phase != .closed else { return [] }
    var events: [DMCCEvent] = []
    framer.append(bytes, now: now)
    takeFrames(now, &events)
    reportProgress(&events)
    lookForPrompt(now, &events)
    flush(now)
    return events
  }

  /// Lets time pass; call it when `nextDeadline` has come.
  public mutating func tick(now: Int64) -> [DMCCEvent] {
    guard phase != .idle, phase != .closed else { return [] }
    var events: [DMCCEvent] = []
    if let frame = framer.settle(now: now, expectsBulk: bulkQuestion()) { handle(frame, now, &events) }
    takeFrames(now, &events)
    expireCommands(now, &events)
    tickLogin(now, &events)
    tickProbe(now, &events)
    flush(now)
    return events
  }

  /// When `tick` has something to do; nil: never, as things are.
  public var nextDeadline: Int64? {
    guard phase != .idle, phase != .closed else { return nil }
    var deadlines = [framer.nextDeadline, probe?.deadline, phase == .login ? login.deadline : nil]
    if phase == .login || phase == .opening { deadlines.append(openLimit) }
    for pending in inFlight where !isArriving(pending) { deadlines.append(pending.deadline) }
    return deadlines.compactMap { $0 }.min()
  }

  /// The bytes for the reader since the last call, in order.
  public mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Asks whether the reader is there (a heartbeat); `present`, `reset` or `unresponsive` follows. Does nothing while
  /// an answer is expected anyway.
  public mutating func check(now: Int64) {
    guard phase == .ready, inFlight.isEmpty else { return }
    startProbe(.checking, now: now)
  }

  /// Ends the session: everything that waits is completed with `error`. Calling it again does nothing.
  ///
  /// - Parameter restoresMode: Whether the reader is put back into silent mode, when the session took it out of it;
  ///   for serial lines, where the setting outlives the connection. The bytes are in `takeOutput`.
  public mutating func close(_ error: ReaderError, restoresMode: Bool = false, now: Int64) -> [DMCCEvent] {
    guard phase != .closed else { return [] }
    if restoresMode, isOpen, peer.responseMode != nil {
      output += DMCCCommand(known: "SET COM.DMCC-RESPONSE 0").encoded(id: newID())
    }
    phase = .closed
    probe = nil
    framer.giveUp()
    var events: [DMCCEvent] = []
    failAll(error, &events)
    return events
  }

  mutating func failAll(_ error: ReaderError, _ events: inout [DMCCEvent]) {
    for pending in inFlight + waiting { events.append(.completed(pending.ticket, .failure(error))) }
    inFlight = []
    waiting = []
  }
}
