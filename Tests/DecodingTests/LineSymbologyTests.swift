import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct LineSymbologyTests {
  private func digits(_ count: Int, _ noise: inout Noise) -> [Int] { (0..<count).map { _ in Int(noise.next() % 10) } }
  private func text(_ digits: [Int]) -> String { digits.map { "\($0)" }.joined() }

  /// A symbol's modules without the light behind it, as zint draws it.
  private func zint(_ number: Int, _ data: String) throws -> [Bool] {
    var row = try #require(Zint.modules("-b \(number)", data, columns: 4000)?.first, "\(number) \(data)")
    while row.last == false { row.removeLast() }
    return row
  }

  // MARK: the encoders draw what zint draws

  @Test(.enabled(if: Zint.isInstalled)) func codesAreDrawnAsZintDrawsThem() throws {
    var noise = Noise(state: 41)
    for length in [1, 2, 5, 8, 10, 11, 20] {
      let d = digits(length, &noise)
      #expect(try zint(1, text(d)) == Code11.pattern(Array(text(d).utf8), checkCharacters: 2)?.moduleRow)
      #expect(try zint(47, text(d)) == MSI.pattern(d)?.moduleRow)
      #expect(try zint(2, text(d)) == Code25.pattern(d, .matrix)?.moduleRow)
      #expect(try zint(4, text(d)) == Code25.pattern(d, .iata)?.moduleRow)
      #expect(try zint(6, text(d)) == Code25.pattern(d, .dataLogic)?.moduleRow)
      #expect(try zint(7, text(d)) == Code25.pattern(d, .industrial)?.moduleRow)
      let hex = (0..<length).map { _ in Int(noise.next() % 16) }
      let plessey = String(decoding: hex.map { Plessey.alphabet[$0] }, as: UTF8.self)
      #expect(try zint(86, plessey) == Plessey.pattern(hex)?.moduleRow)
    }
    for d in ["1A", "Telepen 12", "~}{|0", "aAzZ09", "EE", "@"] {
      #expect(try zint(32, d) == Telepen.pattern(Array(d.utf8))?.moduleRow, "\(d)")
    }
    for d in ["0123456789", "99", "003X"] {
      let characters = try #require(Telepen.compressed(Array(d.utf8)))
      #expect(try zint(87, d) == Telepen.pattern(characters)?.moduleRow, "\(d)")
    }
    for d in [[1, 2, 3, 4, 5, 6], [0, 0, 0, 0, 0, 0], [9, 8, 1, 1, 7, 6], [5, 5, 5, 5, 5, 2]] {
      var row = try zint(77, text(d))
      row.removeFirst(row.firstIndex(of: true) ?? 0)
      #expect(row == KoreaPost.pattern(d, narrow: 1)?.moduleRow, "\(d)")
    }
    for letter in "ABCDE".utf8 {
      #expect(try zint(49, String(decoding: [letter], as: UTF8.self)) == FIM.pattern(letter)?.moduleRow)
    }
    for d in [[1, 2], [9, 9], [0, 9, 8, 7, 6], [1, 2, 3, 4, 5]] as [[UInt8]] {
      let digits = String(decoding: d.map { $0 + 0x30 }, as: UTF8.self)
      #expect(try zint(13, digits) == EANTables.addOn(d)?.moduleRow, "\(digits)")
    }
    #expect(try zint(1, "12-34-5") == Code11.pattern(Array("12-34-5".utf8), checkCharacters: 2)?.moduleRow)
    for value in [3, 4, 15, 638, 913, 123_456, 131_070] {
      #expect(try zint(51, "\(value)") == Pharmacode.pattern(value)?.moduleRow, "\(value)")
    }
    for value in [4, 12, 1000, 1_234_567, 64_570_080] {
      let rows = try #require(Zint.modules("-b 53", "\(value)", columns: 400))
      let bars = try #require(PharmacodeTwoTrack.bars(value))
      #expect(BarsDrawing.letters([rows[0], rows[1]]).isEmpty == false)
      for (i, bar) in bars.enumerated() {
        #expect(rows[0][2 * i] == bar.hasAscender && rows[1][2 * i] == bar.hasDescender, "\(value)")
      }
    }
  }

  /// Check digits of MSI as zint makes them: option 1 to 4 are modulo 10, 10 and 10, 11 (IBM), 11 and 10.
  @Test(.enabled(if: Zint.isInstalled)) func checkDigitsOfMSI() throws {
    let schemes: [(Int, MSI.Check)] = [
      (1, .mod10), (2, .mod1010), (3, .mod11IBM), (4, .mod1110IBM), (5, .mod11NCR), (6, .mod1110NCR),
    ]
    for (option, check) in schemes {
      for data in ["1234567", "80523", "9999", "31415926"] {
        let d = data.utf8.map { Int($0) - 0x30 }
        guard let extra = MSI.checkDigits(d, check) else { continue }
        var row = try #require(Zint.modules("-b 47 --vers=\(option)", data, columns: 4000)?.first)
        while row.last == false { row.removeLast() }
        #expect(row == MSI.pattern(d + extra)?.moduleRow, "\(check) of \(data)")
      }
    }
  }

  // MARK: what is drawn is read

  private struct Sample {
    let pattern: LinearPattern
    let value: String
    let symbology: Symbology
  }

  private func samples(_ noise: inout Noise) throws -> [Sample] {
    var out: [Sample] = []
    let length = 6 + Int(noise.next() % 10)
    let d = digits(length, &noise)
    let p11 = try #require(Code11.pattern(Array(text(d).utf8), checkCharacters: 2))
    out.append(Sample(pattern: p11, value: text(d), symbology: .code11))
    out.append(Sample(pattern: try #require(MSI.pattern(d)), value: text(d), symbology: .msi))
    for kind in Code25.Kind.allCases {
      out.append(Sample(pattern: try #require(Code25.pattern(d, kind)), value: text(d), symbology: .code25))
    }
    let hex = (0..<6).map { _ in Int(noise.next() % 16) }
    out.append(
      Sample(
        pattern: try #require(Plessey.pattern(hex)),
        value: String(decoding: hex.map { Plessey.alphabet[$0] }, as: UTF8.self), symbology: .plessey))
    let characters = (0..<length).map { _ in UInt8(32 + noise.next() % 95) }
    let telepen = String(decoding: characters, as: UTF8.self)
    out.append(Sample(pattern: try #require(Telepen.pattern(characters)), value: telepen, symbology: .telepen))
    let postal = digits(6, &noise)
    let korea = try #require(KoreaPost.pattern(postal, narrow: Float(noise.next() % 2)))
    out.append(Sample(pattern: korea, value: text(postal), symbology: .koreaPost))
    let value = 300 + Int(noise.next() % 100_000)
    out.append(Sample(pattern: try #require(Pharmacode.pattern(value)), value: "\(value)", symbology: .pharmacode))
    return out
  }

  private func read(_ image: LumaImage) -> [PatchRead] {
    let reader = LineSymbologyReader()
    return reader.read(image.view, reader.symbologies, isMirrored: false, effort: 2)
  }

  private func values(_ reads: [PatchRead]) -> [String] {
    reads.filter { !$0.needsDirection || QuadGeometry.runsRight($0.code.corners) }
      .map { "\($0.code.symbology.name) \(String(decoding: $0.code.bytes, as: UTF8.self))" }
  }

  @Test(arguments: [
    LinearDrawing(module: 1.5, height: 40), LinearDrawing(module: 2.3), LinearDrawing(module: 6, height: 80),
    LinearDrawing(module: 3, radius: 2.4), LinearDrawing(module: 2.5, lean: 0.2),
    LinearDrawing(module: 3, noise: 40), LinearDrawing(module: 2.5, light: 120, dark: 90),
    LinearDrawing(module: 3, light: 40, dark: 200),
  ])
  func drawnIsRead(_ drawing: LinearDrawing) throws {
    var noise = Noise(state: 51)
    for _ in 0..<4 {
      for sample in try samples(&noise) {
        let image = try drawing.draw([sample.pattern])
        #expect(values(read(image)) == ["\(sample.symbology.name) \(sample.value)"], "\(drawing)")
      }
    }
  }

  @Test func fromBehindOnlyPharmacodeDiffers() throws {
    var noise = Noise(state: 52)
    var drawing = LinearDrawing()
    drawing.reversed = true
    for sample in try samples(&noise) where sample.symbology != .pharmacode {
      let image = try drawing.draw([sample.pattern])
      #expect(values(read(image)) == ["\(sample.symbology.name) \(sample.value)"])
    }
  }

  @Test func everyModeOfTelepen() throws {
    let cases: [(String, Telepen.Mode, [UInt8], String)] = [
      ("AB12", .ascii, Array("AB12".utf8), "]B0"),
      ("01384042", .numeric, Telepen.compressed(Array("01384042".utf8)) ?? [], "]B1"),
      ("120XX1", .numeric, (Telepen.compressed(Array("120X".utf8)) ?? []) + [0x10] + Array("X1".utf8), "]B2"),
      ("AB", .asciiThenNumeric, Array("AB".utf8), "]B0"),
      ("AB99", .asciiThenNumeric, Array("AB".utf8) + [0x10] + (Telepen.compressed(Array("99".utf8)) ?? []), "]B4"),
    ]
    for (text, mode, characters, aimID) in cases {
      let pattern = try #require(Telepen.pattern(characters, mode))
      let elements = try #require(self.run(pattern))
      let value = try #require(Telepen.decode(elements), "\(text)")
      #expect(String(decoding: value.bytes, as: UTF8.self) == text)
      #expect(value.aimID == aimID)
      #expect(Telepen.decode(elements.turned) == nil)
    }
    // Numbers between the characters of ASCII show by a control character.
    let wild = try #require(Telepen.pattern(Telepen.compressed(Array("01384042".utf8)) ?? []))
    let found = try #require(self.run(wild))
    #expect(Telepen.decode(found).map { String(decoding: $0.bytes, as: UTF8.self) } == "01384042")
  }

  @Test func facingMarksAreReadFromBothSides() throws {
    let reader = LineSymbologyReader()
    for letter in "ABCDE".utf8 {
      for reversed in [false, true] {
        var drawing = LinearDrawing(module: 4, height: 90)
        drawing.reversed = reversed
        let image = try drawing.draw([try #require(FIM.pattern(letter))])
        #expect(
          values(reader.read(image.view, SymbologySet([.fim]), isMirrored: false, effort: 2)) == [
            "FIM \(String(decoding: [letter], as: UTF8.self))"
          ])
      }
    }
  }

  @Test func addOnsAreReadAloneWhenThatIsAskedFor() throws {
    let reader = LineSymbologyReader()
    var drawing = LinearDrawing(module: 3, height: 60)
    drawing.quiet = 16
    for d in [[1, 2], [9, 9], [0, 9, 8, 7, 6], [1, 2, 3, 4, 5]] as [[UInt8]] {
      let image = try drawing.draw([try #require(EANTables.addOn(d))])
      var request = DecodeRequest(symbologies: SymbologySet([.upcEan]))
      reader.prepare(request)
      #expect(!reader.symbologies.contains(.upcEan))
      request.checks.addOns = true
      reader.prepare(request)
      #expect(reader.symbologies.contains(.upcEan))
      let reads = reader.read(image.view, SymbologySet([.upcEan]), isMirrored: false, effort: 2)
      #expect(reads.map { $0.code.bytes } == [d.map { $0 + 0x30 }])
      #expect(reads.first?.code.aimID == (d.count == 2 ? "]E1" : "]E2"))
    }
  }

  /// One element that is wide instead of narrow, or the other way: nothing or the right value.
  @Test func oneWrongElementNeverGivesAnotherValue() throws {
    var noise = Noise(state: 53)
    for _ in 0..<6 {
      for sample in try samples(&noise) where sample.symbology != .pharmacode && sample.symbology != .koreaPost {
        for i in sample.pattern.widths.indices {
          var pattern = sample.pattern
          let wide = pattern.widths.max() ?? 3
          pattern.widths[i] = pattern.widths[i] > 1 ? 1 : wide
          guard let run = run(pattern) else { continue }
          for side in [run, run.turned] {
            let value =
              Code11.decode(side, .init(checkCharacters: 2)) ?? MSI.decode(side, .init()) ?? Plessey.decode(
                side, .init())
              ?? Code25.decode(side, .init()) ?? Telepen.decode(side)
            let text = value.map { String(decoding: $0.bytes, as: UTF8.self) }
            #expect(text == nil || text == sample.value, "element \(i) of \(sample.symbology.name) \(sample.value)")
          }
        }
      }
    }
  }

  private func run(_ pattern: LinearPattern) -> TwoWidthRun? {
    var edges: [Float] = [0]
    for w in pattern.widths { edges.append((edges.last ?? 0) + 5 * w) }
    return TwoWidthRun.classified(edges)
  }

  @Test func withoutQuietZonesNothingIsRead() throws {
    var noise = Noise(state: 54)
    var drawing = LinearDrawing()
    for sample in try samples(&noise) where sample.symbology != .code11 && sample.symbology != .plessey {
      drawing.quiet = 3
      // Something dark stands beside it on both sides.
      var bar = LinearPattern()
      bar.widths = [4]
      let image = try drawing.draw([bar, sample.pattern, bar], gap: 3.4)
      #expect(read(image).isEmpty, "\(sample.symbology.name)")
    }
  }

  @Test func noiseIsNotRead() throws {
    var noise = Noise(state: 55)
    let reader = LineSymbologyReader()
    let postal = PostalReader()
    for _ in 0..<60 {
      let image = try LumaImage(width: 40 + Int(noise.next() % 300), height: 8 + Int(noise.next() % 60))
      // Bars of random widths, the same on every row.
      var x = 0
      var dark = false
      while x < image.width {
        let end = min(image.width, x + 1 + Int(noise.next() % 9))
        for y in 0..<image.height { for i in x..<end { image.base[y * image.width + i] = dark ? 30 : 220 } }
        x = end
        dark.toggle()
      }
      #expect(reader.read(image.view, reader.symbologies, isMirrored: false, effort: 5).isEmpty)
      #expect(postal.read(image.view, postal.symbologies, isMirrored: false, effort: 5).isEmpty)
    }
  }

  @Test func tinyPicturesDoNotTrap() throws {
    for (w, h) in [(1, 1), (48, 8), (24, 6), (200, 1), (1, 200), (49, 8)] {
      let image = try LumaImage(width: w, height: h)
      for i in 0..<(w * h) { image.base[i] = UInt8(truncatingIfNeeded: i &* 37) }
      for isMirrored in [false, true] {
        _ = LineSymbologyReader().read(image.view, .striped, isMirrored: isMirrored, effort: 5)
        _ = PostalReader().read(image.view, .postal, isMirrored: isMirrored, effort: 5)
      }
    }
  }
}
