/// The bits that a 2D component carries, and how codewords hold them (ISO/IEC 24723, clause 5).
struct CompositeBits {
  private var bits: [Bool] = []
  private(set) var position = 0

  init(_ bits: [Bool] = []) { self.bits = bits }

  var remaining: Int { bits.count - position }

  /// The next bits as a number, the first is the highest; nil when there are fewer. At most 32.
  mutating func read(_ count: Int) -> Int? {
    guard let value = peek(count) else { return nil }
    position += count
    return value
  }

  /// As `read`, without going on.
  func peek(_ count: Int) -> Int? {
    guard count <= min(remaining, 32) else { return nil }
    var value = 0
    for i in position..<position + count { value = value << 1 | (bits[i] ? 1 : 0) }
    return value
  }

  mutating func skip(_ count: Int) { position = min(bits.count, position + count) }

  /// The bits of the data codewords of a CC-A: seven digits to the base 928 hold 69 bits, fewer correspondingly fewer. nil
  /// when a number is too large.
  static func ofCCA(_ codewords: ArraySlice<Int>) -> CompositeBits? {
    var out: [Bool] = []
    var i = codewords.startIndex
    while i < codewords.endIndex {
      let count = min(7, codewords.endIndex - i)
      var value: UInt128 = 0
      for word in codewords[i..<i + count] {
        guard (0..<928).contains(word) else { return nil }
        value = value * 928 + UInt128(word)
      }
      let bits = bitsByCodewords[count]
      guard value >> UInt128(bits) == 0 else { return nil }
      for bit in (0..<bits).reversed() { out.append(value >> UInt128(bit) & 1 == 1) }
      i += count
    }
    return CompositeBits(out)
  }

  static let bitsByCodewords = [0, 9, 19, 29, 39, 49, 59, 69]

  /// The bits of the data codewords of a CC-B or CC-C, from the 920 that marks them on: a latch to bytes follows, six bytes
  /// in five codewords. nil when they are anything else.
  static func ofBytes(_ codewords: ArraySlice<Int>) -> CompositeBits? {
    guard codewords.count >= 3, codewords[codewords.startIndex] == 920 else { return nil }
    let latch = codewords[codewords.startIndex + 1]
    guard latch == 901 || latch == 924 else { return nil }
    let data = codewords.dropFirst(2).prefix { $0 < 900 }
    // What follows can only be padding.
    guard !data.isEmpty, codewords[data.endIndex...].allSatisfy({ $0 == 900 }),
      latch == 901 || data.count % 5 == 0
    else { return nil }
    let groups = latch == 924 ? data.count / 5 : (data.count - 1) / 5
    var bytes: [UInt8] = []
    var i = data.startIndex
    for _ in 0..<groups {
      var value: UInt64 = 0
      for word in data[i..<i + 5] { value = value * 900 + UInt64(word) }
      guard value >> 48 == 0 else { return nil }
      for byte in (0..<6).reversed() { bytes.append(UInt8(value >> UInt64(8 * byte) & 255)) }
      i += 5
    }
    for word in data[i...] {
      guard word < 256 else { return nil }
      bytes.append(UInt8(word))
    }
    return CompositeBits(bytes.flatMap { byte in (0..<8).map { byte & (128 >> UInt8($0)) != 0 } })
  }
}
