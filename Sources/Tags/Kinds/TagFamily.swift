/// The family of a tag. The numbers are the data sources of Socket Mobile's Capture (SKTCaptureDataSourceID 256 to 267),
/// `scanbeam/tag.h`.
public enum TagFamily: Int32, CaseIterable {
  case iso14443A = 256
  case iso14443B = 257
  case felica = 258
  case iso15693 = 259
  case icode1 = 260
  case picoTag = 261
  case topaz = 262
  case thinfilm = 263
  case stSR = 264
  case askCTS = 265
  case nfcForum = 266
  case innovatron = 267

  /// Name for people as a static C string.
  public var staticName: StaticString {
    switch self {
    case .iso14443A: "ISO14443 A"
    case .iso14443B: "ISO14443 B"
    case .felica: "Felica"
    case .iso15693: "ISO15693"
    case .icode1: "NXP ICODE 1"
    case .picoTag: "Inside Secure PicoTag"
    case .topaz: "Innovision Topaz/Jewel"
    case .thinfilm: "Thinfilm NFC Barcode"
    case .stSR: "STMicro SR"
    case .askCTS: "ASK CTS256B/CTS512B"
    case .nfcForum: "NFC Forum"
    case .innovatron: "Innovatron Radio Protocol"
    }
  }

  /// Name for people.
  public var name: String { "\(staticName)" }

  /// The family for the two hexadecimal digits that begin a scan-data frame of a D600 (facts: contactless, section 12).
  public init?(scanDataCode code: UInt8) {
    switch code {
    case 0x01: self = .iso14443A
    case 0x02: self = .iso14443B
    case 0x03: self = .felica
    case 0x04: self = .iso15693
    case 0x08: self = .icode1
    case 0x10: self = .picoTag
    case 0x11: self = .topaz
    case 0x18: self = .thinfilm
    case 0x20: self = .stSR
    case 0x40: self = .askCTS
    case 0x4f: self = .nfcForum
    case 0x80: self = .innovatron
    default: return nil
    }
  }
}
