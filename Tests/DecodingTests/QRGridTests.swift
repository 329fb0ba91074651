import ReaderCore
import TestSupport
import Testing

@testable import Decoding

/// The reading of QR modules against the symbols of zint: no picture in between.
@Suite(.enabled(if: Zint.isInstalled)) struct QRGridTests {
  static func read(_ arguments: String, _ data: [UInt8]) -> QRSymbol? {
    guard let modules = Zint.modules("-b QRCODE " + arguments, data) else { return nil }
    return QRMatrix(side: modules.count, modules: modules.flatMap { $0 }).flatMap { QRSymbol($0) }
  }

  @Test("all versions and levels", arguments: 1...40)
  func allVersions(number: Int) throws {
    let version = try #require(QRVersion(number))
    for level in QRLevel.allCases {
      // As many bytes as the tables allow: one more or less in them and zint would refuse or pad.
      let capacity = version.codewords - version.checkCodewords(level) * version.blocks(level)
      let count = capacity - (number < 10 ? 2 : 3)
      let data = (0..<count).map { UInt8(truncatingIfNeeded: 0x80 + ($0 * 7 + number) % 127) }
      let symbol = try #require(
        QRGridTests.read("--binary --vers=\(number) --secure=\(level.rawValue + 1)", data), "\(number) \(level)")
      #expect(symbol.content.bytes == data)
      #expect(symbol.version == number)
      #expect(symbol.level == level)
      #expect(symbol.corrections == 0)
      #expect(!symbol.isMirrored)
    }
  }

  @Test func modesAreRead() throws {
    for text in ["0", "12", "123", "0123456789012345", "HTTP://EXAMPLE.ORG/A-1 $%*+", "abc", "A1b2 34567890123 XYZ"] {
      let symbol = try #require(QRGridTests.read("", Array(text.utf8)), "\(text)")
      #expect(symbol.content.bytes == Array(text.utf8))
      #expect(symbol.content.segments.isEmpty)
      #expect(symbol.content.kanji.isEmpty)
    }
  }

  @Test func everyByteSurvives() throws {
    let data = (0...255).map { UInt8($0) }
    let symbol = try #require(QRGridTests.read("--binary", data))
    #expect(symbol.content.bytes == data)
  }

  @Test func kanjiAreShiftJIS() throws {
    let symbol = try #require(QRGridTests.read("", Array("点茗漢字日本".utf8)))
    // Code points of JIS X 0208 in Shift JIS.
    #expect(symbol.content.bytes == [0x93, 0x5f, 0xe4, 0xaa, 0x8a, 0xbf, 0x8e, 0x9a, 0x93, 0xfa, 0x96, 0x7b])
    #expect(symbol.content.kanji == [0..<12])
    let code = QRCodeResult.code(symbol, Quad(Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1)))
    #expect(code.text == DecodedText(text: "点茗漢字日本", charset: "Shift_JIS"))
  }

  @Test func characterSetsAreReported() throws {
    let symbol = try #require(QRGridTests.read("--eci=9", Array("Ελλάδα".utf8)))
    #expect(symbol.content.bytes == [0xc5, 0xeb, 0xeb, 0xdc, 0xe4, 0xe1])  // ISO 8859-7
    #expect(symbol.content.segments == [ECISegment(eci: 9, range: 0..<6)])
  }

  @Test func partsOfASetAreReported() throws {
    let symbol = try #require(QRGridTests.read("--structapp=3,7,74", Array("part".utf8)))
    #expect(symbol.content.structuredAppend == StructuredAppend(index: 2, count: 7, parity: 74))
    #expect(symbol.content.bytes == Array("part".utf8))
  }

  @Test func gs1SeparatorsAreGS() throws {
    let symbol = try #require(QRGridTests.read("--gs1", Array("[01]09501101530003[10]COV0109[17]220901".utf8)))
    #expect(symbol.content.fnc1 == .first)
    #expect(symbol.content.bytes == Array("010950110153000310COV0109\u{1d}17220901".utf8))
  }

  @Test func damageIsCorrectedAndCounted() throws {
    let text = Array("error correction".utf8)
    let modules = try #require(Zint.modules("-b QRCODE --vers=4 --secure=4", text)).flatMap { $0 }
    var damaged = modules
    for i in 0..<10 { damaged[(12 + i) * 33 + 20].toggle() }
    let symbol = try #require(QRMatrix(side: 33, modules: damaged).flatMap { QRSymbol($0) })
    #expect(symbol.content.bytes == text)
    #expect(symbol.corrections > 0)
    for i in damaged.indices where i % 3 == 0 { damaged[i].toggle() }
    #expect(QRMatrix(side: 33, modules: damaged).flatMap { QRSymbol($0) } == nil)
  }

  @Test func mirroredSymbolsAreRead() throws {
    let modules = try #require(Zint.modules("-b QRCODE --vers=7", "mirror"))
    let mirrored = modules.indices.flatMap { y in modules.indices.map { x in modules[x][y] } }
    let symbol = try #require(QRMatrix(side: 45, modules: mirrored).flatMap { QRSymbol($0) })
    #expect(symbol.content.bytes == Array("mirror".utf8))
    #expect(symbol.isMirrored)
  }
}

