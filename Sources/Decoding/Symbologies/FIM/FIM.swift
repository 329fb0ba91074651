import ReaderCore

/// Facing identification marks (USPS DMM 708.9): five marks of bars in nine slots, the same from both sides.
///
/// So few bars are soon found anywhere: they must be half as wide as their slots, of one height that is a little more than the
/// width of the whole, and alone.
enum FIM {
  /// Slots of the marks A to E with a bar, the first in the highest of nine bits.
  static let marks: [UInt32] = [0b110010011, 0b101101101, 0b110101011, 0b111010111, 0b101000101]

  /// The symbol of a mark, from its first bar.
  static func pattern(_ letter: UInt8) -> LinearPattern? {
    guard (0x41...0x45).contains(letter) else { return nil }
    let mark = marks[Int(letter - 0x41)]
    return SlotBars.pattern((0..<9).filter { mark >> UInt32(8 - $0) & 1 == 1 }, pitch: 2)
  }

  /// Reads bars that are `height` samples high; from their left, which is the same as from their right.
  static func decode(_ bars: SlotBars, height: Float) -> LineValue? {
    // The bars of an E leave every other slot empty.
    let step = bars.slots == [0, 1, 3, 4] ? 2 : 1
    guard step * (bars.count - 1) == 8, !bars.reversed, bars.slots.count >= 4 else { return nil }
    let pitch = bars.pitch / Float(step)
    let length = 8 * pitch + bars.width
    guard bars.width > 0.3 * pitch, bars.width < 0.7 * pitch, height > 0.7 * length, height < 4 * length else {
      return nil
    }
    var code: UInt32 = 0
    for slot in bars.slots { code |= 1 << UInt32(8 - step * slot) }
    guard let index = marks.firstIndex(of: code), let pattern = pattern(UInt8(0x41 + index)) else { return nil }
    return LineValue(
      symbology: .fim, bytes: [UInt8(0x41 + index)], aimID: "]X0", strength: .weak, pattern: pattern, quiet: 6)
  }
}
