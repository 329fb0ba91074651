/// An answer of a card or reader (ISO/IEC 7816-4): data and status word.
public struct ResponseAPDU: Equatable {
  public let data: [UInt8]
  public let status: StatusWord

  /// Splits an answer; nil for one of fewer than two bytes.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return nil }
    data = Array(bytes.dropLast(2))
    status = StatusWord(UInt16(bytes[bytes.count - 2]) << 8 | UInt16(bytes[bytes.count - 1]))
  }
}

/// A status word.
public struct StatusWord: Equatable {
  public let value: UInt16

  /// Any number.
  public init(_ value: UInt16) { self.value = value }

  /// 9000, the command was carried out.
  public var isOK: Bool { value == 0x9000 }

  /// 61xx: that many bytes (0: 256) wait for GET RESPONSE.
  public var waiting: Int? { value >> 8 == 0x61 ? (value & 0xff == 0 ? 0x100 : Int(value & 0xff)) : nil }

  /// 6Cxx: the command must be sent again with this expected length.
  public var exactLength: Int? { value >> 8 == 0x6c ? (value & 0xff == 0 ? 0x100 : Int(value & 0xff)) : nil }

  /// Four hexadecimal digits.
  public var text: String { Hex.text([UInt8(value >> 8), UInt8(value & 0xff)]) }

  /// What it means, in words (ISO/IEC 7816-4, tables 5 and 6; PC/SC 2.01 part 3).
  public var meaning: String {
    switch value {
    case 0x9000: "done"
    case 0x6282: "the end was reached before all bytes were read"
    case 0x6300: "no information, often no answer from the tag"
    case 0x6581: "the memory failed or the block does not exist"
    case 0x6700: "wrong length"
    case 0x6981: "the command does not fit the kind of tag"
    case 0x6982: "the security conditions are not met; authenticate first"
    case 0x6983: "authentication is not possible"
    case 0x6985: "the conditions of use are not met"
    case 0x6986: "the command is not allowed"
    case 0x6a81: "the function is not supported"
    case 0x6a82: "the file or block was not found"
    case 0x6a84: "there is not enough room"
    case 0x6a86, 0x6b00: "wrong parameters, for example an address outside the memory"
    case 0x6d00: "the command is unknown"
    case 0x6e00: "the class is unknown"
    case 0x6f00: "failed for no given reason"
    default: exactLength != nil ? "wrong expected length" : "not explained by the standard"
    }
  }
}
