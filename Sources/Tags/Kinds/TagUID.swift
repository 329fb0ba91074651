/// The number that a tag calls itself by. The bytes are in the order in which the reader gives them: for types A and B
/// the order on air; readers differ for ISO 15693, so `normalized` has its E0 first.
public struct TagUID: Equatable, Hashable {
  public let bytes: [UInt8]

  /// Takes the bytes of a reader's answer.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Upper case hexadecimal digits.
  public var text: String { Hex.text(bytes) }

  /// True when the tag makes up a new number each time (ISO 14443-3: 4 bytes that begin with 08). Telephones and some
  /// cards do; such a number is no name for a customer.
  public var isRandom: Bool { bytes.count == 4 && bytes[0] == 0x08 }

  /// As `family` writes its numbers: ISO 15693 with the leading E0 first, all others as they come.
  public func normalized(_ family: TagFamily) -> TagUID {
    guard family == .iso15693, bytes.count == 8, bytes[0] != 0xe0, bytes[7] == 0xe0 else { return self }
    return TagUID(bytes.reversed())
  }
}
