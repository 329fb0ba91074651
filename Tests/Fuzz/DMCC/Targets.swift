import DMCC
import DMCCBench
import Discovery
import Link
import ReaderCore
import SimulatorCore

/// What is fuzzed. Each takes bytes and answers with what is wrong, besides not trapping and not hanging.
enum Target: String, CaseIterable {
  case framer, session, xml, graphics, discovery, text, service, push, scanner

  /// What to begin with: what the simulator says, in all profiles and with faults.
  static func samples() -> [Target: [[UInt8]]] {
    var streams: [[UInt8]] = []
    for profile in Profile.allCases {
      for fault in ["", "F4", "F7", "F8", "F9:all", "F11:large", "F18:broken", "F19:cr"] {
        let reader = Scenario.reader(profile, fault)
        var stream: [UInt8] = []
        reader.log = { _, isOut, bytes in if isOut { stream += bytes } }
        let bench = Bench(reader, options: Scenario.options(profile), expected: [.string, .xml, .image, .graphics])
        if bench.open() { Scenario.play(bench) }
        bench.close()
        streams.append(Array(stream.prefix(6000)))
      }
    }
    let bench = Scenario.bench(.mx)
    bench.open()
    Scenario.play(bench)
    func parts(_ kind: ResultKinds) -> [[UInt8]] { bench.reads.compactMap { $0.part(kind)?.bytes } }
    let reader = SimulatedReader(profile: .dm475)
    let question: [UInt8] = Array("CGNM".utf8) + [4, 0, 2, 0, 0]
    var commands: [[UInt8]] = []
    reader.log = { _, isOut, bytes in if !isOut { commands.append(bytes) } }
    let host = Bench(reader)
    if host.open() { Scenario.play(host) }
    host.close()
    var scanner = HIDScanner(layout: .honeywell, faults: Faults())
    return [
      .service: [commands.flatMap { $0 }, Array("admin\r\nsecret\r\n||>IMAGE.LOAD 5\r\nabcde".utf8)],
      .push: [PushedPicture.bytes(of: reader) + PushedPicture.bytes(of: reader)],
      .scanner: [scanner.reports([UInt8](repeating: 0x30, count: 200)).flatMap { $0 }],
      .framer: streams, .session: streams, .xml: parts(.xml), .graphics: parts(.graphics),
      .discovery: [question] + DiscoveryReply.datagrams(of: reader, to: question),
      .text: [Array("\"a\\\"b\\|c\\t\"".utf8), Array("QUJDRA==".utf8), Array("SET A \"b\"".utf8)],
    ]
  }

  func run(_ bytes: [UInt8], _ dice: inout Mutator) -> String? {
    switch self {
    case .framer: Target.framer(bytes, &dice)
    case .session: Target.session(bytes, &dice)
    case .xml: Target.xml(bytes)
    case .graphics: Target.graphics(bytes)
    case .discovery:
      DiscoveryPacket(bytes).map { $0.services.count <= bytes.count ? nil : "services from nowhere" } ?? nil
    case .text: Target.text(bytes)
    case .service: Target.service(bytes, &dice)
    case .push: Target.push(bytes, &dice)
    case .scanner: Target.scanner(bytes)
    }
  }

  /// Pieces must not matter, and nothing may be kept for ever.
  private static func framer(_ bytes: [UInt8], _ dice: inout Mutator) -> String? {
    var limits = DMCCFramer.Limits()
    (limits.line, limits.bulk, limits.unframed) = (4000, 3000, 500)
    func frames(_ pieces: [[UInt8]]) -> [DMCCFrame] {
      var framer = DMCCFramer(limits: limits)
      var out: [DMCCFrame] = []
      for piece in pieces {
        framer.append(piece, now: 0)
        while let frame = framer.next(now: 0, expectsBulk: { ($0.id ?? 0) % 2 == 1 }) { out.append(frame) }
      }
      while let deadline = framer.nextDeadline {
        if let frame = framer.settle(now: deadline, expectsBulk: { ($0.id ?? 0) % 2 == 1 }) { out.append(frame) }
        while let frame = framer.next(now: deadline, expectsBulk: { ($0.id ?? 0) % 2 == 1 }) { out.append(frame) }
      }
      return out
    }
    // What is too long is given up where a piece ends: only then pieces may matter.
    let whole = frames([bytes])
    let cut = frames(dice.pieces(bytes))
    let isLong = (whole + cut).contains {
      switch $0 {
      case .broken(_, .lineTooLong): true
      case .unframed(let text, false): text.count >= limits.unframed
      default: false
      }
    }
    return whole == cut || isLong ? nil : "pieces matter"
  }

