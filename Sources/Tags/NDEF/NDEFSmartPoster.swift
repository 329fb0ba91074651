import ReaderCore

/// A URI with what a host may show for it (NFC Forum Smart Poster RTD 1.1).
public struct NDEFSmartPoster: Equatable {
  public var uri: String
  /// One for each language.
  public var titles: [NDEFText] = []
  /// What to do with it: 0 do the action, 1 save for later, 2 open for editing.
  public var action: Int32?
  /// Size of what the URI names, bytes.
  public var size: UInt32?
  /// Media type of what the URI names.
  public var type: String?

  /// Makes a poster.
  public init(uri: String, titles: [NDEFText] = []) {
    self.uri = uri
    self.titles = titles
  }

  /// The payload is a message of its own with exactly one URI.
  init?(payload: [UInt8], depth: Int) {
    guard let message = try? NDEFMessage(parsing: payload) else { return nil }
    var uri: String?
    for record in message.records {
      switch (record.typeName, record.type) {
      case (.wellKnown, [0x61, 0x63]):
        action = record.payload.first.map { Int32($0) }
      case (.wellKnown, [0x73]) where record.payload.count == 4:
        size = record.payload.reduce(0) { $0 << 8 | UInt32($1) }
      case (.wellKnown, [0x74]):
        type = StrictText.utf8(record.payload)
      default:
        switch record.content(depth: depth + 1) {
        case .uri(let one) where record.typeName == .wellKnown:
          guard uri == nil else { return nil }
          uri = one
        case .text(let text): titles.append(text)
        case .smartPoster(_), .malformed: return nil
        default: break
        }
      }
    }
    guard let uri else { return nil }
    self.uri = uri
  }
}
