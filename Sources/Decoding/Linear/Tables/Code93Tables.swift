/// Code 93 (AIM USS-93): nine modules in six elements, two check characters.
public enum Code93Tables {
  /// Element widths of the values 0 to 46 (43 to 46 are the shifts ($) (%) (/) (+)), bar first.
  static let widths: [UInt32] = [
    0x131112, 0x111213, 0x111312, 0x111411, 0x121113, 0x121212, 0x121311, 0x111114, 0x131211, 0x141111, 0x211113,
    0x211212, 0x211311, 0x221112, 0x221211, 0x231111, 0x112113, 0x112212, 0x112311, 0x122112, 0x132111, 0x111123,
    0x111222, 0x111321, 0x121122, 0x131121, 0x212112, 0x212211, 0x211122, 0x211221, 0x221121, 0x222111, 0x112122,
    0x112221, 0x122121, 0x123111, 0x121131, 0x311112, 0x311211, 0x321111, 0x112131, 0x113121, 0x211131, 0x121221,
    0x312111, 0x311121, 0x122211,
  ]
  /// Start and stop; the stop is followed by a termination bar of one module.
  static let startStop: UInt32 = 0x111141

  /// One check character: weights 1 to `period` from the right.
  static func check(_ values: [Int], period: Int) -> Int {
    var sum = 0
    for (i, v) in values.reversed().enumerated() { sum += v * (i % period + 1) }
    return sum % 47
  }

  /// The symbol for data values, check characters, start, stop and termination bar added; nil for values above 46.
  public static func pattern(values: [Int]) -> LinearPattern? {
    guard values.count <= 256, values.allSatisfy({ $0 >= 0 && $0 < 47 }) else { return nil }
    let c = check(values, period: 20)
    let k = check(values + [c], period: 15)
    var p = LinearPattern()
    p.append(hex: startStop, count: 6)
    for v in values + [c, k] { p.append(hex: widths[v], count: 6) }
    p.append(hex: startStop, count: 6)
    p.append(hex: 1, count: 1)
    return p
  }

  /// Values for a message of 7-bit characters: shifts are used where the alphabet has none.
  public static func values(_ bytes: [UInt8]) -> [Int]? {
    var out: [Int] = []
    for b in bytes {
      if let v = Code39Tables.value(b) {
        out.append(v)
        continue
      }
      guard let (shift, letter) = shifted(b) else { return nil }
      out += [shift, letter]
    }
    return out
  }

  /// The message of data values; nil when a shift is followed by nothing that it can shift.
  public static func message(_ values: [Int]) -> [UInt8]? {
    var out: [UInt8] = []
    var i = 0
    while i < values.count {
      let v = values[i]
      if v < 43 {
        out.append(Code39Tables.alphabet[v])
      } else {
        guard i + 1 < values.count, values[i + 1] >= 10, values[i + 1] < 36,
          let byte = unshifted(v, values[i + 1] - 10)
        else { return nil }
        out.append(byte)
        i += 1
      }
      i += 1
    }
    return out
  }

  /// The byte of a shift and the letter with index 0 to 25.
  private static func unshifted(_ shift: Int, _ letter: Int) -> UInt8? {
    let l = UInt8(letter)
    switch shift {
    case 43: return l + 1  // ($)A to ($)Z: SOH to SUB
    case 44:  // (%)
      switch l {
      case 0...4: return l + 27
      case 5...9: return l - 5 + 59
      case 10...14: return l - 10 + 91
      case 15...19: return l - 15 + 123
      case 20: return 0
      case 21: return 64
      case 22: return 96
      default: return 127
      }
    case 45: return l <= 14 ? l + 33 : l == 25 ? 58 : nil  // (/)A to (/)O: ! to /, (/)Z: colon
    default: return l + 97  // (+)A to (+)Z: a to z
    }
  }

  private static func shifted(_ byte: UInt8) -> (Int, Int)? {
    for shift in 43...46 {
      for letter in 0..<26 where unshifted(shift, letter) == byte { return (shift, letter + 10) }
    }
    return nil
  }
}
