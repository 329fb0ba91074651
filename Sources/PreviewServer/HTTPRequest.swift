import ReaderCore

/// A request of HTTP/1.1, as far as the preview needs it.
public struct HTTPRequest: Equatable {
  public var method = ""
  /// Without the query.
  public var path = ""
  /// The query, decoded; the first of several with one name counts.
  public var query: [String: String] = [:]
  /// Names in lower case.
  public var headers: [String: String] = [:]
  public var body: [UInt8] = []

  /// An empty one.
  public init() {}
}

/// Puts requests together from bytes as they come. One request a connection; what follows it is not looked at.
public struct HTTPParser {
  /// What the bytes so far are.
  public enum State: Equatable {
    /// More has to come.
    case incomplete
    case request(HTTPRequest)
    /// The status to answer: 400, 413, 431 or 505.
    case refused(Int)
  }

  /// Bytes of the head, and of the body.
  public static let longestHead = 8192
  public static let longestBody = 4096

  private var bytes: [UInt8] = []
  private var state = State.incomplete

  /// Nothing came yet.
  public init() {}

  /// Takes bytes and says what came of all of them.
  public mutating func receive(_ more: [UInt8]) -> State {
    guard state == .incomplete else { return state }
    let room = HTTPParser.longestHead + HTTPParser.longestBody + 4 - bytes.count
    bytes += more.prefix(max(0, room))
    state = parse()
    return state
  }

  private func parse() -> State {
    guard let end = headEnd() else {
      return bytes.count > HTTPParser.longestHead ? .refused(431) : .incomplete
    }
    guard end.head <= HTTPParser.longestHead else { return .refused(431) }
    // Only what is visible, spaces and tabs belong into a head.
    for i in 0..<end.head {
      let c = bytes[i]
      let isPlain = c >= 0x20 && c < 0x7f || c == 9
      // Lines end with both or are no lines.
      let isEnd = c == 13 && bytes[i + 1] == 10 || c == 10 && i > 0 && bytes[i - 1] == 13
      guard isPlain || isEnd else { return .refused(400) }
    }
    let lines = String(decoding: bytes[..<end.head], as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[1].hasPrefix("/") else { return .refused(400) }
    guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { return .refused(505) }
    var request = HTTPRequest()
    request.method = String(words[0])
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    request.path = String(target[0])
    if target.count == 2 { request.query = HTTPParser.query(target[1]) }
    for line in lines.dropFirst() where !line.isEmpty {
      guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else { return .refused(400) }
      let name = line[..<colon].lowercased()
      guard !name.contains(" "), !name.contains("\t") else { return .refused(400) }
      // A second one could say something else to somebody else.
      guard request.headers[name] == nil || !["host", "origin", "content-length", "authorization"].contains(name) else {
        return .refused(400)
      }
      request.headers[name] = HTTPParser.trimmed(line[line.index(after: colon)...])
    }
    guard request.headers["transfer-encoding"] == nil else { return .refused(400) }
    var length = 0
    if let text = request.headers["content-length"] {
      guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return .refused(400) }
      guard let number = Int(text), number <= HTTPParser.longestBody else { return .refused(413) }
      length = number
    }
    guard bytes.count - end.body >= length else { return .incomplete }
    request.body = Array(bytes[end.body..<end.body + length])
    return .request(request)
  }

  /// Where the head ends, without its empty line, and where the body begins.
  private func headEnd() -> (head: Int, body: Int)? {
    guard bytes.count >= 4 else { return nil }
    for i in 0...(bytes.count - 4)
    where bytes[i] == 13 && bytes[i + 1] == 10 && bytes[i + 2] == 13 && bytes[i + 3] == 10 {
      return (i, i + 4)
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }

  static func query(_ text: Substring) -> [String: String] {
    var found: [String: String] = [:]
    for part in text.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = decoded(pair[0])
      if found[name] == nil { found[name] = pair.count == 2 ? decoded(pair[1]) : "" }
    }
    return found
  }

  private static func decoded(_ text: Substring) -> String {
    func digit(_ c: UInt8) -> UInt8? {
      switch c {
      case 0x30...0x39: c - 0x30
      case 0x41...0x46: c - 0x37
      case 0x61...0x66: c - 0x57
      default: nil
      }
    }
    let bytes = Array(text.utf8)
    var out: [UInt8] = []
    var i = 0
    while i < bytes.count {
      if bytes[i] == 0x25, i + 2 < bytes.count, let high = digit(bytes[i + 1]), let low = digit(bytes[i + 2]) {
        out.append(high << 4 | low)
        i += 3
      } else {
        out.append(bytes[i] == 0x2b ? 0x20 : bytes[i])
        i += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
