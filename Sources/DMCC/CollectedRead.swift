import ReaderCore

/// All that a reader sent of one read.
public struct CollectedRead {
  /// Number of the read, when the reader tells it.
  public var id: Int?
  /// The parts, at most one of a kind, in the order in which they came.
  public var parts: [ResultPart] = []
  /// What the XML says; nil when there is none or it is damaged.
  public var xml: ResultXML?
  /// What is wrong with the XML, when it is damaged; its bytes are in `parts`.
  public var xmlError: ReaderError?
  /// Kinds that were expected and did not come in time.
  public var missing: ResultKinds = []

  /// The part of a kind.
  public func part(_ kind: ResultKinds) -> ResultPart? { parts.first { $0.kind == kind } }

  /// Kinds that came.
  public var kinds: ResultKinds { parts.reduce(into: []) { $0.insert($1.kind) } }

  /// The code's bytes: from the XML, else the string. Nil when both came and do not agree: it cannot be told which one
  /// is the read.
  public var bytes: [UInt8]? { isContradictory ? nil : xml?.bytes ?? part(.string)?.bytes }

  /// Whether string and XML are of different codes. A string that was not in Base64 on the wire agrees as it came.
  public var isContradictory: Bool {
    guard let string = part(.string), let bytes = xml?.bytes else { return false }
    return string.bytes != bytes && string.raw != bytes
  }
}
