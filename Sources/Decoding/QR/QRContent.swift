import ReaderCore

/// What the bit stream of a QR code says (ISO/IEC 18004:2015, clause 7.4).
struct QRContent: Equatable {
  /// FNC1 in a symbol.
  enum FNC1: Equatable {
    case none
    /// GS1 element strings.
    case first
    /// Data of an industry that AIM gave an application indicator; the indicator begins the bytes.
    case second
  }

  /// The data of all segments; Kanji are Shift JIS.
  var bytes: [UInt8] = []
  /// The declared character sets.
  var segments: [ECISegment] = []
  /// Where bytes come from Kanji mode.
  var kanji: [Range<Int>] = []
  var structuredAppend: StructuredAppend?
  var fnc1 = FNC1.none

  /// Reads data codewords; nil when they do not follow the standard.
  init?(_ codewords: [UInt8], _ version: QRVersion) {
    var bits = QRBits(codewords)
    var eci: (number: Int32, start: Int)? = nil
    var isFirst = true
    while bits.count >= 4 {
      let mode = bits.take(4)
      if mode == 0 { break }
      defer { isFirst = false }
      switch mode {
      case 1: guard readNumeric(&bits, version) else { return nil }
      case 2: guard readAlphanumeric(&bits, version) else { return nil }
      case 4: guard readBytes(&bits, version) else { return nil }
      case 8: guard readKanji(&bits, version) else { return nil }
      case 3:
        guard isFirst, bits.count >= 16 else { return nil }
        let index = bits.take(4)
        let count = bits.take(4) + 1
        let parity = bits.take(8)
        guard index < count else { return nil }
        structuredAppend = StructuredAppend(index: index, count: count, parity: parity)
      case 5:
        fnc1 = .first
      case 9:
        guard bits.count >= 8 else { return nil }
        let indicator = bits.take(8)
        fnc1 = .second
        switch indicator {
        case 0...99: bytes += [UInt8(0x30 + indicator / 10), UInt8(0x30 + indicator % 10)]
        case 165...190, 197...222: bytes.append(UInt8(indicator - 100))
        default: return nil
        }
      case 7:
        guard let number = QRContent.readECI(&bits) else { return nil }
        close(&eci)
        eci = (number, bytes.count)
      default:
        return nil
      }
    }
    close(&eci)
  }

  private mutating func close(_ eci: inout (number: Int32, start: Int)?) {
    guard let open = eci else { return }
    segments.append(ECISegment(eci: open.number, range: open.start..<bytes.count))
    eci = nil
  }

  private static func readECI(_ bits: inout QRBits) -> Int32? {
    guard bits.count >= 8 else { return nil }
    let first = bits.take(8)
    if first & 0x80 == 0 { return Int32(first) }
    if first & 0xc0 == 0x80 { return bits.count >= 8 ? Int32((first & 0x3f) << 8 | bits.take(8)) : nil }
    guard first & 0xe0 == 0xc0, bits.count >= 16 else { return nil }
    let number = (first & 0x1f) << 16 | bits.take(16)
    return number <= 999_999 ? Int32(number) : nil
  }

  private mutating func readNumeric(_ bits: inout QRBits, _ version: QRVersion) -> Bool {
    guard var count = bits.takeCount(version.countBits(numeric: true)) else { return false }
    while count > 0 {
      let digits = min(3, count)
      let length = [0, 4, 7, 10][digits]
      guard bits.count >= length else { return false }
      let value = bits.take(length)
      switch digits {
      case 3:
        guard value < 1000 else { return false }
        bytes += [UInt8(0x30 + value / 100), UInt8(0x30 + value / 10 % 10), UInt8(0x30 + value % 10)]
      case 2:
        guard value < 100 else { return false }
        bytes += [UInt8(0x30 + value / 10), UInt8(0x30 + value % 10)]
      default:
        guard value < 10 else { return false }
        bytes.append(UInt8(0x30 + value))
      }
      count -= digits
    }
    return true
  }

  private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

  private mutating func readAlphanumeric(_ bits: inout QRBits, _ version: QRVersion) -> Bool {
    guard var count = bits.takeCount(version.countBits(alphanumeric: true)) else { return false }
    let start = bytes.count
    while count > 0 {
      guard bits.count >= (count > 1 ? 11 : 6) else { return false }
      if count > 1 {
        let value = bits.take(11)
        guard value < 45 * 45 else { return false }
        bytes += [QRContent.alphabet[value / 45], QRContent.alphabet[value % 45]]
        count -= 2
      } else {
        let value = bits.take(6)
        guard value < 45 else { return false }
        bytes.append(QRContent.alphabet[value])
        count -= 1
      }
    }
    if fnc1 != .none { bytes.replaceSubrange(start..., with: QRContent.unescape(bytes[start...])) }
    return true
  }

  /// Under FNC1 a % in alphanumeric mode is the separator, %% is the percent sign.
  static func unescape(_ characters: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var i = characters.startIndex
    while i < characters.endIndex {
      let c = characters[i]
      i += 1
      guard c == 0x25 else {
        result.append(c)
        continue
      }
      if i < characters.endIndex, characters[i] == 0x25 {
        result.append(0x25)
        i += 1
      } else {
        result.append(0x1d)
      }
    }
    return result
  }

  private mutating func readBytes(_ bits: inout QRBits, _ version: QRVersion) -> Bool {
    guard let count = bits.takeCount(version.countBits(byte: true)), bits.count >= count * 8 else { return false }
    for _ in 0..<count { bytes.append(UInt8(bits.take(8))) }
    return true
  }

  private mutating func readKanji(_ bits: inout QRBits, _ version: QRVersion) -> Bool {
    guard let count = bits.takeCount(version.countBits()), bits.count >= count * 13 else { return false }
    let start = bytes.count
    for _ in 0..<count {
      let value = bits.take(13)
      var word = ((value / 0xc0) << 8) + value % 0xc0
      word += word < 0x1f00 ? 0x8140 : 0xc140
      bytes += [UInt8(word >> 8 & 0xff), UInt8(word & 0xff)]
    }
    kanji.append(start..<bytes.count)
    return true
  }
}

/// Codewords as a stream of bits, the highest first.
struct QRBits {
  private let codewords: [UInt8]
  private var position = 0

  init(_ codewords: [UInt8]) { self.codewords = codewords }

  /// How many are left.
  var count: Int { codewords.count * 8 - position }

  /// The next bits as a number; only as many as are left.
  mutating func take(_ length: Int) -> Int {
    var value = 0
    for _ in 0..<min(length, count) {
      value = value << 1 | Int(codewords[position >> 3] >> UInt8(7 - position & 7)) & 1
      position += 1
    }
    return value
  }

  /// A character count; nil when the stream ends before it.
  mutating func takeCount(_ length: Int) -> Int? { count >= length ? take(length) : nil }
}
