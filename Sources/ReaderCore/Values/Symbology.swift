/// A symbology, with the number of `scanbeam/symbology.h`.
public struct Symbology: RawRepresentable, Hashable {
  /// The number that C users see.
  public let rawValue: Int32

  /// Any number; unknown ones are legal.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let unknown = Symbology(rawValue: 0)
  public static let dataMatrix = Symbology(rawValue: 1)
  public static let qr = Symbology(rawValue: 2)
  public static let code128 = Symbology(rawValue: 3)
  public static let upcEan = Symbology(rawValue: 4)
  public static let code11 = Symbology(rawValue: 5)
  public static let code39 = Symbology(rawValue: 6)
  public static let code93 = Symbology(rawValue: 7)
  public static let interleaved2of5 = Symbology(rawValue: 8)
  public static let codabar = Symbology(rawValue: 9)
  public static let eanUcc = Symbology(rawValue: 10)
  public static let pharmacode = Symbology(rawValue: 11)
  public static let maxiCode = Symbology(rawValue: 12)
  public static let pdf417 = Symbology(rawValue: 13)
  public static let microPDF417 = Symbology(rawValue: 14)
  public static let dataBar = Symbology(rawValue: 15)
  public static let planet = Symbology(rawValue: 16)
  public static let postnet = Symbology(rawValue: 17)
  public static let japanPost = Symbology(rawValue: 18)
  public static let australiaPost = Symbology(rawValue: 19)
  public static let upu = Symbology(rawValue: 20)
  public static let intelligentMail = Symbology(rawValue: 21)
  public static let vericode = Symbology(rawValue: 22)
  public static let rpc = Symbology(rawValue: 23)
  public static let msi = Symbology(rawValue: 24)
  public static let aztec = Symbology(rawValue: 25)
  public static let dotCode = Symbology(rawValue: 26)
  public static let code25 = Symbology(rawValue: 27)
  public static let code39ToCode32 = Symbology(rawValue: 28)
  public static let ocr = Symbology(rawValue: 29)
  public static let royalMail = Symbology(rawValue: 30)
  public static let telepen = Symbology(rawValue: 31)
  // Scanbeam's own numbers: what cmbSDK has no number for.
  public static let plessey = Symbology(rawValue: 64)
  public static let cepNet = Symbology(rawValue: 65)
  public static let kix = Symbology(rawValue: 66)
  public static let mailmark = Symbology(rawValue: 67)
  public static let koreaPost = Symbology(rawValue: 68)
  public static let daft = Symbology(rawValue: 69)
  public static let fim = Symbology(rawValue: 70)
  public static let codablockF = Symbology(rawValue: 71)
  public static let code16K = Symbology(rawValue: 72)
  public static let code49 = Symbology(rawValue: 73)
  public static let hanXin = Symbology(rawValue: 74)
  public static let gridMatrix = Symbology(rawValue: 75)
  public static let codeOne = Symbology(rawValue: 76)

  /// The one list: symbology, DMCC stem (the name that users see), further names in lower case without separators.
  /// Source of numbers and stems: CMBSymbology of the iOS 2.6.2 header and the symbol table of the Cordova plugin.
  static let all: [(symbology: Symbology, name: StaticString, aliases: [StaticString])] = [
    (.dataMatrix, "DATAMATRIX", ["dm", "gs1datamatrix"]),
    (.qr, "QR", ["qrcode", "microqr", "gs1qr"]),
    (.code128, "C128", ["code128", "gs1128", "ean128"]),
    (.upcEan, "UPC-EAN", ["ean", "upc", "ean13", "ean8", "upca", "upce", "gtin", "isbn"]),
    (.code11, "C11", ["code11"]),
    (.code39, "C39", ["code39"]),
    (.code93, "C93", ["code93"]),
    (.interleaved2of5, "I2O5", ["itf", "itf14", "interleaved2of5", "i25"]),
    (.codabar, "CODABAR", ["nw7"]),
    (.eanUcc, "EAN-UCC", ["composite"]),
    (.pharmacode, "PHARMACODE", []),
    (.maxiCode, "MAXICODE", []),
    (.pdf417, "PDF417", []),
    (.microPDF417, "MICROPDF417", []),
    (.dataBar, "DATABAR", ["rss", "rss14", "gs1databar"]),
    (.planet, "PLANET", []),
    (.postnet, "POSTNET", []),
    (.japanPost, "4STATE-JAP", ["japanpost"]),
    (.australiaPost, "4STATE-AUS", ["australiapost"]),
    (.upu, "4STATE-UPU", ["upu"]),
    (.intelligentMail, "4STATE-IMB", ["imb", "intelligentmail"]),
    (.vericode, "VERICODE", []),
    (.rpc, "RPC", []),
    (.msi, "MSI", ["msiplessey"]),
    (.aztec, "AZTECCODE", ["aztec"]),
    (.dotCode, "DOTCODE", []),
    (.code25, "C25", ["code25", "standard2of5"]),
    (.code39ToCode32, "C39-CONVERT-TO-C32", ["code32"]),
    (.ocr, "OCR", []),
    (.royalMail, "4STATE-RMC", ["royalmail", "rm4scc"]),
    (.telepen, "TELEPEN", []),
    (.plessey, "PLESSEY", ["ukplessey"]),
    (.cepNet, "CEPNET", []),
    (.kix, "4STATE-KIX", ["kix"]),
    (.mailmark, "4STATE-MAILMARK", ["mailmark"]),
    (.koreaPost, "KOREAPOST", ["koreanpost"]),
    (.daft, "4STATE-DAFT", ["daft"]),
    (.fim, "FIM", []),
    (.codablockF, "CODABLOCKF", ["codablock"]),
    (.code16K, "CODE16K", []),
    (.code49, "CODE49", []),
    (.hanXin, "HANXIN", ["hanxincode"]),
    (.gridMatrix, "GRIDMATRIX", []),
    (.codeOne, "CODEONE", ["code1"]),
  ]

