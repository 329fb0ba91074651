import ReaderCore

/// Quoting of string arguments (Cognex DataMan communications guide: inside quotation marks `"`, `\`, `|`, tab, CR and
/// LF are written with a backslash).
public enum DMCCText {
  /// A string as a quoted argument.
  ///
  /// - Throws: `.invalidArgument` for control characters that have no escape (NUL among them) and for bytes outside
  ///   ASCII: DMCC is a stream of printable ASCII.
  public static func quote(_ text: String) throws(ReaderError) -> [UInt8] {
    var out: [UInt8] = [0x22]
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5c, 0x7c: out += [0x5c, byte]
      case 0x09: out += [0x5c, 0x74]
      case 0x0d: out += [0x5c, 0x72]
      case 0x0a: out += [0x5c, 0x6e]
      case 0x20...0x7e: out.append(byte)
      default:
        throw ReaderError(
          .invalidArgument, "A DMCC string takes printable ASCII characters, tab, CR and LF; \"\(text)\" has others.")
      }
    }
    out.append(0x22)
    return out
  }

  /// The string that a quoted argument means, as bytes; nil when it is not quoted or an escape is unknown or cut.
  public static func unquote(_ argument: [UInt8]) -> [UInt8]? {
    guard argument.count >= 2, argument.first == 0x22, argument.last == 0x22 else { return nil }
    var out: [UInt8] = []
    var i = 1
    while i < argument.count - 1 {
      let byte = argument[i]
      i += 1
      guard byte == 0x5c else {
        guard byte != 0x22 else { return nil }
        out.append(byte)
        continue
      }
      guard i < argument.count - 1 else { return nil }
      switch argument[i] {
      case 0x22, 0x5c, 0x7c: out.append(argument[i])
      case 0x74: out.append(0x09)
      case 0x72: out.append(0x0d)
      case 0x6e: out.append(0x0a)
      default: return nil
      }
      i += 1
    }
    return out
  }

  /// Whether text is a decimal number without a sign.
  static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    !text.isEmpty && text.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }

  /// How much a decimal number without a sign is; nil when it is none, or does not fit 31 bits.
  static func count(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 10 else { return nil }
    var value = 0
    for digit in digits {
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      value = value &* 10 &+ Int(digit &- 0x30)
    }
    return value <= Int(Int32.max) ? value : nil
  }
}
