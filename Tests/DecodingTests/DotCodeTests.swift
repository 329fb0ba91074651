import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct DotCodeTests {
  /// Turned clockwise when it is even in width, so that it is odd in width and even in height.
  private func upright(_ modules: [[Bool]]) -> [[Bool]] {
    let (w, h) = (modules[0].count, modules.count)
    return w % 2 == 1 ? modules : (0..<w).map { r in (0..<h).map { modules[h - 1 - $0][r] } }
  }

  private func decode(_ modules: [[Bool]]) -> [DotCodeText.Message]? {
    let rows = upright(modules)
    let dots = rows.flatMap { $0.map { $0 ? Float(1) : -1 } }
    return DotCode.decode(dots, width: rows[0].count, height: rows.count)
  }

  private func one(_ modules: [[Bool]], _ comment: Comment) throws -> DotCodeText.Message {
    let messages = try #require(decode(modules), comment)
    #expect(messages.count == 1, comment)
    return try #require(messages.first, comment)
  }

  private func zint(_ arguments: String, _ data: [UInt8], columns: Int) -> [[Bool]]? {
    Zint.modules("-b 115 --cols=\(columns) \(arguments)", data, columns: columns)
  }

  // MARK: against zint

  @Test(.enabled(if: Zint.isInstalled)) func dotsAndCheckCodewordsAreThoseOfZint() throws {
    var noise = Noise(state: 811)
    var sizes = 0
    for columns in [5, 8, 13, 22, 31, 44, 61, 90, 127] {
      for length in [1, 4, 20, 70] {
        let data = (0..<length).map { _ in UInt8(32 + noise.next() % 95) }
        let mask = Int(noise.next() % 8)
        guard let drawn = zint("--mask=\(mask)", data, columns: columns) else { continue }
        sizes += 1
        let rows = upright(drawn)
        let (w, h) = (rows[0].count, rows.count)
        let bits = DotCodeLayout.places(w, h).map { rows[$0 / w][$0 % w] }
        let (dataCount, checks) = try #require(DotCodeCodewords.capacity(dots: bits.count))
        var words: [UInt8] = [(bits[0] ? 2 : 0) | (bits[1] ? 1 : 0)]
        for k in 0..<(dataCount + checks) {
          let nine = bits[(2 + 9 * k)..<(11 + 9 * k)].reduce(UInt16(0)) { $0 << 1 | ($1 ? 1 : 0) }
          words.append(UInt8(DotCodePatterns.all.firstIndex(of: nine) ?? 0))
        }
        let (fixed, plain) = try #require(
          DotCodeCodewords.corrected(words, dataCount: dataCount), "\(columns) columns, \(length), mask \(mask)")
        #expect(Int(fixed[0]) == mask % 4)
        let again = DotCodeLayout.modules(
          plain, width: drawn[0].count, height: drawn.count, mask: mask % 4, litCorners: mask >= 4)
        #expect(again == drawn, "\(columns) columns, \(length), mask \(mask)")
      }
    }
    #expect(sizes > 25)
  }

  @Test(.enabled(if: Zint.isInstalled)) func valuesOfZintAreRead() throws {
    var noise = Noise(state: 812)
    var count = 0
    for length in [1, 2, 3, 7, 19, 60, 150] {
      for kind in 0..<6 {
        let bytes = (0..<length).map { i -> UInt8 in
          let n = noise.next()
          switch kind {
          case 0: return UInt8(0x30 + n % 10)
          case 1: return UInt8(32 + n % 96)
          case 2: return UInt8(n % 32)
          case 3: return UInt8(128 + n % 128)
          case 4: return UInt8(n % 256)
          default: return i / 6 % 2 == 0 ? UInt8(0x30 + n % 10) : UInt8(n % 256)
          }
        }
        let columns = 12 + Int(noise.next() % 60)
        guard let drawn = zint("--binary", bytes, columns: columns) else { continue }
        count += 1
        let message = try one(drawn, "kind \(kind), length \(length): \(bytes)")
        #expect(message.bytes == bytes, "kind \(kind), length \(length)")
        #expect(!message.isGS1 && message.aimID == "]J0", "kind \(kind), length \(length): \(bytes)")
      }
    }
    #expect(count > 25)
    // Every byte, between digits.
    for start in stride(from: 0, to: 256, by: 8) {
      let bytes = (start..<start + 8).map { UInt8($0) } + Array("1234567890".utf8) + [UInt8(start)]
      guard let drawn = zint("--binary", bytes, columns: 30) else { continue }
      #expect(try one(drawn, "from \(start)").bytes == bytes, "from \(start)")
    }
  }

  @Test(.enabled(if: Zint.isInstalled)) func elementStringsOfZintAreRead() throws {
    for (input, output) in [
      ("[01]09501101530003[17]261231[10]ABC123", "01095011015300031726123110ABC123"),
      ("[01]09501101530003[10]LOT7[21]55", "010950110153000310LOT7\u{1d}2155"),
      ("[00]106141412345678908", "00106141412345678908"),
    ] {
      let drawn = try #require(zint("--gs1", Array(input.utf8), columns: 30))
      let message = try one(drawn, "\(input)")
      #expect(message.bytes == Array(output.utf8))
      #expect(message.isGS1 && message.aimID == "]J1")
    }
    // The same digits without being declared as element strings.
    let plain = try one(try #require(zint("", Array("0109501101530003".utf8), columns: 20)), "digits")
    #expect(plain.bytes == Array("0109501101530003".utf8) && !plain.isGS1)
  }

  @Test(.enabled(if: Zint.isInstalled)) func characterSetsMacrosAndSetsOfSymbolsAreDeclared() throws {
    let greek = try one(try #require(zint("--eci=9", Array("αβγ".utf8), columns: 20)), "Greek")
    #expect(greek.bytes == [0xe1, 0xe2, 0xe3] && greek.aimID == "]J3")
    #expect(greek.segments == [ECISegment(eci: 9, range: 0..<3)])
    for eci in [26, 39, 40, 899, 811_799] {
      let message = try one(try #require(zint("--eci=\(eci) --binary", Array("Text 12".utf8), columns: 20)), "\(eci)")
      #expect(message.segments == [ECISegment(eci: Int32(eci), range: 0..<7)], "\(eci)")
    }
    let part = try one(try #require(zint("--structapp=3,12", Array("PART".utf8), columns: 20)), "part")
    #expect(part.structuredAppend == StructuredAppend(index: 2, count: 12, parity: 0))
    #expect(part.bytes == Array("PART".utf8))
    for macro in [
      "[)>\u{1e}05\u{1d}9S12\u{1e}\u{4}", "[)>\u{1e}06\u{1d}A1\u{1e}\u{4}", "[)>\u{1e}12\u{1d}x\u{1e}\u{4}",
      "[)>\u{1e}99abc\u{4}",
    ] {
      let message = try one(try #require(zint("--binary", Array(macro.utf8), columns: 20)), "\(macro)")
      #expect(message.bytes == Array(macro.utf8))
    }
    // Not macros, although their values say so elsewhere.
    for text in ["\u{9}tab", "\u{1d}GS first", "a\u{9}b\r\nc\u{1c}\u{1e}"] {
      let message = try one(try #require(zint("--binary", Array(text.utf8), columns: 20)), "\(text)")
      #expect(message.bytes == Array(text.utf8))
    }
  }

  // MARK: encoded is decoded

  @Test func encodedIsDecoded() throws {
    var noise = Noise(state: 813)
    for number in 0..<200 {
      let kind = noise.next() % 3
      let bytes = (0..<(1 + Int(noise.next() % 40))).map { _ -> UInt8 in
        let n = noise.next()
        return kind == 0 ? UInt8(n % 256) : kind == 1 ? UInt8(0x30 + n % 12) : UInt8(32 + n % 96)
      }
      let eci = number % 5 == 0 ? [3, 26, 170, 811_799][Int(noise.next() % 4)] : nil
      let message = try one(try #require(DotCode.modules(bytes, eci: eci)), "\(bytes)")
      #expect(message.bytes == bytes && !message.isGS1)
      #expect(message.segments.map { Int($0.eci) } == (eci.map { [$0] } ?? []))
    }
    let strings = Array("010950110153000310LOT7\u{1d}2155".utf8)
    let message = try one(try #require(DotCode.modules(strings, isGS1: true)), "GS1")
    #expect(message.bytes == strings && message.aimID == "]J1")
  }

  @Test func placesAreAllThatThereAre() {
    for (w, h) in [(5, 6), (5, 8), (7, 6), (21, 14), (37, 52), (199, 200)] {
      let places = DotCodeLayout.places(w, h)
      #expect(places.count == w * h / 2 && Set(places).count == places.count)
      #expect(places.allSatisfy { ($0 / w + $0 % w) % 2 == 0 && $0 < w * h })
    }
  }

  @Test func everySizeIsDecoded() throws {
    for height in 5...60 {
      for width in [5, 6, 11, 30, 59] where DotCodeLayout.isSize(width, height) {
        guard let room = DotCodeCodewords.capacity(dots: width * height / 2), room.data > 2 else { continue }
        // What is left out of a size is pads.
        let value = Array("A1b2C3d4".utf8.prefix(room.data / 2))
        guard let modules = DotCode.modules(value, width: width, height: height) else { continue }
        #expect(try one(modules, "\(width) × \(height)").bytes == value, "\(width) × \(height)")
      }
    }
  }

  @Test func messagesAreSeparated() throws {
    // "A" in set B, FNC3, then a pair of digits behind FNC1.
    let words: [UInt8] = [102, 33, 109, 107, 12]
    #expect(
      DotCodeText.decode(words)?.map { $0.bytes } == [Array("A".utf8), Array("12".utf8)])
    // FNC3 in front speaks to the reader; FNC1 behind a letter belongs to an industry.
    #expect(DotCodeText.decode([109, 102, 33])?.map { $0.bytes } == [Array("A".utf8)])
    let industry = try #require(DotCodeText.decode([102, 33, 107, 12, 34])?.first)
    #expect(industry.bytes == Array("A1234".utf8) && industry.aimID == "]J2")
  }

  @Test func brokenCodewordsAreRefused() {
    for words: [UInt8] in [
      [], [107], [108], [102], [100, 1, 2], [110], [110, 100], [112, 5], [112, 102, 102], [108, 200], [108, 50, 1],
      [101, 33, 108], [103, 33], [112, 2, 50, 109, 113],
    ] {
      #expect(DotCodeText.decode(words) == nil, "\(words)")
    }
  }

  // MARK: errors

  @Test func errorsAreCorrectedUpToTheLimitAndRefusedBeyond() throws {
    var noise = Noise(state: 814)
    // With one code word, and with two and three dealt like cards.
    for dataCount in [1, 8, 40, 90, 170] {
      let data = (0..<dataCount).map { _ in UInt8(noise.next() % 100) }
      let words = DotCodeCodewords.protected(data, mask: Int(noise.next() % 4))
      let hands = (words.count + 111) / 112
      #expect(DotCodeCodewords.corrected(words, dataCount: dataCount)?.data == data)
      for _ in 0..<20 {
        func broken(_ more: Int) -> [UInt8] {
          var words = words
          for hand in 0..<hands {
            var places = Array(stride(from: hand, to: words.count, by: hands))
            let limit = places.filter { $0 > dataCount }.count / 2
            for _ in 0..<(limit + more) where !places.isEmpty {
              let place = places.remove(at: Int(noise.next() % UInt64(places.count)))
              words[place] = UInt8((Int(words[place]) + 1 + Int(noise.next() % 112)) % 113)
            }
          }
          return words
        }
        #expect(DotCodeCodewords.corrected(broken(0), dataCount: dataCount)?.data == data)
        if dataCount > 8 {
          let read = DotCodeCodewords.corrected(broken(1), dataCount: dataCount)
          #expect(read == nil || read?.data == data)
        }
      }
    }
  }

  @Test func flippedDotsAreTheSameValueOrNothing() throws {
    var noise = Noise(state: 815)
    for length in [3, 12, 40] {
      let value = (0..<length).map { _ in UInt8(32 + noise.next() % 95) }
      let modules = upright(try #require(DotCode.modules(value)))
      let places = DotCodeLayout.places(modules[0].count, modules.count)
      var read = 0
      for round in 0..<120 {
        var changed = modules
        for _ in 0..<(1 + round / 4) {
          let place = places[Int(noise.next() % UInt64(places.count))]
          changed[place / modules[0].count][place % modules[0].count].toggle()
        }
        guard let messages = decode(changed) else { continue }
        #expect(messages.map { $0.bytes } == [value], "length \(length), round \(round)")
        read += 1
      }
      #expect(read > 3, "length \(length)")
    }
  }

  @Test func dotsAtRandomAreNothing() {
    var noise = Noise(state: 816)
    for _ in 0..<400 {
      let (w, h) = (5 + 2 * Int(noise.next() % 12), 6 + 2 * Int(noise.next() % 12))
      let dots = (0..<(w * h)).map { _ in Float(Int(noise.next() % 9) < 5 ? 1 : -1) }
      #expect(DotCode.decode(dots, width: w, height: h) == nil)
    }
  }

  // MARK: in pictures

  @Test(arguments: [
    (2.5, 0.0, false, false), (3.0, 7, false, false), (3.0, 45, true, false), (4.2, 90, false, true),
    (6.0, 133, false, false), (9.0, 200, true, true), (14.0, 290, false, false), (2.6, 345, false, false),
  ])
  func drawnIsRead(_ pitch: Double, _ degrees: Double, _ isInverted: Bool, _ isMirrored: Bool) throws {
    let value = Array("DotCode at \(degrees) degrees".utf8)
    let modules = try #require(DotCode.modules(value))
    let drawing = DotDrawing.draw(
      modules, pitch: pitch, degrees: degrees, isInverted: isInverted, isMirrored: isMirrored)
    let codes = drawing.withView { DotCodeReader().readAnywhere($0) { false } }
    #expect(codes.map { $0.bytes } == [value])
    let code = try #require(codes.first)
    #expect(code.isInverted == isInverted && code.symbology == .dotCode)
    let (w, h) = (Double(modules[0].count), Double(modules.count))
    for (corner, (u, v)) in zip(code.corners.corners, [(0, 0), (w, 0), (w, h), (0, h)]) {
      let place = drawing.place(
        u, v, columns: modules[0].count, rows: h, scale: pitch, degrees: degrees, mirrored: isMirrored)
      #expect(hypot(place.x - corner.x, place.y - corner.y) < 0.4 * pitch, "\(corner) for \(place)")
    }
  }

  /// What ink-jet printers make of it: dots of unequal size, columns that are out of line, dots that are missing.
  @Test func printedBadlyIsRead() throws {
    var noise = Noise(state: 817)
    let value = Array("LOT 4711 EXP 2027-05".utf8)
    var modules = try #require(DotCode.modules(value))
    let sizes = (0..<4000).map { _ in 0.7 + 0.5 * Double(noise.next() % 100) / 100 }
    let lines = (0..<100).map { _ in (Double(noise.next() % 100) - 50) / 50 * 0.15 }
    var gone = 0
    for y in modules.indices {
      for x in modules[y].indices where modules[y][x] && gone < 5 && noise.next() % 40 == 0 {
        modules[y][x] = false
        gone += 1
      }
    }
    let drawing = DotDrawing.draw(
      modules, pitch: 5, degrees: 12, shift: { column, _ in (0, lines[column % 100]) },
      grow: { column, row in sizes[(row * 61 + column) % 4000] })
    let codes = drawing.withView { DotCodeReader().readAnywhere($0) { false } }
    #expect(codes.map { $0.bytes } == [value])
  }
}
