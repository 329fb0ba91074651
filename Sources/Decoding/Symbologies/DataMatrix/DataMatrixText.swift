import ReaderCore

/// The data codewords of a Data Matrix: ASCII, C40, Text, X12, EDIFACT and Base 256 (ISO/IEC 16022:2006, clause 5.2).
enum DataMatrixText {
  /// Which digit the AIM identifier has (annex M).
  enum Form: Int {
    case plain = 1
    /// FNC1 in the first place: GS1 element strings.
    case gs1 = 2
    /// FNC1 in the second place: a format that AIM has given a name.
    case industry = 3
  }

  /// What codewords say.
  struct Content: Equatable {
    var bytes: [UInt8] = []
    var segments: [ECISegment] = []
    var structuredAppend: StructuredAppend?
    var form = Form.plain
    /// Whether the symbol sets up a reader.
    var isForReader = false

    /// The AIM identifier; the rectangular extension has further ones (ISO/IEC 21471:2020, annex).
    func aimID(isExtended: Bool = false) -> String {
      let digit = form.rawValue + (segments.isEmpty ? 0 : 3) + (isExtended ? 6 : 0)
      return "]d" + String(digit, radix: 16, uppercase: true)
    }
  }

  /// The codewords that mean something.
  enum Word {
    static let pad: UInt8 = 129
    static let c40: UInt8 = 230
    static let base256: UInt8 = 231
    static let fnc1: UInt8 = 232
    static let structuredAppend: UInt8 = 233
    static let readerProgramming: UInt8 = 234
    static let upperShift: UInt8 = 235
    static let macro05: UInt8 = 236
    static let macro06: UInt8 = 237
    static let x12: UInt8 = 238
    static let text: UInt8 = 239
    static let edifact: UInt8 = 240
    static let eci: UInt8 = 241
    static let unlatch: UInt8 = 254
  }

  /// What stands for FNC1 inside of a message.
  static let separator: UInt8 = 29

  /// Reads data codewords; nil when they do not follow the standard.
  static func decode(_ words: [UInt8]) -> Content? {
    var reader = DataMatrixParser(words)
    return reader.run() ? reader.content : nil
  }

  /// What the place of a codeword adds to it, from 1 on: 1 to 255 in Base 256 (annex B.2).
  static func mask(_ place: Int) -> Int { 149 * place % 255 + 1 }
}

/// One pass over the codewords of a symbol.
struct DataMatrixParser {
  let words: [UInt8]
  var content = DataMatrixText.Content()
  var at = 0
  /// Where FNC1 comes first: behind the set that the symbol belongs to.
  private var start = 0
  private var trailer: [UInt8] = []
  /// The character set that holds from a byte on.
  private var open: (eci: Int32, from: Int)?

  init(_ words: [UInt8]) { self.words = words }

  /// Takes the next codeword; nil at the end.
  mutating func next() -> UInt8? {
    guard at < words.count else { return nil }
    at += 1
    return words[at - 1]
  }

  mutating func put(_ byte: UInt8) { content.bytes.append(byte) }

  /// ASCII, and what leads out of it; false when something is not allowed.
  mutating func run() -> Bool {
    typealias Word = DataMatrixText.Word
    var isUpper = false
    reading: while let word = next() {
      switch word {
      case 1...128:
        put(isUpper ? word - 1 + 128 : word - 1)
        isUpper = false
      case Word.pad: break reading
      case 130...229:
        put(0x30 + (word - 130) / 10)
        put(0x30 + (word - 130) % 10)
      case Word.c40: guard triplets(DataMatrixShift.c40) else { return false }
      case Word.text: guard triplets(DataMatrixShift.text) else { return false }
      case Word.x12: guard x12() else { return false }
      case Word.edifact: edifact()
      case Word.base256: guard base256() else { return false }
      case Word.fnc1:
        switch at - 1 - start {
        case 0: content.form = .gs1
        case 1: content.form = .industry
        default: put(DataMatrixText.separator)
        }
      case Word.structuredAppend: guard at == 1, structuredAppend() else { return false }
      case Word.readerProgramming:
        guard at == 1 else { return false }
        content.isForReader = true
      case Word.upperShift: isUpper = true
      case Word.macro05, Word.macro06:
        guard at == 1 else { return false }
        content.bytes += Array("[)>\u{1e}0".utf8) + [word == Word.macro05 ? 0x35 : 0x36, DataMatrixText.separator]
        trailer = [0x1e, 0x04]
      case Word.eci: guard eci() else { return false }
      // Some encoders go back to ASCII in the last codeword where they are in it already.
      case Word.unlatch where at == words.count: break
      default: return false
      }
    }
    content.bytes += trailer
    closeSegment()
    return true
  }

  /// The place in a set and its size, and two codewords that are the same in all of it (clause 5.6).
  private mutating func structuredAppend() -> Bool {
    guard let place = next(), let first = next(), let second = next() else { return false }
    let (index, count) = (Int(place >> 4), 17 - Int(place & 15))
    content.structuredAppend = StructuredAppend(
      index: index, count: count > 16 || count <= index ? 0 : count, parity: Int(first) << 8 | Int(second))
    start = 4
    return true
  }

  /// The number of a character set in one to three codewords (clause 5.4.1).
  private mutating func eci() -> Bool {
    guard let first = next() else { return false }
    let number: Int
    switch first {
    case 1...127: number = Int(first) - 1
    case 128...191:
      guard let second = next(), second > 0, second < 255 else { return false }
      number = (Int(first) - 128) * 254 + Int(second) - 1 + 127
    case 192...207:
      guard let second = next(), let third = next(), second > 0, third > 0, second < 255, third < 255 else {
        return false
      }
      number = (Int(first) - 192) * 64516 + (Int(second) - 1) * 254 + Int(third) - 1 + 16383
    default: return false
    }
    guard number <= 999_999 else { return false }
    // What comes before the first one is ISO 8859-1.
    if open == nil, !content.bytes.isEmpty { open = (3, 0) }
    closeSegment()
    open = (Int32(number), content.bytes.count)
    return true
  }

  private mutating func closeSegment() {
    guard let open, open.from < content.bytes.count else { return }
    content.segments.append(ECISegment(eci: open.eci, range: open.from..<content.bytes.count))
  }

  /// Bytes, scrambled by their places; their number comes first, 0 for all that is left.
  private mutating func base256() -> Bool {
    func plain(_ word: UInt8, _ place: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: Int(word) - DataMatrixText.mask(place))
    }
    guard let first = next() else { return false }
    var count = Int(plain(first, at))
    if count == 0 { count = words.count - at }
    if count >= 250 {
      guard let second = next() else { return false }
      count = 250 * (count - 249) + Int(plain(second, at))
    }
    guard count <= words.count - at else { return false }
    for _ in 0..<count {
      at += 1
      put(plain(words[at - 1], at))
    }
    return true
  }
}
