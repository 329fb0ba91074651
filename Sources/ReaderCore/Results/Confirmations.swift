/// What speaks for a result: flags with the numbers of `scanbeam/result.h`.
public struct Confirmations: OptionSet, Hashable {
  /// The bits that C users see.
  public let rawValue: UInt32

  /// Any bits; unknown ones are legal.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Check digits or check characters that the symbology demands are right.
  public static let check = Confirmations(rawValue: 1 << 0)
  /// The symbol corrects errors and was corrected without contradiction.
  public static let errorCorrection = Confirmations(rawValue: 1 << 1)
  /// Several scan lines gave the same value.
  public static let agreeingLines = Confirmations(rawValue: 1 << 2)
  /// The value was drawn again and compared with the pixels.
  public static let pixels = Confirmations(rawValue: 1 << 3)
  /// A second decoder gave the same value at the same place.
  public static let secondDecoder = Confirmations(rawValue: 1 << 4)
  /// Several pictures of the place (other sizes, filters, directions) gave the same value.
  public static let severalLooks = Confirmations(rawValue: 1 << 5)
  /// Quiet zones were seen at both ends.
  public static let quietZones = Confirmations(rawValue: 1 << 6)

  /// The flags with their names, lowest first.
  static let all: [(flag: Confirmations, name: StaticString)] = [
    (.check, "CHECK"), (.errorCorrection, "ERROR_CORRECTION"), (.agreeingLines, "AGREEING_LINES"),
    (.pixels, "PIXELS"), (.secondDecoder, "SECOND_DECODER"), (.severalLooks, "SEVERAL_LOOKS"),
    (.quietZones, "QUIET_ZONES"),
  ]

  /// Stable identifier of a single flag as a static C string, "UNKNOWN" for anything else.
  public var staticName: StaticString {
    for entry in Confirmations.all where entry.flag == self { return entry.name }
    return "UNKNOWN"
  }

  /// Stable identifiers of the known flags that are set, lowest first.
  public var names: [String] { Confirmations.all.filter { contains($0.flag) }.map { "\($0.name)" } }
}
