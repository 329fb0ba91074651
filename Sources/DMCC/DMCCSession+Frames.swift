import ReaderCore

/// What the frames of the stream mean.
extension DMCCSession {
  mutating func takeFrames(_ now: Int64, _ events: inout [DMCCEvent]) {
    while phase != .closed, let frame = framer.next(now: now, expectsBulk: bulkQuestion()) {
      handle(frame, now, &events)
      flush(now)
    }
  }

  mutating func handle(_ frame: DMCCFrame, _ now: Int64, _ events: inout [DMCCEvent]) {
    switch frame {
    case .message(let message): handle(message, now, &events)
    case .unframed(let text, let isLine): handleUnframed(text, isLine: isLine, now, &events)
    case .broken(let header, let why):
      let sentence =
        switch why {
        case .lineTooLong: "The reader sent a line that does not end."
        case .bulkTooLong: "The reader announces more bytes than are taken."
        case .bulkCut: "The reader announced more bytes than it sent."
        case .interrupted: "A message of the reader was cut short by the next one."
        }
      if header.status.answersCommand {
        breakAnswer(header, sentence, &events)
      } else {
        events.append(.damaged(DMCCMessage(header: header, payload: []), sentence))
      }
    }
  }

  private mutating func handle(_ message: DMCCMessage, _ now: Int64, _ events: inout [DMCCEvent]) {
    if !message.checksumFits {
      events.append(.warning("The checksum of a message does not fit."))
      if options.rejectsBadChecksums {
        events.append(.damaged(message, "Its checksum does not fit."))
        return
      }
    }
    let status = message.header.status
    if status.answersCommand {
      answer(message, now, &events)
    } else if let kind = ResultKinds(status: status) {
      switch DMCCSession.content(message, kind) {
      case .success(let bytes):
        let raw = kind == .string ? message.payload : []
        events.append(.part(ResultPart(kind: kind, id: message.header.resultID, bytes: bytes, raw: raw, time: now)))
      case .failure(let error): events.append(.damaged(message, error.message))
      }
    } else {
      events.append(.notice(message))
    }
  }

  /// The bytes that a part carries. Strings are Base64; the others follow their number, or are in the line, as they are
  /// or in Base64.
  private static func content(_ message: DMCCMessage, _ kind: ResultKinds) -> Result<[UInt8], ReaderError> {
    if let bulk = message.bulk { return .success(bulk) }
    let payload = message.payload
    if kind == .string {
      if let bytes = Base64.decode(payload) { return .success(bytes) }
      return .failure(ReaderError(.protocolFault, "A read came that is no Base64."))
    }
    if kind != .image, payload.first == 0x3c { return .success(payload) }
    if let bytes = Base64.decode(payload), !bytes.isEmpty { return .success(bytes) }
    return .failure(ReaderError(.protocolFault, "A part of a read came in a form that is not known."))
  }

  private mutating func handleUnframed(
    _ text: [UInt8], isLine: Bool, _ now: Int64, _ events: inout [DMCCEvent]
  ) {
    if phase == .login || phase == .opening, let prompt = Prompt(text) {
      answerPrompt(prompt, now, &events)
      return
    }
    if DMCCSession.isEcho(text) {
      if !hasWarnedOfEcho { events.append(.warning("The line sends back what is written; switch its echo off.")) }
      hasWarnedOfEcho = true
      return
    }
    events.append(.offProtocol(text))
    guard isLine else { return }
    if probe != nil {
      probeSawLine(now)
    } else if phase == .ready, now &- 2_000_000_000 >= lastCheck {
      startProbe(.checking, now: now)
    }
  }

  /// Whether text is a command of ours that came back.
  static func isEcho(_ text: [UInt8]) -> Bool {
    guard text.starts(with: [0x7c, 0x7c]), let end = text.firstIndex(of: 0x3e) else { return false }
    return text[2..<end].allSatisfy { $0 == 0x3a || ($0 >= 0x30 && $0 <= 0x39) }
  }

  mutating func reportProgress(_ events: inout [DMCCEvent]) {
    guard let progress = framer.progress, progress.received > 0 else {
      reportedProgress = -1
      return
    }
    guard progress.received != reportedProgress else { return }
    reportedProgress = progress.received
    let isAnswer = progress.header.status.answersCommand
    let ticket = isAnswer ? answered(by: progress.header).map { inFlight[$0].ticket } : nil
    guard !isAnswer || ticket != nil else { return }
    events.append(.progress(ticket, received: progress.received, total: progress.total))
  }
}
