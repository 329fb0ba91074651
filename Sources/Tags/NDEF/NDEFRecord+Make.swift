import ReaderCore

/// Records of the types that are known here.
extension NDEFRecord {
  /// A URI, abbreviated.
  public static func uri(_ uri: String) -> NDEFRecord {
    let short = URIPrefix.shorten(uri)
    return NDEFRecord(.wellKnown, type: [0x55], payload: [short.code] + Array(short.rest.utf8))
  }

  /// A text in UTF-8. Throws `.invalidArgument` for a language of more than 63 characters or other than ASCII.
  public static func text(_ text: String, language: String) throws(ReaderError) -> NDEFRecord {
    let name = Array(language.utf8)
    guard name.count <= 63, !name.contains(where: { $0 >= 0x80 || $0 < 0x20 }) else {
      throw ReaderError(.invalidArgument, "A language is at most 63 characters of ASCII, for example \"en\".")
    }
    return NDEFRecord(.wellKnown, type: [0x54], payload: [UInt8(name.count)] + name + Array(text.utf8))
  }

  /// A URI with titles.
  public static func smartPoster(_ poster: NDEFSmartPoster) throws(ReaderError) -> NDEFRecord {
    var records = [NDEFRecord.uri(poster.uri)]
    for title in poster.titles { records.append(try .text(title.text, language: title.language)) }
    if let action = poster.action {
      guard (0...2).contains(action) else {
        throw ReaderError(.invalidArgument, "The action of a smart poster is 0, 1 or 2.")
      }
      records.append(NDEFRecord(.wellKnown, type: [0x61, 0x63], payload: [UInt8(action)]))
    }
    if let size = poster.size {
      records.append(
        NDEFRecord(.wellKnown, type: [0x73], payload: [24, 16, 8, 0].map { UInt8((size >> UInt32($0)) & 0xff) }))
    }
    if let type = poster.type { records.append(NDEFRecord(.wellKnown, type: [0x74], payload: Array(type.utf8))) }
    return NDEFRecord(.wellKnown, type: [0x53, 0x70], payload: try NDEFMessage(records).bytes())
  }

  /// Data of a media type.
  public static func mime(_ type: String, _ data: [UInt8]) throws(ReaderError) -> NDEFRecord {
    NDEFRecord(.mime, type: try typeName(type), payload: data)
  }

  /// Data of a type of one's own, "example.com:type".
  public static func external(_ type: String, _ data: [UInt8]) throws(ReaderError) -> NDEFRecord {
    NDEFRecord(.external, type: try typeName(type), payload: data)
  }

  /// How to join a wireless network.
  public static func wifi(_ network: WiFiNetwork) throws(ReaderError) -> NDEFRecord {
    guard network.ssid.count <= 32, network.key.count <= 64 else {
      throw ReaderError(.invalidArgument, "The name of a network has at most 32 bytes, its key at most 64.")
    }
    return NDEFRecord(.mime, type: Array(WiFiNetwork.mimeType.utf8), payload: network.payload)
  }

  private static func typeName(_ type: String) throws(ReaderError) -> [UInt8] {
    let bytes = Array(type.utf8)
    guard (1...255).contains(bytes.count) else {
      throw ReaderError(.invalidArgument, "The type of a record has 1 to 255 bytes.")
    }
    return bytes
  }
}

extension NDEFMessage {
  /// What a person would read of it: URIs and texts, one a line, of smart posters the URI; nil when there is none.
  public var text: String? {
    var lines: [String] = []
    for record in records {
      switch record.content {
      case .uri(let uri): lines.append(uri)
      case .text(let text): lines.append(text.text)
      case .smartPoster(let poster): lines.append(poster.uri)
      default: break
      }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}
