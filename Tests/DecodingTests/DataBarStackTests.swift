import Glibc
import Imaging
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

/// DataBar in rows: drawn by zint, found and compared row by row.
@Suite(.enabled(if: Zint.isInstalled)) struct DataBarStackTests {
  private static let scale = 2.0

  /// The rows of zint as high as they are printed: separators have one module, rows of data `tall`.
  private static func picture(_ rows: [[Bool]], tall: Int) -> [[Bool]] {
    rows.enumerated().flatMap { [[Bool]](repeating: $1, count: $0 % 4 == 0 ? tall : 1) }
  }

  private static func code(_ bytes: String, _ corners: Quad) -> DecodedCode {
    DecodedCode(
      symbology: .dataBar, variant: .dataBarExpanded, bytes: Array(bytes.utf8), aimID: "", corners: corners)
  }

  private func verdict(_ drawing: Drawing, _ bytes: String, _ quad: Quad) throws -> Verdict {
    let verdict = drawing.withView { BarsVerifier().verify($0, Self.code(bytes, quad), isStacked: true) }
    return try #require(verdict)
  }

  @Test("A right value is confirmed by its rows, another is not", arguments: [(1, 180.0), (2, 263), (3, 6)])
  func rowsAreFound(across: Int, degrees: Double) throws {
    let columns = 49 * across + 4
    let rows = try #require(
      Zint.modules(
        "-b DBAR_EXPSTK --cols=\(across)", "[01]98898765432106[3202]012345[15]991231", columns: columns))
    let modules = Self.picture(rows, tall: 12)
    let drawing = Drawing(modules, scale: Self.scale, degrees: degrees)
    func place(_ u: Double, _ v: Double) -> Point {
      drawing.place(
        u, v, columns: columns, rows: Double(modules.count), scale: Self.scale, degrees: degrees)
    }
    // As engines tell it: the width of the last row, or one line of the first.
    for (width, top, bottom) in [(53.0, 3.0, 9.0), (Double(columns), 6, 6.5)] {
      let quad = Quad(place(0, top), place(width, top), place(width, bottom), place(0, bottom))
      let right = try verdict(drawing, "0198898765432106320201234515991231", quad)
      #expect(right.outcome == .confirmed && right.confidence > 60, "\(across): \(right.reason)")
      let corners = try #require(right.corners)
      let whole = [
        place(0, 0), place(Double(columns), 0), place(Double(columns), Double(modules.count)),
        place(0, Double(modules.count)),
      ]
      for (a, b) in zip(corners.corners, whole) {
        #expect(abs(a.x - b.x) + abs(a.y - b.y) < 6 * Self.scale, "\(across): \(corners) should be \(whole)")
      }
      let wrong = try verdict(drawing, "0198898765432106320201234615991231", quad)
      #expect(wrong.outcome == .refuted, "\(across): \(wrong.reason)")
    }
  }

  @Test func lowRowsAreFound() throws {
    let rows = try #require(Zint.modules("-b DBAR_STK", "0950110153000", columns: 50))
    // Two rows of five and seven modules, one separator between them.
    let modules = zip(rows, [5, 1, 7]).flatMap { [[Bool]](repeating: $0, count: $1) }
    let drawing = Drawing(modules, scale: 3)
    let quad = Quad(Point(30, 40), Point(180, 40), Point(180, 42), Point(30, 42))
    func verdict(_ digits: String) -> Verdict? {
      let code = DecodedCode(
        symbology: .dataBar, variant: .dataBarStacked, bytes: Array(digits.utf8), aimID: "", corners: quad)
      return drawing.withView { BarsVerifier().verify($0, code, isStacked: true) }
    }
    #expect(verdict("09501101530003")?.outcome == .confirmed)
    #expect(verdict("09501101530010")?.outcome == .refuted)
  }

  /// What differs in one place of the value, offered to rows that are really there, in one row and in several.
  @Test(
    "Neighbour values are contradicted",
    arguments: [
      (
        "[01]98898765432106[3202]012345[15]991231", "0198898765432106320201234515991231", [0, 2],
        ["0198898765432106320201234515991230", "0198898765432106320201234615991231"]
      ),
      (
        "[01]09501101530003[10]ABC123", "010950110153000310ABC123", [0, 1],
        ["010950110153000310ABC124", "010950110153000310ABD123", "010950110153010310ABC123"]
      ),
      ("[10]abc/DEF-12345678", "10abc/DEF-12345678", [0, 2], ["10abc/DEF-12345679", "10abd/DEF-12345678"]),
      (
        "[255]9501101530001[8008]0102030405", "2559501101530001\u{1d}80080102030405", [3],
        ["2559501101530001\u{1d}80080102030406", "2559501101530101\u{1d}80080102030405"]
      ),
    ])
  func neighboursAreContradicted(text: String, value: String, ways: [Int], others: [String]) throws {
    for across in ways {
      let columns = across > 0 ? 49 * across + 4 : nil
      let kind = across > 0 ? "-b DBAR_EXPSTK --cols=\(across)" : "-b DBAR_EXP"
      let rows = try #require(Zint.modules(kind, text, columns: columns))
      let width = Double(1 + (rows[0].lastIndex(of: true) ?? 0))
      let drawing = Drawing(across > 0 ? Self.picture(rows, tall: 12) : rows, scale: 3, rowHeight: across > 0 ? 1 : 30)
      // The upper row, behind the quiet zone.
      let quad = Quad(Point(30, 33), Point(30 + 3 * width, 33), Point(30 + 3 * width, 60), Point(30, 60))
      func outcome(_ bytes: String) -> Verdict.Outcome? {
        drawing.withView { BarsVerifier().verify($0, Self.code(bytes, quad), isStacked: across > 0)?.outcome }
      }
      #expect(outcome(value) == .confirmed, "\(value) in rows of \(across)")
      for other in others { #expect(outcome(other) == .refuted, "\(other) in rows of \(across)") }
    }
  }

  /// Bars that grow from one end to the other, by nearly two, and those on a bottle, which are narrower at both ends.
  @Test func barsInPerspectiveAreConfirmed() throws {
    let row = try #require(Zint.modules("-b DBAR_OMN", "0950110153000", columns: 95))[0]
    let flat = Drawing([row], scale: 8, rowHeight: 4)
    let (width, margin) = (Double(flat.width), 10.0 / 115)
    let ways: [(Double) -> Double] = [
      { $0 / (1 + 0.35 * (1 - $0)) }, { 0.5 + 0.5 * asin(2 * ($0 - 0.5) * sin(0.6)) / 0.6 },
    ]
    for (number, bent) in ways.enumerated() {
      let drawing = Drawing(width: 345, height: 60)
      for y in 0..<60 {
        for x in 0..<345 {
          let (from, to) = (Int(bent(Double(x) / 345) * width), Int(bent(Double(x + 1) / 345) * width))
          let place = flat.height / 2 * flat.width
          let sum = (from..<max(to, from + 1)).reduce(0) { $0 + Int(flat.pixels[place + min($1, flat.width - 1)]) }
          drawing.pixels[y * 345 + x] = UInt8(sum / max(to - from, 1))
        }
      }
      func place(_ share: Double) -> Double {
        Double((0..<345).first { bent(Double($0) / 345) >= share } ?? 345)
      }
      let (left, right) = (place(margin), place(1 - margin))
      let quad = Quad(Point(left, 5), Point(right, 5), Point(right, 55), Point(left, 55))
      func verdict(_ digits: String) -> Verdict? {
        let code = DecodedCode(
          symbology: .dataBar, variant: .dataBarOmni, bytes: Array(digits.utf8), aimID: "", corners: quad)
        return drawing.withView { BarsVerifier().verify($0, code, isStacked: false) }
      }
      let said = verdict("09501101530003")
      #expect(said?.outcome == .confirmed, "\(number): \(said?.reason ?? "")")
      #expect(verdict("09501101530010")?.outcome != .confirmed, "\(number)")
    }
  }

  @Test func nothingIsSaidAboutNothing() throws {
    let drawing = Drawing(width: 200, height: 90)
    for bad in [20, Double.nan, .infinity, -1e9, 1e300] {
      let quad = Quad(Point(bad, 5), Point(160, bad), Point(160, 50), Point(20, 50))
      #expect(try verdict(drawing, "0198898765432106320201234515991231", quad).outcome == .unverifiable)
    }
  }
}
