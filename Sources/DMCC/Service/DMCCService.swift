import ReaderCore

/// The reader's side of one DMCC connection as a state machine: what belongs to the connection itself (log-in, the
/// settings COM.* and DATA.*, the form of messages), bytes in, commands out. No I/O.
///
/// Commands are handed out one after another, each after the one before was answered, so that answers keep their order.
public struct DMCCService {
  /// What a connection asks of its owner.
  public enum Event: Equatable {
    /// A command for the device; `answer` must follow.
    case command(DMCCRequest)
    /// The connection wants other kinds of parts from now on.
    case kinds(ResultKinds)
    /// The host is to be sent away, after what `takeOutput` has.
    case hangUp(String)
  }

  private enum Login { case user, password, done }

  /// The parts of reads that the host asked for.
  public private(set) var kinds: ResultKinds = .string
  /// Whether the host may see anything.
  public var isLoggedIn: Bool { login == .done }

  private let password: [UInt8]?
  private var login = Login.done
  private var isAdmin = false
  private var refusals = 0
  private var framer = DMCCRequestFramer()
  private var waiting: [DMCCRequest] = []
  private var isBusy = false
  private var isEnded = false
  private var settings = DMCCService.defaults
  private var output: [UInt8] = []

  /// Commands that may wait for the one before.
  private static let mostWaiting = 256
  private static let defaults = [
    "COM.DMCC-RESPONSE": 0, "COM.DMCC-CHECKSUM": 0, "COM.DMCC-HEADER": 0, "DATA.RESULT-TYPE": 1,
    "DATA.RESULT-ENCODING": 0, "DATA.RESULT-ALWAYSSEND": 1, "DATA.IMAGE-TYPE": 0,
  ]

  /// Makes the service of a new connection.
  ///
  /// - Parameter password: Of the user `admin`; nil: nobody is asked.
  public init(password: String? = nil) {
    self.password = password.map { Array($0.utf8) }
    if password != nil {
      login = .user
      say("Username: ")
    }
  }

  /// Takes bytes from the host.
  public mutating func receive(_ bytes: [UInt8]) -> [Event] {
    guard !isEnded else { return [] }
    var events: [Event] = []
    framer.append(bytes)
    while !isEnded, let frame = framer.next() {
      switch frame {
      case .line(let line): if login != .done { take(login: line, &events) }
      case .tooLong: end("It sent more than is taken.", &events)
      case .request where login != .done, .damaged where login != .done: take(login: [], &events)
      case .damaged(let request): write(request, .incorrectChecksum, [], nil)
      case .request(let request):
        guard waiting.count < DMCCService.mostWaiting else { return events + ended("It does not wait for answers.") }
        waiting.append(request)
        advance(&events)
      }
    }
    return events
  }

  /// Answers the command that was handed out last.
  ///
  /// - Parameter bulk: Bytes to follow the line; the line is then their number.
  public mutating func answer(
    _ request: DMCCRequest, _ status: DMCCStatus, _ payload: [UInt8] = [], bulk: [UInt8]? = nil
  ) -> [Event] {
    var events: [Event] = []
    isBusy = false
    write(request, status, payload, bulk)
    advance(&events)
    return events
  }

  /// Sends a part of a read, if the host asked for its kind.
  ///
  /// - Parameters:
  ///   - status: What it is: `readString`, `xmlResult`, `image`, `imageGraphics`.
  ///   - id: Number of the read, 1 and upwards.
  public mutating func send(_ status: DMCCStatus, id: Int, _ bytes: [UInt8]) {
    guard !isEnded, login == .done, let kind = ResultKinds(status: status),
      kinds.contains(kind) || kind == .xml && kinds.contains(.xmlContent)
    else { return }
    guard mode != 0 else {
      // Silent: bare text, and nothing that would not be told from it.
      if status == .readString { output += bytes + [0x0d, 0x0a] }
      return
    }
    if status == .readString {
      message(status, nil, resultID: id, Array(Base64.encode(bytes).utf8))
    } else {
      message(status, nil, resultID: id, Array("\(bytes.count)".utf8))
      output += bytes
    }
  }

  /// The bytes for the host since the last call.
  public mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  // MARK: Commands

  private var mode: Int { settings["COM.DMCC-RESPONSE"] ?? 0 }

