import ReaderCore

/// USPS Intelligent Mail barcode (USPS-B-3200): 65 bars carry ten characters of thirteen bits; 20 digits of tracking code,
/// 0, 5, 9 or 11 digits of routing code, and an 11-bit frame check sequence.
enum IntelligentMail {
  /// For each bar the character (0 is A) and bit of its descender and of its ascender (table of the specification).
  private static let places: [(d: (Int, Int), a: (Int, Int))] = {
    let text: StaticString =
      "H2E3 BaA0 JcC8 F5Gb I9D1 A1Fc C5B8 E4Jb G3Ia D9H6 FbB4 I5Cc JaA2 H1G7 D6E9 A3I6 G4C7 B1J9 HaF2 E0D8 G2A4 IbB0 J8Dc C6H7 F1Ea BcG9 H3I0 F8J7 E6Ca D4A5 I4F7 HbB9 G0J6 A6E8 C1D2 F9Ic EbG1 J5H4 D3B2 A7C0 B3E1 GaD5 I7J4 CbF6 A8Hc E2I1 FaD0 J3A9 G5C4 H8B7 F0E5 C3Aa GcJ2 DbB6 I8H9 F4Ab B5C2 J1Ec I3G6 H0D7 E7H5 AcBb C9J0 G8F3 DaI2 "
    var out: [(d: (Int, Int), a: (Int, Int))] = []
    let p = text.utf8Start
    func bit(_ c: UInt8) -> Int { c >= 0x61 ? Int(c) - 0x61 + 10 : Int(c) - 0x30 }
    for i in stride(from: 0, to: text.utf8CodeUnitCount, by: 5) {
      out.append(((Int(p[i]) - 0x41, bit(p[i + 1])), (Int(p[i + 2]) - 0x41, bit(p[i + 3]))))
    }
    return out
  }()

  /// The 1287 values of thirteen bits with five set, and the 78 with two: pairs of mirrored values from the bottom up,
  /// symmetrical ones from the top down.
  static let characters: [UInt16] = table(5) + table(2)

  private static func table(_ ones: Int) -> [UInt16] {
    let count = ones == 5 ? 1287 : 78
    var out = [UInt16](repeating: 0, count: count)
    var (low, high) = (0, count - 1)
    for value in UInt16(0)..<8192 where value.nonzeroBitCount == ones {
      var mirrored: UInt16 = 0
      for bit in 0..<13 where value >> UInt16(bit) & 1 == 1 { mirrored |= 1 << UInt16(12 - bit) }
      if mirrored < value { continue }
      if mirrored == value {
        out[high] = value
        high -= 1
      } else {
        out[low] = value
        out[low + 1] = mirrored
        low += 2
      }
    }
    return out
  }

  /// Codeword of each thirteen-bit value; -1: none.
  private static let codewords: [Int16] = {
    var out = [Int16](repeating: -1, count: 8192)
    for (i, value) in characters.enumerated() { out[Int(value)] = Int16(i) }
    return out
  }()

  /// A number of 13 bytes, the highest first.
  private struct Number {
    var bytes = [UInt8](repeating: 0, count: 13)

    mutating func multiply(_ factor: Int, add: Int) {
      var carry = add
      for i in stride(from: 12, through: 0, by: -1) {
        let value = Int(bytes[i]) * factor + carry
        bytes[i] = UInt8(value & 255)
        carry = value >> 8
      }
    }
    /// Divides and gives the remainder.
    mutating func divide(_ divisor: Int) -> Int {
      var rest = 0
      for i in 0..<13 {
        let value = rest << 8 | Int(bytes[i])
        bytes[i] = UInt8(value / divisor)
        rest = value % divisor
      }
      return rest
    }
    /// Its value when it fits into 60 bits.
    var small: Int? {
      var value = 0
      for (i, byte) in bytes.enumerated() {
        if i < 5, byte != 0 { return nil }
        value = value << 8 | Int(byte)
      }
      return value
    }
  }

  /// The frame check sequence over 102 bits.
  private static func check(_ number: Number) -> Int {
    var fcs = 0x7FF
    for (i, byte) in number.bytes.enumerated() {
      var data = Int(byte) << (i == 0 ? 5 : 3)
      for _ in 0..<(i == 0 ? 6 : 8) {
        fcs = (fcs ^ data) & 0x400 != 0 ? fcs << 1 ^ 0xF35 : fcs << 1
        fcs &= 0x7FF
        data <<= 1
      }
    }
    return fcs
  }

  private static let routingOffsets = [0: 0, 5: 1, 9: 100_001, 11: 1_000_100_001]

