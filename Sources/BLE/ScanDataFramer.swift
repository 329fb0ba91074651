import Tags

/// Joins the notifications of a reader's scan data to frames: bytes up to a 00 (facts: contactless, section 12; seen in
/// one third-party sample only).
public struct ScanDataFramer {
  private var buffer: [UInt8] = []
  /// What is skipped up to the next 00, because it was too long.
  private var isSkipping = false
  /// Longer than what the largest tags hold.
  static let longest = 16384
  /// Frames that were too long and were thrown away.
  public private(set) var dropped: UInt64 = 0

  /// Empty.
  public init() {}

  /// Takes a notification; gives the frames that it completes, without their ends. Lone 00s keep the connection alive.
  public mutating func add(_ bytes: [UInt8]) -> [[UInt8]] {
    var frames: [[UInt8]] = []
    for byte in bytes {
      if byte == 0 {
        if isSkipping { dropped &+= 1 } else if !buffer.isEmpty { frames.append(buffer) }
        (buffer, isSkipping) = ([], false)
      } else if !isSkipping {
        buffer.append(byte)
        if buffer.count > ScanDataFramer.longest { (buffer, isSkipping) = ([], true) }
      }
    }
    return frames
  }

  /// Forgets the beginning of a frame; a new connection begins anew.
  public mutating func reset() { (buffer, isSkipping) = ([], false) }
}

/// What a reader tells of a tag that it read by itself: two hexadecimal digits for the family, then what it was set to tell.
public struct ScanDataFrame: Equatable {
  public let family: TagFamily
  /// As it came.
  public let payload: [UInt8]
  /// The tag's number, when the payload is one.
  public let uid: TagUID?

  /// Nil for a frame without a known family.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= 2, let code = Hex.bytes(String(decoding: bytes.prefix(2), as: UTF8.self)), code.count == 1,
      let family = TagFamily(scanDataCode: code[0])
    else { return nil }
    self.family = family
    payload = Array(bytes.dropFirst(2))
    uid = ScanDataFrame.uid(family, payload)
  }

  /// A number is 4 to 16 bytes in hexadecimal digits; what NDEF and Thinfilm tags hold is data, whatever it looks like.
  private static func uid(_ family: TagFamily, _ payload: [UInt8]) -> TagUID? {
    guard family != .nfcForum, family != .thinfilm, (8...32).contains(payload.count),
      !payload.contains(where: { $0 == 0x20 || $0 == 0x3a }),
      let bytes = Hex.bytes(String(decoding: payload, as: UTF8.self))
    else { return nil }
    return TagUID(bytes).normalized(family)
  }

  /// The payload as text; nil when it is none. A Thinfilm tag's address is B7, 03 or 04 for http:// or https://, the rest,
  /// FE.
  public var text: String? {
    if family == .thinfilm, payload.count >= 2, payload[0] == 0xb7, payload[1] == 0x03 || payload[1] == 0x04 {
      let rest = payload.dropFirst(2).prefix { $0 != 0xfe }
      return String(validating: rest, as: UTF8.self).map { (payload[1] == 3 ? "http://" : "https://") + $0 }
    }
    return String(validating: payload, as: UTF8.self)
  }
}
