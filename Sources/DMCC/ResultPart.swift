/// What a reader can send of one read: the bits of `DATA.RESULT-TYPE`.
public struct ResultKinds: OptionSet, Hashable {
  /// The bits, as on the wire.
  public let rawValue: UInt32
  /// Any bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The code's bytes.
  public static let string = ResultKinds(rawValue: 1)
  /// XML of the read.
  public static let xml = ResultKinds(rawValue: 2)
  /// XML of the reader's counters.
  public static let statistics = ResultKinds(rawValue: 4)
  /// The picture.
  public static let image = ResultKinds(rawValue: 8)
  /// SVG to be laid over the picture.
  public static let graphics = ResultKinds(rawValue: 16)
  /// What the reader learnt.
  public static let training = ResultKinds(rawValue: 32)
  /// Print quality of the code.
  public static let quality = ResultKinds(rawValue: 64)
  /// XML of the read without the reader's counters; comes as `xml` does.
  public static let xmlContent = ResultKinds(rawValue: 128)

  /// The kind that a message of this status carries; nil for others.
  public init?(status: DMCCStatus) {
    switch status {
    case .readString: self = .string
    case .xmlResult: self = .xml
    case .xmlStatistics: self = .statistics
    case .image: self = .image
    case .imageGraphics: self = .graphics
    case .trainingResult: self = .training
    case .codeQuality: self = .quality
    default: return nil
    }
  }
}

/// One message of a reader about a read.
public struct ResultPart: Equatable {
  /// What it is; one bit.
  public var kind: ResultKinds
  /// Number of the read, when the message tells it.
  public var id: Int?
  /// The bytes: of the code (out of their Base64), of the XML, the image or the drawing.
  public var bytes: [UInt8]
  /// A string as it came, before its Base64 was undone.
  public var raw: [UInt8] = []
  /// When the message was complete, nanoseconds of the caller's clock.
  public var time: Int64

  /// Makes a part.
  public init(kind: ResultKinds, id: Int? = nil, bytes: [UInt8], raw: [UInt8] = [], time: Int64) {
    self.kind = kind
    self.id = id
    self.bytes = bytes
    self.raw = raw
    self.time = time
  }
}
