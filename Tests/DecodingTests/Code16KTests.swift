import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct Code16KTests {
  /// The rows of words that modules of 70 columns show.
  private func words(_ modules: [[Bool]]) -> [[Int]] {
    modules.map { StackDrawing.words128($0, from: 8, bars: false, count: 5) }
  }

  @Test(.enabled(if: Zint.isInstalled)) func rowsOfZintAreReadAndDrawnAlike() throws {
    var noise = Noise(state: 161)
    // Not lower case among control characters: there zint 2.11 writes FNC4 where it means set B.
    let classes: [[UInt8]] = [
      Array(0x30...0x39), Array(0x41...0x5A), Array(0x20...0x7E), Array(0...0x1F), Array(0xA0...0xFF),
      Array("0123456789A".utf8), Array("ABC\u{1}\u{2}".utf8),
      Array("abc\u{e9}\u{fc}".unicodeScalars.map { UInt8($0.value) }),
    ]
    var (count, refused, modes) = (0, 0, [Int](repeating: 0, count: 7))
    for alphabet in classes {
      for length in [1, 2, 3, 4, 7, 12, 20, 33, 60, 100] {
        let bytes = (0..<length).map { _ in alphabet[Int(noise.next() % UInt64(alphabet.count))] }
        guard let modules = Zint.modules("-b 23 --binary", bytes, columns: 70) else { continue }
        let words = words(modules)
        let all = words.flatMap { $0 }
        // zint 2.11 leaves off the last row where it would hold no more than the check characters.
        if Code16K.checks(Array(all.dropLast(2))) != (all[all.count - 2], all[all.count - 1]) {
          refused += 1
          #expect(Code16K.decode(words) == nil)
          continue
        }
        let value = try #require(Code16K.decode(words), "\(bytes)")
        #expect(value == StackValue(bytes: bytes, aimID: "]K0"), "\(bytes)")
        #expect(Code16K.modules(words) == modules)
        modes[words[0][0] % 7] += 1
        count += 1
      }
    }
    #expect(count > 3 * refused && count > 40 && modes[0] > 0 && modes[1] > 0 && modes[2] > 0, "\(modes)")
  }

  @Test(.enabled(if: Zint.isInstalled)) func gs1DataIsRead() throws {
    let modules = try #require(
      Zint.modules("-b 23 --gs1", Array("[01]12345678901231[10]ABCDE[21]X1".utf8), columns: 70))
    let value = try #require(Code16K.decode(words(modules)))
    #expect(value == StackValue(bytes: Array("011234567890123110ABCDE\u{1d}21X1".utf8), aimID: "]K1", isGS1: true))
  }

  @Test func modesAndShifts() throws {
    func decode(_ mode: Int, _ data: [Int]) throws -> StackValue? {
      var words = [mode] + data
      words += [Int](repeating: Code16K.pad, count: 8 - words.count)
      let checks = Code16K.checks(words)
      words += [checks.0, checks.1]
      return Code16K.decode([Array(words[..<5]), Array(words[5...])])
    }
    func text(_ mode: Int, _ data: [Int]) throws -> String? {
      try decode(mode, data).map { String(decoding: $0.bytes, as: UTF8.self) + $0.aimID }
    }
    // EN 12323: 0 A, 1 B, 2 C, 3 B and 4 C with FNC1, 5 C behind one and 6 C behind two characters of B.
    #expect(try text(0, [33, 65]) == "A\u{1}]K0")
    #expect(try text(1, [33, 65]) == "Aa]K0")
    #expect(try text(2, [33, 65]) == "3365]K0")
    #expect(try text(3, [16, 17, 102, 33]) == "01\u{1d}A]K1")
    #expect(try text(4, [1, 23]) == "0123]K1")
    #expect(try text(5, [65, 33]) == "a33]K0")
    #expect(try text(6, [65, 66, 33]) == "ab33]K0")
    #expect(try text(7, [65, 66, 33]) == nil)
    // Shifts for one, two, and three characters.
    #expect(try text(0, [98, 65, 65]) == "a\u{1}]K0")
    #expect(try text(1, [104, 65, 66, 65]) == "\u{1}\u{2}a]K0")
    #expect(try text(1, [105, 12, 34, 65]) == "1234a]K0")
    #expect(try text(0, [106, 12, 34, 56, 33]) == "123456A]K0")
    #expect(try text(2, [104, 65, 12]) == "a12]K0")
    #expect(try text(2, [105, 65, 66, 12]) == "ab12]K0")
    #expect(try text(2, [106, 65, 66, 67, 12]) == "abc12]K0")
    // FNC1 behind a letter, and a pad in front.
    #expect(try text(1, [33, 102, 34]) == "AB]K2")
    #expect(try text(1, [103, 33]) == "A]K4")
  }

  /// The first rows of words, and the two check characters, as BWIPP 2026-09-28 draws them ("sam" 25, 25, 12).
  @Test func partsOfLongerDataAreThoseOfBWIPP() throws {
    for (text, index, count, first, checks) in [
      (
        "Abcd-1234567890-wxyZ", 1, 5,
        [105, 1, 4, 33, 66, 67, 68, 13, 99, 12, 34, 56, 78, 90, 100, 13, 87, 88, 89, 58, 103], [72, 16]
      ),
      ("12345678901234", 1, 5, [105, 1, 4, 99, 12, 34, 56, 78, 90, 12, 34, 103], [70, 100]),
      ("abcdefg", 0, 2, [105, 0, 1, 65, 66, 67, 68, 69, 70, 71, 103], [20, 6]),
    ] {
      let part = StructuredAppend(index: index, count: count, parity: 0)
      let rows = try #require(Code16K.encode(Array(text.utf8), part: part))
      let words = rows.flatMap { $0 }
      #expect(rows.count == 16 && Array(words.prefix(first.count)) == first && Array(words.suffix(2)) == checks)
      var value = StackValue(bytes: Array(text.utf8), aimID: "]K0")
      value.part = part
      #expect(Code16K.decode(rows) == value)
    }
    #expect(Code16K.encode([0x41], part: StructuredAppend(index: 5, count: 5, parity: 0)) == nil)
    #expect(Code16K.encode([0x41], part: StructuredAppend(index: 0, count: 108, parity: 0)) == nil)
    #expect(
      Code16K.encode([UInt8](repeating: 0x41, count: 76), part: StructuredAppend(index: 0, count: 2, parity: 0)) == nil)
    // Element strings that go on: a separator first is one.
    let gs1 = try #require(
      Code16K.encode(Array("0112345678901231".utf8), isGS1: true, part: StructuredAppend(index: 0, count: 2, parity: 0))
    )
    #expect(Code16K.decode(gs1)?.isGS1 == true)
    let rest = try #require(
      Code16K.encode(Array("\u{1d}21X".utf8), part: StructuredAppend(index: 1, count: 2, parity: 0)))
    #expect(Code16K.decode(rest)?.bytes == Array("\u{1d}21X".utf8) && Code16K.decode(rest)?.isGS1 == false)
  }

  @Test func encodedIsDecoded() throws {
    var noise = Noise(state: 162)
    var count = 0
    for number in 0..<400 {
      let length = 1 + Int(noise.next() % 40)
      let mask: UInt8 = number % 3 == 0 ? 0xFF : 0x7F
      var bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: noise.next()) & mask }
      if number % 4 == 1 { bytes = bytes.map { 0x30 + $0 % 10 } }
      let isGS1 = number % 5 == 0
      if !isGS1 { bytes = bytes.map { $0 == 0x1D ? 0x41 : $0 } }
      if bytes[0] == 0x1D { bytes[0] = 0x41 }
      guard let rows = Code16K.encode(bytes, rows: 2 + Int(noise.next() % 15), isGS1: isGS1) else { continue }
      count += 1
      #expect(
        Code16K.decode(rows) == StackValue(bytes: bytes, aimID: isGS1 ? "]K1" : "]K0", isGS1: isGS1), "\(bytes)")
    }
    #expect(count > 300)
    #expect(Code16K.encode([]) == nil)
    #expect(Code16K.encode([UInt8](repeating: 0x41, count: 78)) == nil)
    #expect(Code16K.encode([UInt8](repeating: 0x41, count: 77)) != nil)
  }

  @Test func changedRowsAreRefused() throws {
    let rows = try #require(Code16K.encode(Array("Code 16K 123456".utf8)))
    for r in rows.indices {
      for c in rows[r].indices {
        for word in 0..<107 where word != rows[r][c] {
          var changed = rows
          changed[r][c] = word
          #expect(Code16K.decode(changed) == nil, "row \(r), \(c): \(word)")
        }
      }
      var swapped = rows
      swapped.swapAt(r, (r + 1) % rows.count)
      #expect(Code16K.decode(swapped) == nil)
      swapped.remove(at: r)
      #expect(Code16K.decode(swapped) == nil)
    }
  }

  @Test(arguments: [0.0, 180, 45, 90]) func drawnIsReadAtAnyRotation(_ degrees: Double) throws {
    let bytes = Array("Code 16K test 12345".utf8)
    let modules = try #require(Code16K.encode(bytes).flatMap { Code16K.modules($0) })
    let drawing = Drawing(StackDrawing.separated(modules), scale: 2.5, degrees: degrees)
    let codes = try StackDrawing.read(drawing, SymbologySet([.code16K, .code128]))
    #expect(codes.map { $0.symbology } == [.code16K] && codes.first?.bytes == bytes && codes.first?.aimID == "]K0")
  }
}
