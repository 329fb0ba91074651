import ReaderCore
import Testing

@testable import DMCC

/// What a test cannot go on with.
struct Unexpected: Error {
  let what: String
  init(_ what: String) { self.what = what }
}

/// A session against bytes written by hand; against a whole reader it is tested in the group `terminals`.
@Suite struct SessionTests {
  /// A session that was opened by a reader that sends ids.
  static func open(_ options: DMCCSession.Options = .init()) -> DMCCSession {
    var session = DMCCSession(options: options)
    session.open(now: 0)
    #expect(session.takeOutput() == bytes("||0:1>GET DEVICE.TYPE\r\n"))
    let events = session.receive(bytes("||0:1[0]DM70\r\n"), now: 0)
    guard case .opened(let peer)? = events.first, events.count == 1 else {
      Issue.record("not opened: \(events)")
      return session
    }
    #expect(peer.type == "DM70" && peer.echoesIDs && peer.responseMode == nil)
    return session
  }

  static func completions(_ events: [DMCCEvent]) -> [(DMCCTicket, Result<DMCCReply, ReaderError>)] {
    events.compactMap { if case .completed(let ticket, let result) = $0 { (ticket, result) } else { nil } }
  }

  @Test func aReaderInSilentModeIsBroughtIntoMessages() throws {
    var session = DMCCSession()
    session.open(now: 0)
    #expect(session.takeOutput() == bytes("||0:1>GET DEVICE.TYPE\r\n"))
    _ = session.receive(bytes("DM70\r\n"), now: 1)
    #expect(session.takeOutput() == bytes("||0:2>SET COM.DMCC-RESPONSE 1\r\n"))
    _ = session.receive(bytes("||0:2[0]\r\n"), now: 2)
    #expect(session.takeOutput() == bytes("||0:3>GET DEVICE.TYPE\r\n"))
    let events = session.receive(bytes("||0:3[0]DM70\r\n"), now: 3)
    guard case .opened(let peer)? = events.last else { throw Unexpected("\(events)") }
    #expect(peer.type == "DM70" && peer.responseMode == 1 && session.isOpen)
    _ = session.close(ReaderError(.cancelled, ""), restoresMode: true, now: 4)
    #expect(session.takeOutput() == bytes("||0:4>SET COM.DMCC-RESPONSE 0\r\n"))
  }

  @Test func withoutIdsTheTypeMustComeTwice() throws {
    var session = DMCCSession()
    session.open(now: 0)
    // The answer to a command of somebody before us.
    #expect(session.receive(bytes("||[0]ON\r\n"), now: 0).isEmpty)
    #expect(session.receive(bytes("||[0]DM70\r\n"), now: 0).isEmpty)
    let events = session.receive(bytes("||[0]DM70\r\n"), now: 0)
    guard case .opened(let peer)? = events.last else { throw Unexpected("\(events)") }
    #expect(peer.type == "DM70" && !peer.echoesIDs)
    _ = session.takeOutput()
    let first = try session.send(.get("A"), now: 0)
    let second = try session.send(.get("B"), now: 0)
    #expect(session.takeOutput() == bytes("||0:4>GET A\r\n"))
    #expect(SessionTests.completions(session.receive(bytes("||[0]a\r\n"), now: 0)).map(\.0) == [first])
    #expect(session.takeOutput() == bytes("||0:5>GET B\r\n"))
    #expect(SessionTests.completions(session.receive(bytes("||[0]b\r\n"), now: 0)).map(\.0) == [second])
  }

  @Test func answersAreMatchedByIdOnly() throws {
    var session = SessionTests.open()
    let ticket = try session.send(.get("A"), now: 0)
    let events = session.receive(bytes("||0:9[0]x\r\n||[0]y\r\n||0:1[0]z\r\n||0:2[0]a\r\n||0:2[0]b\r\n"), now: 0)
    let ends = SessionTests.completions(events)
    #expect(ends.map(\.0) == [ticket])
    #expect(try ends.first?.1.get() == DMCCReply(status: .ok, payload: bytes("a")))
    #expect(session.strayMessages == 4)
  }

  @Test func urgentCommandsDoNotWait() throws {
    var session = SessionTests.open()
    let on = try session.send(.trigger(true), now: 0)
    let get = try session.send(.get("A"), now: 0)
    let off = try session.send(.trigger(false), now: 0)
    #expect(session.takeOutput() == bytes("||0:2>TRIGGER ON\r\n||0:3>TRIGGER OFF\r\n"))
    let ends = SessionTests.completions(session.receive(bytes("||0:3[0]\r\n||0:2[0]\r\n"), now: 0))
    #expect(ends.map(\.0) == [off, on])
    #expect(session.takeOutput() == bytes("||0:4>GET A\r\n"))
    #expect(SessionTests.completions(session.receive(bytes("||0:4[0]\r\n"), now: 0)).map(\.0) == [get])
  }

