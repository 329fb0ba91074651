/// One connection to a simulated reader.
public final class SimulatedLine {
  /// What comes out of a line.
  public enum Output: Equatable {
    /// One packet for the host; may be empty on USB.
    case bytes([UInt8])
    /// The reader hung up.
    case hangUp
    /// The reader hung up with a TCP reset.
    case reset
    /// The reader sends no more, but goes on listening.
    case halfClose
  }

  let reader: SimulatedReader
  /// Counts from 1.
  public let number: Int
  /// The line is cut after so many bytes from or to the host; for tests.
  public var cutAfterInput: Int?
  public var cutAfterOutput: Int?
  /// Whether the host raised DTR; only looked at with F21:dtr.
  public var hasDTR = false {
    didSet { if hasDTR != oldValue, hasDTR { wakeUp() } }
  }
  /// Bytes so far.
  public private(set) var received = 0
  public private(set) var sent = 0

  var session = connectionDefaults
  var isOpen = true
  var isLoggedIn: Bool
  var askedFor: String?
  private var input: [UInt8] = []
  private var upload: (count: Int, header: Header, command: [UInt8])?
  private var pending: [(due: Int64, output: Output)] = []
  private var lastDue: Int64 = 0
  var forms = 0
  private var heldBack: [UInt8] = []
  private var heldSince: Int64?
  private let opened: Int64

  struct Header {
    var checksum: Int?
    var id: Int?
  }

  init(reader: SimulatedReader, number: Int, now: Int64) {
    self.reader = reader
    self.number = number
    opened = now
    isLoggedIn = reader.profile != .login
    if !isLoggedIn { prompt("Username: ", now) }
    if reader.faults.variant(4) != nil { unsolicited(now) }
    if reader.faults.has(21, "noise") { put(Array("AT+GCAP\r\n\r\nOK\r\n\0\0\0".utf8), now) }
  }

  var mode: Int { Int(session["COM.DMCC-RESPONSE"] ?? "0") ?? 0 }
  var kinds: Int { Int(session["DATA.RESULT-TYPE"] ?? "1") ?? 1 }
  var lineEnd: [UInt8] {
    reader.faults.has(19, "cr") ? [0x0d] : reader.faults.has(19, "lf") ? [0x0a] : [0x0d, 0x0a]
  }

  func resetSession() { session = connectionDefaults }

  // MARK: From the host

  /// Takes bytes from the host.
  public func receive(_ bytes: [UInt8], now: Int64) {
    guard isOpen else { return }
    var bytes = bytes
    if let cut = cutAfterInput, received + bytes.count >= cut { bytes = Array(bytes.prefix(max(0, cut - received))) }
    received += bytes.count
    if !bytes.isEmpty { reader.log?(number, false, bytes) }
    reader.lastActivity = now
    if reader.faults.has(19, "echo") { put(bytes, now) }
    input += bytes
    if !(reader.faults.has(21, "dtr") && !hasDTR) { work(now) }
    if let cut = cutAfterInput, received >= cut { hangUp(now) }
  }

  private func wakeUp() { input = [] }

  private func work(_ now: Int64) {
    while isOpen {
      if let (count, header, command) = upload {
        guard input.count >= count else { return }
        let data = Array(input.prefix(count))
        input.removeFirst(count)
        upload = nil
        execute(header, command, data, now)
        continue
      }
      guard let end = input.firstIndex(of: 0x0a) else {
        if input.count > 100_000 { input = [] }
        return
      }
      var line = Array(input[..<end])
      input.removeFirst(end + 1)
      if line.last == 0x0d { line.removeLast() }
      if isLoggedIn { take(line, now) } else { takeLogin(line, now) }
    }
  }

