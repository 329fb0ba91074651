import ReaderCore

/// UK Plessey: hexadecimal digits, four bits each, the lowest first; eight check bits of a cyclic code.
enum Plessey {
  /// How it is to be read.
  struct Options {
    var length = LengthRule(minimum: 2)
  }

  static let alphabet = Array("0123456789ABCDEF".utf8)

  /// The remainder of the data bits (lowest of each digit first) by x^8 + x^7 + x^6 + x^5 + x^3 + 1.
  static func checkBits(_ bits: [Bool]) -> [Bool] {
    let divisor = [true, true, true, true, false, true, false, false, true]
    var rest = bits + [Bool](repeating: false, count: 8)
    for i in bits.indices where rest[i] {
      for k in 0..<9 { rest[i + k] = rest[i + k] != divisor[k] }
    }
    return Array(rest.suffix(8))
  }

  private static func bits(_ digits: [Int]) -> [Bool] { digits.flatMap { d in (0..<4).map { d >> $0 & 1 == 1 } } }

  /// The symbol of hexadecimal digits.
  static func pattern(_ digits: [Int], ratio: Float = 3) -> LinearPattern? {
    guard digits.allSatisfy({ (0...15).contains($0) }), digits.count <= 256 else { return nil }
    let data = bits(digits)
    var p = LinearPattern()
    p.append(wide: 0b1010_0110, count: 8, ratio: ratio)
    for bit in data + checkBits(data) { p.append(wide: bit ? 0b10 : 0b01, count: 2, ratio: ratio) }
    p.append(wide: 0b1_1010_0101, count: 9, ratio: ratio)
    return p
  }

  /// Reads a run from its left.
  static func decode(_ run: TwoWidthRun, _ options: Options) -> LineValue? {
    let count = run.wide.count
    guard count >= 8 + 8 + 16 + 9, (count - 8 - 16 - 9) % 8 == 0, run.barsDiffer, run.spacesDiffer,
      run.ratio > 1.5, run.ratio < 4, run.matches("WNWNNWWN", at: 0), run.matches("WWNWNNWNW", at: count - 9)
    else { return nil }
    var all: [Bool] = []
    for at in stride(from: 8, to: count - 9, by: 2) {
      guard run.wide[at] != run.wide[at + 1] else { return nil }
      all.append(run.wide[at])
    }
    let data = Array(all.dropLast(8))
    guard checkBits(data) == Array(all.suffix(8)) else { return nil }
    var digits: [Int] = []
    for at in stride(from: 0, to: data.count, by: 4) {
      digits.append((0..<4).reduce(0) { $0 + (data[at + $1] ? 1 << $1 : 0) })
    }
    guard options.length.allows(digits.count), let pattern = pattern(digits, ratio: run.ratio) else { return nil }
    return LineValue(
      symbology: .plessey, bytes: digits.map { alphabet[$0] }, aimID: "]P0", strength: .checked, pattern: pattern)
  }
}
