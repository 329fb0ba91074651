import ReaderCore

/// Royal Mail 4-state customer code (RM4SCC) and the Dutch KIX: four bars a character, two of them with ascender and two
/// with descender; ascenders give the row and descenders the column of a square of six by six characters.
enum RoyalMail {
  /// How KIX is to be read.
  struct KIXOptions {
    /// Whether a text must begin with a Dutch post code, four digits and two letters. KIX has no start, stop or check.
    var demandsPostcode = true
    var length = LengthRule(minimum: 6, maximum: 24)
  }

  static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
  /// Two of four, in the order of rows and columns; the first bar in the highest bit.
  static let halves: [UInt8] = [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]

  /// The four bars of a character value.
  static func bars(_ value: Int) -> [PostalBars.State] {
    let (up, down) = (halves[value / 6 % 6], halves[value % 6])
    return (0..<4).map {
      PostalBars.State(ascender: up >> UInt8(3 - $0) & 1 == 1, descender: down >> UInt8(3 - $0) & 1 == 1)
    }
  }

  /// The check character: rows and columns, counted from one, added modulo six, where six stands for none left.
  static func check(_ values: [Int]) -> Int {
    let row = values.reduce(0) { $0 + $1 / 6 + 1 } % 6
    let column = values.reduce(0) { $0 + $1 % 6 + 1 } % 6
    return (row + 5) % 6 * 6 + (column + 5) % 6
  }

  /// The bars of a text; nil when a character is not in the alphabet.
  static func bars(_ text: [UInt8], kix: Bool) -> [PostalBars.State]? {
    var values: [Int] = []
    for byte in text {
      guard let value = alphabet.firstIndex(of: byte) else { return nil }
      values.append(value)
    }
    let data = values.flatMap { bars($0) }
    return kix ? data : [.ascender] + data + bars(check(values)) + [.full]
  }

  /// Whether bars have the form of a KIX, whatever text they make.
  static func isKIX(_ bars: PostalBars) -> Bool {
    KIXOptions().length.allows(bars.states.count / 4) && values(bars.states[...]) != nil
  }

  private static func values(_ states: ArraySlice<PostalBars.State>) -> [Int]? {
    var values: [Int] = []
    var at = states.startIndex
    while at + 4 <= states.endIndex {
      var (up, down): (UInt8, UInt8) = (0, 0)
      for k in 0..<4 {
        up = up << 1 | (states[at + k].hasAscender ? 1 : 0)
        down = down << 1 | (states[at + k].hasDescender ? 1 : 0)
      }
      guard let row = halves.firstIndex(of: up), let column = halves.firstIndex(of: down) else { return nil }
      values.append(6 * row + column)
      at += 4
    }
    return at == states.endIndex ? values : nil
  }

  /// Reads a customer code.
  static func decode(_ bars: PostalBars) -> PostalValue? {
    let s = bars.states
    guard s.count % 4 == 2, s.count >= 2 + 4 * 6, s.count <= 2 + 4 * 20, s.first == .ascender, s.last == .full,
      let all = values(s[1..<(s.count - 1)]), let last = all.last
    else { return nil }
    let data = Array(all.dropLast())
    guard check(data) == last else { return nil }
    return PostalValue(symbology: .royalMail, bytes: data.map { alphabet[$0] })
  }

  /// Reads a KIX.
  static func decodeKIX(_ bars: PostalBars, _ options: KIXOptions) -> PostalValue? {
    guard bars.states.count % 4 == 0, bars.leastClearness > 0.3, bars.quiet >= 3, let all = values(bars.states[...]),
      options.length.allows(all.count)
    else { return nil }
    if options.demandsPostcode {
      for (i, value) in all.prefix(6).enumerated() where (value < 10) != (i < 4) { return nil }
      if all[0] == 0 { return nil }
    }
    return PostalValue(symbology: .kix, bytes: all.map { alphabet[$0] }, needsDirection: true)
  }
}
