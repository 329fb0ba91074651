import ReaderCore

/// From bytes to records. Every length is checked against what is there; anything that does not add up is an error, for
/// half a message must not pass for a whole one.
extension NDEFMessage {
  /// More records than this are a bomb.
  public static let recordLimit = 1024

  /// Parses a message.
  public init(parsing bytes: [UInt8]) throws(ReaderError) {
    var parser = NDEFParser(bytes)
    records = []
    while parser.isMore {
      guard records.count < NDEFMessage.recordLimit else {
        throw NDEFParser.fault("it has more than \(NDEFMessage.recordLimit) records")
      }
      records.append(try parser.record(isFirst: records.isEmpty))
    }
    guard records.isEmpty || parser.ended else { throw NDEFParser.fault("its last record is missing") }
  }
}

/// Walks over the records of a message.
private struct NDEFParser {
  private let bytes: [UInt8]
  private var position = 0
  /// The record that ends the message was read.
  private(set) var ended = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isMore: Bool { position < bytes.count }

  static func fault(_ why: String) -> ReaderError {
    ReaderError(.tagFormat, "The NDEF message is damaged: \(why).")
  }

  /// One record with all its chunks.
  mutating func record(isFirst: Bool) throws(ReaderError) -> NDEFRecord {
    guard !ended else { throw NDEFParser.fault("\(bytes.count - position) bytes follow its last record") }
    var part = try chunk()
    guard part.begins == isFirst else { throw NDEFParser.fault("its first record is not marked as such") }
    guard let typeName = NDEFTypeName(rawValue: part.typeName) else {
      throw NDEFParser.fault("it has a record of type name format \(part.typeName)")
    }
    var record = NDEFRecord(typeName, type: part.type, id: part.id, payload: part.payload)
    if typeName == .empty, !(record.type.isEmpty && record.id.isEmpty && record.payload.isEmpty) {
      throw NDEFParser.fault("an empty record has content")
    }
    if typeName == .unknown, !record.type.isEmpty { throw NDEFParser.fault("a record of unknown type names a type") }
    while part.continues {
      guard isMore, !part.ends else { throw NDEFParser.fault("a chunk is missing") }
      part = try chunk()
      guard part.typeName == 6, part.type.isEmpty, part.id.isEmpty, !part.begins else {
        throw NDEFParser.fault("a record begins where a chunk must follow")
      }
      record.payload += part.payload
    }
    ended = part.ends
    return record
  }

  private struct Chunk {
    var begins, ends, continues: Bool
    var typeName: UInt8
    var type: [UInt8]
    var id: [UInt8]
    var payload: [UInt8]
  }

  /// Header byte: message begin, message end, chunk, short record, id length, type name format (3 bits).
  private mutating func chunk() throws(ReaderError) -> Chunk {
    let header = try byte()
    let typeLength = Int(try byte())
    var payloadLength = Int(try byte())
    if header & 0x10 == 0 {
      for _ in 0..<3 { payloadLength = payloadLength << 8 | Int(try byte()) }
    }
    let idLength = header & 0x08 == 0 ? 0 : Int(try byte())
    return Chunk(
      begins: header & 0x80 != 0, ends: header & 0x40 != 0, continues: header & 0x20 != 0, typeName: header & 0x07,
      type: try take(typeLength), id: try take(idLength), payload: try take(payloadLength))
  }

  private mutating func byte() throws(ReaderError) -> UInt8 {
    guard position < bytes.count else { throw NDEFParser.fault("it ends within the head of a record") }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func take(_ count: Int) throws(ReaderError) -> [UInt8] {
    guard count <= bytes.count - position else {
      throw NDEFParser.fault("a record claims \(count) bytes where \(bytes.count - position) are left")
    }
    defer { position += count }
    return Array(bytes[position..<(position + count)])
  }
}
