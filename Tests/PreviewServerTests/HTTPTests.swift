import PreviewServer
import ReaderCore
import Testing

/// What requests are taken, and from whom.
@Suite struct HTTPTests {
  private func parse(_ text: String) -> HTTPParser.State {
    var parser = HTTPParser()
    return parser.receive(Array(text.utf8))
  }

  private func request(_ text: String) throws -> HTTPRequest {
    guard case .request(let request) = parse(text) else { throw ReaderError(.corrupt, "refused") }
    return request
  }

  private func refused(_ text: String) -> Int? {
    if case .refused(let status) = parse(text) { return status }
    return nil
  }

  @Test func aRequestIsTakenApart() throws {
    let request = try request(
      "POST /press?tag=1110&t=a%20b+c&tag=2 HTTP/1.1\r\nHost: x:1\r\nContent-Length:  3 \r\nX-Y:\tz\r\n\r\nabcdef")
    #expect(request.method == "POST" && request.path == "/press")
    #expect(request.query == ["tag": "1110", "t": "a b c"])
    #expect(request.headers == ["host": "x:1", "content-length": "3", "x-y": "z"])
    #expect(request.body == Array("abc".utf8))
  }

  @Test func itMayComeByteForByte() throws {
    let text = Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok".utf8)
    var parser = HTTPParser()
    for byte in text.dropLast() { #expect(parser.receive([byte]) == .incomplete) }
    guard case .request(let request) = parser.receive([text.last!]) else {
      Issue.record("incomplete")
      return
    }
    #expect(request.body == Array("ok".utf8))
  }

  @Test(arguments: [
    ("GET / HTTP/2\r\n\r\n", 505), ("GET HTTP/1.1\r\n\r\n", 400), ("GET x HTTP/1.1\r\n\r\n", 400), ("\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA : b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400), ("GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nContent-Length: 9999999999999999999999\r\n\r\n", 413),
    ("GET / HTTP/1.1\r\nContent-Length: 5000\r\n\r\n", 413),
    ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA: b\nC: d\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nA: \u{1}\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA: ä\r\n\r\n", 400),
  ])
  func nonsenseIsRefused(_ text: String, _ status: Int) { #expect(refused(text) == status) }

  @Test func nothingGrowsWithoutEnd() {
    var parser = HTTPParser()
    var state = HTTPParser.State.incomplete
    for _ in 0..<100 where state == .incomplete { state = parser.receive([UInt8](repeating: 65, count: 1000)) }
    #expect(state == .refused(431))
    #expect(parser.receive([13, 10, 13, 10]) == .refused(431))
  }

  /// Every cut and every flipped byte: a state, never a trap.
  @Test func damagedRequestsDoNotTrap() {
    let text = Array("POST /a?b=%2&c=%zz&=&&d HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok".utf8)
    for i in text.indices {
      var parser = HTTPParser()
      _ = parser.receive(Array(text[..<i]))
      for value in [0, 10, 13, 32, 37, 58, 255] as [UInt8] {
        var changed = text
        changed[i] = value
        var parser = HTTPParser()
        _ = parser.receive(changed)
      }
    }
  }

  // MARK: Who may pass

  static let token = "0123456789abcdef"

  private func refusal(
    _ change: (inout HTTPRequest) -> Void = { _ in }, address: String = "127.0.0.1", password: String? = nil
  ) throws -> Int? {
    var request = HTTPRequest()
    (request.method, request.path) = ("GET", "/")
    request.headers = ["host": "127.0.0.1:8765"]
    request.query = ["t": HTTPTests.token]
    change(&request)
    return try PageGuard(address: address, password: password, token: HTTPTests.token).refusal(of: request)?.status
  }

  @Test func theTokenHasToBeRight() throws {
    #expect(try refusal() == nil)
    for wrong in ["", "0123456789abcdee", "0123456789abcde", "0123456789abcdef0", "0123456789ABCDEF"] {
      #expect(try refusal { $0.query["t"] = wrong } == 403)
    }
    #expect(try refusal { $0.query = [:] } == 403)
  }

  @Test func otherOriginsAndHostsAreRefused() throws {
    #expect(try refusal { $0.headers["origin"] = "http://127.0.0.1:8765" } == nil)
    for origin in ["http://evil.example", "null", "https://127.0.0.1:8765", "http://127.0.0.1:1", ""] {
      #expect(try refusal { $0.headers["origin"] = origin } == 403)
    }
    for site in ["cross-site", "same-site"] { #expect(try refusal { $0.headers["sec-fetch-site"] = site } == 403) }
    for site in ["same-origin", "none"] { #expect(try refusal { $0.headers["sec-fetch-site"] = site } == nil) }
    // A name of somebody else's that was made to lead here.
    for host in ["evil.example:8765", "127.0.0.1.evil.example", "128.0.0.1", "127.0.0.256", ""] {
      #expect(try refusal { $0.headers["host"] = host } != nil)
    }
    for host in ["localhost:8765", "127.1.2.3:1"] { #expect(try refusal { $0.headers["host"] = host } == nil) }
    #expect(try refusal { $0.headers["host"] = nil } == 400)
  }

  @Test func othersNeedThePassword() throws {
    #expect(throws: ReaderError.self) { _ = try PageGuard(address: "0.0.0.0", password: nil) }
    #expect(throws: ReaderError.self) { _ = try PageGuard(address: "0.0.0.0", password: "short") }
    #expect(throws: ReaderError.self) { _ = try PageGuard(address: "127.0.0.1", password: nil, token: "short") }
    let (address, password) = ("0.0.0.0", "long enough:")
    #expect(try refusal({ $0.headers["host"] = "till-7:8765" }, address: address, password: password) == 401)
    let right = "Basic " + Base64.encode(Array("anybody:long enough:".utf8))
    #expect(try refusal({ $0.headers["authorization"] = right }, address: address, password: password) == nil)
    let wrong = "Basic " + Base64.encode(Array("anybody:long enough".utf8))
    for text in [wrong, "Basic", "Basic !", "Bearer x", right + " x"] {
      #expect(try refusal({ $0.headers["authorization"] = text }, address: address, password: password) == 401)
    }
    // The password is no token.
    #expect(
      try refusal(
        {
          $0.headers["authorization"] = right
          $0.query = [:]
        }, address: address, password: password) == 403)
  }

  @Test func tokensAreRandom() throws {
    let tokens = try (0..<100).map { _ in try PageGuard(address: "127.0.0.1", password: nil).token }
    #expect(Set(tokens).count == 100 && tokens.allSatisfy { $0.utf8.count == 32 })
  }
}
