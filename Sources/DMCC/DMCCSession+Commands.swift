import ReaderCore

/// Commands on their way: sent, answered, out of time.
extension DMCCSession {
  /// An id that nothing which may still be answered has.
  mutating func newID() -> Int {
    repeat {
      lastID = lastID >= 60_000 ? 1 : lastID + 1
    } while inFlight.contains { $0.id == lastID } || late.contains { $0.id == lastID }
      || probe?.sent.contains { $0.id == lastID } == true
    return lastID
  }

  /// Sends what may be sent.
  mutating func flush(_ now: Int64) {
    guard phase == .ready else { return }
    let window = peer.echoesIDs ? options.window : 1
    while let index = inFlight.count < window ? waiting.indices.first : waiting.firstIndex(where: \.command.isUrgent) {
      var pending = waiting.remove(at: index)
      pending.id = newID()
      let upload = Int64(pending.command.data.count) &* 2_000_000
      pending.deadline = now &+ max(0, pending.command.timeout ?? options.commandTimeout) &+ upload
      output += pending.command.encoded(id: pending.id)
      inFlight.append(pending)
    }
  }

  /// The command that a header answers: by its id, else by order.
  func answered(by header: DMCCHeader) -> Int? {
    if let id = header.id { return inFlight.firstIndex { $0.id == id } }
    return peer.echoesIDs || probe != nil ? nil : inFlight.indices.first
  }

  /// Whether bytes follow an answer; as a value, because the framer asks while it is being changed.
  func bulkQuestion() -> (DMCCHeader) -> Bool {
    let known = inFlight.contains { $0.command.expectsBinary } || late.contains { $0.command.expectsBinary }
    guard known else { return { _ in false } }
    let session = (inFlight: inFlight, late: late, byOrder: !peer.echoesIDs && probe == nil)
    return { header in
      guard let id = header.id else {
        return session.byOrder && session.inFlight.first?.command.expectsBinary == true
      }
      return (session.inFlight + session.late).contains { $0.id == id && $0.command.expectsBinary }
    }
  }

  /// Whether the answer's line is here and its bytes are coming: they have a limit of their own.
  func isArriving(_ pending: Pending) -> Bool {
    guard let header = framer.progress?.header, header.status.answersCommand, let index = answered(by: header) else {
      return false
    }
    return inFlight[index].ticket == pending.ticket
  }

  mutating func answer(_ message: DMCCMessage, _ now: Int64, _ events: inout [DMCCEvent]) {
    if answerProbe(message, now, &events) { return }
    guard let index = answered(by: message.header) else {
      strayMessages &+= 1
      events.append(.stray(message))
      return
    }
    let pending = inFlight.remove(at: index)
    let header = message.header
    // Should the answer come again, its bytes must not be taken for messages.
    if pending.command.expectsBinary { remember(pending) }
    let reply = DMCCReply(status: header.status, payload: message.payload, bulk: message.bulk)
    events.append(.completed(pending.ticket, .success(reply)))
  }

  private mutating func remember(_ pending: Pending) {
    if late.count >= 64 { late.removeFirst() }
    late.append(pending)
  }

  mutating func breakAnswer(_ header: DMCCHeader, _ sentence: String, _ events: inout [DMCCEvent]) {
    guard let index = answered(by: header) else { return }
    let pending = inFlight.remove(at: index)
    events.append(.completed(pending.ticket, .failure(ReaderError(.protocolFault, sentence))))
  }

  mutating func expireCommands(_ now: Int64, _ events: inout [DMCCEvent]) {
    let expired = inFlight.filter { $0.deadline <= now && !isArriving($0) }
    guard !expired.isEmpty else { return }
    for pending in expired {
      inFlight.removeAll { $0.ticket == pending.ticket }
      remember(pending)
      let sentence = "The reader did not answer \"\(pending.command.text)\" in time."
      events.append(.completed(pending.ticket, .failure(ReaderError(.timeout, sentence))))
    }
    owed += expired.count
    if phase == .ready { startProbe(.checking, now: now) }
  }
}
