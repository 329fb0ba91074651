/// What stands before the payload of a reader's message: `||checksum:id:result:bytes[status]`, each field optional,
/// with 0 to 3 colons. The first two fields and the status are Cognex's; the other two were seen on a DM475, their
/// meaning is inferred (result id; bytes after `]` up to and with CR LF).
public struct DMCCHeader: Equatable {
  /// 0: none; 1: the last byte before the line end is a checksum.
  public var checksum: Int?
  /// Id of the command that is answered.
  public var id: Int?
  /// Id of the read that the message is a part of.
  public var resultID: Int?
  /// Bytes from behind `]` to the line end, with it.
  public var byteCount: Int?
  /// What the message is.
  public var status: DMCCStatus

  /// Makes a header.
  public init(
    checksum: Int? = nil, id: Int? = nil, resultID: Int? = nil, byteCount: Int? = nil, status: DMCCStatus = .ok
  ) {
    self.checksum = checksum
    self.id = id
    self.resultID = resultID
    self.byteCount = byteCount
    self.status = status
  }
}

extension DMCCHeader {
  /// What a place in a buffer holds.
  enum Parsed {
    /// A header of this many bytes.
    case header(DMCCHeader, length: Int)
    /// The beginning of one.
    case incomplete
    case none
  }

  /// Looks for a header at `start`. Never looks at more than 51 bytes.
  static func parse(_ bytes: [UInt8], at start: Int) -> Parsed {
    var fields: [Int?] = []
    var digits = 0
    var value = 0
    func field() -> Int? { digits == 0 ? nil : value }
    var i = start
    for _ in 0..<2 {
      guard i < bytes.count else { return .incomplete }
      guard bytes[i] == 0x7c else { return .none }
      i += 1
    }
    while true {
      guard i < bytes.count else { return .incomplete }
      let byte = bytes[i]
      i += 1
      switch byte {
      case 0x30...0x39:
        digits += 1
        value = value &* 10 &+ Int(byte &- 0x30)
        guard digits <= 10 else { return .none }
      case 0x3a:
        guard fields.count < 3 else { return .none }
        fields.append(field())
        (digits, value) = (0, 0)
      case 0x5b:
        fields.append(field())
        return parseStatus(bytes, at: i, start: start, fields: fields)
      default: return .none
      }
    }
  }

  private static func parseStatus(_ bytes: [UInt8], at begin: Int, start: Int, fields: [Int?]) -> Parsed {
    var i = begin
    var value: Int32 = 0
    while true {
      guard i < bytes.count else { return .incomplete }
      let byte = bytes[i]
      i += 1
      switch byte {
      case 0x30...0x39:
        guard i - begin <= 3 else { return .none }
        value = value * 10 + Int32(byte - 0x30)
      case 0x5d:
        guard i - begin > 1 else { return .none }
        func field(_ index: Int) -> Int? { index < fields.count ? fields[index] : nil }
        let header = DMCCHeader(
          checksum: field(0), id: field(1), resultID: field(2), byteCount: field(3),
          status: DMCCStatus(rawValue: value))
        return .header(header, length: i - start)
      default: return .none
      }
    }
  }
}
