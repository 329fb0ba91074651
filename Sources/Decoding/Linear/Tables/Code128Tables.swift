/// Symbol characters of Code 128 (ISO/IEC 15417): widths, code sets, message to codewords and back.
public enum Code128Tables {
  /// Element widths of the values 0 to 105 (103 to 105 are the starts A, B and C), bar first.
  static let widths: [UInt32] = [
    0x212222, 0x222122, 0x222221, 0x121223, 0x121322, 0x131222, 0x122213, 0x122312, 0x132212, 0x221213, 0x221312,
    0x231212, 0x112232, 0x122132, 0x122231, 0x113222, 0x123122, 0x123221, 0x223211, 0x221132, 0x221231, 0x213212,
    0x223112, 0x312131, 0x311222, 0x321122, 0x321221, 0x312212, 0x322112, 0x322211, 0x212123, 0x212321, 0x232121,
    0x111323, 0x131123, 0x131321, 0x112313, 0x132113, 0x132311, 0x211313, 0x231113, 0x231311, 0x112133, 0x112331,
    0x132131, 0x113123, 0x113321, 0x133121, 0x313121, 0x211331, 0x231131, 0x213113, 0x213311, 0x213131, 0x311123,
    0x311321, 0x331121, 0x312113, 0x312311, 0x332111, 0x314111, 0x221411, 0x431111, 0x111224, 0x111422, 0x121124,
    0x121421, 0x141122, 0x141221, 0x112214, 0x112412, 0x122114, 0x122411, 0x142112, 0x142211, 0x241211, 0x221114,
    0x413111, 0x241112, 0x134111, 0x111242, 0x121142, 0x121241, 0x114212, 0x124112, 0x124211, 0x411212, 0x421112,
    0x421211, 0x212141, 0x214121, 0x412121, 0x111143, 0x111341, 0x131141, 0x114113, 0x114311, 0x411113, 0x411311,
    0x113141, 0x114131, 0x311141, 0x411131, 0x211412, 0x211214, 0x211232,
  ]
  /// The stop character: seven elements, 13 modules.
  static let stop: UInt32 = 0x2331112

  static let startA = 103
  static let startB = 104
  static let startC = 105

  /// The check character for start and data codewords.
  public static func check(_ codewords: [Int]) -> Int {
    var sum = codewords.first ?? 0
    for i in 1..<max(1, codewords.count) { sum = (sum + i * codewords[i]) % 103 }
    return sum % 103
  }

  /// The symbol for codewords from start to check character, stop added; nil for values outside 0 to 105.
  public static func pattern(codewords: [Int]) -> LinearPattern? {
    var p = LinearPattern()
    for c in codewords {
      guard c >= 0, c < widths.count else { return nil }
      p.append(hex: widths[c], count: 6)
    }
    p.append(hex: stop, count: 7)
    return p
  }

  /// What a row of codewords says.
  public struct Message: Equatable {
    /// The data; FNC1 after the first is 0x1D; FNC4 sets bit 7.
    public var bytes: [UInt8] = []
    /// FNC1 in the first position: GS1 element strings.
    public var isGS1 = false
    /// FNC1 in the second position (after one letter or two digits): AIM application identifier.
    public var isAIM = false

    /// AIM symbology identifier.
    public var aimID: String { isGS1 ? "]C1" : isAIM ? "]C2" : "]C0" }
  }

  /// The message of start and data codewords (no check, no stop); nil when they follow no valid path.
  public static func message(_ codewords: [Int]) -> Message? {
    guard let start = codewords.first, start >= startA, start <= startC else { return nil }
    var message = Message()
    var set = start - startA  // 0 A, 1 B, 2 C
    var shift = false
    var upperNext = false
    var upperLock = false
    for position in 1..<max(1, codewords.count) {
      let c = codewords[position]
      guard c >= 0, c <= 102 else { return nil }
      let current = shift ? 1 - set : set
      shift = false
      if c == 102 {
        if position == 1 {
          message.isGS1 = true
        } else if position == 2, !message.isGS1, isApplicationIndicator(message.bytes) {
          message.isAIM = true
        } else {
          message.bytes.append(0x1D)
        }
        continue
      }
      if set == 2 {
        switch c {
        case 0...99: message.bytes += [UInt8(0x30 + c / 10), UInt8(0x30 + c % 10)]
        case 100: set = 1
        case 101: set = 0
        default: return nil
        }
        continue
      }
      if c < 96 {
        var byte = current == 0 && c >= 64 ? UInt8(c - 64) : UInt8(c + 32)
        if upperNext != upperLock { byte |= 0x80 }
        upperNext = false
        message.bytes.append(byte)
        continue
      }
      switch c {
      case 96, 97: break  // FNC3 and FNC2 instruct the reader and are no data
      case 98: shift = true
      case 99: set = 2
      case 100 where current == 1, 101 where current == 0:
        if upperNext { upperLock.toggle() }
        upperNext.toggle()
      case 100: set = 1
      default: set = 0
      }
    }
    return message
  }

  private static func isApplicationIndicator(_ bytes: [UInt8]) -> Bool {
    if bytes.count == 1 { return (0x41...0x5A).contains(bytes[0] & 0xDF) }
    return bytes.count == 2 && bytes.allSatisfy { (0x30...0x39).contains($0) }
  }
}
