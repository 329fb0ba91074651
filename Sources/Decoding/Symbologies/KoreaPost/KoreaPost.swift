import ReaderCore

/// Korea Post: six digits and a check digit, six slots each, four of them with a bar; the last of a digit's slots always has
/// one. The digits stand from the last to the first, the check digit behind them.
enum KoreaPost {
  /// Slots of the digits 0 to 9 with a bar, the first in the highest of six bits.
  static let digits: [UInt32] = [
    0b111001, 0b001111, 0b010111, 0b100111, 0b011011, 0b101011, 0b110011, 0b011101, 0b101101, 0b110101,
  ]
  static let slotCount = 42

  /// The check digit: all seven sum to a multiple of ten.
  static func check(_ digits: [Int]) -> Int { (10 - digits.reduce(0, +) % 10) % 10 }

  private static func slots(_ d: [Int]) -> [Int]? {
    guard d.count == 6, d.allSatisfy({ (0...9).contains($0) }) else { return nil }
    var out: [Int] = []
    for (i, digit) in (d.reversed() + [check(d)]).enumerated() {
      for k in 0..<6 where digits[digit] >> UInt32(5 - k) & 1 == 1 { out.append(6 * i + k) }
    }
    return out
  }

  /// The symbol of six digits, from its first bar.
  ///
  /// - Parameter narrow: Modules that are missing before the bars of a 1. zint draws seven there instead of eight.
  static func pattern(_ d: [Int], narrow: Float = 0) -> LinearPattern? {
    guard let slots = slots(d) else { return nil }
    var p = SlotBars.pattern(slots, pitch: 4)
    let written = Array(d.reversed()) + [check(d)]
    for (i, slot) in slots.enumerated() where i > 0 && slot % 6 == 2 && written[slot / 6] == 1 {
      p.widths[2 * i - 1] -= narrow
    }
    return p
  }

  /// Reads bars from their left.
  static func decode(_ bars: SlotBars) -> LineValue? {
    // Up to two of the first slots are empty.
    guard bars.slots.count == 28, bars.count <= slotCount, bars.count >= slotCount - 2, bars.width > 0.1 * bars.pitch,
      bars.width < 0.55 * bars.pitch
    else { return nil }
    let offset = slotCount - bars.count
    var codes = [UInt32](repeating: 0, count: 7)
    for slot in bars.slots { codes[(slot + offset) / 6] |= 1 << UInt32(5 - (slot + offset) % 6) }
    var values: [Int] = []
    for code in codes {
      guard let value = digits.firstIndex(of: code) else { return nil }
      values.append(value)
    }
    let data = Array(values.dropLast().reversed())
    guard check(data) == values.last, let even = pattern(data), let uneven = pattern(data, narrow: 1) else {
      return nil
    }
    let isEven = EdgeFit.residual(even, bars.edges) ?? .infinity <= EdgeFit.residual(uneven, bars.edges) ?? .infinity
    return LineValue(
      symbology: .koreaPost, bytes: data.map { UInt8($0) + 0x30 }, aimID: "]X0", strength: .formed,
      pattern: isEven ? even : uneven, quiet: 6)
  }
}
