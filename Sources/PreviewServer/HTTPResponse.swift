import ReaderCore

/// Answers as bytes. Every connection carries one.
enum HTTPResponse {
  /// What a browser is to keep to: nothing from elsewhere, in nobody's frame, nothing kept, no address told on.
  private static let rules =
    "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n"
    + "Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n"
    + "Content-Security-Policy: default-src 'none'; img-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; "
    + "script-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n"

  /// A whole answer.
  static func whole(_ status: Int, _ type: String, _ body: [UInt8], _ more: String = "") -> [UInt8] {
    Array(
      (line(status) + "Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n" + more + rules
        + "Connection: close\r\n\r\n").utf8) + body
  }

  /// An answer in words.
  static func text(_ status: Int, _ words: String, _ more: String = "") -> [UInt8] {
    whole(status, "text/plain; charset=utf-8", Array((words + "\n").utf8), more)
  }

  /// The head of an answer that goes on.
  static func head(_ type: String) -> [UInt8] {
    Array((line(200) + "Content-Type: \(type)\r\n" + rules + "Connection: close\r\n\r\n").utf8)
  }

  static let boundary = "scanbeam-frame"

  /// What a stream of pictures begins with (multipart/x-mixed-replace).
  static var stream: [UInt8] {
    head("multipart/x-mixed-replace; boundary=\(boundary)") + Array("--\(boundary)\r\n".utf8)
  }

  /// One picture of a stream. The boundary behind it makes browsers show it at once, and not with the next.
  static func part(_ jpeg: [UInt8]) -> [UInt8] {
    Array("Content-Type: image/jpeg\r\nContent-Length: \(jpeg.count)\r\n\r\n".utf8) + jpeg
      + Array("\r\n--\(boundary)\r\n".utf8)
  }

  /// One event of a list of events (WHATWG server-sent events).
  static func event(_ name: String, _ data: String) -> [UInt8] {
    // A line end would begin another field.
    let line = String(decoding: data.utf8.filter { $0 != 10 && $0 != 13 }, as: UTF8.self)
    return Array("event: \(name)\ndata: \(line)\n\n".utf8)
  }

  private static func line(_ status: Int) -> String {
    let words: String =
      switch status {
      case 200: "OK"
      case 204: "No Content"
      case 400: "Bad Request"
      case 401: "Unauthorized"
      case 403: "Forbidden"
      case 404: "Not Found"
      case 405: "Method Not Allowed"
      case 413: "Content Too Large"
      case 431: "Request Header Fields Too Large"
      case 503: "Service Unavailable"
      case 505: "HTTP Version Not Supported"
      default: "Error"
      }
    return "HTTP/1.1 \(status) \(words)\r\n"
  }
}
