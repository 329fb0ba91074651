import ReaderCore

/// What a record says, as far as its type is known here.
public enum NDEFContent: Equatable {
  case empty
  case uri(String)
  case text(NDEFText)
  case smartPoster(NDEFSmartPoster)
  /// A media type that is not looked into.
  case mime(String)
  case wifi(WiFiNetwork)
  case external(String)
  /// A type that is not known here.
  case unknown
  /// A known type with a payload that does not fit it.
  case malformed
}

/// A text in one language.
public struct NDEFText: Equatable {
  public var text: String
  /// Language tag (RFC 5646), for example "en-GB"; may be empty.
  public var language: String

  /// Makes a text.
  public init(_ text: String, language: String) {
    self.text = text
    self.language = language
  }
}

extension NDEFRecord {
  /// Smart posters inside smart posters are followed to this depth.
  static let nestingLimit = 4

  /// What the record says.
  public var content: NDEFContent { content(depth: 0) }

  func content(depth: Int) -> NDEFContent {
    switch typeName {
    case .empty: return .empty
    case .unknown: return .unknown
    case .absoluteURI: return StrictText.utf8(type).map { .uri($0) } ?? .malformed
    case .external: return StrictText.utf8(type).map { .external($0) } ?? .malformed
    case .mime:
      guard let name = StrictText.utf8(type) else { return .malformed }
      guard name == WiFiNetwork.mimeType else { return .mime(name) }
      return WiFiNetwork(payload: payload).map { .wifi($0) } ?? .malformed
    case .wellKnown:
      switch type {
      case [0x55]: return NDEFRecord.uri(payload).map { .uri($0) } ?? .malformed
      case [0x54]: return NDEFText(payload: payload).map { .text($0) } ?? .malformed
      case [0x53, 0x70]:
        guard depth < NDEFRecord.nestingLimit else { return .malformed }
        return NDEFSmartPoster(payload: payload, depth: depth).map { .smartPoster($0) } ?? .malformed
      default: return .unknown
      }
    }
  }

  /// Code of an abbreviation, then UTF-8.
  static func uri(_ payload: [UInt8]) -> String? {
    guard let code = payload.first, let rest = StrictText.utf8(payload.dropFirst()) else { return nil }
    return URIPrefix.expand(code, rest)
  }
}

extension NDEFText {
  /// Status byte (bit 7: UTF-16, bits 5 to 0: length of the language), language in ASCII, text.
  init?(payload: [UInt8]) {
    guard let status = payload.first, status & 0x40 == 0 else { return nil }
    let length = Int(status & 0x3f)
    guard payload.count > length else { return nil }
    let language = payload[1..<(1 + length)]
    let rest = Array(payload[(1 + length)...])
    guard !language.contains(where: { $0 >= 0x80 || $0 < 0x20 }), let name = StrictText.utf8(language),
      let text = status & 0x80 == 0 ? StrictText.utf8(rest) : StrictText.utf16(rest)
    else { return nil }
    self.init(text, language: name)
  }
}