  /// The 65 bars of 20, 25, 29 or 31 digits; nil for anything else.
  static func bars(_ text: [UInt8]) -> [PostalBars.State]? {
    let digits = text.map { Int($0) - 0x30 }
    guard digits.allSatisfy({ (0...9).contains($0) }), let offset = routingOffsets[digits.count - 20], digits[1] < 5
    else {
      return nil
    }
    var number = Number()
    for digit in digits[20...] { number.multiply(10, add: digit) }
    number.multiply(1, add: offset)
    number.multiply(10, add: digits[0])
    number.multiply(5, add: digits[1])
    for digit in digits[2..<20] { number.multiply(10, add: digit) }
    let fcs = check(number)
    var words = [Int](repeating: 0, count: 10)
    words[9] = number.divide(636) * 2
    for i in stride(from: 8, through: 1, by: -1) { words[i] = number.divide(1365) }
    guard let first = number.small, first < 659 else { return nil }
    words[0] = first + (fcs & 0x400 != 0 ? 659 : 0)
    let values = words.enumerated().map { i, word in characters[word] ^ (fcs >> i & 1 == 1 ? 0x1FFF : 0) }
    return places.map { place in
      PostalBars.State(
        ascender: values[place.a.0] >> UInt16(place.a.1) & 1 == 1,
        descender: values[place.d.0] >> UInt16(place.d.1) & 1 == 1)
    }
  }

  /// Reads 65 bars. Up to two of the halves that are least clear may be the other way: the character table and the check
  /// sequence must still agree, and only one way may do.
  static func decode(_ bars: PostalBars) -> PostalValue? {
    guard bars.states.count == 65 else { return nil }
    var values = [UInt16](repeating: 0, count: 10)
    var doubtful: [(clearness: Float, place: (Int, Int))] = []
    for (i, place) in places.enumerated() {
      if bars.states[i].hasAscender { values[place.a.0] |= 1 << UInt16(place.a.1) }
      if bars.states[i].hasDescender { values[place.d.0] |= 1 << UInt16(place.d.1) }
      doubtful.append((bars.clearness[i].ascender, place.a))
      doubtful.append((bars.clearness[i].descender, place.d))
    }
    if let text = text(values) { return PostalValue(symbology: .intelligentMail, bytes: text) }
    doubtful.sort { $0.clearness < $1.clearness }
    let weak = doubtful.prefix(8).filter { $0.clearness < 0.6 }.map { $0.place }
    var only: [UInt8]?
    for i in weak.indices {
      for j in i..<weak.count {
        var other = values
        other[weak[i].0] ^= 1 << UInt16(weak[i].1)
        if j > i { other[weak[j].0] ^= 1 << UInt16(weak[j].1) }
        guard let text = text(other) else { continue }
        if only != nil { return nil }
        only = text
      }
    }
    return only.map { PostalValue(symbology: .intelligentMail, bytes: $0) }
  }

  private static func text(_ values: [UInt16]) -> [UInt8]? {
    var words = [Int](repeating: 0, count: 10)
    var fcs = 0
    for i in 0..<10 {
      var value = values[i]
      if value.nonzeroBitCount == 8 || value.nonzeroBitCount == 11 {
        value ^= 0x1FFF
        fcs |= 1 << i
      }
      let word = codewords[Int(value)]
      guard word >= 0 else { return nil }
      words[i] = Int(word)
    }
    guard words[9] % 2 == 0, words[9] / 2 < 636 else { return nil }
    words[9] /= 2
    if words[0] >= 659 {
      words[0] -= 659
      fcs |= 0x400
    }
    guard words[0] < 659 else { return nil }
    var number = Number()
    number.multiply(1, add: words[0])
    for i in 1..<9 { number.multiply(1365, add: words[i]) }
    number.multiply(636, add: words[9])
    guard check(number) == fcs else { return nil }
    var digits = [Int](repeating: 0, count: 20)
    for i in stride(from: 19, through: 2, by: -1) { digits[i] = number.divide(10) }
    digits[1] = number.divide(5)
    digits[0] = number.divide(10)
    guard var routing = number.small, routing <= 101_000_100_000 else { return nil }
    var count = 0
    for (length, offset) in routingOffsets.sorted(by: { $0.value > $1.value }) where routing >= offset {
      count = length
      routing -= offset
      break
    }
    var tail: [Int] = []
    for _ in 0..<count {
      tail.append(routing % 10)
      routing /= 10
    }
    guard routing == 0 else { return nil }
    return (digits + tail.reversed()).map { UInt8($0) + 0x30 }
  }
}
