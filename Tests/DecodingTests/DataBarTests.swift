import ReaderCore
import TestSupport
import Testing

@testable import Decoding

/// GS1 DataBar symbols drawn from their values, against those of zint.
@Suite(.enabled(if: Zint.isInstalled)) struct DataBarTests {
  /// The modules from the first dark one to the last.
  private static func trimmed(_ row: [Bool]) -> [Bool] {
    guard let first = row.firstIndex(of: true), let last = row.lastIndex(of: true) else { return [] }
    return Array(row[first...last])
  }

  /// The rows of zint's drawing that are no separators: these are drawn once, rows of data have few changes.
  private static func rows(_ arguments: String, _ data: String) -> [[Bool]] {
    let all = Zint.modules(arguments, data, columns: 4096) ?? []
    return all.map(trimmed)
  }

  private static let numbers = [
    0, 1, 12_345_678_901, 999_999_999_999, 1_234_567_890_123, 1_999_999_999_999, 9_501_101_530_003 / 10,
  ]

  private static func digits(_ number: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: 13 - text.count) + text
  }

  @Test func omnidirectional() throws {
    for number in Self.numbers + [9_999_999_999_999, 4_537_077, 7_654_321_098_765] {
      let row = try #require(DataBar.omnidirectional(number, isLinked: false)?.moduleRow)
      #expect(Self.rows("-b DBAR_OMN", Self.digits(number)).first == row, "\(number)")
    }
    #expect(DataBar.omnidirectional(-1, isLinked: false) == nil)
    #expect(DataBar.omnidirectional(10_000_000_000_000, isLinked: false) == nil)
  }

  @Test(arguments: ["DBAR_STK", "DBAR_OMNSTK"]) func stacked(kind: String) throws {
    for number in Self.numbers {
      let rows = try #require(DataBar.stacked(number, isLinked: false))
      let theirs = Self.rows("-b \(kind)", Self.digits(number))
      #expect(theirs.first == rows[0].moduleRow, "\(number)")
      #expect(theirs.last == rows[1].moduleRow, "\(number)")
    }
  }

  @Test func limited() throws {
    var noise: UInt64 = 3
    for i in 0..<60 {
      noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let number = i < Self.numbers.count ? Self.numbers[i] : Int(noise >> 20) % 2_000_000_000_000
      let row = try #require(DataBar.limited(number, isLinked: false)?.moduleRow)
      #expect(Self.rows("-b DBAR_LTD", Self.digits(number)).first == row, "\(number)")
    }
    #expect(DataBar.limited(2_000_000_000_000, isLinked: false) == nil)
  }

  /// Element strings as zint takes them, one of each encodation.
  private static let elements = [
    "[01]90012345678908[3103]001750", "[01]90012345678908[3202]000156", "[01]90012345678908[3203]022767",
    "[01]90012345678908[3922]795", "[01]90012345678908[3932]0401234", "[01]90012345678908[3103]012233[15]991231",
    "[01]90012345678908[3205]099999[17]100312", "[01]90012345678908[3105]012345", "[01]00012345678905",
    "[01]09501101530003[10]ABC123", "[10]12A", "[10]1234567890", "[10]abc/DEF-12345678", "[21]aB1[10]XY12345678901",
    "[10]A123456", "[10]123A", "[10]a1234567890", "[21]12345[10]67", "[01]98898765432106[3103]032767",
    "[8110]106141416543213150110120[21]A1", "[255]9501101530001[8008]0102030405",
  ]

  private static func bytes(_ text: String) -> [UInt8] {
    // Only strings without fixed length are followed by a separator.
    let fixed = ["01", "15", "17", "3103", "3202", "3203", "3205", "3105"]
    var out: [UInt8] = []
    let parts = text.split(separator: "[")
    for (i, part) in parts.enumerated() {
      let pair = part.split(separator: "]")
      out += Array(pair[0].utf8) + Array(pair[1].utf8)
      if i + 1 < parts.count, !fixed.contains(String(pair[0])) { out.append(0x1d) }
    }
    return out
  }

  @Test func expanded() throws {
    for text in Self.elements {
      let data = try #require(DataBarExpanded.data(Self.bytes(text), isLinked: false), "\(text)")
      let row = DataBarExpanded.pairs(data).flatMap { DataBarExpanded.pattern($0) }?.moduleRow
      #expect(try Self.rows("-b DBAR_EXP", text).first == #require(row), "\(text)")
    }
  }

  @Test(arguments: 1...5) func expandedStacked(across: Int) throws {
    for text in Self.elements {
      let code = DecodedCode(
        symbology: .dataBar, variant: .dataBarExpanded, bytes: Self.bytes(text), aimID: "",
        corners: Quad(Point(0, 0), Point(0, 0), Point(0, 0), Point(0, 0)))
      let theirs = Self.rows("-b DBAR_EXPSTK --cols=\(across)", text)
      // Rows of data and three separators between them.
      let rows = stride(from: 0, to: theirs.count, by: 4).map { theirs[$0] }
      guard rows.count > 1 else { continue }
      let claims = DrawnBars.claims(of: code, isStacked: true).map { $0.rows.map { $0.pattern.moduleRow ?? [] } }
      #expect(claims.contains(rows), "\(text) in rows of \(across)")
    }
  }

  /// What an encoder draws is told again from the widths alone.
  @Test func whatIsDrawnIsReadBack() throws {
    for value in stride(from: 0, to: 4192, by: 13) {
      #expect(DataBarCharacter.expanded.widths(value).flatMap { DataBarCharacter.expanded.value($0) } == value)
    }
    #expect(DataBarCharacter.expanded.value([1, 1, 1, 1, 1, 1, 1, 10]) == nil)
    #expect(
      DataBarCharacter.expanded.value([]) == nil && DataBarCharacter.expanded.value([0, -5, 22, 0, 0, 0, 0, 0]) == nil)
    for text in Self.elements {
      for latch in [4, 6] {
        for isLinked in [false, true] {
          let data = try #require(DataBarExpanded.data(Self.bytes(text), isLinked: isLinked, latch: latch), "\(text)")
          #expect(DataBarExpanded.value(data) == Self.bytes(text), "\(text)")
        }
      }
    }
    // In the general encodation, and as what is nothing.
    var noise = Noise(state: 12)
    for _ in 0..<2000 {
      _ = DataBarExpanded.value((0..<3 + Int(noise.next() % 20)).map { _ in Int(noise.next() % 4200) - 4 })
    }
    #expect(DataBarExpanded.value([]) == nil && DataBarExpanded.value([4095, 4096, 0]) == nil)
  }

  @Test func whatIsNoElementStringIsNotDrawn() {
    #expect(DataBarExpanded.data([], isLinked: false) == nil)
    #expect(DataBarExpanded.data(Array(repeating: 0x41, count: 100), isLinked: false) == nil)
    #expect(DataBarExpanded.data([0x80, 0x81], isLinked: false) == nil)
    for count in 0..<40 { _ = DataBarExpanded.data(Array(repeating: 0x39, count: count), isLinked: true) }
    #expect(DataBarExpanded.pairs([]) == nil)
    #expect(DataBarExpanded.pairs([4192, 0, 0]) == nil)
    #expect(DataBarCharacter.outer.widths(2841) == nil)
    #expect(DataBarCharacter.limited.widths(-1) == nil)
  }
}
