/// How the type of a record is to be understood (NFC Forum NDEF 1.0, 3.2.6).
public enum NDEFTypeName: UInt8 {
  case empty = 0
  /// A type of the NFC Forum: "U", "T", "Sp".
  case wellKnown = 1
  /// A media type (RFC 2046).
  case mime = 2
  /// The type is itself a URI.
  case absoluteURI = 3
  /// "example.com:type".
  case external = 4
  case unknown = 5
}

/// One record of an NDEF message; a record that came in chunks is whole again.
public struct NDEFRecord: Equatable {
  public var typeName: NDEFTypeName
  /// At most 255 bytes.
  public var type: [UInt8]
  /// At most 255 bytes; empty: none.
  public var id: [UInt8]
  public var payload: [UInt8]

  /// Makes a record.
  public init(_ typeName: NDEFTypeName, type: [UInt8] = [], id: [UInt8] = [], payload: [UInt8] = []) {
    self.typeName = typeName
    self.type = type
    self.id = id
    self.payload = payload
  }
}

/// An NDEF message: records in order. One of no records stands for a tag that is formatted and empty.
public struct NDEFMessage: Equatable {
  public var records: [NDEFRecord]

  /// Makes a message.
  public init(_ records: [NDEFRecord] = []) { self.records = records }
}