  /// `||options>command`; everything else is ignored without a word.
  private func take(_ line: [UInt8], _ now: Int64) {
    guard line.count > 2, line[0] == 0x7c, line[1] == 0x7c, let end = line.firstIndex(of: 0x3e) else { return }
    let options = String(decoding: line[2..<end], as: UTF8.self).split(separator: ":", omittingEmptySubsequences: false)
    let header = Header(checksum: options.first.flatMap { Int($0) }, id: options.count > 1 ? Int(options[1]) : nil)
    var command = Array(line[(end + 1)...])
    if header.checksum == 1, !command.isEmpty {
      let sum = command.removeLast()
      guard sum == command.reduce(0, ^) || sum == line.dropLast().reduce(0, ^) else {
        return answer(header, 103, [], now)
      }
    }
    if let count = uploadCount(command) { upload = (count, header, command) } else { execute(header, command, [], now) }
  }

  private func takeLogin(_ line: [UInt8], _ now: Int64) {
    let text = String(decoding: line, as: UTF8.self)
    switch askedFor {
    case "Password: ":
      if text == reader.password, userName == "admin" {
        isLoggedIn = true
        put(Array("Log In Confirmed\r\n".utf8), now)
      } else {
        put(Array("Log In Failed\r\n".utf8), now)
        prompt("Username: ", now)
      }
    default:
      userName = text
      prompt("Password: ", now)
    }
  }

  private var userName = ""

  private func prompt(_ text: String, _ now: Int64) {
    askedFor = text
    put(Array(text.utf8), now)
  }

  /// Ends the connection.
  public func hangUp(_ now: Int64, _ how: Output = .hangUp) {
    guard isOpen else { return }
    isOpen = false
    pending.append((max(now, lastDue), how))
    reader.remove(self)
  }

  /// The host is gone.
  public func hostLeft() {
    isOpen = false
    pending = []
    reader.remove(self)
  }

  // MARK: To the host

  /// Sends bytes, in the way that the faults demand.
  func put(_ bytes: [UInt8], _ now: Int64) {
    guard isOpen else { return }
    if reader.faults.variant(2) != nil {
      heldBack += bytes
      heldSince = heldSince ?? now
      return
    }
    push(bytes, max(now, lastDue))
  }

  private func push(_ bytes: [UInt8], _ due: Int64) {
    var due = due
    if reader.faults.has(13, "open") { due = max(due, opened + 10_000_000_000) }
    let size =
      reader.faults.variant(1) != nil || reader.faults.has(13, "bytes") ? 1 : reader.faults.variant(3) != nil ? 64 : 0
    guard size > 0 else {
      lastDue = due
      pending.append((due, .bytes(bytes)))
      return
    }
    for start in stride(from: 0, to: bytes.count, by: size) {
      if reader.faults.has(13, "bytes") { due += 1_000_000_000 }
      pending.append((due, .bytes(Array(bytes[start..<min(start + size, bytes.count)]))))
      if size == 64 { pending.append((due, .bytes([]))) }
    }
    lastDue = due
  }

  /// Puts off everything that follows.
  func delay(_ time: Int64, _ now: Int64) { lastDue = max(lastDue, now + time) }

  /// When `takeOutput` has something.
  public var nextDeadline: Int64? {
    let held = heldSince.map { $0 + 50_000_000 }
    return [pending.map(\.due).min(), held].compactMap { $0 }.min()
  }

  /// What is due, in order.
  public func takeOutput(now: Int64) -> [Output] {
    if let since = heldSince, now >= since + 50_000_000 {
      push(heldBack, now)
      heldBack = []
      heldSince = nil
    }
    var out: [Output] = []
    while let first = pending.first, first.due <= now {
      pending.removeFirst()
      guard case .bytes(var bytes) = first.output else {
        out.append(first.output)
        continue
      }
      if let cut = cutAfterOutput, sent + bytes.count >= cut {
        bytes = Array(bytes.prefix(max(0, cut - sent)))
        pending = []
        sent += bytes.count
        if !bytes.isEmpty { out.append(.bytes(bytes)) }
        hangUp(now)
        out.append(.hangUp)
        pending = []
        break
      }
      sent += bytes.count
      if !bytes.isEmpty { reader.log?(number, true, bytes) }
      out.append(.bytes(bytes))
    }
    return out
  }
}
