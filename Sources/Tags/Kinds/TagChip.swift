/// What can be told of a tag's chip: which commands it takes.
public enum TagChip: Int32, CaseIterable {
  /// Only its family is known.
  case unknown = 0
  /// MIFARE Classic 1K, 4K and Mini: sectors with keys.
  case classic1K = 1
  case classic4K = 2
  case classicMini = 3
  /// MIFARE Ultralight and NTAG: pages of 4 bytes.
  case ultralight = 4
  /// A processor card (ISO 14443 part 4).
  case processor = 5
  /// ISO 15693: blocks.
  case vicinity = 6
  case felica = 7
  case topaz = 8
  /// MIFARE Plus at security level 2.
  case plus = 9

  /// Name for people as a static C string.
  public var staticName: StaticString {
    switch self {
    case .unknown: "unknown"
    case .classic1K: "MIFARE Classic 1K"
    case .classic4K: "MIFARE Classic 4K"
    case .classicMini: "MIFARE Mini"
    case .ultralight: "MIFARE Ultralight or NTAG"
    case .processor: "ISO 14443-4"
    case .vicinity: "ISO 15693"
    case .felica: "FeliCa"
    case .topaz: "Topaz or Jewel"
    case .plus: "MIFARE Plus"
    }
  }

  /// Name for people.
  public var name: String { "\(staticName)" }

  /// Type of NFC Forum tag that it may be, 1 to 5; 0 for none.
  public var forumType: Int32 {
    switch self {
    case .topaz: 1
    case .ultralight: 2
    case .felica: 3
    case .processor: 4
    case .vicinity: 5
    default: 0
    }
  }

  /// A MIFARE Classic of some size.
  public var isClassic: Bool { self == .classic1K || self == .classic4K || self == .classicMini }
}
