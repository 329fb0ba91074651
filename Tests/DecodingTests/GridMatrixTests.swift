import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct GridMatrixTests {
  private func zint(_ arguments: String, _ data: [UInt8]) -> SymbolModules? {
    Zint.modules("-b 142 \(arguments)", data).flatMap { SymbolModules($0) }
  }

  /// The level that the rings of a symbol say.
  private func level(_ grid: SymbolModules) throws -> Int {
    let version = try #require(GridMatrixVersion(side: grid.width))
    return try #require(GridMatrix.strangers(grid, version).first { $0.count == 0 }).level
  }

  // MARK: against zint

  @Test(.enabled(if: Zint.isInstalled)) func everyVersionAndLevelOfZintIsRead() throws {
    var noise = Noise(state: 81)
    for number in 1...13 {
      for level in 1...5 {
        let version = try #require(GridMatrixVersion(number))
        guard let capacity = version.capacity(level: level) else { continue }
        let count = max(3, (capacity * 7 - 40) / 8 * 4 / 5)
        let bytes = (0..<count).map { _ in UInt8(128 + noise.next() % 128) }
        let grid = try #require(zint("--binary --vers=\(number) --secure=\(level)", bytes))
        // zint raises the level of small versions.
        let drawn = try self.level(grid)
        #expect(grid.width == version.side && drawn >= level, "version \(number) level \(level)")
        if number > 3 { #expect(drawn == level) }
        let read = try #require(GridMatrix.decode(grid), "version \(number) level \(level)")
        #expect(read.content.bytes == bytes, "version \(number) level \(level)")
        // In version 8 level 5 zint has one more check codeword.
        if (number, level) != (8, 5) { #expect(read.drawn == grid, "version \(number) level \(level)") }
      }
    }
  }

  /// Where two other characters follow less than three digits zint 2.11 writes zeros between them that nothing tells from digits.
  @Test(.enabled(if: Zint.isInstalled)) func everyModeIsRead() throws {
    for text in [
      "1", "12", "123", "1234", "12345", "123456", "1.23", "12.3", "123.4", "1+2", "1-2", "1,2", "1.2", "12.", "123 ",
      "1\r\n23456", "12345.6789,012+345-678 9", "abc xyz", "ABC XYZ", "aA", "Aa", "aB1cD2.eF3", "a123A456b", "a!b?c@d",
      "[]{}~`^_\\|@", "\u{1}\u{2}\u{1f}abc", "\u{7f}\u{7f}abc", "\u{7f}\u{7f}ABC", "\u{7f}\u{7f}123456",
      "\u{7f}\u{7f}aB1cD2", "aB1cD2\u{7f}\u{7f}\u{7f}", "123456\u{7f}\u{7f}", "abc\u{7f}\u{7f}", "ABCDEF\u{7f}\u{7f}",
      "汉", "汉字汉字12汉字汉字", "汉字汉字1汉字", "汉字汉字A汉字", "汉字汉字\r\n汉字", "汉字汉字汉字abcdefgh",
      "汉字汉字汉字ABCDEFGHI", "汉字汉字汉字123456789", "汉字汉字汉字aB1cD2eF3", "汉字汉字\u{7f}\u{7f}\u{7f}\u{7f}",
      "abcd汉字汉字", "ABCD汉字汉字", "123456汉字汉字", "aB1cD2汉字汉字", "　、。①Ａあアαа啊齄é",
    ] {
      let grid = try #require(zint("", Array(text.utf8)), "\(text)")
      let content = try #require(GridMatrix.decode(grid), "\(text)").content
      #expect(GridMatrix.text(content)?.text == text)
      let own = try #require(GridMatrix.modules(content.bytes, isChinese: content.isChinese), "\(text)")
      #expect(GridMatrix.decode(own)?.content == content, "\(text)")
    }
    // All of GB 2312 that the modes hold.
    for first in 0xa1...0xf7 where !(0xaa...0xaf).contains(first) {
      let text = (0xa1...0xfe).compactMap { Charset("GB2312").decode([UInt8(first), UInt8($0)]) }.joined()
      guard !text.isEmpty else { continue }
      let grid = try #require(zint("", Array(text.utf8)), "row \(first)")
      #expect(GridMatrix.decode(grid).flatMap { GridMatrix.text($0.content)?.text } == text, "row \(first)")
    }
  }

  @Test(.enabled(if: Zint.isInstalled)) func characterSetsAndSetsOfSymbolsAreDeclared() throws {
    for eci in [3, 26, 899, 1023, 1024, 32767, 32768, 811_799] {
      let grid = try #require(zint("--eci=\(eci) --binary", Array("abc".utf8)), "\(eci)")
      let content = try #require(GridMatrix.decode(grid)?.content, "\(eci)")
      #expect(content.segments == [ECISegment(eci: Int32(eci), range: 0..<3)] && content.bytes == Array("abc".utf8))
      #expect(GridMatrix.modules(Array("abc".utf8), eci: eci).flatMap { GridMatrix.decode($0)?.content } == content)
    }
    let part = try #require(zint("--structapp=2,5,77", Array("abc".utf8)))
    #expect(
      GridMatrix.decode(part)?.content.structuredAppend == StructuredAppend(index: 1, count: 5, parity: 77))
  }

  // MARK: encoded is decoded

  @Test func encodedIsDecoded() throws {
    var noise = Noise(state: 82)
    for round in 0..<80 {
      let bytes = (0..<1 + Int(noise.next() % 60)).map { _ -> UInt8 in
        let byte = UInt8(noise.next() % 256)
        return round % 3 == 0 ? 0x30 + byte % 10 : round % 3 == 1 ? 0x20 + byte % 96 : byte
      }
      let grid = try #require(GridMatrix.modules(bytes, level: 1 + round % 5))
      #expect(GridMatrix.decode(grid)?.content.bytes == bytes)
    }
    let long = (0..<1100).map { UInt8(128 + $0 % 128) }
    #expect(GridMatrix.modules(long, level: 1).flatMap { GridMatrix.decode($0)?.content.bytes } == long)
  }

  @Test func errorsAreCorrectedUpToTheLimitAndRefusedBeyond() throws {
    var noise = Noise(state: 83)
    for (number, level) in [(1, 5), (2, 3), (4, 1), (7, 2), (13, 5)] {
      let version = try #require(GridMatrixVersion(number))
      let data = (0..<(version.capacity(level: level) ?? 0)).map { _ in UInt8(noise.next() % 128) }
      let words = try #require(GridMatrix.protected(data, version, level: level))
      let blocks = version.blocks(level: level)
      for excess in 0...1 {
        var broken = words
        for (i, block) in blocks.enumerated() {
          var left = Array(stride(from: i, to: words.count, by: blocks.count))
          for _ in 0..<block.checks / 2 + 2 * excess {
            broken[left.remove(at: Int(noise.next() % UInt64(left.count)))] ^= UInt8(1 + noise.next() % 127)
          }
        }
        let read = GridMatrix.correct(&broken, version, level: level)
        #expect(excess == 0 ? read == data && broken == words : read == nil, "version \(number) level \(level)")
      }
    }
  }

  @Test func changedModulesGiveTheSameValueOrNothing() throws {
    var noise = Noise(state: 84)
    let value = Array("Same value or nothing".utf8)
    for level in 1...5 {
      let grid = try #require(GridMatrix.modules(value, level: level))
      for round in 0..<60 {
        var changed = grid
        for _ in 0..<round { changed.dark[Int(noise.next() % UInt64(grid.dark.count))].toggle() }
        let read = GridMatrix.decode(changed)?.content.bytes
        #expect(read == nil || read == value)
        if round < (level == 1 ? 2 : 3) { #expect(read == value) }
      }
    }
  }

  // MARK: in pictures

  @Test(arguments: [
    (1, 1.5, 0.0, false, false), (1, 3, 12, false, false), (2, 3, 33, true, false), (2, 4, 90, false, false),
    (3, 2.2, 145, false, true), (4, 6, 200, true, true), (5, 3, 271, false, false), (7, 2, 315, false, false),
    (10, 2, 5, false, true), (13, 1.6, 0, false, false),
  ])
  func drawnIsRead(_ version: Int, _ scale: Double, _ degrees: Double, _ isInverted: Bool, _ isMirrored: Bool) throws {
    let value = Array("Grid".utf8)
    let grid = try #require(GridMatrix.modules(value, version: version, level: 5))
    let code = try MatrixDrawing.expectRead(
      grid, value, scale: scale, degrees: degrees, isInverted: isInverted, isMirrored: isMirrored, GridMatrixReader.read
    )
    #expect(code.symbology == .gridMatrix && code.aimID == "]g0")
  }

  @Test func framesAloneAreNothing() throws {
    var noise = Noise(state: 85)
    let grid = try #require(GridMatrix.modules([1], version: 3, level: 3))
    for _ in 0..<5 {
      var changed = grid
      for y in 0..<grid.height {
        for x in 0..<grid.width where (1...4).contains(x % 6) && (1...4).contains(y % 6) {
          changed[x, y] = noise.next() % 2 == 0
        }
      }
      #expect(MatrixDrawing.read(Drawing(changed.rows, scale: 4, degrees: 10), GridMatrixReader.read).isEmpty)
    }
  }
}
