/// Which member of a symbology's family a code is, with the number of `scanbeam/symbology.h`.
public struct Variant: RawRepresentable, Hashable {
  /// The number that C users see.
  public let rawValue: Int32

  /// Any number; unknown ones are legal.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let none = Variant(rawValue: 0)
  public static let dataBarOmni = Variant(rawValue: 3)
  public static let dataBarStacked = Variant(rawValue: 4)
  public static let dataBarLimited = Variant(rawValue: 5)
  public static let dataBarExpanded = Variant(rawValue: 6)
  public static let ean13 = Variant(rawValue: 7)
  public static let ean8 = Variant(rawValue: 8)
  public static let upcA = Variant(rawValue: 9)
  public static let upcE = Variant(rawValue: 10)
  public static let gs1Code128 = Variant(rawValue: 20)
  public static let microQR = Variant(rawValue: 28)
  public static let code32 = Variant(rawValue: 35)
  public static let rmqr = Variant(rawValue: 64)
  public static let pzn = Variant(rawValue: 65)
  public static let industrial2of5 = Variant(rawValue: 66)
  public static let iata2of5 = Variant(rawValue: 67)
  public static let matrix2of5 = Variant(rawValue: 68)
  public static let dataLogic2of5 = Variant(rawValue: 69)
  public static let pharmacodeTwoTrack = Variant(rawValue: 70)
  public static let addOn2 = Variant(rawValue: 71)
  public static let addOn5 = Variant(rawValue: 72)
  public static let coop2of5 = Variant(rawValue: 73)
  public static let ccA = Variant(rawValue: 80)
  public static let ccB = Variant(rawValue: 81)
  public static let ccC = Variant(rawValue: 82)

  /// Name for people as a static C string; empty for none and unknown.
  public var staticName: StaticString {
    switch self {
    case .dataBarOmni: "DataBar"
    case .dataBarStacked: "DataBar Stacked"
    case .dataBarLimited: "DataBar Limited"
    case .dataBarExpanded: "DataBar Expanded"
    case .ean13: "EAN-13"
    case .ean8: "EAN-8"
    case .upcA: "UPC-A"
    case .upcE: "UPC-E"
    case .gs1Code128: "GS1-128"
    case .microQR: "Micro QR"
    case .code32: "Code 32"
    case .rmqr: "rMQR"
    case .pzn: "PZN"
    case .industrial2of5: "Industrial 2 of 5"
    case .iata2of5: "IATA 2 of 5"
    case .matrix2of5: "Matrix 2 of 5"
    case .dataLogic2of5: "Data Logic 2 of 5"
    case .pharmacodeTwoTrack: "Pharmacode two-track"
    case .addOn2: "EAN-2"
    case .addOn5: "EAN-5"
    case .coop2of5: "COOP 2 of 5"
    case .ccA: "CC-A"
    case .ccB: "CC-B"
    case .ccC: "CC-C"
    default: ""
    }
  }

  /// Name for people; empty for none and unknown.
  public var name: String { "\(staticName)" }
}
