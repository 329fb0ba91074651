import Scanbeam

/// A tag as a line of text or of JSON.
enum TagText {
  /// For people: source, number, content.
  static func plain(_ tag: TagInfo, _ code: DecodedCode) -> String {
    let format = tag.format ?? .tagTypeAndID
    var parts: [String] = []
    if format.hasType { parts.append(tag.sourceName) }
    if format.hasID { parts.append(Hex.text(tag.uid) + (tag.hasRandomUID ? " (random)" : "")) }
    if format.hasData {
      if let text = code.text?.text {
        parts.append(Output.visible(text))
      } else {
        parts.append(tag.message == nil ? "(no NDEF message)" : "hex:" + JSON.hex(code.bytes))
      }
    }
    return parts.joined(separator: "  ")
  }

  /// For scripts.
  static func json(_ tag: TagInfo) -> String {
    let format = tag.format ?? .tagTypeAndID
    var fields: [String] = []
    func add(_ name: String, _ value: String) { fields.append("\"\(name)\":\(value)") }
    if format.hasType {
      add("source", "\(tag.source)")
      add("source_name", JSON.string(tag.sourceName))
      add("chip", JSON.string(tag.chipName))
    }
    if format.hasID {
      add("id", JSON.string(Hex.text(tag.uid)))
      add("id_is_random", "\(tag.hasRandomUID)")
    }
    if format.hasData {
      add("formatted", "\(tag.message != nil)")
      add("forum_type", "\(tag.forumType)")
      add("capacity", "\(tag.capacity)")
      add("writable", "\(tag.isWritable)")
    }
    return "{\(fields.joined(separator: ","))}"
  }

  /// A record on a line of its own.
  static func plain(_ record: NDEFRecord) -> String {
    switch record.content {
    case .empty: "empty"
    case .uri(let uri): "URI           \(Output.visible(uri))"
    case .text(let text): "text [\(Output.visible(text.language))]     \(Output.visible(text.text))"
    case .smartPoster(let poster):
      "smart poster  \(Output.visible(poster.uri))"
        + poster.titles.map { "  [\(Output.visible($0.language))] \(Output.visible($0.text))" }.joined()
    case .mime(let type): "\(Output.visible(type))  hex:\(JSON.hex(record.payload))"
    case .wifi(let network): "Wi-Fi         \(Output.visible(String(decoding: network.ssid, as: UTF8.self)))"
    case .external(let type): "\(Output.visible(type))  hex:\(JSON.hex(record.payload))"
    case .unknown: "unknown       hex:\(JSON.hex(record.payload))"
    case .malformed: "damaged       hex:\(JSON.hex(record.payload))"
    }
  }
}