  @Test func aCommandWithoutAnswerEndsAndTheReaderIsAsked() throws {
    var session = SessionTests.open()
    let ticket = try session.send(.get("A"), now: 0)
    let next = try session.send(.get("B"), now: 0)
    _ = session.takeOutput()
    #expect(session.nextDeadline == 5 * second && session.tick(now: 5 * second - 1).isEmpty)
    let ends = SessionTests.completions(session.tick(now: 5 * second))
    #expect(ends.map(\.0) == [ticket])
    #expect(throws: ReaderError.self) { try ends.first?.1.get() }
    #expect(session.takeOutput() == bytes("||0:3>GET DEVICE.TYPE\r\n"))
    // The late answer belongs to nobody; the question's answer lets the next command out.
    let events = session.receive(bytes("||0:2[0]late\r\n||0:3[0]DM70\r\n"), now: 6 * second)
    #expect(SessionTests.completions(events).isEmpty)
    #expect(session.takeOutput() == bytes("||0:4>GET B\r\n"))
    #expect(SessionTests.completions(session.receive(bytes("||0:4[0]b\r\n"), now: 6 * second)).map(\.0) == [next])
  }

  @Test func aDeadReaderCompletesEverythingOnceAndIsAskedOn() throws {
    var session = SessionTests.open()
    let tickets = try (0..<5).map { try session.send(.get("A\($0)"), now: 0) }
    var ended: [DMCCTicket] = []
    var sawUnresponsive = 0
    while let deadline = session.nextDeadline, deadline < 60 * second {
      for event in session.tick(now: deadline) {
        if case .completed(let ticket, _) = event { ended.append(ticket) }
        if case .unresponsive = event { sawUnresponsive += 1 }
      }
      _ = session.takeOutput()
    }
    #expect(Set(ended) == Set(tickets) && ended.count == 5 && sawUnresponsive == 1)
    #expect(throws: ReaderError.self) { try session.send(.get("B"), now: 60 * second) }
    // It answers again: to what it was asked last, and to the question that follows.
    let asked = session.lastID
    var events = session.receive(bytes("||0:\(asked)[0]DM70\r\n"), now: 60 * second)
    if session.lastID > asked { events += session.receive(bytes("||0:\(asked + 1)[0]DM70\r\n"), now: 60 * second) }
    let isBack = events.contains {
      switch $0 {
      case .present, .reset: true
      default: false
      }
    }
    #expect(isBack && session.isOpen)
  }

  @Test func closingCompletesEverythingOnce() throws {
    var session = SessionTests.open()
    let tickets = [try session.send(.get("A"), now: 0), try session.send(.get("B"), now: 0)]
    let ends = SessionTests.completions(session.close(ReaderError(.lost, "gone"), now: 1))
    #expect(ends.map(\.0) == tickets)
    #expect(session.close(ReaderError(.lost, "gone"), now: 1).isEmpty && session.nextDeadline == nil)
    #expect(session.receive(bytes("||0:2[0]a\r\n"), now: 2).isEmpty && session.tick(now: .max).isEmpty)
    #expect(throws: ReaderError.self) { try session.send(.get("A"), now: 2) }
  }

  @Test func binaryAnswersComeWithProgress() throws {
    var session = SessionTests.open()
    let ticket = try session.send(DMCCCommand("IMAGE.SEND", expectsBinary: true), now: 0)
    let body = bytes("\r\n||[0]\r\n||0:2[0]1\r\n")
    var events = session.receive(bytes("||0:2[0]\(body.count)\r\n") + body[..<5], now: 4 * second)
    guard case .progress(ticket, received: 5, total: body.count)? = events.last else {
      throw Unexpected("\(events)")
    }
    // Its bytes have a time of their own.
    #expect(session.tick(now: 6 * second).isEmpty)
    events = session.receive(Array(body[5...]) + bytes("\r\n"), now: 7 * second)
    let ends = SessionTests.completions(events)
    #expect(try ends.first?.1.get() == DMCCReply(status: .ok, payload: bytes("\(body.count)"), bulk: body))
    #expect(events.count == 1 && session.offProtocolBytes == 0)
  }

  @Test func idsWrapAroundWithoutMeetingOld() throws {
    var session = SessionTests.open()
    for number in 2...60_100 {
      _ = try session.send(.get("A"), now: 0)
      let id = number <= 60_000 ? number : number - 60_000
      #expect(session.takeOutput() == bytes("||0:\(id)>GET A\r\n"))
      #expect(session.receive(bytes("||0:\(id)[0]\r\n"), now: 0).count == 1)
    }
  }

  @Test func tooManyCommandsAreRefused() throws {
    var options = DMCCSession.Options()
    options.queue = 3
    var session = SessionTests.open(options)
    for _ in 0..<4 { _ = try session.send(.get("A"), now: 0) }
    #expect(throws: ReaderError.self) { try session.send(.get("A"), now: 0) }
  }
}
