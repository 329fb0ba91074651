import DMCC
import Testing

/// The reader's side of a connection, and our own host's side against it.
@Suite struct ServiceTests {
  static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  static func said(_ service: inout DMCCService, _ text: String) -> String {
    var events = service.receive(bytes(text))[...]
    while let event = events.popFirst() {
      guard case .command(let request) = event else { continue }
      let known = request.words == ["GET", "DEVICE.TYPE"]
      events += service.answer(request, known ? .ok : .invalidCommand, known ? bytes("CAM") : [])
    }
    return String(decoding: service.takeOutput(), as: UTF8.self)
  }

  @Test func silentAndExtendedFormsOfTheGuide() {
    var service = DMCCService()
    #expect(ServiceTests.said(&service, "GET DEVICE.TYPE\r\n||>GET DEVICE.TYPE\r\n||>SET X 1\r\n") == "CAM\r\n")
    service.send(.readString, id: 1, ServiceTests.bytes("4006381333931"))
    #expect(service.takeOutput() == ServiceTests.bytes("4006381333931\r\n"))
    #expect(ServiceTests.said(&service, "||>SET COM.DMCC-RESPONSE 1\r\n") == "||[0]\r\n")
    #expect(ServiceTests.said(&service, "||0:123>get device.type\r\n") == "||0:123[0]CAM\r\n")
    #expect(ServiceTests.said(&service, "||>GET NO.SUCH\r\n") == "||[101]\r\n")
    service.send(.readString, id: 1, ServiceTests.bytes("4006381333931"))
    #expect(service.takeOutput() == ServiceTests.bytes("||[1]NDAwNjM4MTMzMzkzMQ==\r\n"))
    #expect(
      ServiceTests.said(&service, "||>SET COM.DMCC-RESPONSE 2\r\n||:9>GET DEVICE.TYPE\r\n")
        == "||:::2[0]\r\n||:9::5[0]CAM\r\n")
    #expect(ServiceTests.said(&service, "||>SET COM.DMCC-RESPONSE 3\r\n") == "||:::2[102]\r\n")
    #expect(ServiceTests.said(&service, "||>COM.DMCC-RESET\r\n||>GET COM.DMCC-RESPONSE\r\n") == "||:::2[0]\r\n0\r\n")
  }

  @Test func checksums() {
    var service = DMCCService()
    _ = ServiceTests.said(&service, "||>SET COM.DMCC-RESPONSE 1\r\n")
    // Both examples of what the byte may cover: 'H' of the whole line, 'G' of the command.
    for sum in ["H", "G"] {
      #expect(ServiceTests.said(&service, "||1>GET DEVICE.NAME\(sum)\r\n").hasPrefix("||1[101]"))
    }
    #expect(ServiceTests.said(&service, "||1>GET DEVICE.NAME?\r\n").hasPrefix("||1[103]"))
  }

  @Test func partsThatWereAskedFor() {
    var service = DMCCService()
    #expect(service.receive(ServiceTests.bytes("||>SET DATA.RESULT-TYPE 11\r\n")) == [.kinds([.string, .xml, .image])])
    _ = ServiceTests.said(&service, "||>SET COM.DMCC-RESPONSE 2\r\n")
    service.send(.xmlResult, id: 7, ServiceTests.bytes("<a/>"))
    service.send(.imageGraphics, id: 7, ServiceTests.bytes("<svg/>"))
    service.send(.image, id: 7, [0x42, 0x4d])
    #expect(service.takeOutput() == ServiceTests.bytes("||::7:3[3]4\r\n<a/>||::7:3[5]2\r\nBM"))
  }

  @Test func nobodySeesAnythingBeforeTheLogIn() {
    var service = DMCCService(password: "till7")
    #expect(ServiceTests.said(&service, "") == "Username: ")
    service.send(.readString, id: 1, [65])
    #expect(ServiceTests.said(&service, "||>GET DEVICE.TYPE\r\n") == "Password: ")
    #expect(ServiceTests.said(&service, "till7\r\n") == "Log In Failed\r\nUsername: ")
    #expect(ServiceTests.said(&service, "admin\r\ntill7\r\n") == "Password: Log In Confirmed\r\n")
    #expect(ServiceTests.said(&service, "||>GET DEVICE.TYPE\r\n") == "CAM\r\n")
    var other = DMCCService(password: "till7")
    let events = other.receive(ServiceTests.bytes("admin\r\na\r\nadmin\r\n\r\nadmin\r\ntill77\r\n||>X\r\n"))
    #expect(events.count == 1 && !other.isLoggedIn)
    #expect(other.receive(ServiceTests.bytes("admin\r\ntill7\r\n")).isEmpty)
  }

  @Test func commandsKeepTheirOrderAndFloodsEnd() {
    var service = DMCCService()
    let events = service.receive(ServiceTests.bytes("||0:1>A\r\n||0:2>IMAGE.LOAD 3\r\n\r\n|||0:3>B\r\n"))
    guard case .command(let first)? = events.first, events.count == 1 else { Issue.record("\(events)"); return }
    let next = service.answer(first, .ok)
    #expect(next == [.command(DMCCRequestFramerTests.request("IMAGE.LOAD 3", ServiceTests.bytes("\r\n|"), id: 2))])
    let flood = service.receive([UInt8](repeating: 65, count: 70_000))
    guard case .hangUp? = flood.first else { Issue.record("\(flood)"); return }
    var many = DMCCService()
    let hung = (0..<300).flatMap { _ in many.receive(ServiceTests.bytes("||>X\r\n")) }
    #expect(hung.count == 2)
  }

  /// Our own session opens on it, in every piece size.
  @Test func ourOwnHostUnderstandsIt() throws {
    for size in [1, 7, 1000] {
      var service = DMCCService(password: "p")
      var options = DMCCSession.Options()
      options.password = "p"
      var session = DMCCSession(options: options)
      var now: Int64 = 0
      session.open(now: now)
      var parts: [ResultPart] = []
      var answers = 0
      func exchange() {
        for _ in 0..<20 {
          var out = service.takeOutput()[...]
          while !out.isEmpty {
            for event in session.receive(Array(out.prefix(size)), now: now) {
              if case .part(let part) = event { parts.append(part) }
              if case .completed(_, .success(let reply)) = event, reply.status == .ok { answers += 1 }
            }
            out = out.dropFirst(size)
          }
          for event in service.receive(session.takeOutput()) {
            if case .command(let request) = event { _ = service.answer(request, .ok, ServiceTests.bytes("CAM")) }
          }
        }
      }
      for _ in 0..<20 where !session.isOpen {
        exchange()
        if let next = session.nextDeadline { now = next }
        _ = session.tick(now: now)
      }
      #expect(session.isOpen && session.peer.type == "CAM" && session.peer.asksForLogin)
      _ = try session.send(.set("DATA.RESULT-TYPE", .integer(27)), now: now)
      exchange()
      let code: [UInt8] = [0, 13, 10, 255]
      for status in [DMCCStatus.readString, .xmlResult, .image, .imageGraphics] { service.send(status, id: 1, code) }
      exchange()
      #expect(
        answers == 1 && parts.map(\.kind) == [.string, .xml, .image, .graphics] && parts.allSatisfy { $0.bytes == code }
      )
    }
  }
}

enum DMCCRequestFramerTests {
  static func request(_ text: String, _ data: [UInt8], id: Int) -> DMCCRequest {
    var framer = DMCCRequestFramer()
    framer.append(Array("||0:\(id)>\(text)\r\n".utf8) + data)
    guard case .request(let request)? = framer.next() else { fatalError("no request") }
    return request
  }
}
