import ReaderCore

/// Finding out whether a reader is there and how it answers, and bringing it into messages.
///
/// The question is `GET DEVICE.TYPE`. A reader in silent mode answers with text or not at all; then it is told to use
/// messages, by the value 1 of `COM.DMCC-RESPONSE` (Cognex's guide) and then 2 (seen on a DM475). Only a message that
/// answers the question proves that it worked; what `GET COM.DMCC-RESPONSE` says does not (a DM475 says 0 after 2).
///
/// A reader whose answers carry no id may still send answers to somebody before us: its type counts when it comes
/// twice, or when it is the one that is known; and what is still to be answered is waited for.
extension DMCCSession {
  struct Probe {
    enum Step: Equatable {
      case ask
      case set(Int)
    }
    struct Sent {
      let id: Int
      let step: Step
    }

    var step = Step.ask
    var deadline: Int64
    var interval: Int64
    /// When to give up; nil: never.
    var limit: Int64?
    var sent: [Sent] = []
    /// Questions that may still be answered.
    var outstanding = 0
    var rounds = 0
    var lastAnswer: [UInt8]?
    var refusals = 0
    var sawLine = false
    /// The mode that was set and answered.
    var didSet: Int?
    /// The type, when it is known and only late answers are waited for.
    var found: String?
  }

  mutating func startProbe(_ phase: Phase, now: Int64) {
    guard probe == nil else { return }
    self.phase = phase
    if phase == .checking { lastCheck = now }
    let limit = phase == .opening ? openLimit : now &+ max(options.commandTimeout, options.probeTimeout &* 8)
    probe = Probe(deadline: now, interval: options.probeTimeout, limit: limit)
    if !peer.echoesIDs { probe?.outstanding = owed }
    sendProbe(.ask, now)
  }

  private mutating func sendProbe(_ step: Probe.Step, _ now: Int64) {
    guard var probe else { return }
    let id = newID()
    let text =
      switch step {
      case .ask: "GET DEVICE.TYPE"
      case .set(let mode): "SET COM.DMCC-RESPONSE \(mode)"
      }
    output += DMCCCommand(known: text).encoded(id: id)
    probe.step = step
    probe.sent.append(Probe.Sent(id: id, step: step))
    if probe.sent.count > 32 { probe.sent.removeFirst() }
    probe.outstanding += 1
    probe.deadline = now &+ probe.interval
    self.probe = probe
  }

  /// Takes an answer that may be the probe's. False when it is none of its.
  mutating func answerProbe(_ message: DMCCMessage, _ now: Int64, _ events: inout [DMCCEvent]) -> Bool {
    guard var probe else { return false }
    let isOK = message.header.status == .ok
    if let id = message.header.id {
      guard let sent = probe.sent.first(where: { $0.id == id }) else { return false }
      probe.sent.removeAll { $0.id == id }
      peer.echoesIDs = true
      if case .set(let mode) = sent.step, isOK { probe.didSet = mode }
      self.probe = probe
      if sent.step == .ask {
        finishProbe(isOK ? message.text : "", now, &events)
      } else {
        sendProbe(.ask, now)
      }
      return true
    }
    guard !peer.echoesIDs || phase == .opening else { return false }
    probe.outstanding = max(0, probe.outstanding - 1)
    probe.rounds += 1
    self.probe = probe
    if let found = probe.found {
      if probe.outstanding == 0 { finishProbe(found, now, &events) }
    } else if probe.rounds > 64 {
      endProbe(now, &events)
    } else {
      weigh(message, isOK, now, &events)
    }
    return true
  }

  /// An answer without an id: whose is it?
  private mutating func weigh(_ message: DMCCMessage, _ isOK: Bool, _ now: Int64, _ events: inout [DMCCEvent]) {
    guard var probe else { return }
    defer { if self.probe != nil, self.probe?.step == .ask, self.probe?.outstanding == 0 { sendProbe(.ask, now) } }
    if case .set(let mode) = probe.step {
      if isOK, message.payload.isEmpty { probe.didSet = mode }
      self.probe = probe
      sendProbe(.ask, now)
      return
    }
    if isOK, !message.payload.isEmpty {
      let isKnown = phase != .opening && message.text == peer.type
      if isKnown || probe.lastAnswer == message.payload {
        probe.found = message.text
      }
      probe.lastAnswer = message.payload
    } else {
      probe.refusals += 1
      if probe.refusals >= 3 { probe.found = "" }
    }
    if probe.found != nil { probe.deadline = now &+ probe.interval }
    self.probe = probe
    if let found = probe.found, probe.outstanding == 0 { finishProbe(found, now, &events) }
  }

  /// Text outside of messages came: the reader is there, in silent mode.
  mutating func probeSawLine(_ now: Int64) {
    guard var probe, probe.found == nil else { return }
    probe.sawLine = true
    if probe.step == .ask { probe.outstanding = max(0, probe.outstanding - 1) }
    self.probe = probe
    if probe.step == .ask, probe.didSet == nil { sendProbe(.set(peer.responseMode ?? 1), now) }
  }

  mutating func tickProbe(_ now: Int64, _ events: inout [DMCCEvent]) {
    guard var probe, now >= probe.deadline || now >= probe.limit ?? Int64.max else { return }
    if let found = probe.found { return finishProbe(found, now, &events) }
    if let limit = probe.limit, now >= limit { return endProbe(now, &events) }
    let first = peer.responseMode ?? 1
    let next: Probe.Step =
      switch probe.step {
      case .ask: .set(first)
      case .set(first): .set(3 - first)
      case .set: .ask
      }
    if next == .ask { probe.interval = min(probe.interval &* 2, options.probeTimeout &* 4) }
    self.probe = probe
    sendProbe(next, now)
  }

  private mutating func finishProbe(_ type: String, _ now: Int64, _ events: inout [DMCCEvent]) {
    guard let probe else { return }
    let mode = probe.didSet
    self.probe = nil
    owed = 0
    let isOpening = phase == .opening
    let isOther = !isOpening && !type.isEmpty && !peer.type.isEmpty && type != peer.type
    if let mode { peer.responseMode = mode }
    if isOpening || isOther { peer.type = type }
    phase = .ready
    events.append(isOpening ? .opened(peer) : mode != nil || isOther ? .reset(peer) : .present)
  }

  /// The time is up.
  private mutating func endProbe(_ now: Int64, _ events: inout [DMCCEvent]) {
    guard var probe else { return }
    if phase == .opening {
      let error =
        probe.sawLine
        ? ReaderError(.protocolFault, "The reader sends text but takes no DMCC response mode; is it a DMCC reader?")
        : ReaderError(
          .timeout, "The reader does not answer DMCC. Is it awake, in COM mode, and the port not used by others?")
      return failOpening(error, &events)
    }
    if phase != .unresponsive {
      phase = .unresponsive
      failAll(ReaderError(.timeout, "The reader does not answer any more."), &events)
      events.append(.unresponsive)
    }
    probe.limit = nil
    probe.rounds = 0
    probe.interval = options.probeTimeout &* 4
    probe.deadline = now &+ probe.interval
    self.probe = probe
  }

  mutating func failOpening(_ error: ReaderError, _ events: inout [DMCCEvent]) {
    events.append(.openFailed(error))
    events += close(error, now: 0)
  }
}