  /// Every symbology that has a number, in ascending order.
  public static var known: [Symbology] { all.map { $0.symbology } }

  /// The DMCC stem as a static C string, "UNKNOWN" for unknown numbers.
  public var staticName: StaticString {
    for entry in Symbology.all where entry.symbology == self { return entry.name }
    return "UNKNOWN"
  }

  /// The DMCC stem, "UNKNOWN" for unknown numbers.
  public var name: String { "\(staticName)" }

  /// The symbology for a name: case, spaces, `-`, `_`, `/` and a leading `SYMBOL.` do not matter.
  public init?(name: String) {
    var key = Symbology.key(name)
    if key.hasPrefix("symbol.") { key.removeFirst(7) }
    for entry in Symbology.all {
      if Symbology.key("\(entry.name)") == key || entry.aliases.contains(where: { "\($0)" == key }) {
        self = entry.symbology
        return
      }
    }
    return nil
  }

  private static func key(_ name: String) -> String {
    var key = ""
    for c in name.unicodeScalars where c != " " && c != "-" && c != "_" && c != "/" {
      let lower = c.value >= 0x41 && c.value <= 0x5a ? Unicode.Scalar(UInt8(c.value + 32)) : c
      key.unicodeScalars.append(lower)
    }
    return key
  }
}

/// A set of symbologies.
public struct SymbologySet: Equatable {
  private var bits: UInt64 = 0
  private var more: UInt64 = 0

  /// The empty set.
  public init() {}

  /// A set of some.
  public init(_ symbologies: [Symbology]) { for s in symbologies { insert(s) } }

  private static func bit(_ s: Symbology) -> (UInt64, UInt64) {
    switch s.rawValue {
    case 1..<64: (1 << UInt64(s.rawValue), 0)
    case 64..<128: (0, 1 << UInt64(s.rawValue - 64))
    default: (0, 0)
    }
  }

  /// Adds one; numbers outside 1 to 127 are ignored.
  public mutating func insert(_ s: Symbology) {
    let bit = SymbologySet.bit(s)
    bits |= bit.0
    more |= bit.1
  }

  /// Takes one out.
  public mutating func remove(_ s: Symbology) {
    let bit = SymbologySet.bit(s)
    bits &= ~bit.0
    more &= ~bit.1
  }

  /// Whether one is in.
  public func contains(_ s: Symbology) -> Bool {
    let bit = SymbologySet.bit(s)
    return bits & bit.0 != 0 || more & bit.1 != 0
  }

  /// What is in both.
  public func intersection(_ other: SymbologySet) -> SymbologySet {
    var set = self
    set.bits &= other.bits
    set.more &= other.more
    return set
  }

  /// What is in either.
  public func union(_ other: SymbologySet) -> SymbologySet {
    var set = self
    set.bits |= other.bits
    set.more |= other.more
    return set
  }

  /// What is in this one alone.
  public func subtracting(_ other: SymbologySet) -> SymbologySet {
    var set = self
    set.bits &= ~other.bits
    set.more &= ~other.more
    return set
  }

  /// True when nothing is in.
  public var isEmpty: Bool { bits == 0 && more == 0 }

  /// The members in ascending order of their numbers.
  public var members: [Symbology] {
    (1..<128).map { Symbology(rawValue: $0) }.filter { contains($0) }
  }
}