  private mutating func advance(_ events: inout [Event]) {
    while !isBusy, !isEnded, !waiting.isEmpty {
      let request = waiting.removeFirst()
      if let status = own(request, &events) {
        write(request, status.0, status.1, nil)
        if let mode = status.2 { settings["COM.DMCC-RESPONSE"] = mode }
      } else {
        isBusy = true
        events.append(.command(request))
      }
    }
  }

  /// Commands about the connection. The third value: a response mode that holds from the next answer on.
  private mutating func own(_ request: DMCCRequest, _ events: inout [Event]) -> (DMCCStatus, [UInt8], Int?)? {
    let words = request.words
    if words == ["COM.DMCC-RESET"] {
      let old = mode
      settings = DMCCService.defaults
      settings["COM.DMCC-RESPONSE"] = old
      changeKinds(&events)
      return (.ok, [], 0)
    }
    guard words.count >= 2, let value = settings[words[1]] else { return nil }
    switch words[0] {
    case "GET" where words.count == 2: return (.ok, Array("\(value)".utf8), nil)
    case "SET" where words.count == 3:
      guard let number = DMCCText.count(Array(words[2].utf8)[...]), number <= DMCCService.largest(words[1]) else {
        return (.invalidParameter, [], nil)
      }
      settings[words[1]] = number
      changeKinds(&events)
      return (.ok, [], nil)
    case "GET", "SET": return (.invalidParameter, [], nil)
    default: return nil
    }
  }

  private static func largest(_ name: String) -> Int {
    switch name {
    case "COM.DMCC-RESPONSE": 2
    case "COM.DMCC-CHECKSUM": 1
    case "DATA.RESULT-TYPE", "DATA.RESULT-ALWAYSSEND": 1023
    default: 0
    }
  }

  private mutating func changeKinds(_ events: inout [Event]) {
    let wanted = ResultKinds(rawValue: UInt32(settings["DATA.RESULT-TYPE"] ?? 1))
    guard wanted != kinds else { return }
    kinds = wanted
    events.append(.kinds(wanted))
  }

  // MARK: Messages

  private mutating func write(_ request: DMCCRequest, _ status: DMCCStatus, _ payload: [UInt8], _ bulk: [UInt8]?) {
    let line = bulk.map { Array("\($0.count)".utf8) } ?? payload
    if mode == 0 {
      // Silent: values only, and no word about errors.
      guard status == .ok, bulk != nil || request.words.first == "GET" else { return }
      output += line + [0x0d, 0x0a] + (bulk ?? [])
    } else {
      message(status, request, resultID: nil, line)
      output += bulk ?? []
    }
  }

  private mutating func message(_ status: DMCCStatus, _ request: DMCCRequest?, resultID: Int?, _ payload: [UInt8]) {
    let checksum = request?.checksum ?? settings["COM.DMCC-CHECKSUM"] ?? 0
    let first = checksum == 1 ? "1" : request?.id != nil && mode == 1 ? "0" : ""
    let id = request?.id.map { "\($0)" } ?? ""
    let fields =
      mode == 2
      ? [first, id, resultID.map { "\($0)" } ?? "", "\(payload.count + (checksum == 1 ? 3 : 2))"]
      : id.isEmpty ? [first] : [first, id]
    let head = Array("\(fields.joined(separator: ":"))[\(status.rawValue)]".utf8)
    output += [0x7c, 0x7c] + head + payload
    if checksum == 1 { output.append((head + payload).reduce(0, ^)) }
    output += [0x0d, 0x0a]
  }

  // MARK: Log-in

  private mutating func take(login line: [UInt8], _ events: inout [Event]) {
    switch login {
    case .done: break
    case .user:
      isAdmin = line == Array("admin".utf8)
      login = .password
      say("Password: ")
    case .password:
      if isAdmin, let password, DMCCService.isSame(line, password) {
        login = .done
        say("Log In Confirmed\r\n")
      } else {
        refusals += 1
        say("Log In Failed\r\n")
        guard refusals < 3 else { return end("It has no valid password.", &events) }
        login = .user
        say("Username: ")
      }
    }
  }

  /// Compares without telling by its time how much of it fits.
  private static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    var difference = a.count ^ b.count
    for index in b.indices { difference |= Int(b[index] ^ (index < a.count ? a[index] : 0)) }
    return difference == 0
  }

  private mutating func say(_ text: String) { output += Array(text.utf8) }

  private mutating func end(_ reason: String, _ events: inout [Event]) { events += ended(reason) }

  private mutating func ended(_ reason: String) -> [Event] {
    isEnded = true
    waiting = []
    return [.hangUp(reason)]
  }
}
