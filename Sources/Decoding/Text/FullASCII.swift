/// Full ASCII in Code 39 and Code 93: characters that a symbol has not are pairs of a shift and a letter.
public enum FullASCII {
  /// The text of a Code 39 symbol when all its pairs are translated; nil when a shift character forms no pair.
  public static func translate39(_ bytes: [UInt8]) -> [UInt8]? {
    var out: [UInt8] = []
    var i = 0
    while i < bytes.count {
      let c = bytes[i]
      guard c == 0x24 || c == 0x25 || c == 0x2b || c == 0x2f else {
        out.append(c)
        i += 1
        continue
      }
      guard i + 1 < bytes.count, let pair = Code39.shifted(c, bytes[i + 1]) else { return nil }
      out.append(pair)
      i += 2
    }
    return out
  }

  /// The text of a Code 39 symbol as it is read when nobody says how: translated when it can be nothing else.
  public static func guess39(_ bytes: [UInt8]) -> [UInt8] { Code39.fullASCII(bytes) ?? bytes }

  /// The characters of the Code 39 symbol that stand for a text; nil when a byte is not ASCII.
  public static func pairs39(_ text: [UInt8]) -> [UInt8]? {
    var out: [UInt8] = []
    for byte in text {
      switch byte {
      case 0x20, 0x2d, 0x2e, 0x30...0x39, 0x41...0x5a: out.append(byte)
      default:
        guard let pair = pair(byte) else { return nil }
        out += pair
      }
    }
    return out
  }

  /// The characters of the Code 93 symbol that stand for a text, its shifts as `$ % / +`; nil when a byte is not ASCII.
  public static func pairs93(_ text: [UInt8]) -> [UInt8]? {
    var out: [UInt8] = []
    for byte in text {
      if Code39Tables.value(byte) != nil {
        out.append(byte)
      } else {
        guard let pair = pair(byte) else { return nil }
        out += pair
      }
    }
    return out
  }

  /// The pair for a byte, by trying: the table is the one that reading uses.
  private static func pair(_ byte: UInt8) -> [UInt8]? {
    for shift: UInt8 in [0x24, 0x25, 0x2b, 0x2f] {
      for letter: UInt8 in 0x41...0x5a where Code39.shifted(shift, letter) == byte { return [shift, letter] }
    }
    return nil
  }
}
