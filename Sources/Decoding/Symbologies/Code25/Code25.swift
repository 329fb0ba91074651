import ReaderCore

/// The straight members of the 2 of 5 family: two of five elements of each digit are wide (weights 1, 2, 4, 7 and parity).
///
/// Industrial and IATA carry digits in the bars alone, with narrow spaces; matrix and Data Logic in bars and spaces, with a
/// narrow gap between digits; COOP does the same with patterns of its own. Inverted 2 of 5 is not read: no specification of it could
/// be had. No standard of COOP is published; its patterns are those on which generators agree (BWIPP, barcode1dtools).
enum Code25 {
  enum Kind: CaseIterable {
    case industrial, iata, matrix, dataLogic, coop
    var variant: Variant {
      switch self {
      case .industrial: .industrial2of5
      case .iata: .iata2of5
      case .matrix: .matrix2of5
      case .dataLogic: .dataLogic2of5
      case .coop: .coop2of5
      }
    }
  }

  /// How it is to be read.
  struct Options {
    var kinds = Kind.allCases
    /// Whether the last digit must be the check digit (modulo 10, weights 3 and 1), and whether it stays in the text.
    var demandsCheck = false
    var transmitsCheck = true
    var length = LengthRule(minimum: 5)
  }

  /// Wide elements of the digits, the first in the highest of five bits.
  static let wide: [UInt32] = [
    0b00110, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b01010,
  ]

  /// The same for COOP, weights 7, 4, 2, 1 and parity.
  static let wideOfCOOP: [UInt32] = [
    0b11000, 0b00011, 0b00101, 0b00110, 0b01001, 0b01010, 0b01100, 0b10001, 0b10010, 0b10100,
  ]

  private static func wide(_ kind: Kind) -> [UInt32] { kind == .coop ? wideOfCOOP : wide }

  /// The modulo 10 check digit with weights 3 and 1 from the right.
  static func check(_ digits: [Int]) -> Int {
    var sum = 0
    for (i, digit) in digits.reversed().enumerated() { sum += i % 2 == 0 ? 3 * digit : digit }
    return (10 - sum % 10) % 10
  }

  /// Start and stop: elements as W and N, the start with the gap behind it.
  private static func ends(_ kind: Kind) -> (start: StaticString, stop: StaticString) {
    switch kind {
    case .industrial: ("WNWNNN", "WNNNW")
    case .iata: ("NNNN", "WNN")
    case .matrix: ("WNNNNN", "WNNNN")
    case .dataLogic: ("NNNN", "WNN")
    case .coop: ("WNWN", "NWW")
    }
  }

  private static func inBars(_ kind: Kind) -> Bool { kind == .industrial || kind == .iata }

  /// The symbol of digits, check digit among them. The wide bars of start and stop of matrix 2 of 5 are four modules.
  static func pattern(_ digits: [Int], _ kind: Kind, ratio: Float = 3, endRatio: Float? = nil) -> LinearPattern? {
    guard digits.allSatisfy({ (0...9).contains($0) }), digits.count <= 256 else { return nil }
    let (start, stop) = ends(kind)
    let end = endRatio ?? (kind == .matrix ? ratio * 4 / 3 : ratio)
    var p = LinearPattern()
    func append(_ text: StaticString) {
      p.characters.append(p.widths.count)
      for i in 0..<text.utf8CodeUnitCount { p.widths.append(text.utf8Start[i] == 0x57 ? end : 1) }
    }
    append(start)
    for digit in digits {
      p.characters.append(p.widths.count)
      for k in 0..<5 {
        let isWide = wide(kind)[digit] >> UInt32(4 - k) & 1 == 1
        p.widths.append(isWide ? ratio : 1)
        if inBars(kind) { p.widths.append(1) }
      }
      if !inBars(kind) { p.widths.append(1) }
    }
    append(stop)
    return p
  }

  /// Reads a run from its left.
  static func decode(_ run: TwoWidthRun, _ options: Options) -> LineValue? {
    for kind in options.kinds {
      if let value = decode(run, kind, options) { return value }
    }
    return nil
  }

  private static func decode(_ run: TwoWidthRun, _ kind: Kind, _ options: Options) -> LineValue? {
    let (start, stop) = ends(kind)
    let (head, tail) = (start.utf8CodeUnitCount, stop.utf8CodeUnitCount)
    let size = inBars(kind) ? 10 : 6
    let body = run.wide.count - head - tail
    guard body >= size, body % size == 0, run.barsDiffer, run.spacesDiffer == !inBars(kind), run.ratio > 1.6,
      run.ratio < 4.2, run.matches(start, at: 0), run.matches(stop, at: run.wide.count - tail)
    else { return nil }
    var digits: [Int] = []
    for at in stride(from: head, to: head + body, by: size) {
      if inBars(kind) {
        guard run.spacesAreNarrow(at: at, count: size) else { return nil }
      } else if run.wide[at + 5] {
        return nil
      }
      guard let digit = wide(kind).firstIndex(of: run.bits(at: at, count: 5, step: inBars(kind) ? 2 : 1)) else {
        return nil
      }
      digits.append(digit)
    }
    let isRight = digits.count > 1 && check(Array(digits.dropLast())) == digits.last
    guard isRight || !options.demandsCheck else { return nil }
    let text = options.demandsCheck && !options.transmitsCheck ? Array(digits.dropLast()) : digits
    // Generators differ in how wide the ends of matrix 2 of 5 are.
    let endRatio = kind == .matrix ? max(run.ratio, min(4.6, (run.edges[1] - run.edges[0]) / run.narrow)) : run.ratio
    guard options.length.allows(text.count),
      let pattern = pattern(digits, kind, ratio: run.ratio, endRatio: endRatio)
    else { return nil }
    return LineValue(
      symbology: .code25, variant: kind.variant, bytes: text.map { UInt8($0) + 0x30 },
      aimID: kind == .industrial ? "]S0" : kind == .iata ? "]R0" : "]X0",
      strength: options.demandsCheck ? .checked : .formed, pattern: pattern)
  }
}
