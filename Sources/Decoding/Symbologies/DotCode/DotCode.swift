import Glibc

/// DotCode (AIM ISS DotCode, revision 4.0): sparse dots that fast printers can make.
enum DotCode {
  /// Reads dots row by row, in a symbol turned so that it is odd in width and even in height.
  ///
  /// - Parameter dots: How sure each dot is there, about -1 to 1; places that have none are not looked at.
  static func decode(_ dots: [Float], width: Int, height: Int) -> [DotCodeText.Message]? {
    read(dots, width: width, height: height)?.messages
  }

  /// The same with the share of the dots that are as what was read demands.
  static func read(_ dots: [Float], width: Int, height: Int) -> (messages: [DotCodeText.Message], share: Double)? {
    guard DotCodeLayout.isSize(width, height), width % 2 == 1, dots.count == width * height,
      let (dataCount, checks) = DotCodeCodewords.capacity(dots: width * height / 2)
    else { return nil }
    let bits = DotCodeLayout.places(width, height).map { dots[$0] }
    var words: [UInt8] = [(bits[0] > 0 ? 2 : 0) | (bits[1] > 0 ? 1 : 0)]
    var doubts = [2 * min(abs(bits[0]), abs(bits[1]))]
    var exact = 0
    bits.withUnsafeBufferPointer { bits in
      for k in 0..<(dataCount + checks) {
        let (value, margin, isExact) = DotCodePatterns.likeliest(bits.baseAddress! + 2 + 9 * k)
        words.append(value)
        doubts.append(margin)
        if isExact { exact += 1 }
        // Long ones soon tell.
        if k == 39, exact < 14 { break }
      }
    }
    // Nine dots at random are a character by a chance of 22 in 100; of what can be corrected most are.
    guard words.count == dataCount + checks + 1, exact * 20 > (dataCount + checks) * 9 else { return nil }
    var refused: [[UInt8]] = []
    for share in [0, 0.3, 0.6, 0.9] {
      guard
        let (fixed, data) = DotCodeCodewords.corrected(words, dataCount: dataCount, doubts: doubts, doubtful: share),
        !refused.contains(fixed)
      else { continue }
      if let share = agreement(fixed, bits, dataCount), let messages = DotCodeText.decode(data) {
        return (messages, share)
      }
      refused.append(fixed)
    }
    return nil
  }

  /// The share of the dots, redrawn from what was read, that are those of the picture; nil when dots at random agree as well by a chance
  /// of more than one in a thousand million.
  private static func agreement(_ words: [UInt8], _ bits: [Float], _ dataCount: Int) -> Double? {
    let drawn = DotCodeLayout.bits(words, count: bits.count)
    // The six at the corners are lit by some printers, whatever they should say.
    let count = bits.count - 6
    var wrong = 0
    for i in 0..<count where drawn[i] != (bits[i] > 0) { wrong += 1 }
    guard count > 0, chance(count: count, wrong: wrong, dataCount: dataCount) < -30 else { return nil }
    return 1 - Double(wrong) / Double(count)
  }

  /// The logarithm to base 2 of the chance that so many dots at random are a symbol but for a few wrong ones: symbols that
  /// there are, times patterns near each, by all patterns.
  static func chance(count: Int, wrong: Int, dataCount: Int) -> Double {
    guard count > 0, wrong * 2 < count else { return 0 }
    var (near, term) = (1.0, 1.0)
    var scale = 0.0
    for i in 0..<wrong {
      term *= Double(count - i) / Double(i + 1)
      near += term
      if near > 1e200 {
        (near, term) = (near / 1e200, term / 1e200)
        scale += 200 / log10(2.0)
      }
    }
    return 2 + Double(dataCount) * log2(113.0) + log2(near) + scale - Double(count)
  }

  /// The dots of a value, row by row, in the smallest size of a usual shape, or in that size; nil when it does not fit.
  static func modules(
    _ bytes: [UInt8], isGS1: Bool = false, eci: Int? = nil, width: Int? = nil, height: Int? = nil, mask: Int? = nil
  ) -> [[Bool]]? {
    guard !bytes.isEmpty else { return nil }
    let (words, endsInBinary) = DotCodeText.encode(bytes, isGS1: isGS1, eci: eci)
    guard let usual = DotCodeLayout.size(dataCount: words.count) else { return nil }
    return DotCodeLayout.modules(
      words, width: width ?? usual.width, height: height ?? usual.height, mask: mask, endsInBinary: endsInBinary)
  }
}
