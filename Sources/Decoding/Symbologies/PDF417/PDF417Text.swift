/// Text compaction of PDF417: two characters of 30 in a codeword (ISO/IEC 15438, clause 5.4.2, tables 4 to 6).
enum PDF417Text {
  /// The tables of characters.
  enum Mode {
    case alpha, lower, mixed, punctuation
  }

  /// What a value stands for.
  enum Meaning: Equatable {
    case byte(UInt8)
    case latch(Mode)
    case shift(Mode)
    /// Padding.
    case nothing
  }

  private static let mixed = Array("0123456789&\r\t,:#-.$/+%*=^".utf8)
  private static let punctuation = Array(";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'".utf8)

  /// What a value below 30 says in a mode.
  static func meaning(_ value: Int, _ mode: Mode) -> Meaning {
    switch (mode, value) {
    case (.punctuation, 29): .latch(.alpha)
    case (.punctuation, 0..<29): .byte(punctuation[value])
    case (.alpha, 0..<26): .byte(UInt8(0x41 + value))
    case (.lower, 0..<26): .byte(UInt8(0x61 + value))
    case (.mixed, 0..<25): .byte(mixed[value])
    case (.mixed, 25): .latch(.punctuation)
    case (.alpha, 26), (.lower, 26), (.mixed, 26): .byte(0x20)
    case (.alpha, 27), (.mixed, 27): .latch(.lower)
    case (.lower, 27): .shift(.alpha)
    case (.mixed, 28): .latch(.alpha)
    case (.alpha, 28), (.lower, 28): .latch(.mixed)
    case (_, 29): .shift(.punctuation)
    default: .nothing
    }
  }

  /// The values of a character in a mode; nil when it is not in it.
  static func value(of byte: UInt8, _ mode: Mode) -> Int? {
    (0..<30).first { meaning($0, mode) == .byte(byte) }
  }

  /// A run of text in the making.
  struct Reader {
    private var mode = Mode.alpha
    private var shift: Mode?
    /// A shift to punctuation has no effect when a byte or the end follows (5.4.2.4), so it is held back.
    mutating func take(_ value: Int, _ content: inout PDF417Content) {
      if let shifted = shift {
        shift = nil
        switch PDF417Text.meaning(value, shifted) {
        case .byte(let byte): content.bytes.append(byte)
        case .latch(let latched) where shifted == .punctuation: mode = latched
        default: break
        }
        return
      }
      switch PDF417Text.meaning(value, mode) {
      case .byte(let byte): content.bytes.append(byte)
      case .latch(let latched): mode = latched
      case .shift(let next): shift = next
      case .nothing: break
      }
    }

    /// A single byte between the characters.
    mutating func take(byte: UInt8, _ content: inout PDF417Content) {
      if shift == .punctuation { shift = nil }
      content.bytes.append(byte)
    }
  }
}
