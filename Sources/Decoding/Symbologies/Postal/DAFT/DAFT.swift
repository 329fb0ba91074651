import ReaderCore

/// Any 4-state bars as letters D, A, F and T. Nothing in them checks it: only clear bars in numbers that no postal service
/// uses are believed.
enum DAFT {
  /// How it is to be read.
  struct Options {
    var length = LengthRule(minimum: 12, maximum: 100)
    /// Numbers of bars of the 4-state codes of postal services: IMb, Japan, Australia, Mailmark, UPU.
    var others: Set<Int> = [65, 67, 37, 52, 66, 78, 75]
  }

  /// The bars of letters; nil for any other.
  static func bars(_ text: [UInt8]) -> [PostalBars.State]? {
    var out: [PostalBars.State] = []
    for byte in text {
      switch byte {
      case 0x44: out.append(.descender)
      case 0x41: out.append(.ascender)
      case 0x46: out.append(.full)
      case 0x54: out.append(.tracker)
      default: return nil
      }
    }
    return out
  }

  /// Reads bars.
  static func decode(_ bars: PostalBars, _ options: Options) -> PostalValue? {
    guard options.length.allows(bars.states.count), !options.others.contains(bars.states.count),
      bars.leastClearness > 0.5, bars.quiet >= 4, Set(bars.states).count == 4, !RoyalMail.isKIX(bars)
    else { return nil }
    return PostalValue(symbology: .daft, bytes: bars.states.map { $0.letter }, needsDirection: true)
  }
}
