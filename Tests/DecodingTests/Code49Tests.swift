import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct Code49Tests {
  /// The rows of characters that modules show; nil where parities are not those of the row.
  private func characters(_ modules: [[Bool]]) -> [[Int]]? {
    var out: [[Int]] = []
    for (r, row) in modules.enumerated() {
      var (characters, parity): ([Int], UInt8) = ([], 0)
      for k in 0..<4 {
        let pattern = row[(2 + 16 * k)..<(18 + 16 * k)].reduce(UInt16(0)) { $0 << 1 | ($1 ? 1 : 0) }
        guard let (word, isOdd) = Code49Patterns.word(pattern) else { return nil }
        characters += [word / 49, word % 49]
        parity = parity << 1 | (isOdd ? 1 : 0)
      }
      guard parity == (r == modules.count - 1 ? Code49.lastParity : Code49.parities[r]) else { return nil }
      out.append(characters)
    }
    return out
  }

  @Test func patternsAreDistinctAndOfTheirParity() {
    for word in 0..<Code49Patterns.count {
      for isOdd in [false, true] {
        let pattern = Code49Patterns.pattern(word, isOdd: isOdd)
        let found = Code49Patterns.word(pattern)
        #expect(found?.word == word && found?.isOdd == isOdd)
        #expect(pattern >> 15 == 1 && pattern & 1 == 0 && pattern.nonzeroBitCount % 2 == (isOdd ? 1 : 0))
        // Four bars and four spaces of up to six modules.
        #expect((pattern ^ pattern << 1).nonzeroBitCount == 7)
        #expect(
          (0...9).allSatisfy {
            let part = pattern >> UInt16($0) & 0x7F
            return part != 0 && part != 0x7F
          })
      }
    }
  }

  @Test(.enabled(if: Zint.isInstalled)) func rowsOfZintAreReadAndDrawnAlike() throws {
    var noise = Noise(state: 491)
    let classes: [[UInt8]] = [
      Array(0x30...0x39), Array(0x41...0x5A), Array(0x20...0x7E), Array(0...0x1F), Array(0...0x7F),
      Array("0123456789012345A".utf8), Array("-. $/+%".utf8),
    ]
    var (count, modes) = (0, [Int](repeating: 0, count: 7))
    for alphabet in classes {
      for length in [1, 2, 4, 5, 6, 7, 8, 9, 10, 12, 17, 23, 30, 40, 49, 66, 81] {
        let bytes = (0..<length).map { _ in alphabet[Int(noise.next() % UInt64(alphabet.count))] }
        guard let modules = Zint.modules("-b 24 --binary", bytes, columns: 70) else { continue }
        let rows = try #require(characters(modules), "\(bytes)")
        #expect(Code49.decode(rows) == StackValue(bytes: bytes, aimID: "]T0"), "\(bytes)")
        #expect(Code49.modules(rows) == modules)
        modes[rows[rows.count - 1][6] % 7] += 1
        count += 1
      }
    }
    #expect(count > 60 && modes[0] > 0 && modes[2] > 0 && modes[4] > 0 && modes[5] > 0, "\(modes)")
  }

  @Test(.enabled(if: Zint.isInstalled)) func gs1DataIsRead() throws {
    let modules = try #require(
      Zint.modules("-b 24 --gs1", Array("[01]12345678901231[10]ABC[21]X1".utf8), columns: 70))
    let value = try #require(characters(modules).flatMap { Code49.decode($0) })
    #expect(value == StackValue(bytes: Array("011234567890123110ABC\u{1d}21X1".utf8), aimID: "]T1", isGS1: true))
  }

  /// Rows as BWIPP 2026-09-28 draws them ("sam" 25, 12, 99, 37).
  @Test func partsOfAGroupAreThoseOfBWIPP() throws {
    for (text, index, count, expected) in [
      (
        "MULTIPLE ROWS IN CODE 49", 1, 5,
        [
          [11, 22, 30, 21, 29, 18, 25, 9], [21, 14, 38, 27, 24, 32, 28, 37], [38, 18, 23, 38, 12, 24, 13, 19],
          [14, 38, 4, 9, 48, 48, 48, 13], [48, 48, 30, 2, 12, 17, 24, 34],
        ]
      ),
      ("12345ABC", 0, 2, [[1, 48, 5, 17, 9, 48, 10, 40], [11, 12, 12, 29, 31, 25, 3, 25]]),
      ("12345ABC", 8, 9, [[44, 48, 5, 17, 9, 48, 10, 34], [11, 12, 7, 17, 8, 19, 3, 28]]),
      (
        "abc DEF", 2, 7,
        [[23, 44, 10, 44, 11, 44, 12, 41], [38, 13, 14, 15, 48, 48, 48, 28], [48, 48, 8, 44, 1, 3, 10, 15]]
      ),
    ] {
      let part = StructuredAppend(index: index, count: count, parity: 0)
      let rows = try #require(Code49.encode(Array(text.utf8), part: part))
      #expect(rows == expected, "\(text)")
      var value = StackValue(bytes: Array(text.utf8), aimID: "]T0")
      value.part = part
      #expect(Code49.decode(rows) == value)
    }
    for character in 0..<49 {
      let part = Code49.part(character)
      #expect((part == nil) == (character == 0 || character > 44))
      #expect(part.flatMap { Code49.character($0) } ?? character == character)
    }
    #expect(Code49.encode([0x41], part: StructuredAppend(index: 0, count: 10, parity: 0)) == nil)
  }

  @Test func encodedIsDecoded() throws {
    var noise = Noise(state: 492)
    var count = 0
    for number in 0..<400 {
      let length = 1 + Int(noise.next() % 40)
      var bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: noise.next()) & 0x7F }
      if number % 3 == 1 { bytes = bytes.map { 0x30 + $0 % 10 } }
      let isGS1 = number % 5 == 0
      if bytes[0] == 0x1D { bytes[0] = 0x41 }
      guard let rows = Code49.encode(bytes, rows: 2 + Int(noise.next() % 7), isGS1: isGS1) else { continue }
      count += 1
      #expect(
        Code49.decode(rows) == StackValue(bytes: bytes, aimID: isGS1 ? "]T1" : "]T0", isGS1: isGS1), "\(bytes)")
    }
    #expect(count > 250)
    #expect(Code49.encode([]) == nil)
    #expect(Code49.encode([0x80]) == nil)
    #expect(Code49.encode([UInt8](repeating: 0x41, count: 50)) == nil)
    #expect(Code49.encode([UInt8](repeating: 0x41, count: 49)) != nil)
  }

  @Test func identifiersOfFunctionCharacters() {
    func value(_ data: [Int]) -> StackValue? { Code49Text.value(data[...], isNumeric: false) }
    #expect(value([10, 11]) == StackValue(bytes: Array("AB".utf8), aimID: "]T0"))
    #expect(value([45, 10, 45, 11]) == StackValue(bytes: Array("A\u{1d}B".utf8), aimID: "]T1", isGS1: true))
    #expect(value([10, 45, 11]) == StackValue(bytes: Array("AB".utf8), aimID: "]T2"))
    #expect(value([46, 10, 47, 11]) == StackValue(bytes: Array("AB".utf8), aimID: "]T4"))
    #expect(value([43]) == nil && value([43, 45]) == nil && value([44, 44]) == nil && value([]) == nil)
  }

  @Test func changedRowsAreRefused() throws {
    let rows = try #require(Code49.encode(Array("CODE 49 123456 ab".utf8)))
    for r in rows.indices {
      for c in rows[r].indices {
        for character in 0..<49 where character != rows[r][c] {
          var changed = rows
          changed[r][c] = character
          #expect(Code49.decode(changed) == nil)
          // With a right check character of the row the check words tell.
          changed[r][7] = changed[r].dropLast().reduce(0, +) % 49
          #expect(Code49.decode(changed) == nil || changed == rows, "row \(r), \(c): \(character)")
        }
      }
      var swapped = rows
      swapped.swapAt(r, (r + 1) % rows.count)
      #expect(Code49.decode(swapped) == nil)
      swapped.remove(at: r)
      #expect(Code49.decode(swapped) == nil)
    }
  }

  @Test(arguments: [0.0, 180, 45, 90]) func drawnIsReadAtAnyRotation(_ degrees: Double) throws {
    let bytes = Array("CODE 49 TEST 12345".utf8)
    let modules = try #require(Code49.encode(bytes).flatMap { Code49.modules($0) })
    let drawing = Drawing(StackDrawing.separated(modules), scale: 2.5, degrees: degrees)
    let codes = try StackDrawing.read(drawing, SymbologySet([.code49, .code128]))
    #expect(codes.map { $0.symbology } == [.code49] && codes.first?.bytes == bytes && codes.first?.aimID == "]T0")
  }
}
