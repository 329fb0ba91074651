/// The dots of the 113 characters (AIM ISS DotCode, revision 4.0, annex C): five of nine dots are there.
enum DotCodePatterns {
  /// By value; the first dot is the highest of nine bits.
  static let all: [UInt16] = [
    0x155, 0x0ab, 0x0ad, 0x0b5, 0x0d5, 0x156, 0x15a, 0x16a, 0x1aa, 0x0ae, 0x0b6, 0x0ba, 0x0d6, 0x0da, 0x0ea, 0x12b,
    0x12d, 0x135, 0x14b, 0x14d, 0x153, 0x159, 0x165, 0x169, 0x195, 0x1a5, 0x1a9, 0x057, 0x05b, 0x05d, 0x06b, 0x06d,
    0x075, 0x097, 0x09b, 0x09d, 0x0a7, 0x0b3, 0x0b9, 0x0cb, 0x0cd, 0x0d3, 0x0d9, 0x0e5, 0x0e9, 0x12e, 0x136, 0x13a,
    0x14e, 0x15c, 0x166, 0x16c, 0x172, 0x174, 0x196, 0x19a, 0x1a6, 0x1ac, 0x1b2, 0x1b4, 0x1ca, 0x1d2, 0x1d4, 0x05e,
    0x06e, 0x076, 0x07a, 0x09e, 0x0bc, 0x0ce, 0x0dc, 0x0e6, 0x0ec, 0x0f2, 0x0f4, 0x117, 0x11b, 0x11d, 0x127, 0x133,
    0x139, 0x147, 0x163, 0x171, 0x18b, 0x18d, 0x193, 0x199, 0x1a3, 0x1b1, 0x1c5, 0x1c9, 0x1d1, 0x02f, 0x037, 0x03b,
    0x03d, 0x04f, 0x067, 0x073, 0x079, 0x08f, 0x0c7, 0x0e3, 0x0f1, 0x11e, 0x13c, 0x178, 0x18e, 0x19c, 0x1b8, 0x1c6,
    0x1cc,
  ]

  /// The likeliest character for nine dots, by how much it is likelier than the next, and whether its dots are those that
  /// are likelier there than not.
  ///
  /// - Parameter dots: How sure each dot is there: positive when it is.
  static func likeliest(_ dots: UnsafePointer<Float>) -> (value: UInt8, margin: Float, isExact: Bool) {
    // Sums of the upper four dots and of the lower five, for each pattern of those.
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 48) { sums in
      let (upper, lower) = (sums.baseAddress!, sums.baseAddress! + 16)
      fill(upper, dots, count: 4)
      fill(lower, dots + 4, count: 5)
      var (best, second, value) = (-Float.infinity, -Float.infinity, 0)
      all.withUnsafeBufferPointer { patterns in
        for i in 0..<patterns.count {
          let pattern = Int(patterns[i])
          let sum = upper[pattern >> 5] + lower[pattern & 31]
          if sum > best {
            second = best
            best = sum
            value = i
          } else if sum > second {
            second = sum
          }
        }
      }
      var hard: UInt16 = 0
      for bit in 0..<9 where dots[bit] > 0 { hard |= 0x100 >> UInt16(bit) }
      return (UInt8(value), best - second, hard == all[value])
    }
  }

  private static func fill(_ sums: UnsafeMutablePointer<Float>, _ dots: UnsafePointer<Float>, count: Int) {
    sums[0] = 0
    for bit in 0..<count {
      // The last dot is the lowest bit.
      let dot = dots[count - 1 - bit]
      for i in 0..<(1 << bit) { sums[i + (1 << bit)] = sums[i] + dot }
    }
  }
}
