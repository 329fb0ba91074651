import ReaderCore

/// The customer bar code of Japan Post: 67 bars; start, seven digits of post code and thirteen characters of address in
/// three bars each, a check character modulo 19, stop.
enum JapanPost {
  /// Bars of the nineteen characters in the order of their check values, 0 to 9, dash, CC1 to CC8: F, A, D, T.
  static let bars: [[PostalBars.State]] = [
    "FTT", "FFT", "FDA", "DFA", "FAD", "FTF", "DAF", "AFD", "ADF", "TFF", "TFT", "DAT", "DTA", "ADT", "TDA", "ATD",
    "TAD", "TTF", "FFF",
  ].map { DAFT.bars(Array("\($0)".utf8)) ?? [] }

  private static let start: [PostalBars.State] = [.full, .descender]
  private static let stop: [PostalBars.State] = [.descender, .full]
  /// Value of CC1; CC4 fills up.
  private static let control = 11

  /// Character values of a text: letters are a control character and a digit.
  static func values(_ text: [UInt8]) -> [Int]? {
    var out: [Int] = []
    for byte in text {
      switch byte {
      case 0x30...0x39: out.append(Int(byte) - 0x30)
      case 0x2d: out.append(10)
      case 0x41...0x5a:
        let letter = Int(byte) - 0x41
        out += [control + letter / 10, letter % 10]
      default: return nil
      }
    }
    return out
  }

  /// The check character: all values with it add up to a multiple of 19.
  static func check(_ values: [Int]) -> Int { (19 - values.reduce(0, +) % 19) % 19 }

  /// The 67 bars of a text; nil when it does not fit.
  static func bars(_ text: [UInt8]) -> [PostalBars.State]? {
    guard var v = values(text), v.count <= 20, v.count >= 7 else { return nil }
    while v.count < 20 { v.append(control + 3) }
    return start + (v + [check(v)]).flatMap { bars[$0] } + stop
  }

  /// Reads bars.
  static func decode(_ postal: PostalBars) -> PostalValue? {
    let s = postal.states
    guard s.count == 67, Array(s.prefix(2)) == start, Array(s.suffix(2)) == stop else { return nil }
    var v: [Int] = []
    for at in stride(from: 2, to: 65, by: 3) {
      guard let value = bars.firstIndex(of: Array(s[at..<(at + 3)])) else { return nil }
      v.append(value)
    }
    let data = Array(v.dropLast())
    guard check(data) == v[20], data.prefix(7).allSatisfy({ $0 < 10 }) else { return nil }
    var text: [UInt8] = []
    var i = 0
    while i < data.count {
      switch data[i] {
      case 0...9: text.append(0x30 + UInt8(data[i]))
      case 10: text.append(0x2d)
      case 11...13:
        // A letter may be cut off at the end: the field is filled to its last character.
        guard i + 1 < data.count else { break }
        let letter = (data[i] - control) * 10 + data[i + 1]
        guard data[i + 1] < 10, letter < 26 else { return nil }
        text.append(0x41 + UInt8(letter))
        i += 1
      case 14: guard data[i...].allSatisfy({ $0 == 14 }) else { return nil }
      default: return nil
      }
      i += 1
    }
    return PostalValue(symbology: .japanPost, bytes: text)
  }
}
