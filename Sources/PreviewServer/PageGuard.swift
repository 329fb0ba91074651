import CPlatform
import ReaderCore

/// Who may see the page: whoever has the token, from the page itself, and with the password if there is one.
public struct PageGuard {
  /// In the address of the page.
  public let token: String
  private let password: String?
  private let isLoopback: Bool

  /// - Parameters:
  ///   - address: Where it listens; others than those of this machine alone (127.x.x.x) need a password.
  ///   - token: 16 characters or more; nil: a random one.
  /// - Throws: `.access` without a password for others, `.invalidArgument`, `.io`.
  public init(address: String, password: String?, token: String? = nil) throws(ReaderError) {
    isLoopback = address.hasPrefix("127.")
    guard isLoopback || password != nil else {
      throw ReaderError(.access, "Others than this machine may only look with a password; give one, or use 127.0.0.1.")
    }
    guard password == nil || password!.utf8.count >= 8 else {
      throw ReaderError(.invalidArgument, "The password has fewer than 8 characters.")
    }
    self.password = password
    if let token {
      guard token.utf8.count >= 16 else {
        throw ReaderError(.invalidArgument, "The token has fewer than 16 characters.")
      }
      self.token = token
    } else {
      self.token = try PageGuard.random()
    }
  }

  /// The status to refuse a request with, and why; nil: it may pass.
  public func refusal(of request: HTTPRequest) -> (status: Int, reason: String)? {
    guard let host = request.headers["host"], !host.isEmpty else { return (400, "The request names no host.") }
    // A name of somebody else's that leads here (DNS rebinding).
    if isLoopback, !PageGuard.isLocal(host) { return (403, "This page is for this machine alone.") }
    if let origin = request.headers["origin"], origin != "http://" + host {
      return (403, "Other pages may not ask here.")
    }
    if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none" {
      return (403, "Other pages may not ask here.")
    }
    guard PageGuard.areEqual(request.query["t"] ?? "", token) else {
      return (403, "The address of this page has a token, which is not right here.")
    }
    if let password, !PageGuard.areEqual(PageGuard.password(of: request) ?? "", password) {
      return (401, "This page has a password.")
    }
    return nil
  }

  /// Takes as long for any text of a length.
  static func areEqual(_ given: String, _ wanted: String) -> Bool {
    let (a, b) = (Array(given.utf8), Array(wanted.utf8))
    guard !b.isEmpty else { return false }
    var difference = a.count ^ b.count
    for i in b.indices { difference |= Int((i < a.count ? a[i] : 0) ^ b[i]) }
    return difference == 0
  }

  private static func isLocal(_ host: String) -> Bool {
    let name = host.split(separator: ":", omittingEmptySubsequences: false).first.map(String.init) ?? ""
    if name == "localhost" { return true }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers[0] == 127 && numbers.allSatisfy { $0 != nil }
  }

  /// Of basic authentication (RFC 7617), whatever the user's name.
  private static func password(of request: HTTPRequest) -> String? {
    guard let words = request.headers["authorization"]?.split(separator: " "), words.count == 2,
      words[0].lowercased() == "basic", let bytes = Base64.decode(words[1].utf8),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return String(decoding: bytes[(colon + 1)...], as: UTF8.self)
  }

  private static func random() throws(ReaderError) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    let code = bytes.withUnsafeMutableBytes { cplatform_random($0.baseAddress, $0.count) }
    guard code == 0 else { throw ReaderError(.io, "There are no random numbers to be had.", errno: -code) }
    return JSON.hex(bytes)
  }
}
