/// A command to a card or reader (ISO/IEC 7816-4), in the shortest of its forms.
public struct CommandAPDU: Equatable {
  public var cla: UInt8
  public var ins: UInt8
  public var p1: UInt8
  public var p2: UInt8
  /// Data field, at most 65535 bytes.
  public var data: [UInt8]
  /// Bytes that are expected, 1 to 65536; nil: none.
  public var expected: Int?

  /// Makes a command.
  public init(_ cla: UInt8, _ ins: UInt8, _ p1: UInt8, _ p2: UInt8, data: [UInt8] = [], expected: Int? = nil) {
    self.cla = cla
    self.ins = ins
    self.p1 = p1
    self.p2 = p2
    self.data = data
    self.expected = expected
  }

  /// The command as it goes to the card; nil when data or expected length do not fit any form.
  public var bytes: [UInt8]? {
    guard data.count <= 0xffff, expected.map({ (1...0x10000).contains($0) }) ?? true else { return nil }
    let isExtended = data.count > 0xff || (expected ?? 0) > 0x100
    var out = [cla, ins, p1, p2]
    if isExtended { out.append(0) }
    if !data.isEmpty {
      if isExtended { out.append(UInt8(data.count >> 8)) }
      out.append(UInt8(data.count & 0xff))
      out += data
    }
    if let expected {
      // The largest length of a form is written as 0.
      if isExtended { out.append(UInt8((expected >> 8) & 0xff)) }
      out.append(UInt8(expected & 0xff))
    }
    return out
  }
}

extension CommandAPDU {
  /// SELECT an application by its identifier.
  public static func select(application: [UInt8]) -> CommandAPDU {
    CommandAPDU(0x00, 0xa4, 0x04, 0x00, data: application, expected: 0x100)
  }

  /// SELECT a file of the application by its number.
  public static func select(file: UInt16) -> CommandAPDU {
    CommandAPDU(0x00, 0xa4, 0x00, 0x0c, data: [UInt8(file >> 8), UInt8(file & 0xff)])
  }

  /// READ BINARY of the file that is selected; offset 0 to 32767.
  public static func readBinary(offset: Int, count: Int) -> CommandAPDU {
    CommandAPDU(0x00, 0xb0, UInt8((offset >> 8) & 0x7f), UInt8(offset & 0xff), expected: count)
  }

  /// UPDATE BINARY of the file that is selected; offset 0 to 32767.
  public static func updateBinary(offset: Int, _ data: [UInt8]) -> CommandAPDU {
    CommandAPDU(0x00, 0xd6, UInt8((offset >> 8) & 0x7f), UInt8(offset & 0xff), data: data)
  }

  // The commands of PC/SC 2.01 part 3 for storage cards; the reader answers them (facts: contactless, section 13).

  /// The UID of the card.
  public static let uid = CommandAPDU(0xff, 0xca, 0x00, 0x00, expected: 0x100)

  /// The ATS (type A, part 4), where the reader offers it.
  public static let ats = CommandAPDU(0xff, 0xca, 0x01, 0x00, expected: 0x100)

  /// Reads from block (page, sector of a memory) `number` on.
  public static func read(block number: Int, count: Int) -> CommandAPDU {
    CommandAPDU(0xff, 0xb0, UInt8((number >> 8) & 0xff), UInt8(number & 0xff), expected: count)
  }

  /// Writes block `number`.
  public static func write(block number: Int, _ data: [UInt8]) -> CommandAPDU {
    CommandAPDU(0xff, 0xd6, UInt8((number >> 8) & 0xff), UInt8(number & 0xff), data: data)
  }

  /// Opens a service of a FeliCa; blocks are read and written from then on.
  public static func select(service: UInt16) -> CommandAPDU {
    CommandAPDU(0xff, 0xa4, 0x00, 0x01, data: [UInt8(service & 0xff), UInt8(service >> 8)])
  }

  /// Puts a key into a volatile slot of the reader.
  public static func load(key: [UInt8], slot: UInt8) -> CommandAPDU {
    CommandAPDU(0xff, 0x82, 0x00, slot, data: key)
  }

  /// Authenticates the sector of a block with the key in a slot.
  public static func authenticate(block: Int, keyB: Bool, slot: UInt8) -> CommandAPDU {
    let data = [0x01, UInt8((block >> 8) & 0xff), UInt8(block & 0xff), keyB ? 0x61 : 0x60, slot]
    return CommandAPDU(0xff, 0x86, 0x00, 0x00, data: data)
  }
}
