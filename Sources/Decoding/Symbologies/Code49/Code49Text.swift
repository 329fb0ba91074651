/// Characters of Code 49 as text, and text as characters.
enum Code49Text {
  /// What characters say; nil when they follow no valid path.
  ///
  /// - Parameter isFirst: Whether a message begins with them: FNC1 then tells what it is.
  static func value(_ data: ArraySlice<Int>, isNumeric: Bool, isFirst: Bool = true) -> StackValue? {
    var bytes: [UInt8] = []
    var (isGS1, isAIM, hasFNC2) = (false, false, false)
    var shift: [UInt8]?
    var numeric = isNumeric
    var run: [Int] = []
    for (i, c) in data.enumerated() {
      if c == Code49.numeric {
        guard shift == nil, append(&run, to: &bytes) else { return nil }
        numeric.toggle()
      } else if numeric {
        run.append(c)
      } else if let table = shift {
        guard c < 43, table[c] < 128 else { return nil }
        bytes.append(table[c])
        shift = nil
      } else {
        switch c {
        case 0..<43: bytes.append(Code49.alphabet[c])
        case Code49.shift1, Code49.shift2: shift = Code49.shifted[c - Code49.shift1]
        case Code49.fnc1 where i == 0 && isFirst: isGS1 = true
        case Code49.fnc1 where i == 1 && !isGS1 && isFirst: isAIM = true
        case Code49.fnc1: bytes.append(0x1D)
        case Code49.fnc2 where i == 0 && isFirst: hasFNC2 = true
        case Code49.fnc2, Code49.fnc3: break  // instructions to the reader
        default: return nil
        }
      }
    }
    guard shift == nil, append(&run, to: &bytes), !bytes.isEmpty else { return nil }
    // T: ISO/IEC 15424:2008, table 1.
    return StackValue(
      bytes: bytes, aimID: isGS1 ? "]T1" : isAIM ? "]T2" : hasFNC2 ? "]T4" : "]T0", isGS1: isGS1)
  }

  /// Digits by characters in base 48: three are five digits, or four where they are 100000 more; two that remain are three
  /// digits, one is a digit.
  private static func append(_ run: inout [Int], to bytes: inout [UInt8]) -> Bool {
    var at = 0
    func put(_ value: Int, _ count: Int) -> Bool {
      var digits: [UInt8] = []
      var rest = value
      for _ in 0..<count {
        digits.insert(0x30 + UInt8(rest % 10), at: 0)
        rest /= 10
      }
      bytes += digits
      return rest == 0
    }
    while run.count - at >= 3 {
      let value = (run[at] * 48 + run[at + 1]) * 48 + run[at + 2]
      guard value < 100_000 ? put(value, 5) : put(value - 100_000, 4) else { return false }
      at += 3
    }
    if run.count - at == 2, !put(run[at] * 48 + run[at + 1], 3) { return false }
    if run.count - at == 1 {
      guard run[at] < 10 else { return false }
      bytes.append(0x30 + UInt8(run[at]))
    }
    run.removeAll()
    return true
  }

  /// The mode and characters of a text; nil when a byte is not ASCII. 0x1D is FNC1 in GS1 data.
  ///
  /// - Parameter first: The character that begins a part of a group.
  static func characters(_ bytes: [UInt8], isGS1: Bool, first: Int? = nil) -> (mode: Int, characters: [Int])? {
    guard first ?? 0 >= 0 else { return nil }
    var out = (first.map { [$0] } ?? []) + (isGS1 ? [Code49.fnc1] : [])
    var mode = 0
    var numeric = false
    var at = 0
    while at < bytes.count {
      let run = bytes[at...].prefix { (0x30...0x39).contains($0) }
      if run.count >= 5 {
        if out.isEmpty { mode = 2 } else if !numeric { out.append(Code49.numeric) }
        out += digits(run.map { Int($0) - 0x30 })
        numeric = true
        at += run.count
        continue
      }
      if numeric {
        out.append(Code49.numeric)
        numeric = false
      }
      let byte = bytes[at]
      if isGS1, byte == 0x1D {
        out.append(Code49.fnc1)
      } else if let c = Code49.alphabet.firstIndex(of: byte) {
        out.append(c)
      } else {
        guard let shift = Code49.shifted.firstIndex(where: { $0.contains(byte) }), byte < 128,
          let c = Code49.shifted[shift].firstIndex(of: byte)
        else { return nil }
        if out.isEmpty { mode = 4 + shift } else { out.append(Code49.shift1 + shift) }
        out.append(c)
      }
      at += 1
    }
    return (mode, out)
  }

  /// Five digits or more as characters.
  private static func digits(_ run: [Int]) -> [Int] {
    var out: [Int] = []
    func put(_ digits: ArraySlice<Int>, plus: Int, _ count: Int) {
      var value = digits.reduce(0) { 10 * $0 + $1 } + plus
      var part: [Int] = []
      for _ in 0..<count {
        part.insert(value % 48, at: 0)
        value /= 48
      }
      out += part
    }
    var at = 0
    while run.count - at >= 5, run.count - at != 7 {
      put(run[at..<at + 5], plus: 0, 3)
      at += 5
    }
    switch run.count - at {
    case 7:
      put(run[at..<at + 4], plus: 100_000, 3)
      put(run[(at + 4)...], plus: 0, 2)
    case 4: put(run[at...], plus: 100_000, 3)
    case 3: put(run[at...], plus: 0, 2)
    case 1: out.append(run[at])
    default: break
    }
    return out
  }
}
