import Imaging
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct CodablockFTests {
  /// The rows of words that modules show.
  private func words(_ modules: [[Bool]]) -> [[Int]] { modules.map { StackDrawing.words128($0, from: 11, bars: true) } }

  private func zint(_ arguments: String, _ data: [UInt8]) -> [[Bool]]? {
    guard let rows = Zint.modules(arguments, data, columns: 2000) else { return nil }
    // Behind the stop character there is nothing but what fills up the digits.
    return rows.map { Array($0[...($0.lastIndex(of: true) ?? 0)]) }
  }

  // MARK: against zint

  @Test(.enabled(if: Zint.isInstalled)) func rowsOfZintAreReadAndDrawnAlike() throws {
    var noise = Noise(state: 71)
    let classes: [[UInt8]] = [
      Array(0x30...0x39), Array(0x41...0x5A), Array(0x20...0x7E), Array(0...0x1F), Array(0xA0...0xFF), Array(0...0xFF),
      Array("0123456789A".utf8), Array("abc\u{1}\u{2}".utf8),
    ]
    var count = 0
    for (k, alphabet) in classes.enumerated() {
      for length in [1, 2, 3, 7, 12, 25, 60, 140] {
        let bytes = (0..<length).map { _ in alphabet[Int(noise.next() % UInt64(alphabet.count))] }
        for options in ["", "--cols=9", "--cols=\(10 + k * 5)", "--rows=\(3 + k * 4)"] {
          guard let modules = zint("-b 74 --binary \(options)", bytes) else { continue }
          let words = words(modules)
          let value = try #require(CodablockF.decode(words), "\(options) \(bytes)")
          #expect(value == StackValue(bytes: bytes, aimID: "]O4"), "\(options) \(bytes)")
          #expect(CodablockF.modules(words) == modules)
          count += 1
        }
      }
    }
    #expect(count > 150)
  }

  @Test(.enabled(if: Zint.isInstalled)) func healthIndustryCodesAreRead() throws {
    // HIBC: "+" before, one check character behind the data.
    let modules = try #require(zint("-b 110", Array("A123BJC5D6E71".utf8)))
    let value = try #require(CodablockF.decode(words(modules)))
    #expect(value.bytes == Array("+A123BJC5D6E71G".utf8) && value.aimID == "]O4")
  }

  // MARK: encoded is decoded

  @Test func encodedIsDecoded() throws {
    var noise = Noise(state: 72)
    for number in 0..<400 {
      let length = 1 + Int(noise.next() % 60)
      let mask: UInt8 = number % 3 == 0 ? 0xFF : 0x7F
      var bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: noise.next()) & mask }
      if number % 4 == 1 { bytes = bytes.map { 0x30 + $0 % 10 } }
      let isGS1 = number % 5 == 0
      // The separator stands for FNC1, which would tell GS1 data at the start.
      if bytes[0] == 0x1D { bytes[0] = 0x41 }
      let rows = try #require(
        CodablockF.encode(
          bytes, columns: 4 + Int(noise.next() % 59), rows: 2 + Int(noise.next() % 8), isGS1: isGS1), "\(bytes)")
      let value = try #require(CodablockF.decode(rows), "\(bytes)")
      #expect(value == StackValue(bytes: bytes, aimID: isGS1 ? "]O5" : "]O4", isGS1: isGS1), "\(bytes)")
    }
    #expect(CodablockF.encode([], columns: 8) == nil)
    #expect(CodablockF.encode([0x41], columns: 3) == nil)
    #expect(CodablockF.encode([UInt8](repeating: 0x41, count: 400), columns: 4) == nil)
  }

  @Test func changedRowsAreRefused() throws {
    let rows = try #require(CodablockF.encode(Array("Codablock F 1234567890".utf8), columns: 6))
    let value = CodablockF.decode(rows)
    for r in rows.indices {
      for c in rows[r].indices {
        for word in 0..<103 where word != rows[r][c] {
          var changed = rows
          changed[r][c] = word
          #expect(CodablockF.decode(changed) == nil)
          // With a right check character of the row those of the symbol tell. (They cannot tell characters that are
          // 86 apart, nor whether there is one "V" more, which is 86.)
          let last = changed[r].count - 1
          guard c > 1, c < last, rows[r][c] < 96, word < 96, abs(rows[r][c] - word) != 86 else { continue }
          changed[r][last] = Code128Tables.check([Code128Tables.startA] + changed[r].dropLast())
          let other = CodablockF.decode(changed)
          #expect(other == nil || other == value, "row \(r), \(c): \(word)")
        }
      }
      var missing = rows
      missing.remove(at: r)
      #expect(CodablockF.decode(missing) == nil)
      var swapped = rows
      swapped.swapAt(r, (r + 1) % rows.count)
      #expect(CodablockF.decode(swapped) == nil)
    }
  }

  // MARK: pictures

  @Test(arguments: [0.0, 180, 7, 45, 90, 270, 353]) func drawnIsReadAtAnyRotation(_ degrees: Double) throws {
    let bytes = Array("Codablock F test 12345".utf8)
    let rows = try #require(CodablockF.encode(bytes, columns: 8))
    let drawing = Drawing(
      StackDrawing.separated(try #require(CodablockF.modules(rows))), scale: 2.5, degrees: degrees)
    // Together with Code 128, which each of its rows is.
    let codes = try StackDrawing.read(drawing, SymbologySet([.codablockF, .code128]))
    #expect(codes.map { $0.symbology } == [.codablockF] && codes.first?.bytes == bytes)
    let box = try #require(codes.first?.corners)
    let corners = [box.topLeft, box.topRight, box.bottomRight, box.bottomLeft]
    // The corners are those of the whole, beginning at the start of the first row.
    let (c, s) = (cosine(degrees), sine(degrees))
    let (halfWidth, halfHeight) = (Double(11 * 8 + 57) / 2 * 2.5, Double(rows.count * 11) / 2 * 2.5)
    for (corner, (u, v)) in zip(corners, [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)]) {
      let x = Double(drawing.width) / 2 + u * halfWidth * c - v * halfHeight * s
      let y = Double(drawing.height) / 2 + u * halfWidth * s + v * halfHeight * c
      #expect(abs(corner.x - x) < 14 && abs(corner.y - y) < 14, "\(degrees): \(corner) for \(x), \(y)")
    }
  }

  @Test func notARowOfItIsReportedWhereItIsOffOrIncomplete() throws {
    let rows = try #require(CodablockF.encode(Array("Codablock F test 12345".utf8), columns: 8))
    let modules = try #require(CodablockF.modules(rows))
    let whole = Drawing(StackDrawing.separated(modules), scale: 2.5)
    #expect(try StackDrawing.read(whole, SymbologySet([.code128])).isEmpty)
    let part = Drawing(StackDrawing.separated(Array(modules.dropLast())), scale: 2.5)
    #expect(try StackDrawing.read(part, SymbologySet([.codablockF])).isEmpty)
  }
}
