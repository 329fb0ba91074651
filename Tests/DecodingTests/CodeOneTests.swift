import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct CodeOneTests {
  private func version(_ name: String) throws -> CodeOneVersion {
    try #require(CodeOneVersion.all.first { $0.name == name })
  }

  /// zint numbers A to H, then S and T, whose width follows from the data.
  private func zint(_ arguments: String, _ data: [UInt8], _ version: CodeOneVersion) -> SymbolModules? {
    let index = CodeOneVersion.all.firstIndex(of: version) ?? 0
    let number = version.kind == .full ? index + 1 : version.kind == .number ? 9 : 10
    let rows = Zint.modules("-b 141 --vers=\(number) \(arguments)", data, columns: version.columns)
    return rows.flatMap { SymbolModules($0) }
  }

  // MARK: against zint

  @Test(.enabled(if: Zint.isInstalled)) func everyVersionOfZintIsRead() throws {
    var noise = Noise(state: 86)
    for version in CodeOneVersion.all where version.kind != .number {
      // Mode and count take two or three codewords; more than half of the room makes the wide versions of T.
      let count = version.data - 3
      let bytes = (0..<count).map { _ in UInt8(128 + noise.next() % 128) }
      let grid = try #require(zint("--binary", bytes, version), "\(version.name)")
      let read = try #require(CodeOne.decode(grid, version), "\(version.name)")
      #expect(read.content.bytes == bytes && read.drawn == grid, "\(version.name)")
    }
    for version in CodeOneVersion.all where version.kind == .number {
      for _ in 0..<10 {
        let digits = version.data * 3 / 2
        let first = UInt64(1 + noise.next() % 9)
        let number = (1..<digits).reduce(first) { value, _ in 10 * value + noise.next() % 10 }
        let grid = try #require(zint("", Array("\(number)".utf8), version), "\(version.name) \(number)")
        let read = try #require(CodeOne.decode(grid, version), "\(version.name) \(number)")
        #expect(read.content.bytes == Array("\(number)".utf8) && read.drawn == grid, "\(version.name)")
        #expect(CodeOne.modules(number: number, version) == grid)
      }
    }
  }

  @Test(.enabled(if: Zint.isInstalled)) func everyModeIsRead() throws {
    let d = try version("D")
    var values: [[UInt8]] = [
      "1", "12", "123", "ABC", "abc", "Code One test", "ABCDEFGHIJKL", "abcdefghijkl", "ABC*123>DEF\r", "ABCabc123",
      "A\u{1d}B", "~~~~", "ABCDEFGH!ABCDEFGH(ABCD)", "abcdefgh{abc}ABCabc_`", "ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789",
      "abcdefghijklmnopqrstuvwxyz 0123456789", "ABC\u{1}DEFGHIJ\u{1f}KLMNOP", "ABCDEFGHI12345678901234567890abc",
      "ABCDEFGHIJKLMNOPa{|}~\u{7f}", "ABCDEF:;<=>?@[\\]^_GHIJKLMN", "ABCDEF!\"#$%&'()*+,-./GHIJKLMN",
    ].map { Array($0.utf8) }
    values += [[0x80], [0xe9], [0xe9, 0xe9], [0, 1, 2], Array(0...0x3f), Array(0x40...0x7f), Array(0x80...0xbf)]
    values.append(Array("ABCDEFGHIJ".utf8) + [0xc9] + Array("KLMNOPQRS".utf8))
    // Decimal: every rest of digits, at the end and before other characters.
    let digits = Array("12345678901234567890123456789012345678901234567890123456789".utf8)
    // Of 42 to 44 digits zint 2.11 writes no end of decimal mode.
    for count in 1...59 where !(42...44).contains(count) {
      values.append(Array(digits.prefix(count)))
      values.append(Array(digits.prefix(count)) + Array("AB".utf8))
      values.append(Array("x".utf8) + digits.prefix(count) + Array("y".utf8))
    }
    for value in values {
      let grid = try #require(zint("--binary", value, d), "\(value)")
      let read = try #require(CodeOne.decode(grid, d), "\(String(decoding: value, as: UTF8.self))")
      #expect(read.content.bytes == value && read.content.aimID == "]D0")
    }
  }

  @Test(.enabled(if: Zint.isInstalled)) func characterSetsSetsOfSymbolsAndGS1AreDeclared() throws {
    let d = try version("D")
    for eci in [3, 9, 26, 899, 811_799] {
      let grid = try #require(zint("--eci=\(eci) --binary", Array("ab\\c".utf8), d))
      let content = try #require(CodeOne.decode(grid, d)).content
      #expect(content.bytes == Array("ab\\c".utf8) && content.aimID == "]D4")
      #expect(content.segments == [ECISegment(eci: Int32(eci), range: 0..<4)])
    }
    for (index, count) in [(2, 5), (1, 15), (2, 20), (128, 128)] {
      let grid = try #require(zint("--structapp=\(index),\(count)", Array("abc".utf8), d))
      let content = try #require(CodeOne.decode(grid, d), "\(index) of \(count)").content
      #expect(content.structuredAppend == StructuredAppend(index: index - 1, count: count, parity: 0))
      #expect(content.bytes == Array("abc".utf8))
    }
    let gs1 = try #require(zint("--gs1", Array("[01]12345678901231[10]AB[17]251231".utf8), d))
    let content = try #require(CodeOne.decode(gs1, d)).content
    #expect(content.isGS1 && content.aimID == "]D1")
    #expect(content.bytes == Array("011234567890123110AB\u{1d}17251231".utf8))
  }

  // MARK: encoded is decoded

  @Test func encodedIsDecoded() throws {
    var noise = Noise(state: 87)
    for round in 0..<80 {
      let bytes = (0..<1 + Int(noise.next() % 60)).map { _ -> UInt8 in
        let byte = UInt8(noise.next() % 256)
        return round % 3 == 0 ? 0x30 + byte % 10 : byte
      }
      let grid = try #require(CodeOne.modules(bytes))
      let version = try #require(CodeOneVersion.all.first { $0.columns == grid.width && $0.rows == grid.height })
      #expect(CodeOne.decode(grid, version)?.content.bytes == bytes)
    }
  }

  @Test func errorsAreCorrectedUpToTheLimitAndRefusedBeyond() throws {
    var noise = Noise(state: 88)
    for version in CodeOneVersion.all {
      let data = (0..<version.data).map { _ in UInt8(noise.next() % (version.kind == .number ? 32 : 256)) }
      let words = try #require(CodeOne.protected(data, version))
      let limit = version.checks / version.blocks / (version.kind == .number ? 4 : 2)
      for excess in 0...1 {
        var broken = words
        for i in 0..<version.blocks {
          var left = Array(stride(from: i, to: words.count, by: version.blocks))
          for _ in 0..<limit + excess {
            let place = left.remove(at: Int(noise.next() % UInt64(left.count)))
            broken[place] ^= UInt8(1 + noise.next() % (version.kind == .number ? 31 : 255))
          }
        }
        let isCorrected = CodeOne.correct(&broken, version)
        #expect(excess == 0 ? isCorrected && broken == words : !isCorrected, "\(version.name)")
      }
    }
  }

  @Test func changedModulesGiveTheSameValueOrNothing() throws {
    var noise = Noise(state: 89)
    let value = Array("Same value or none".utf8)
    for name in ["B", "C", "D", "T-32"] {
      let version = try self.version(name)
      let grid = try #require(CodeOne.modules(value, version: name), "\(name)")
      for round in 0..<60 {
        var changed = grid
        for _ in 0..<round { changed.dark[Int(noise.next() % UInt64(grid.dark.count))].toggle() }
        let read = CodeOne.decode(changed, version)?.content.bytes
        #expect(read == nil || read == value)
        if round < 3 { #expect(read == value) }
      }
    }
  }

  // MARK: in pictures

  @Test(arguments: [
    ("A", 2.0, 0.0, false), ("A", 3, 12, false), ("B", 3, 33, true), ("C", 4, 90, false), ("D", 2.2, 145, false),
    ("E", 3, 200, true), ("F", 2, 271, false), ("G", 2, 5, false), ("H", 1.6, 0, false), ("T-16", 4, 50, false),
    ("T-32", 3, 185, false), ("T-48", 4, 91, true),
  ])
  func drawnIsRead(_ name: String, _ scale: Double, _ degrees: Double, _ isInverted: Bool) throws {
    let version = try self.version(name)
    // Data up to the last corner.
    let value = (0..<version.data).map { UInt8(0x41 + $0 * 7 % 26) }
    let grid = try #require(CodeOne.modules(value, version: name))
    let code = try MatrixDrawing.expectRead(
      grid, value, scale: scale, degrees: degrees, isInverted: isInverted, isMirrored: false, CodeOneReader.read)
    #expect(code.symbology == .codeOne && code.aimID == "]D0")
  }

  @Test(arguments: ["S-10", "S-20", "S-30"]) func drawnNumbersAreRead(_ name: String) throws {
    let version = try self.version(name)
    var noise = Noise(state: 91)
    for (degrees, isInverted) in [
      (0.0, false), (0, false), (0, false), (180, false), (90, true), (45, false), (12, false),
    ] {
      let digits = version.data * 3 / 2
      let number = (1..<digits).reduce(UInt64(1 + noise.next() % 9)) { value, _ in 10 * value + noise.next() % 10 }
      let grid = try #require(CodeOne.modules(number: number, version))
      _ = try MatrixDrawing.expectRead(
        grid, Array("\(number)".utf8), scale: 4, degrees: degrees, isInverted: isInverted, isMirrored: false,
        CodeOneReader.read)
    }
  }

  @Test func patternsAloneAreNothing() throws {
    var noise = Noise(state: 90)
    let version = try self.version("C")
    let grid = try #require(CodeOne.modules([0x41], version: "C"))
    for _ in 0..<5 {
      var changed = grid
      for modules in version.words { for place in modules { changed[place.x, place.y] = noise.next() % 2 == 0 } }
      #expect(MatrixDrawing.read(Drawing(changed.rows, scale: 4, degrees: 10), CodeOneReader.read).isEmpty)
    }
  }
}
