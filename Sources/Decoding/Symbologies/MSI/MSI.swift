import ReaderCore

/// MSI (modified Plessey): four bits a digit, each a bar and a space of three modules together.
enum MSI {
  /// How check digits are made; the numbers are those of the device settings (MSI.CHKCHAR-OPTION).
  enum Check: Int, CaseIterable {
    case mod10, mod1010, mod11IBM, mod11NCR, mod1110IBM, mod1110NCR
  }

  /// How it is to be read.
  struct Options {
    /// Check digits that must be right; nil: none is demanded, and all digits are data.
    var check: Check?
    /// Whether demanded check digits stay in the text.
    var transmitsCheck = true
    var length = LengthRule(minimum: 5)
  }

  /// The digit that makes a number right by the Luhn rule.
  static func mod10(_ digits: [Int]) -> Int {
    var sum = 0
    for (i, digit) in digits.reversed().enumerated() {
      let value = i % 2 == 0 ? 2 * digit : digit
      sum += value / 10 + value % 10
    }
    return (10 - sum % 10) % 10
  }

  /// Modulo 11 with weights 2 to 7 (IBM) or 2 to 9 (NCR); 10 where there is no single digit.
  static func mod11(_ digits: [Int], ncr: Bool) -> Int {
    var sum = 0
    for (i, digit) in digits.reversed().enumerated() { sum += digit * (i % (ncr ? 8 : 6) + 2) }
    return (11 - sum % 11) % 11
  }

  /// The check digits of a number; nil when it has none (modulo 11 gives 10).
  static func checkDigits(_ digits: [Int], _ check: Check) -> [Int]? {
    switch check {
    case .mod10: return [mod10(digits)]
    case .mod1010:
      let first = mod10(digits)
      return [first, mod10(digits + [first])]
    case .mod11IBM, .mod11NCR, .mod1110IBM, .mod1110NCR:
      let first = mod11(digits, ncr: check == .mod11NCR || check == .mod1110NCR)
      guard first < 10 else { return nil }
      return check == .mod11IBM || check == .mod11NCR ? [first] : [first, mod10(digits + [first])]
    }
  }

  /// The symbol of digits, check digits among them.
  static func pattern(_ digits: [Int], ratio: Float = 2) -> LinearPattern? {
    guard digits.allSatisfy({ (0...9).contains($0) }), digits.count <= 256 else { return nil }
    var p = LinearPattern()
    p.append(wide: 0b10, count: 2, ratio: ratio)
    for digit in digits {
      p.characters.append(p.widths.count)
      for bit in [8, 4, 2, 1] { p.widths += digit & bit != 0 ? [ratio, 1] : [1, ratio] }
    }
    p.append(wide: 0b010, count: 3, ratio: ratio)
    return p
  }

  /// Reads a run from its left.
  static func decode(_ run: TwoWidthRun, _ options: Options) -> LineValue? {
    guard run.wide.count >= 5 + 8 * 3, (run.wide.count - 5) % 8 == 0, run.barsDiffer, run.spacesDiffer,
      run.ratio > 1.5, run.ratio < 3.3, run.matches("WN", at: 0), run.matches("NWN", at: run.wide.count - 3)
    else { return nil }
    var digits: [Int] = []
    for at in stride(from: 2, to: run.wide.count - 3, by: 8) {
      var digit = 0
      for k in 0..<4 {
        guard run.wide[at + 2 * k] != run.wide[at + 2 * k + 1] else { return nil }
        digit = 2 * digit + (run.wide[at + 2 * k] ? 1 : 0)
      }
      guard digit < 10 else { return nil }
      digits.append(digit)
    }
    guard let pattern = pattern(digits, ratio: run.ratio) else { return nil }
    var strength = LineValue.Strength.formed
    var text = digits
    if let check = options.check {
      let count = check == .mod10 || check == .mod11IBM || check == .mod11NCR ? 1 : 2
      guard digits.count > count, checkDigits(Array(digits.dropLast(count)), check) == Array(digits.suffix(count))
      else {
        return nil
      }
      strength = .checked
      if !options.transmitsCheck { text.removeLast(count) }
    } else if mod10(Array(digits.dropLast())) == digits.last {
      strength = .checked
    }
    guard options.length.allows(text.count) else { return nil }
    return LineValue(
      symbology: .msi, bytes: text.map { UInt8($0) + 0x30 }, aimID: options.check == nil ? "]M1" : "]M0",
      strength: strength, pattern: pattern)
  }
}
