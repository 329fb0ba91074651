/// Writing messages, and the faults that sit in them.
extension SimulatedLine {
  /// Answers a command in the connection's mode.
  func answer(
    _ header: Header, _ status: Int, _ payload: [UInt8], bulk: [UInt8]? = nil, isGet: Bool = false, _ now: Int64
  ) {
    guard mode != 0 else {
      // Silent: only values, bare.
      guard isGet, status == 0, reader.profile.answersInSilentMode else { return }
      put(payload + lineEnd + (bulk ?? []), now)
      return
    }
    var message = SimulatedMessage(id: header.id, status: status, payload: payload, bulk: bulk)
    switch reader.faults.variant(6) {
    case "missing": message.id = nil
    case "wrong": message.id = header.id.map { $0 + 5000 }
    case "late" where reader.commands % 3 == 0:
      delay(6_000_000_000, now)
    default: break
    }
    put(message, checksum: header.checksum, now)
    if reader.faults.has(6, "twice") { put(message, checksum: header.checksum, now) }
  }

  func put(_ message: SimulatedMessage, checksum: Int? = nil, _ now: Int64) {
    if reader.faults.variant(8) != nil { put(SimulatedLine.garbage[reader.roll(SimulatedLine.garbage.count)], now) }
    let hasSum = reader.faults.variant(9) != nil && !reader.faults.has(9, "refuse")
    let count = message.payload.count + lineEnd.count + (hasSum ? 1 : 0)
    var fields: [String]
    if mode == 2 {
      fields = ["", message.id.map { "\($0)" } ?? "", message.result.map { "\($0)" } ?? "", "\(count)"]
    } else if let id = message.id {
      fields = [checksum.map { "\($0)" } ?? "", "\(id)"]
    } else {
      fields = []
    }
    if let result = message.result, mode == 1 { fields = [checksum.map { "\($0)" } ?? "", "", "\(result)"] }
    if reader.faults.variant(7) != nil { fields = form(message, count) }
    var payload = message.payload
    if let kind = reader.faults.variant(9), kind != "refuse" {
      if fields.isEmpty { fields = [""] }
      fields[0] = "1"
      let head = "\(fields.joined(separator: ":"))[\(message.status)]"
      switch kind {
      case "all": payload.append((Array(head.utf8) + payload).reduce(0, ^))
      case "payload": payload.append(payload.reduce(0, ^))
      default: payload.append(payload.reduce(0x55, ^))
      }
    }
    let head = Array("||\(fields.joined(separator: ":"))[\(message.status)]".utf8)
    if cutsHere(message, head, payload, now) { return }
    put(head + payload + lineEnd + (message.bulk ?? []), now)
    if message.bulk != nil, reader.profile == .dm475 { put([0x0d, 0x0a], now) }
  }

  /// Every form of header that was ever seen or is allowed.
  private func form(_ message: SimulatedMessage, _ count: Int) -> [String] {
    let id = message.id.map { "\($0)" } ?? ""
    let result = message.result.map { "\($0)" } ?? ""
    forms += 1
    switch forms % 4 {
    case 0: return ["0", id, result, "\(count)"]
    case 1: return ["", id, result, "\(count)"]
    case 2: return result.isEmpty ? ["0", id] : ["0", id, result]
    default: return result.isEmpty ? ["", id] : ["", id, result]
    }
  }

  /// F12: the line ends inside of a message.
  private func cutsHere(_ message: SimulatedMessage, _ head: [UInt8], _ payload: [UInt8], _ now: Int64) -> Bool {
    guard let where_ = reader.faults.variant(12), reader.commands >= 4 else { return false }
    let isAnswer = message.status == 0
    switch where_ {
    case "reply" where isAnswer: hangUp(now)
    case "reset" where isAnswer: hangUp(now, .reset)
    case "half" where isAnswer: hangUp(now, .halfClose)
    case "header" where isAnswer:
      put(Array(head.prefix(3)), now)
      hangUp(now)
    case "payload" where isAnswer:
      put(head + Array(payload.prefix(payload.count / 2)), now)
      hangUp(now)
    case "bulk":
      guard let bulk = message.bulk else { return false }
      put(head + payload + lineEnd + Array(bulk.prefix(bulk.count / 2)), now)
      hangUp(now)
    default: return false
    }
    return true
  }

  /// F4: what nobody asked for.
  func unsolicited(_ now: Int64) {
    guard mode != 0 else { return }
    put(SimulatedMessage(status: 1, payload: base64(Array("unasked".utf8))), now)
    put(SimulatedMessage(status: 12, payload: Array("event".utf8)), now)
    put(SimulatedMessage(status: 4, payload: Array("<statistics/>".utf8)), now)
  }

  /// F8.
  static let garbage: [[UInt8]] = [
    [0xff, 0xfb, 0x01, 0xff, 0xfd, 0x03], [0, 0, 0, 0], Array("|".utf8), Array("||x".utf8), Array("[abc]".utf8),
    Array("||1234567890123[0]\r\n".utf8), Array("||[1234567890]\r\n".utf8), Array("||0:1\r\n".utf8),
    Array("Welcome to a DataMan\r\n".utf8), [0x80, 0xfe, 0x0a, 0x0d, 0x0a], Array("\r\n\r\n".utf8), Array("||||".utf8),
    Array("text || with bars\n".utf8), [0x7c, 0x7c, 0x5b],
  ]
}
