/// Bits, the most significant of each group first.
struct BitStream: Equatable {
  private(set) var bits: [Bool] = []
  private var position = 0

  init() {}

  /// The bits of words of a width.
  init(_ words: [UInt8], width: Int = 8) {
    bits.reserveCapacity(words.count * width)
    for word in words { append(Int(word), width) }
  }

  /// Bits that are not read yet.
  var count: Int { bits.count - position }

  /// The next bits as a number, at most 32; nil when there are not so many, and nothing is taken.
  mutating func read(_ width: Int) -> Int? {
    guard width <= 32, count >= width else { return nil }
    var value = 0
    for _ in 0..<width {
      value = value << 1 | (bits[position] ? 1 : 0)
      position += 1
    }
    return value
  }

  /// Adds the lowest bits of a number.
  mutating func append(_ value: Int, _ width: Int) {
    for shift in stride(from: width - 1, through: 0, by: -1) { bits.append(value >> shift & 1 == 1) }
  }

  /// Adds a mode indicator of four bits and an ECI in the shortest of the forms that hold it: a mark, its width, and bits of the number.
  mutating func append(eci: Int, indicator: Int, forms: [(mark: Int, width: Int, bits: Int)]) {
    guard let form = forms.first(where: { eci >> $0.bits == 0 }) ?? forms.last else { return }
    append(indicator, 4)
    append(form.mark, form.width)
    append(eci, form.bits)
  }

  /// The bits as words of a width, the last one filled up with zeros.
  func words(width: Int = 8) -> [UInt8] {
    stride(from: 0, to: bits.count, by: width).map { start in
      var word = 0
      for i in start..<start + width { word = word << 1 | (i < bits.count && bits[i] ? 1 : 0) }
      return UInt8(truncatingIfNeeded: word)
    }
  }
}
