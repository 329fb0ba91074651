/// The codewords of a DotCode: the mask, data, and check codewords (AIM ISS DotCode, revision 4.0).
enum DotCodeCodewords {
  /// The check codewords, over the integers modulo 113 with roots 3, 9, 27 …
  private static let code = ReedSolomon(GaloisField(prime: 113, root: 3), firstRoot: 1)
  /// How many values a codeword has, and the most codewords of one code word of the code.
  static let field = 113
  private static let longest = 112

  /// What is added to each data codeword more than to the one before it, by mask.
  private static let steps = [0, 3, 7, 17]

  /// How many data codewords a symbol of so many dots has, with their check codewords: half as many and three. Nil when no
  /// codeword fits.
  static func capacity(dots: Int) -> (data: Int, checks: Int)? {
    // Two dots for the mask, nine for a codeword.
    let room = (dots - 2) / 9 - 3
    guard room >= 1, room < 4000 else { return nil }
    var data = room * 2 / 3 + 1
    while data + data / 2 > room { data -= 1 }
    return data < 1 ? nil : (data, 3 + data / 2)
  }

  /// Masked and with check codewords; the first is the mask. More than 112 are shared out between several code words, the
  /// way cards are dealt.
  static func protected(_ data: [UInt8], mask: Int) -> [UInt8] {
    let step = steps[mask & 3]
    var words = [UInt8(mask & 3)]
    for (i, word) in data.enumerated() { words.append(UInt8((Int(word) + i * step) % field)) }
    let (count, total) = (words.count, words.count + 3 + data.count / 2)
    let hands = (total + longest - 1) / longest
    words += [UInt8](repeating: 0, count: total - count)
    for hand in 0..<hands {
      let places = Array(stride(from: hand, to: total, by: hands))
      let own = places.filter { $0 < count }.map { words[$0] }
      let checks = code.checks(of: own, count: places.count - own.count)
      for (place, check) in zip(places.dropFirst(own.count), checks) { words[place] = check }
    }
    return words
  }

  /// What the codewords of a symbol were, and its data; nil when they cannot be corrected.
  ///
  /// - Parameters:
  ///   - doubts: By codeword: the smaller, the likelier it is wrong. Without them no place is held for wrong.
  ///   - doubtful: Share of the check codewords that is spent on the most doubtful places.
  static func corrected(
    _ words: [UInt8], dataCount: Int, doubts: [Float] = [], doubtful: Double = 0
  ) -> (words: [UInt8], data: [UInt8])? {
    let total = words.count
    guard dataCount >= 1, total == dataCount + 4 + dataCount / 2 else { return nil }
    var words = words
    let hands = (total + longest - 1) / longest
    for hand in 0..<hands {
      let places = Array(stride(from: hand, to: total, by: hands))
      let checks = places.filter { $0 > dataCount }.count
      var word = places.map { words[$0] }
      var erasures: [Int] = []
      if doubts.count == total {
        let spent = min(checks, Int(doubtful * Double(checks)))
        erasures = Array(word.indices.sorted { doubts[places[$0]] < doubts[places[$1]] }.prefix(spent))
      }
      guard code.correct(&word, checkCount: checks, erasures: erasures) != nil else { return nil }
      for (place, value) in zip(places, word) { words[place] = value }
    }
    guard words[0] < 4 else { return nil }
    let step = steps[Int(words[0])]
    let data = (0..<dataCount).map { UInt8((Int(words[$0 + 1]) + field - $0 * step % field) % field) }
    return (words, data)
  }
}
