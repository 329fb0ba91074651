import ReaderCore

/// The ID-tag of the Universal Postal Union in 75 4-state bars (S18, format 18C): who processed an item where and when, and its number.
///
/// 25 codewords of six bits, three bars each: ten with data, twelve check symbols (Reed-Solomon), three with data; two of the data
/// codewords are the same in every symbol. The standard is not public. Fields, bars and synchronisation are those of a
/// description of the conversion that was published with one value, J18CUSA8E6N062315014880T; of all codes over GF(64) with consecutive roots its twelve check symbols belong to one only, x^6 + x + 1 with roots
/// from 1 on. The format 18D and symbols of 57 bars have no such value, and are not read.
enum UPU {
  /// Bars of a symbol.
  static let count = 75
  private static let words = 25
  private static let checks = 12
  /// Data codewords before the check symbols.
  private static let before = 10
  /// The codewords that all symbols share, by their place among the data.
  private static let left = (place: 2, word: UInt8(22))
  private static let right = (place: 10, word: UInt8(38))
  /// Bars by number.
  private static let states: [PostalBars.State] = [.full, .ascender, .descender, .tracker]
  /// Characters of an issuer code by value.
  private static let issuers = Array("ZYXWVUTSRQPONMLKJIHGFEDCBA9876543210".utf8)
  private static let priorities = Array("NLHU".utf8)
  private static let indicators = Array("TFDN".utf8)
  private static let hexadecimal = Array("0123456789ABCDEF".utf8)
  private static let code = ReedSolomon(GaloisField(bits: 6, polynomial: 0x43), firstRoot: 1)

  /// The bars of a value as it is read: J18C, issuer (3 letters or digits), equipment (3 hexadecimal digits), priority (N, L, H, U),
  /// month, day, hour, ten minutes, item number (5 digits) and tracking indicator (T, F, D, N). nil for any other.
  static func bars(_ text: [UInt8]) -> [PostalBars.State]? {
    guard text.count == 24, text.prefix(4).elementsEqual("J18C".utf8) else { return nil }
    func digits(_ range: Range<Int>, below limit: Int) -> Int? {
      guard text[range].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      let value = text[range].reduce(0) { 10 * $0 + Int($1) - 0x30 }
      return value < limit ? value : nil
    }
    var bits = BitStream()
    bits.append(2, 4)
    var issuer = 0
    for byte in text[4..<7] {
      guard let value = issuers.firstIndex(of: byte) else { return nil }
      issuer = 40 * issuer + value
    }
    bits.append(issuer, 16)
    for byte in text[7..<10] {
      guard let value = hexadecimal.firstIndex(of: byte) else { return nil }
      bits.append(value, 4)
    }
    guard let priority = priorities.firstIndex(of: text[10]), let month = digits(11..<13, below: 13), month > 0,
      let day = digits(13..<15, below: 32), let hour = digits(15..<17, below: 24), let ten = digits(17..<18, below: 6),
      let item = digits(18..<23, below: 16384), let indicator = indicators.firstIndex(of: text[23])
    else { return nil }
    bits.append(priority, 2)
    bits.append(5120 * (month - 1) + 160 * day + 6 * hour + ten, 16)
    bits.append(item >> 10, 4)
    bits.append(indicator, 2)
    bits.append(item & 1023, 10)
    var data: [UInt8] = []
    while let word = bits.read(6) {
      if data.count == left.place { data.append(left.word) }
      if data.count == right.place { data.append(right.word) }
      data.append(UInt8(word))
    }
    let all = data[..<before] + code.checks(of: data, count: checks) + data[before...]
    return all.flatMap { [$0 >> 4, $0 >> 2 & 3, $0 & 3].map { states[Int($0)] } }
  }

  /// Reads bars; up to six wrong codewords are corrected.
  static func decode(_ postal: PostalBars) -> PostalValue? {
    guard postal.states.count == count else { return nil }
    let bars = postal.states.map { UInt8(3 - $0.rawValue) }
    // A full bar is 0, a tracker 3; of the others the ascender comes first.
    let all = stride(from: 0, to: count, by: 3).map { i in
      bars[i..<i + 3].reduce(UInt8(0)) { $0 << 2 | $1 }
    }
    let end = before + checks
    var symbols = Array(all[..<before] + all[end...] + all[before..<end])
    guard code.correct(&symbols, checkCount: checks) != nil else { return nil }
    var data = Array(symbols.prefix(words - checks))
    guard data[left.place] == left.word, data[right.place] == right.word else { return nil }
    data.remove(at: right.place)
    data.remove(at: left.place)
    var bits = BitStream()
    for word in data { bits.append(Int(word), 6) }
    return text(&bits).map { PostalValue(symbology: .upu, bytes: $0) }
  }

  private static func text(_ bits: inout BitStream) -> [UInt8]? {
    guard bits.read(4) == 2, let issuer = bits.read(16), let equipment = bits.read(12), let priority = bits.read(2),
      let time = bits.read(16), let high = bits.read(4), let indicator = bits.read(2), let low = bits.read(10)
    else { return nil }
    let (month, day, hour, ten) = (time / 5120 + 1, time % 5120 / 160, time % 160 / 6, time % 160 % 6)
    guard issuer / 1600 < issuers.count, issuer % 1600 / 40 < issuers.count, issuer % 40 < issuers.count, month <= 12,
      (1...31).contains(day), hour < 24
    else { return nil }
    var out = Array("J18C".utf8)
    out += [issuers[issuer / 1600], issuers[issuer % 1600 / 40], issuers[issuer % 40]]
    out += [8, 4, 0].map { hexadecimal[equipment >> $0 & 15] }
    out.append(priorities[priority])
    func append(_ value: Int, _ power: Int) {
      var power = power
      while power > 0 {
        out.append(UInt8(0x30 + value / power % 10))
        power /= 10
      }
    }
    append(month, 10)
    append(day, 10)
    append(hour, 10)
    append(ten, 1)
    append(high << 10 | low, 10_000)
    out.append(indicators[indicator])
    return out
  }
}
