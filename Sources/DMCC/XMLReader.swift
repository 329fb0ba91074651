import CExpat
import ReaderCore

/// A read-only pass through an XML document: each element's start, text and end are handed to a visitor.
///
/// Documents with a document type are refused, so that there are no entities to expand or to fetch; depth, number of
/// elements and length are bounded.
final class XMLReader {
  /// Most bytes, elements, and elements inside each other.
  static let limits = (bytes: 8 << 20, elements: 100_000, depth: 32)

  private let visit: (Event) -> Void
  private let parser: XML_Parser
  private var elements = 0
  private var depth = 0
  private var refusal: String?

  enum Event {
    case begin(String, [(name: String, value: String)])
    case text([UInt8])
    case end(String)
  }

  private init(_ parser: XML_Parser, _ visit: @escaping (Event) -> Void) {
    self.parser = parser
    self.visit = visit
  }

  /// Reads a whole document.
  ///
  /// - Throws: `.corrupt` for what is no well-formed XML, `.tooLarge` for what goes beyond the limits.
  static func read(_ bytes: [UInt8], _ visit: @escaping (Event) -> Void) throws(ReaderError) {
    guard bytes.count <= limits.bytes else { throw ReaderError(.tooLarge, "The reader's XML is too long.") }
    guard let parser = XML_ParserCreate(nil) else { throw ReaderError(.noMemory, "XML could not be read.") }
    defer { XML_ParserFree(parser) }
    let reader = XMLReader(parser, visit)
    try withExtendedLifetime(reader) { () throws(ReaderError) in try reader.run(bytes) }
  }

  private func run(_ bytes: [UInt8]) throws(ReaderError) {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetStartElementHandler(parser) { XMLReader.from($0)?.begin($1, $2) }
    XML_SetEndElementHandler(parser) { XMLReader.from($0)?.end($1) }
    XML_SetCharacterDataHandler(parser) { XMLReader.from($0)?.text($1, $2) }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      XMLReader.from(data)?.refuse("it has a document type")
    }
    let status = bytes.withUnsafeBytes {
      XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), 1)
    }
    if let refusal { throw ReaderError(.tooLarge, "The reader's XML is refused: \(refusal).") }
    guard status == XML_STATUS_OK else {
      let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown"
      throw ReaderError(
        .corrupt, "The reader's XML is damaged: \(words) in line \(XML_GetCurrentLineNumber(parser)).")
    }
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> XMLReader? {
    data.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private func refuse(_ reason: String) {
    if refusal == nil { refusal = reason }
    XML_StopParser(parser, XML_Bool(0))
  }

  private func begin(_ name: UnsafePointer<XML_Char>?, _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
    guard refusal == nil, let name else { return }
    elements += 1
    depth += 1
    if elements > XMLReader.limits.elements { return refuse("it has too many elements") }
    if depth > XMLReader.limits.depth { return refuse("its elements are too deep inside each other") }
    var attributes: [(name: String, value: String)] = []
    var at = 0
    while let list, let key = list[at], let value = list[at + 1] {
      attributes.append((String(cString: key), String(cString: value)))
      at += 2
    }
    visit(.begin(String(cString: name), attributes))
  }

  private func end(_ name: UnsafePointer<XML_Char>?) {
    guard refusal == nil, let name else { return }
    depth -= 1
    visit(.end(String(cString: name)))
  }

  private func text(_ start: UnsafePointer<XML_Char>?, _ count: Int32) {
    guard refusal == nil, let start, count > 0 else { return }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(count))
    visit(.text(Array(bytes)))
  }
}
