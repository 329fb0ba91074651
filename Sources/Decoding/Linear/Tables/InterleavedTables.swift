/// Interleaved 2 of 5 (ISO/IEC 16390).
public enum InterleavedTables {
  /// Wide elements of the digits, first of five in the highest bit.
  static let wide: [UInt32] = [
    0b00110, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b01010,
  ]

  /// The ten elements of a pair: the first digit in the bars, the second in the spaces.
  static func pair(_ first: Int, _ second: Int) -> UInt32 {
    var bits: UInt32 = 0
    for i in (0..<5).reversed() {
      bits = bits << 2 | (wide[first] >> UInt32(i) & 1) << 1 | wide[second] >> UInt32(i) & 1
    }
    return bits
  }

  /// The symbol for an even number of ASCII digits.
  public static func pattern(_ bytes: [UInt8], ratio: Float = 3) -> LinearPattern? {
    guard bytes.count >= 2, bytes.count % 2 == 0, bytes.count <= 256,
      bytes.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
    else { return nil }
    var p = LinearPattern()
    p.append(wide: 0, count: 4, ratio: ratio)
    for i in stride(from: 0, to: bytes.count, by: 2) {
      p.append(wide: pair(Int(bytes[i] - 0x30), Int(bytes[i + 1] - 0x30)), count: 10, ratio: ratio)
    }
    p.append(wide: 0b100, count: 3, ratio: ratio)
    return p
  }
}
