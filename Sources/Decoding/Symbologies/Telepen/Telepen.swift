import ReaderCore

/// Telepen: bytes of seven bits and even parity, lowest bit first, in bars and spaces of one or three modules; a check
/// character modulo 127. (USS Telepen, AIM; SB Telepen.)
///
/// A one is a narrow bar and a narrow space, 00 a wide bar and a narrow space, 010 a wide bar and a wide space; 01 before
/// further ones and the 10 behind them are a narrow bar and a wide space.
enum Telepen {
  /// What the start and stop characters say of the data; the raw value is their number.
  enum Mode: Int, CaseIterable {
    case ascii = 1
    /// Two digits a character, letters behind a DLE.
    case numeric = 2
    /// Letters, two digits a character behind a DLE.
    case asciiThenNumeric = 3
  }

  /// Elements of the start character of a mode, W is wide; the stop character is the same from behind, without its last space.
  private static func start(_ mode: Mode) -> StaticString {
    switch mode {
    case .ascii: "NNNNNNNNNNWW"
    case .numeric: "NNNNNNNNWNNW"
    case .asciiThenNumeric: "NNNNNNWNNNNW"
    }
  }

  private static func stop(_ mode: Mode) -> StaticString {
    switch mode {
    case .ascii: "WWNNNNNNNNN"
    case .numeric: "WNNWNNNNNNN"
    case .asciiThenNumeric: "WNNNNWNNNNN"
    }
  }

  /// The check character of data.
  static func check(_ data: [UInt8]) -> UInt8 {
    UInt8((127 - data.reduce(0) { ($0 + Int($1)) % 127 }) % 127)
  }

  /// The bits of a character, in order of transmission.
  private static func bits(_ c: UInt8) -> [Bool] {
    var bits = (0..<7).map { c >> UInt8($0) & 1 == 1 }
    bits.append(c.nonzeroBitCount % 2 == 1)
    return bits
  }

  /// The symbol of characters; the check character is added. Nil beyond ASCII.
  static func pattern(_ data: [UInt8], _ mode: Mode = .ascii, ratio: Float = 3) -> LinearPattern? {
    guard data.count <= 256, data.allSatisfy({ $0 < 128 }) else { return nil }
    var p = LinearPattern()
    func append(_ text: StaticString) {
      p.characters.append(p.widths.count)
      for i in 0..<text.utf8CodeUnitCount { p.widths.append(text.utf8Start[i] == 0x57 ? ratio : 1) }
    }
    append(start(mode))
    for c in data + [check(data)] {
      p.characters.append(p.widths.count)
      // Even parity: the zeros of each character come in pairs.
      let bits = bits(c)
      var i = 0
      while i < 8 {
        if bits[i] {
          p.widths += [1, 1]
          i += 1
        } else if i + 1 < 8, !bits[i + 1] {
          p.widths += [ratio, 1]
          i += 2
        } else {
          var ones = 0
          while i + 1 + ones < 8, bits[i + 1 + ones] { ones += 1 }
          p.widths +=
            ones == 1 ? [ratio, ratio] : [1, ratio] + [Float](repeating: 1, count: 2 * (ones - 2)) + [1, ratio]
          i += ones + 2
        }
      }
    }
    append(stop(mode))
    return p
  }

  /// Reads a run from its left.
  static func decode(_ run: TwoWidthRun) -> LineValue? {
    let count = run.wide.count
    guard count >= 12 + 8 + 11, count < 4096, run.barsDiffer, run.spacesDiffer, run.ratio > 1.8, run.ratio < 4.2,
      let mode = Mode.allCases.first(where: {
        run.matches(start($0), at: 0) && run.matches(stop($0), at: count - 11)
      })
    else { return nil }
    guard var characters = characters(run, 12..<(count - 11)), let last = characters.popLast(), !characters.isEmpty,
      check(characters) == last, let pattern = pattern(characters, mode, ratio: run.ratio),
      let (text, modifier) = text(characters, mode), !text.isEmpty
    else { return nil }
    return LineValue(
      symbology: .telepen, bytes: text, aimID: "]B\(modifier)", strength: .checked, pattern: pattern)
  }

  /// The characters in some elements, which begin with a bar and end with a space.
  private static func characters(_ run: TwoWidthRun, _ elements: Range<Int>) -> [UInt8]? {
    guard elements.count % 2 == 0 else { return nil }
    var out: [UInt8] = []
    var (byte, filled, isInside) = (0, 0, false)
    func add(_ bits: [Int]) -> Bool {
      for bit in bits {
        byte |= bit << filled
        filled += 1
        guard filled == 8 else { continue }
        guard byte.nonzeroBitCount % 2 == 0 else { return false }
        out.append(UInt8(byte & 127))
        (byte, filled) = (0, 0)
      }
      return true
    }
    for at in stride(from: elements.lowerBound, to: elements.upperBound, by: 2) {
      switch (run.wide[at], run.wide[at + 1]) {
      case (false, false): guard add([1]) else { return nil }
      case (false, true):
        guard add(isInside ? [1, 0] : [0, 1]) else { return nil }
        isInside.toggle()
      case (true, let isWide): guard !isInside, add(isWide ? [0, 1, 0] : [0, 0]) else { return nil }
      }
    }
    return filled == 0 && !isInside ? out : nil
  }

  /// What characters say, and the modifier of the AIM identifier: 0 ASCII, 1 numeric, 2 numeric and ASCII, 4 ASCII and
  /// numeric (ISO/IEC 15424).
  private static func text(_ c: [UInt8], _ mode: Mode) -> ([UInt8], Int)? {
    var mode = mode
    let shift = c.firstIndex(of: 0x10)
    // Compressed numbers are also printed between the characters of ASCII: nothing else uses these below the space.
    if mode == .ascii, c.contains(where: { (17..<32).contains($0) }), c.allSatisfy({ $0 > 16 && $0 < 127 }) {
      mode = .numeric
    }
    switch mode {
    case .ascii: return (c, 0)
    case .numeric:
      guard let shift else { return digits(c[...]).map { ($0, 1) } }
      return digits(c[..<shift]).map { ($0 + c[(shift + 1)...], 2) }
    case .asciiThenNumeric:
      guard let shift else { return (c, 0) }
      return digits(c[(shift + 1)...]).map { (c[..<shift] + $0, 4) }
    }
  }

  /// Two digits a character from 27 on, a digit and X from 17 to 26.
  private static func digits(_ c: ArraySlice<UInt8>) -> [UInt8]? {
    guard !c.isEmpty else { return nil }
    var out: [UInt8] = []
    for value in c {
      switch value {
      case 17...26: out += [0x30 + value - 17, 0x58]
      case 27...126: out += [0x30 + (value - 27) / 10, 0x30 + (value - 27) % 10]
      default: return nil
      }
    }
    return out
  }

  /// The characters of digits, two a character; nil for an odd number or anything else but a digit or an X behind one.
  static func compressed(_ digits: [UInt8]) -> [UInt8]? {
    guard digits.count % 2 == 0 else { return nil }
    var out: [UInt8] = []
    for i in stride(from: 0, to: digits.count, by: 2) {
      let (a, b) = (digits[i], digits[i + 1])
      guard (0x30...0x39).contains(a) else { return nil }
      if b == 0x58 {
        out.append(17 + a - 0x30)
      } else {
        guard (0x30...0x39).contains(b) else { return nil }
        out.append(27 + 10 * (a - 0x30) + b - 0x30)
      }
    }
    return out
  }
}
