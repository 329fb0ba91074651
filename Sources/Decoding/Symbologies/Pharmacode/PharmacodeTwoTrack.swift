import ReaderCore

/// Pharmacode, two tracks (Laetus): bars in the lower half, in the upper half, or over both are the digits 1, 2 and 3 of a
/// number in base three. Like the one-track code it is read as it stands in the picture.
enum PharmacodeTwoTrack {
  /// The numbers that are believed; the standard allows 4 to 64570080.
  static let values = 1000...64_570_080
  /// Numbers of bars that they have.
  static let barCounts = 7...16

  /// The bars of a number; nil outside of 4 to 64570080.
  static func bars(_ value: Int) -> [PostalBars.State]? {
    guard (4...64_570_080).contains(value) else { return nil }
    var out: [PostalBars.State] = []
    var rest = value
    while rest > 0 {
      let digit = (rest + 2) % 3 + 1
      out.append([.descender, .ascender, .full][digit - 1])
      rest = (rest - digit) / 3
    }
    return out.reversed()
  }

  /// Reads bars.
  static func decode(_ bars: PostalBars) -> PostalValue? {
    guard barCounts.contains(bars.states.count), bars.hasAscenders, bars.hasDescenders, bars.quiet >= 3.5,
      bars.leastClearness > 0.4
    else { return nil }
    var value = 0
    for state in bars.states {
      guard state != .tracker else { return nil }
      value = 3 * value + Int(state.rawValue)
    }
    guard values.contains(value) else { return nil }
    return PostalValue(
      symbology: .pharmacode, variant: .pharmacodeTwoTrack, bytes: Array("\(value)".utf8), needsDirection: true)
  }
}
