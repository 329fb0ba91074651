import DMCC
import ReaderCore
import SimulatorCore

/// A session and a collector joined to a simulated reader, on one virtual clock: seconds pass as fast as the machine can
/// go, and every run is the same.
public final class Bench {
  public let reader: SimulatedReader
  public private(set) var line: SimulatedLine?
  public private(set) var session: DMCCSession
  public private(set) var collector: ResultCollector
  public var now: Int64 = 0

  /// What happened.
  public private(set) var completions: [Ticket: [Result<DMCCReply, ReaderError>]] = [:]
  public private(set) var reads: [CollectedRead] = []
  public private(set) var opened: DMCCPeer?
  public private(set) var openError: ReaderError?
  public private(set) var resets = 0
  public private(set) var strays = 0
  public private(set) var damaged = 0
  public private(set) var notices: [Int32] = []
  public private(set) var warnings: [String] = []
  public private(set) var unresponsive = 0
  public private(set) var present = 0
  public private(set) var offProtocol: [[UInt8]] = []
  public private(set) var lost = false
  /// Whether the line lets bytes through to the reader; otherwise they vanish.
  public var delivers = true
  private var issued: [Ticket] = []

  deinit { reader.close() }

  private var connection = 1

  /// A command of a connection.
  public struct Ticket: Hashable {
    let connection: Int
    let ticket: DMCCTicket
  }

  /// Joins them; nothing is sent yet.
  public init(
    _ reader: SimulatedReader, options: DMCCSession.Options = .init(), expected: ResultKinds = .string, now: Int64 = 0
  ) {
    self.reader = reader
    self.now = now
    session = DMCCSession(options: options)
    collector = ResultCollector(expected: expected)
  }

  /// Connects and opens; runs until it is decided.
  @discardableResult
  public func open(cutAfterInput: Int? = nil, cutAfterOutput: Int? = nil) -> Bool {
    let line = reader.connect(now: now)
    line.cutAfterInput = cutAfterInput
    line.cutAfterOutput = cutAfterOutput
    self.line = line
    session.open(now: now)
    run(for: 60 * second) { self.opened != nil || self.openError != nil || self.lost }
    return opened != nil
  }

  /// Sends a command; nil when the session does not take it.
  @discardableResult
  public func send(_ command: DMCCCommand) -> Ticket? {
    guard let number = try? session.send(command, now: now) else { return nil }
    let ticket = Ticket(connection: connection, ticket: number)
    issued.append(ticket)
    pump()
    return ticket
  }

  /// Sends a command and runs until it is completed.
  public func ask(_ command: DMCCCommand) -> Result<DMCCReply, ReaderError>? {
    guard let ticket = send(command) else { return nil }
    run(for: 120 * second) { self.completions[ticket] != nil }
    return completions[ticket]?.first
  }

  /// `ask` for a command without arguments that could be refused here.
  public func ask(_ text: String, binary: Bool = false) -> Result<DMCCReply, ReaderError>? {
    guard let command = try? DMCCCommand(text, expectsBinary: binary) else { return nil }
    return ask(command)
  }

  /// Lets the virtual time pass until `isDone`, at most so long. False when the time was up first.
  @discardableResult
  public func run(for time: Int64, until isDone: () -> Bool = { false }) -> Bool {
    let end = now + time
    pump()
    while !isDone() {
      let deadlines = [session.nextDeadline, collector.nextDeadline, reader.nextDeadline].compactMap { $0 }
      guard let next = deadlines.min(), next <= end else {
        now = end
        pump()
        return isDone()
      }
      now = max(now, next)
      reader.tick(now: now)
      take(session.tick(now: now))
      reads += collector.tick(now: now)
      pump()
    }
    return true
  }

  /// Starts a heartbeat.
  public func check() {
    session.check(now: now)
    pump()
  }

  /// Ends the connection from here.
  public func close() {
    take(session.close(ReaderError(.cancelled, "closed"), now: now))
    line?.hostLeft()
    line = nil
    reads += collector.flush()
  }

  /// A connection anew, to the same reader; what happened is kept.
  public func reconnect(options: DMCCSession.Options = .init()) -> Bool {
    close()
    connection += 1
    session = DMCCSession(options: options)
    opened = nil
    openError = nil
    lost = false
    return open()
  }

  /// Commands that were completed other than once.
  public var unbalanced: [Ticket] { issued.filter { completions[$0]?.count != 1 } }

  /// What was read, in order; "?" for what must not be used.
  public var codes: [String] { reads.map { $0.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "?" } }

  private func pump() {
    var isQuiet = false
    while !isQuiet {
      isQuiet = true
      let bytes = session.takeOutput()
      if !bytes.isEmpty, delivers, let line {
        isQuiet = false
        line.receive(bytes, now: now)
      }
      for output in line?.takeOutput(now: now) ?? [] {
        isQuiet = false
        switch output {
        case .bytes(let bytes): take(session.receive(bytes, now: now))
        case .hangUp, .reset, .halfClose:
          guard !lost else { break }
          lost = true
          line?.hostLeft()
          line = nil
          take(session.close(ReaderError(.lost, "The line was cut."), now: now))
          reads += collector.flush()
        }
      }
    }
  }

  private func take(_ events: [DMCCEvent]) {
    for event in events {
      switch event {
      case .opened(let peer): opened = peer
      case .openFailed(let error): openError = error
      case .completed(let ticket, let result):
        completions[Ticket(connection: connection, ticket: ticket), default: []].append(result)
      case .part(let part): reads += collector.add(part, now: now)
      case .progress(let ticket, _, _): if ticket == nil { collector.touch(now: now) }
      case .damaged: damaged += 1
      case .notice(let message): notices.append(message.header.status.rawValue)
      case .offProtocol(let bytes): offProtocol.append(bytes)
      case .stray: strays += 1
      case .reset: resets += 1
      case .present: present += 1
      case .unresponsive: unresponsive += 1
      case .warning(let text): warnings.append(text)
      }
    }
  }
}

/// A second in nanoseconds.
public let second: Int64 = 1_000_000_000
