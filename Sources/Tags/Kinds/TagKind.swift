/// What a tag is, told from the ATR that the reader makes up for it.
public struct TagKind: Equatable {
  public var family: TagFamily
  public var chip: TagChip

  /// Makes a kind.
  public init(_ family: TagFamily, _ chip: TagChip) {
    self.family = family
    self.chip = chip
  }

  /// From an ATR (PC/SC 2.01 part 3, 3.1.3.2.3); nil when it is none of a contactless card.
  ///
  /// - Parameter uid: Helps to tell type A and B of part 4, which have the same form of ATR.
  public init?(atr: [UInt8], uid: [UInt8] = []) {
    if let storage = TagKind.storageCard(atr) {
      self = storage
    } else if atr.starts(with: TagKind.scl3711FeliCa) {
      self.init(.felica, .felica)
    } else if let historical = TagKind.historicalBytes(atr) {
      self.init(TagKind.isTypeB(historical, uid) ? .iso14443B : .iso14443A, .processor)
    } else {
      return nil
    }
  }

  /// 3B 8F 80 01 80 4F 0C A0 00 00 03 06 SS NN NN 00 00 00 00 TCK; 0C is the length from A0 on.
  private static func storageCard(_ atr: [UInt8]) -> TagKind? {
    let head: [UInt8] = [0x3b, 0x8f, 0x80, 0x01, 0x80, 0x4f, 0x0c, 0xa0, 0x00, 0x00, 0x03, 0x06]
    guard atr.count >= 15, atr.starts(with: head) else { return nil }
    let standard = atr[12]
    let name = UInt16(atr[13]) << 8 | UInt16(atr[14])
    switch name {
    case 0x0001: return TagKind(.iso14443A, .classic1K)
    case 0x0002: return TagKind(.iso14443A, .classic4K)
    case 0x0003: return TagKind(.iso14443A, .ultralight)
    case 0x0026: return TagKind(.iso14443A, .classicMini)
    case 0x0038, 0x0039: return TagKind(.iso14443A, .plus)
    case 0x002f, 0x0030: return TagKind(.topaz, .topaz)
    case 0x003b: return TagKind(.felica, .felica)
    case 0x0014, 0x0035, 0x0012, 0x000e: return TagKind(.iso15693, .vicinity)
    // Reader-specific names that carry the SAK (ACR122U).
    case 0xff08, 0xff88: return TagKind(.iso14443A, .classic1K)
    case 0xff18, 0xff98: return TagKind(.iso14443A, .classic4K)
    case 0xff09: return TagKind(.iso14443A, .classicMini)
    case 0xff00: return TagKind(.iso14443A, .ultralight)
    default: break
    }
    switch standard {
    case 0x01...0x04: return TagKind(.iso14443A, .unknown)
    case 0x05...0x08: return TagKind(.iso14443B, .unknown)
    case 0x09...0x0c: return TagKind(.iso15693, .vicinity)
    case 0x11: return TagKind(.felica, .felica)
    default: return nil
    }
  }

  private static let scl3711FeliCa: [UInt8] = [0x3b, 0x8c, 0x80, 0x01, 0x04, 0x43, 0xfd]

  /// The historical bytes of 3B 8n 80 01 … TCK.
  private static func historicalBytes(_ atr: [UInt8]) -> [UInt8]? {
    guard atr.count >= 5, atr[0] == 0x3b, atr[1] & 0xf0 == 0x80, atr[2] == 0x80, atr[3] == 0x01 else { return nil }
    let count = Int(atr[1] & 0x0f)
    guard atr.count >= 4 + count else { return nil }
    return Array(atr[4..<(4 + count)])
  }

  /// Type B: application data (4), protocol information (3), and the maximum buffer length index in the high half of
  /// the last byte; the UID is the PUPI of 4 bytes.
  private static func isTypeB(_ historical: [UInt8], _ uid: [UInt8]) -> Bool {
    historical.count == 8 && uid.count == 4 && historical[5] & 0x0f == 1 && historical[7] & 0x0f == 0
  }
}
