import ReaderCore

/// The five code sets of MaxiCode (ISO/IEC 16023:2000, annex A).
enum MaxiCodeText {
  /// What a codeword is in a code set.
  enum Meaning: Equatable {
    case byte(UInt8)
    case eci
    /// Nine digits in the next five codewords.
    case digits
    case pad
    /// Another code set from here on.
    case latch(Int)
    /// Another code set for so many codewords.
    case shift(Int, Int)
    /// The code set that was shifted to stays.
    case lock
  }

  private static func letters(_ from: UInt8, _ special: UInt8) -> [Meaning] {
    [.byte(special)] + (0..<26).map { .byte(from + $0) }
  }

  private static func bytes(_ range: ClosedRange<UInt8>) -> [Meaning] { range.map { .byte($0) } }
  private static func bytes(_ list: [UInt8]) -> [Meaning] { list.map { .byte($0) } }

  /// ECI, FS, GS, RS and digits: 27 to 31 of all sets but the last.
  private static let separators: [Meaning] = [.eci, .byte(28), .byte(29), .byte(30), .digits]

  /// Sets A to E.
  static let sets: [[Meaning]] = [
    letters(0x41, 13) + separators + [.byte(0x20), .pad] + bytes(0x22...0x3a)
      + [.shift(1, 1), .shift(2, 1), .shift(3, 1), .shift(4, 1), .latch(1)],
    letters(0x61, 0x60) + separators
      + [.byte(0x7b), .pad, .byte(0x7d), .byte(0x7e), .byte(0x7f)] + bytes(0x3b...0x3f) + bytes(0x5b...0x5f)
      + bytes([0x20, 0x2c, 0x2e, 0x2f, 0x3a, 0x40, 0x21, 0x7c])
      + [.pad, .shift(0, 2), .shift(0, 3), .pad, .shift(0, 1), .shift(2, 1), .shift(3, 1), .shift(4, 1), .latch(0)],
    bytes(0xc0...0xda) + separators + bytes(0xdb...0xdf)
      + bytes([0xaa, 0xac, 0xb1, 0xb2, 0xb3, 0xb5, 0xb9, 0xba, 0xbc, 0xbd, 0xbe]) + bytes(0x80...0x89)
      + [.latch(0), .byte(0x20), .lock, .shift(3, 1), .shift(4, 1), .latch(1)],
    bytes(0xe0...0xfa) + separators + bytes(0xfb...0xff)
      + bytes([0xa1, 0xa8, 0xab, 0xaf, 0xb0, 0xb4, 0xb7, 0xb8, 0xbb, 0xbf]) + bytes(0x8a...0x94)
      + [.latch(0), .byte(0x20), .shift(2, 1), .lock, .shift(4, 1), .latch(1)],
    bytes(0...26) + [.eci, .pad, .pad, .byte(27), .digits] + bytes(28...31)
      + bytes([0x9f, 0xa0, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa9, 0xad, 0xae, 0xb6]) + bytes(0x95...0x9e)
      + [.latch(0), .byte(0x20), .shift(2, 1), .shift(3, 1), .lock, .latch(1)],
  ]

  /// What codewords say: bytes, and the character sets that they declare; nil when they break the rules.
  static func decode(_ codewords: ArraySlice<UInt8>) -> (bytes: [UInt8], segments: [ECISegment])? {
    var bytes: [UInt8] = []
    var segments: [ECISegment] = []
    var open: (eci: Int32, start: Int)?
    func close() {
      if let open, bytes.count > open.start {
        segments.append(ECISegment(eci: open.eci, range: open.start..<bytes.count))
      }
    }
    var (set, shifted, rest) = (0, 0, 0)
    var i = codewords.startIndex
    /// The next codewords as one number; nil at the end.
    func take(_ count: Int, _ first: Int) -> Int? {
      guard i + count <= codewords.endIndex else { return nil }
      var value = first
      for _ in 0..<count {
        value = value << 6 | Int(codewords[i])
        i += 1
      }
      return value
    }
    while i < codewords.endIndex {
      let codeword = codewords[i]
      i += 1
      guard codeword < 64 else { return nil }
      let current = rest > 0 ? shifted : set
      if rest > 0 { rest -= 1 }
      switch sets[current][Int(codeword)] {
      case .byte(let byte): bytes.append(byte)
      case .pad: break
      case .latch(let other):
        set = other
        rest = 0
      case .lock:
        set = current
        rest = 0
      case .shift(let other, let count): (shifted, rest) = (other, count)
      case .digits:
        guard let value = take(5, 0), value < 1_000_000_000 else { return nil }
        var digits = "\(value)"
        while digits.utf8.count < 9 { digits = "0" + digits }
        bytes += Array(digits.utf8)
      case .eci:
        guard let first = take(1, 0) else { return nil }
        let value: Int?
        switch first {
        case 0..<32: value = first
        case 32..<48: value = take(1, first & 15)
        case 48..<56: value = take(2, first & 7)
        case 56..<60: value = take(3, first & 3)
        default: value = nil
        }
        guard let value, value < 1_000_000 else { return nil }
        close()
        open = (Int32(value), bytes.count)
      }
    }
    close()
    return (bytes, segments)
  }

  /// Codewords of bytes, by latches and shifts as they come; not the shortest.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var set = 0
    for byte in bytes {
      if let value = sets[set].firstIndex(of: .byte(byte)) {
        out.append(UInt8(value))
        continue
      }
      guard let other = sets.indices.first(where: { sets[$0].contains(.byte(byte)) }),
        let value = sets[other].firstIndex(of: .byte(byte))
      else { continue }
      if other < 2, let latch = sets[set].firstIndex(of: .latch(other)) {
        out.append(UInt8(latch))
        set = other
      } else if let shift = sets[set].firstIndex(of: .shift(other, 1)) {
        out.append(UInt8(shift))
      }
      out.append(UInt8(value))
    }
    return out
  }
}
