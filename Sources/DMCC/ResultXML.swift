import ReaderCore

/// What the XML of a read says. Element names as the readers spell them; elements that are not known are kept, those
/// that are missing are nil.
public struct ResultXML {
  /// What the reader says of its read.
  public enum Verdict: Equatable {
    /// `GOOD READ`.
    case good
    /// Any other status.
    case bad(String)
    /// There is no status.
    case missing
  }

  /// Attributes of the root: `id`, `image_id`, `version`, `origin`.
  public internal(set) var attributes: [String: String] = [:]
  /// Text of the elements of `general`, without `full_string`: `status`, `symbology`, `decode_time` and others.
  public internal(set) var general: [String: String] = [:]
  /// Text of the elements of `statistics/read_stats`.
  public internal(set) var statistics: [String: String] = [:]
  /// Text of the elements of `validation`: `status`, `error`.
  public internal(set) var validation: [String: String] = [:]
  /// The code's bytes, from `full_string`; nil when it is missing or its Base64 is damaged.
  public internal(set) var bytes: [UInt8]?
  /// Results inside of this one, for several codes in one read.
  public internal(set) var parts: [ResultXML] = []

  init() {}

  /// Number of the read.
  public var id: Int? { attributes["id"].flatMap { Int($0) } }
  /// The reader's name of the symbology, as it spells it.
  public var symbology: String? { general["symbology"] }
  /// Whether the reader calls it a good read.
  public var verdict: Verdict {
    guard let status = general["status"] else { return .missing }
    return status == "GOOD READ" ? .good : .bad(status)
  }

  /// Reads the XML of a read.
  ///
  /// - Throws: `.corrupt` for what is no well-formed XML or has another root than `result`, `.tooLarge` beyond bounds.
  public init(parsing xml: [UInt8]) throws(ReaderError) {
    let builder = Builder()
    try XMLReader.read(xml) { builder.take($0) }
    guard let root = builder.root else { throw ReaderError(.corrupt, "The reader's XML holds no result.") }
    self = root
  }

  /// Text that an element may have at most, beyond which the rest is dropped; a code's Base64 is far shorter.
  private static let longestText = 1 << 20

  private final class Builder {
    var root: ResultXML?
    private var open: [ResultXML] = []
    private var path: [String] = []
    private var text: [UInt8] = []
    private var isBase64 = false

    func take(_ event: XMLReader.Event) {
      switch event {
      case .begin(let name, let attributes): begin(name, attributes)
      case .text(let bytes): if text.count + bytes.count <= ResultXML.longestText { text += bytes }
      case .end(let name): end(name)
      }
    }

    private func begin(_ name: String, _ attributes: [(name: String, value: String)]) {
      text = []
      path.append(name)
      if name == "result" {
        var result = ResultXML()
        for (key, value) in attributes { result.attributes[key] = value }
        open.append(result)
      }
      isBase64 = name == "full_string" && attributes.contains { $0.name == "encoding" && $0.value == "base64" }
    }

    private func end(_ name: String) {
      path.removeLast()
      let content = text
      text = []
      guard name != "result" else {
        let result = open.removeLast()
        if open.isEmpty {
          if path.isEmpty { root = result }
        } else {
          open[open.count - 1].parts.append(result)
        }
        return
      }
      guard !open.isEmpty else { return }
      let word = String(decoding: content, as: UTF8.self)
      switch path.last {
      case "general" where name == "full_string": open[open.count - 1].bytes = bytes(of: content)
      case "general": open[open.count - 1].general[name] = ResultXML.trimmed(word)
      case "read_stats": open[open.count - 1].statistics[name] = ResultXML.trimmed(word)
      case "validation": open[open.count - 1].validation[name] = ResultXML.trimmed(word)
      default: break
      }
    }

    /// Base64 may be broken into lines; what says nothing of Base64 is the text itself.
    private func bytes(of text: [UInt8]) -> [UInt8]? {
      guard isBase64 else { return text }
      return Base64.decode(text.filter { $0 != 0x20 && $0 != 0x0a && $0 != 0x0d && $0 != 0x09 })
    }
  }

  static func trimmed(_ text: String) -> String {
    func isBlank(_ c: Unicode.Scalar) -> Bool { c == " " || c == "\n" || c == "\r" || c == "\t" }
    var view = text.unicodeScalars[...]
    while let first = view.first, isBlank(first) { view.removeFirst() }
    while let last = view.last, isBlank(last) { view.removeLast() }
    return String(view)
  }
}
