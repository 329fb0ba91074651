import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct HanXinTests {
  private func zint(_ arguments: String, _ data: [UInt8]) -> SymbolModules? {
    Zint.modules("-b 116 \(arguments)", data).flatMap { SymbolModules($0) }
  }

  // MARK: against zint

  @Test(.enabled(if: Zint.isInstalled)) func everyVersionLevelAndMaskOfZintIsRead() throws {
    var noise = Noise(state: 74)
    for number in 1...84 {
      let version = try #require(HanXinVersion(number))
      for level in 1...4 {
        // As much as fits: mode and count take 17 bits.
        let bytes = (0..<version.capacity(level: level) - 3).map { _ in UInt8(noise.next() % 256) }
        let mask = Int(noise.next() % 4)
        let grid = try #require(
          zint("--binary --vers=\(number) --secure=\(level) --mask=\(mask)", bytes), "version \(number)")
        let information = HanXinInformation(version: version, level: level, mask: mask)
        #expect(HanXin.information(grid) == information, "version \(number) level \(level)")
        let read = try #require(HanXin.decode(grid), "version \(number) level \(level)")
        #expect(read.content.bytes == bytes && read.drawn == grid, "version \(number) level \(level)")
        if number > 20, level == 1 { break }
      }
    }
  }

  @Test(.enabled(if: Zint.isInstalled)) func everyClassOfCharactersIsRead() throws {
    var values: [[UInt8]] = [
      Array("1".utf8), Array("12".utf8), Array("123".utf8), Array("0012345678900".utf8), Array("Han Xin 123".utf8),
      (1...0x7f).map { UInt8($0) }, Array("ABC, def; 1234567890 (x) {y} [z]~".utf8),
    ]
    // Bytes that are not Chinese.
    values.append((0x80...0xff).flatMap { [UInt8($0), 0x20] })
    for value in values {
      let grid = try #require(zint("--binary", value))
      #expect(HanXin.decode(grid)?.content.bytes == value, "\(value)")
    }
    // All rows of GB 2312, then what only GB 18030 has in two and four bytes.
    for first in 0xa1...0xf7 where !(0xaa...0xaf).contains(first) {
      let bytes = stride(from: 0xa1, through: 0xfe, by: 1).flatMap { [UInt8(first), UInt8($0)] }
      let known = stride(from: 0, to: bytes.count, by: 2).flatMap { i -> [UInt8] in
        Charset("GB18030").decode(bytes[i..<i + 2]) == nil ? [] : Array(bytes[i..<i + 2])
      }
      try chinese(known)
    }
    for text in ["汉信码标准", "伀乀亂丂丄丅", "㐂㐃䶵", "Text 汉字 123 與繁體字 and ß é Ж", "𠀀𠀁😀"] {
      try chinese(text)
    }
  }

  private func chinese(_ bytes: [UInt8]) throws {
    guard let text = Charset("GB18030").decode(bytes[...]), !text.isEmpty else { return }
    try chinese(text)
  }

  /// zint takes UTF-8 and writes GB 18030.
  private func chinese(_ text: String) throws {
    let grid = try #require(zint("", Array(text.utf8)), "\(text)")
    let content = try #require(HanXin.decode(grid), "\(text)").content
    #expect(Charset("GB18030").decode(content.bytes[...]) == text, "\(text)")
    #expect(HanXin.text(content)?.text == text)
    // The same bytes by our own encoder.
    let own = try #require(HanXin.modules(content.bytes, isChinese: true))
    #expect(HanXin.decode(own)?.content.bytes == content.bytes)
  }

  @Test(.enabled(if: Zint.isInstalled)) func characterSetsAreDeclared() throws {
    let greek = try #require(zint("--eci=9", Array("αβγ".utf8)))
    let content = try #require(HanXin.decode(greek)?.content)
    #expect(content.bytes == [0xe1, 0xe2, 0xe3] && content.segments == [ECISegment(eci: 9, range: 0..<3)])
    for eci in [26, 899, 16383, 16384, 811_799] {
      let grid = try #require(zint("--eci=\(eci) --binary", Array("abc".utf8)), "\(eci)")
      let content = try #require(HanXin.decode(grid)?.content, "\(eci)")
      #expect(content.segments == [ECISegment(eci: Int32(eci), range: 0..<3)])
      #expect(HanXin.modules(Array("abc".utf8), eci: eci).flatMap { HanXin.decode($0)?.content } == content)
    }
  }

  // MARK: encoded is decoded

  @Test func encodedIsDecoded() throws {
    var noise = Noise(state: 75)
    for round in 0..<60 {
      let bytes = (0..<1 + Int(noise.next() % 90)).map { _ -> UInt8 in
        let byte = UInt8(noise.next() % 256)
        return round % 3 == 0 ? 0x30 + byte % 10 : round % 3 == 1 ? byte % 128 : byte
      }
      let (level, mask) = (1 + Int(noise.next() % 4), Int(noise.next() % 4))
      let grid = try #require(HanXin.modules(bytes, level: level, mask: mask))
      #expect(HanXin.decode(grid)?.content.bytes == bytes)
    }
  }

  @Test func errorsAreCorrectedUpToTheLimitAndRefusedBeyond() throws {
    var noise = Noise(state: 76)
    for (number, level) in [(1, 1), (1, 4), (4, 2), (10, 3), (20, 4)] {
      let version = try #require(HanXinVersion(number))
      let data = (0..<version.capacity(level: level)).map { _ in UInt8(noise.next() % 256) }
      let words = try #require(HanXinCodewords.protected(data, version, level: level))
      // The order of the symbol: find the places of each block by protecting marks.
      let order = (0..<13).flatMap { Array(stride(from: $0, to: words.count, by: 13)) }
      for excess in 0...1 {
        var broken = words
        var start = 0
        for block in version.blocks(level: level) {
          var left = (0..<words.count).filter { (start..<start + block.count).contains(order[$0]) }
          for _ in 0..<block.limit + 2 * excess {
            broken[left.remove(at: Int(noise.next() % UInt64(left.count)))] ^= UInt8(1 + noise.next() % 255)
          }
          start += block.count
        }
        let read = HanXinCodewords.corrected(broken, version, level: level)
        if excess == 0 { #expect(read == data) } else { #expect(read == nil || version.number == 1) }
      }
    }
  }

  @Test func changedModulesGiveTheSameValueOrNothing() throws {
    var noise = Noise(state: 77)
    let value = Array("Same value or nothing 0123".utf8)
    for level in 1...4 {
      let grid = try #require(HanXin.modules(value, level: level, mask: 2))
      for round in 0..<60 {
        var changed = grid
        for _ in 0..<round { changed.dark[Int(noise.next() % UInt64(grid.dark.count))].toggle() }
        let read = HanXin.decode(changed)?.content.bytes
        #expect(read == nil || read == value)
        if round < 3 { #expect(read == value) }
      }
    }
  }

  @Test func theInformationIsCorrected() throws {
    var noise = Noise(state: 78)
    for number in 1...84 {
      let version = try #require(HanXinVersion(number))
      let information = HanXinInformation(version: version, level: 1 + number % 4, mask: number % 3)
      var bits = information.bits
      #expect(HanXinInformation(bits) == information)
      for _ in 0..<2 { bits[Int(noise.next() % 28)].toggle() }
      #expect(HanXinInformation(bits) == information)
    }
  }
}

/// Han Xin Codes in pictures.
@Suite struct HanXinPictureTests {
  @Test(arguments: [
    (1, 1.5, 0.0, false, false), (1, 2, 12, false, false), (2, 3, 33, true, false), (4, 4, 90, false, false),
    (4, 2.2, 145, false, true), (7, 6, 200, true, true), (12, 3, 271, false, false), (24, 2, 315, false, false),
    (40, 2, 5, false, true), (84, 1.6, 0, false, false),
  ])
  func drawnIsRead(_ version: Int, _ scale: Double, _ degrees: Double, _ isInverted: Bool, _ isMirrored: Bool) throws {
    let value = Array("Han Xin".utf8)
    let grid = try #require(HanXin.modules(value, version: version, level: 2, mask: 1))
    let code = try MatrixDrawing.expectRead(
      grid, value, scale: scale, degrees: degrees, isInverted: isInverted, isMirrored: isMirrored, HanXinReader.read)
    #expect(code.symbology == .hanXin && code.aimID == "]h0")
  }

  @Test func finderPatternsAloneAreNothing() throws {
    var noise = Noise(state: 79)
    let grid = try #require(HanXin.modules([1], version: 4, level: 1, mask: 0))
    let layout = HanXinLayout(try #require(HanXinVersion(4)))
    for _ in 0..<5 {
      var changed = grid
      for place in layout.places { changed[place.x, place.y] = noise.next() % 2 == 0 }
      #expect(MatrixDrawing.read(Drawing(changed.rows, scale: 4, degrees: 10), HanXinReader.read).isEmpty)
    }
  }
}