  /// Every command ends once, whatever a reader says.
  private static func session(_ bytes: [UInt8], _ dice: inout Mutator) -> String? {
    var options = DMCCSession.Options()
    if dice.below(3) == 0 { options.password = "secret" }
    var session = DMCCSession(options: options)
    var collector = ResultCollector(expected: [.string, .xml, .image])
    var now: Int64 = 0
    var issued: Set<DMCCTicket> = []
    var ended: Set<DMCCTicket> = []
    var fault: String?
    func take(_ events: [DMCCEvent]) {
      for event in events {
        if case .completed(let ticket, _) = event, !issued.contains(ticket) || !ended.insert(ticket).inserted {
          fault = "a command ended twice"
        }
        if case .part(let part) = event { _ = collector.add(part, now: now) }
      }
    }
    session.open(now: 0)
    if dice.below(4) > 0 { take(session.receive(Array("||0:1[0]DM70\r\n".utf8), now: 0)) }
    for piece in dice.pieces(bytes) {
      if dice.below(3) == 0, let command = try? DMCCCommand("GET A", expectsBinary: dice.below(2) == 0),
        let ticket = try? session.send(command, now: now)
      {
        issued.insert(ticket)
      }
      take(session.receive(piece, now: now))
      if session.takeOutput().count > 200_000 { fault = "too much to say" }
      if dice.below(8) == 0, let deadline = session.nextDeadline {
        now = max(now, deadline)
        take(session.tick(now: now))
        _ = collector.tick(now: now)
        if let next = session.nextDeadline, next <= now {
          let events = session.tick(now: now)
          take(events)
          if events.isEmpty, session.nextDeadline == next { fault = "a deadline that does not pass" }
        }
      }
    }
    take(session.close(ReaderError(.lost, ""), now: now))
    _ = collector.flush()
    return fault ?? (ended == issued ? nil : "a command did not end")
  }

  /// Commands come one after another, and nothing before the log-in.
  private static func service(_ bytes: [UInt8], _ dice: inout Mutator) -> String? {
    var service = DMCCService(password: dice.below(2) == 0 ? "secret" : nil)
    var isEnded = false
    for piece in dice.pieces(bytes) {
      var events = service.receive(piece)[...]
      while let event = events.popFirst() {
        switch event {
        case .command(let request):
          guard service.isLoggedIn, !isEnded else { return "a command of a stranger" }
          events += service.answer(request, .ok, Array("A".utf8), bulk: dice.below(4) == 0 ? [1, 2, 3] : nil)
        case .hangUp: isEnded = true
        case .kinds: break
        }
      }
      service.send(.readString, id: 1, piece)
      if service.takeOutput().count > 400_000 { return "too much to say" }
    }
    return nil
  }

  private static func push(_ bytes: [UInt8], _ dice: inout Mutator) -> String? {
    var framer = ImagePushFramer()
    var total = 0
    for piece in dice.pieces(bytes) {
      framer.append(piece)
      while case .image(let image)? = framer.next() { total += 136 + image.bytes.count }
    }
    return total <= bytes.count ? nil : "bytes from nowhere"
  }

  /// As reports, and as a descriptor.
  private static func scanner(_ bytes: [UInt8]) -> String? {
    var assembler = HIDScanAssembler(layout: HIDScanLayout(descriptor: bytes))
    var rest = bytes[...]
    while !rest.isEmpty {
      for case .scan(let code, _) in assembler.take(Array(rest.prefix(64)), now: 0) where code.count > bytes.count {
        return "bytes from nowhere"
      }
      rest = rest.dropFirst(64)
    }
    return nil
  }

  private static func xml(_ bytes: [UInt8]) -> String? {
    guard let xml = try? ResultXML(parsing: bytes) else { return nil }
    return (xml.bytes?.count ?? 0) <= bytes.count ? nil : "bytes from nowhere"
  }

  private static func graphics(_ bytes: [UInt8]) -> String? {
    guard let drawing = try? ResultGraphics(parsing: bytes) else { return nil }
    let isFinite = drawing.outlines.allSatisfy { $0.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite } }
    return isFinite ? nil : "a corner at infinity"
  }

  private static func text(_ bytes: [UInt8]) -> String? {
    if let plain = DMCCText.unquote(bytes), plain.count > bytes.count { return "longer without quotes" }
    if let decoded = Base64.decode(bytes), Array(Base64.encode(decoded).utf8) != bytes { return "not canonical" }
    let text = String(decoding: bytes, as: UTF8.self)
    if let quoted = try? DMCCText.quote(text), DMCCText.unquote(quoted) != Array(text.utf8) { return "quoting loses" }
    if let command = try? DMCCCommand(text) {
      let line = command.encoded(id: 1)
      if line.dropLast(2).contains(where: { $0 == 0x0d || $0 == 0x0a || $0 == 0 }) { return "a line inside a line" }
    }
    return nil
  }
}