/// Bit streams that generators do not make, written by hand from ISO/IEC 18004.
@Suite struct QRContentTests {
  private func content(_ fields: [(Int, Int)]) throws -> QRContent? {
    var bits: [Int] = []
    for (value, length) in fields { for i in (0..<length).reversed() { bits.append(value >> i & 1) } }
    while bits.count % 8 != 0 { bits.append(0) }
    let bytes = stride(from: 0, to: bits.count, by: 8).map { i in
      UInt8(bits[i..<(i + 8)].reduce(0) { $0 << 1 | $1 })
    }
    return QRContent(bytes, try #require(QRVersion(1)))
  }

  @Test func fnc1InSecondPosition() throws {
    // Mode 1001, application indicator 37, then "A%%B%" in alphanumeric mode.
    let pairs = [(10 * 45 + 38, 11), (38 * 45 + 11, 11), (38, 6)]
    let number = try #require(try content([(9, 4), (37, 8), (2, 4), (5, 9)] + pairs + [(0, 4)]))
    #expect(number.fnc1 == .second)
    #expect(number.bytes == Array("37A%B\u{1d}".utf8))
    let letter = try #require(try content([(9, 4), (197, 8), (4, 4), (1, 8), (0x7a, 8), (0, 4)]))
    #expect(letter.bytes == Array("az".utf8))
    #expect(try content([(9, 4), (150, 8)]) == nil)
  }

  @Test func characterSetNumbersOfAllLengths() throws {
    let one = try #require(try content([(7, 4), (2, 8), (4, 4), (1, 8), (0x82, 8), (0, 4)]))
    #expect(one.segments == [ECISegment(eci: 2, range: 0..<1)])
    let two = try #require(try content([(7, 4), (0x8383, 16), (4, 4), (1, 8), (0, 8), (0, 4)]))
    #expect(two.segments.map { $0.eci } == [899])
    let three = try #require(try content([(7, 4), (0xc00000 + 999_999, 24), (1, 4), (1, 10), (7, 4), (0, 4)]))
    #expect(three.segments == [ECISegment(eci: 999_999, range: 0..<1)])
    #expect(try content([(7, 4), (0xc00000 + 1_000_000, 24)]) == nil)
  }

  @Test func aSecondCharacterSetEndsTheFirst() throws {
    let mixed = try #require(
      try content([
        (4, 4), (1, 8), (0x41, 8), (7, 4), (3, 8), (4, 4), (1, 8), (0xe9, 8), (7, 4), (26, 8), (4, 4), (2, 8),
        (0xc3a9, 16),
        (0, 4),
      ]))
    #expect(mixed.segments == [ECISegment(eci: 3, range: 1..<2), ECISegment(eci: 26, range: 2..<4)])
    #expect(TextDecoder.declared(mixed.bytes, mixed.segments)?.text == "Aéé")
  }

  @Test func brokenStreamsAreNoContent() throws {
    #expect(try content([(1, 4), (3, 10), (1000, 10)]) == nil)
    #expect(try content([(4, 4), (200, 8), (0, 8)]) == nil)
    #expect(try content([(2, 4), (2, 9), (2047, 11)]) == nil)
    #expect(try content([(3, 4), (5, 4), (1, 4), (0, 8)]) == nil)
    #expect(try content([(11, 4)]) == nil)
  }

  @Test func noStreamTraps() throws {
    var state: UInt64 = 1
    for _ in 0..<20_000 {
      let bytes = (0..<24).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      }
      _ = QRContent(bytes, try #require(QRVersion(Int(state >> 40 % 40) % 40 + 1)))
    }
  }
}
