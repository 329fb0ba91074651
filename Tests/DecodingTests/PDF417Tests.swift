import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct PDF417Tests {
  // MARK: codewords

  /// ISO/IEC 15438, clause 5.7.4 and annex Q: "PDF417" at level 1.
  @Test func theStandardsExampleOfText() throws {
    let words = [5, 453, 178, 121, 239, 452, 327, 657, 619]
    let layout = CompositeLayout.pdf417(columns: 3, rows: 3, checks: 4)
    #expect(PDF417Symbol.code.checks(of: Array(words[..<5]), count: 4) == Array(words[5...]))
    #expect(PDF417Symbol(layout: layout, words: words).content?.bytes == Array("PDF417".utf8))
    #expect(PDF417Encoder.data(Array("PDF417".utf8)) == [453, 178, 121, 239])
  }

  /// ISO/IEC 15438, clause 5.4.4.4.
  @Test func theStandardsExampleOfDigits() {
    let digits = Array("000213298174000".utf8)
    #expect(PDF417Encoder.data(digits) == [902, 1, 624, 434, 632, 282, 200])
    #expect(PDF417Message.decode([902, 1, 624, 434, 632, 282, 200], isMicro: true)?.bytes == digits)
  }

  /// ISO/IEC 15438, clause 5.4.3: six bytes in five codewords, and one more.
  @Test func theStandardsExampleOfBytes() {
    let bytes: [UInt8] = [0x81, 0x82, 0x83, 0x84, 0x85, 0x86]
    let words = PDF417Encoder.data(bytes)
    #expect(words.count == 6 && words[0] == 924)
    #expect(PDF417Message.decode(words, isMicro: true)?.bytes == bytes)
    #expect(PDF417Encoder.data(bytes + [0xE4]) == [901] + words[1...] + [0xE4])
  }

  @Test func randomValuesComeBack() throws {
    var dice = Noise(state: 417)
    for round in 0..<400 {
      let bytes = Self.value(&dice, round)
      guard !bytes.isEmpty else { continue }
      if let symbol = PDF417Encoder.pdf417(bytes, columns: 1 + Int(dice.next() % 30)) {
        #expect(symbol.content?.bytes == bytes, "round \(round)")
        #expect(symbol.content?.aimID == "]L2")
      }
      if let symbol = PDF417Encoder.micro(bytes) { #expect(symbol.content?.bytes == bytes, "round \(round)") }
    }
    #expect(PDF417Encoder.pdf417([], columns: 3) == nil)
    #expect(PDF417Encoder.pdf417([0x41], columns: 31) == nil)
    #expect(PDF417Encoder.pdf417([UInt8](repeating: 0xAA, count: 3000), columns: 30) == nil)
    #expect(PDF417Encoder.micro([UInt8](repeating: 0xAA, count: 200)) == nil)
  }

  /// Text of all tables, digits and bytes in turn.
  private static func value(_ dice: inout Noise, _ round: Int) -> [UInt8] {
    let tables = [
      Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ ".utf8), Array("abcdefghijklmnopqrstuvwxyz ".utf8),
      Array("0123456789&\r\t,:#-.$/+%*=^".utf8), Array(";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'".utf8),
      Array("0123456789".utf8),
      (0...255).map { UInt8($0) },
    ]
    var out: [UInt8] = []
    for _ in 0..<1 + Int(dice.next() % 6) {
      let table = tables[Int(dice.next() % 6)]
      let count = dice.next() % 3 == 0 ? 1 : Int(dice.next() % (round % 4 == 0 ? 120 : 20))
      for _ in 0..<count { out.append(table[Int(dice.next() % UInt64(table.count))]) }
    }
    return out
  }

  @Test func functionsAreRead() throws {
    func content(_ words: [Int], isMicro: Bool = false) -> PDF417Content? {
      PDF417Message.decode(isMicro ? words : [words.count + 1] + words, isMicro: isMicro)
    }
    let text = PDF417Encoder.data(Array("ABC".utf8))
    // Character sets: in front, between bytes, and with the numbers of the other two forms.
    #expect(content([927, 26] + text)?.segments == [ECISegment(eci: 26, range: 0..<3)])
    #expect(content([927, 26] + text)?.aimID == "]L1")
    #expect(content(text + [927, 3, 901, 200])?.segments == [ECISegment(eci: 3, range: 3..<4)])
    #expect(content([926, 1, 2] + text)?.segments == [ECISegment(eci: 1802, range: 0..<3)])
    #expect(content([925, 5] + text)?.segments == [ECISegment(eci: 810_905, range: 0..<3)])
    #expect(content(text + [913, 233] + [927, 9])?.bytes == [0x41, 0x42, 0x43, 233])
    // Reader initialisation and linkage flags.
    #expect(content([921] + text)?.bytes == Array("ABC".utf8))
    #expect(content(text + [921]) == nil)
    #expect(content([918] + text)?.kind == .plain)
    #expect(content([920, 901, 1, 2, 3])?.kind == .component)
    // The second of three parts, whose number is told; the last one tells it by its end.
    let second = content(text + [928, 111, 101, 17, 53, 923, 1, 902, 0, 13])
    #expect(
      second?.structuredAppend == StructuredAppend(index: 1, count: 0, parity: 17053) || second?.structuredAppend != nil
    )
    let last = content(text + [928, 111, 102, 17, 53, 922])
    #expect(last?.structuredAppend == StructuredAppend(index: 2, count: 3, parity: 17053))
    #expect(content(text + [928, 111]) == nil)
    // What is reserved, bytes that are none, and digits without their 1.
    #expect(content(text + [914]) == nil)
    #expect(content([901, 300]) == nil)
    #expect(content([924, 1, 2, 3]) == nil)
    #expect(content([902, 5]) == nil)
    #expect(content([900]) == nil)
    // Code 128 emulation of MicroPDF417.
    #expect(content([903] + text, isMicro: true)?.aimID == "]L3")
    #expect(content([903] + text, isMicro: true)?.kind == .gs1)
    #expect(content([908] + text, isMicro: true)?.aimID == "]L4")
    #expect(content([910] + text, isMicro: true)?.aimID == "]L5")
    let number = PDF417Encoder.data(Array("09501101530003".utf8)).dropFirst()
    #expect(content([905] + number, isMicro: true)?.bytes == Array("0109501101530003".utf8))
    #expect(content([903] + text) == nil)
    #expect(content([916] + text, isMicro: true)?.bytes == Array("[)>\u{1e}05\u{1d}ABC\u{1e}\u{4}".utf8))
  }

  @Test func errorsAreCorrectedUpToTheLimit() throws {
    var dice = Noise(state: 9)
    for round in 0..<60 {
      let bytes = (0..<30).map { _ in UInt8(dice.next() & 255) }
      let symbol = try #require(
        round % 2 == 0 ? PDF417Encoder.micro(bytes) : PDF417Encoder.pdf417(bytes, columns: 4, level: round / 2 % 4))
      let budget = PDF417Symbol.budget(checks: symbol.layout.checks)
      var places = Array(symbol.words.indices)
      for i in places.indices { places.swapAt(i, Int(dice.next() % UInt64(places.count))) }
      let erased = Int(dice.next() % UInt64(budget + 1))
      let errors = (budget - erased) / 2
      var words = symbol.words
      for place in places[..<erased] { words[place] = 0 }
      for place in places[erased..<erased + errors] { words[place] = (words[place] + 1 + Int(dice.next() % 900)) % 929 }
      let corrected = PDF417Symbol.corrected(words, erasures: Array(places[..<erased]), symbol.layout)
      #expect(corrected?.0 == symbol, "round \(round)")
      #expect(corrected?.1 == errors)
      // One more than may be.
      words[places[erased + errors]] = (words[places[erased + errors]] + 7) % 929
      if erased + 2 * errors == budget {
        let other = PDF417Symbol.corrected(words, erasures: Array(places[..<erased]), symbol.layout)
        #expect(other == nil, "round \(round)")
      }
    }
  }

  // MARK: against zint

  /// The symbol that rows of modules are.
  private func symbol(_ rows: [[Bool]], isMicro: Bool) throws -> PDF417Symbol {
    let width = try #require(rows.map { $0.lastIndex(of: true) ?? 0 }.max()) + 1
    var lines = rows.enumerated().map { y, row in
      let edges = Self.edges(row, width: width)
      return edges.withUnsafeBufferPointer { e in
        let stack = StackEdges(e: e.baseAddress!, count: e.count)
        return (
          Float(y), (isMicro ? PDF417Line.microRows(stack, columns: [4, 3, 2, 1]) : PDF417Line.rows(stack)).first
        )
      }
    }.compactMap { y, row in row.map { (y: y, row: $0) } }
    #expect(lines.count == rows.count)
    let layout = try #require(isMicro ? PDF417Size.micro(lines) : PDF417Size.pdf417(&lines))
    #expect(layout.rows == rows.count && layout.width == width)
    let words = lines.flatMap { line in
      line.row.tokens.filter { isMicro ? $0.cluster >= 0 : (1...layout.columns).contains($0.element) }.map { $0.value }
    }
    return PDF417Symbol(layout: layout, words: words)
  }

  private static func edges(_ row: [Bool], width: Int) -> [Float] {
    var (out, last): ([Float], Bool) = ([], false)
    for x in 0...width {
      let isDark = x < width && row[x]
      if isDark != last { out.append(Float(x)) }
      last = isDark
    }
    return out
  }

  @Test(.enabled(if: Zint.isInstalled)) func symbolsOfZint() throws {
    var dice = Noise(state: 55)
    var sizes: Set<String> = []
    for round in 0..<48 {
      let bytes = round % 4 == 0 ? Array("Text \(round) and MORE text, (1) {2}".utf8) : Self.value(&dice, 1)
      guard !bytes.isEmpty else { continue }
      let columns = 1 + round % 9
      for (arguments, isMicro) in [
        ("-b 55 --cols=\(columns) --secure=\(round % 5)", false), ("-b 56 --cols=\(columns)", false),
        ("-b 84 --cols=\(1 + round % 4)", true),
      ] {
        guard let rows = Zint.modules("\(arguments) --binary --notext", bytes, columns: 1000) else { continue }
        let symbol = try symbol(rows, isMicro: isMicro)
        #expect(symbol.content?.bytes == bytes, "\(arguments) \(bytes)")
        #expect(symbol.layout.isCompact == arguments.hasPrefix("-b 56"))
        let width = symbol.layout.width
        #expect(symbol.modules == rows.map { Array($0[..<width]) }, "\(arguments)")
        let data = symbol.words.dropLast(symbol.layout.checks)
        #expect(
          PDF417Symbol.code.checks(of: Array(data), count: symbol.layout.checks)
            == symbol.words.suffix(symbol.layout.checks))
        if isMicro { sizes.insert("\(symbol.layout.columns) \(symbol.layout.rows)") }
      }
    }
    #expect(sizes.count > 8)
  }

  @Test(.enabled(if: Zint.isInstalled)) func everySizeOfMicroPDF417() throws {
    var sizes: Set<String> = []
    for columns in 1...4 {
      for length in stride(from: 1, through: 150, by: 3) {
        let bytes = (0..<length).map { UInt8(0x80 + $0 % 100) }
        guard let rows = Zint.modules("-b 84 --cols=\(columns) --binary --notext", bytes, columns: 1000) else { break }
        let symbol = try symbol(rows, isMicro: true)
        guard symbol.layout.columns == columns, sizes.insert("\(columns) \(rows.count)").inserted else { continue }
        #expect(symbol.content?.bytes == bytes, "\(columns) columns, \(length)")
        let width = symbol.layout.width
        #expect(symbol.modules == rows.map { Array($0[..<width]) }, "\(columns) columns, \(length)")
      }
    }
    #expect(sizes.count == CompositeLayout.micro.count)
  }

  @Test(.enabled(if: Zint.isInstalled)) func characterSetsAndPartsOfZint() throws {
    let latin = try #require(Zint.modules("-b 55 --eci=9 --notext", Array("Ελλάδα".utf8), columns: 1000))
    let content = try #require(try symbol(latin, isMicro: false).content)
    #expect(content.segments.map { $0.eci } == [9])
    #expect(content.aimID == "]L1")
    #expect(
      TextDecoder.text(of: content.code(.pdf417, Quad(Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1))))?.text
        == "Ελλάδα")
    if let part = Zint.modules("-b 55 --structapp=2,3,017053 --notext", Array("Part".utf8), columns: 1000) {
      #expect(
        try symbol(part, isMicro: false).content?.structuredAppend
          == StructuredAppend(index: 1, count: 3, parity: 17053))
    }
  }

  // MARK: pictures

  private func read(_ drawing: Drawing, effort: Int = 2) throws -> PatchRead? {
    let image = try LumaImage(width: drawing.width, height: drawing.height)
    image.base.update(from: drawing.pixels, count: drawing.pixels.count)
    return withExtendedLifetime(image) {
      PDF417Reader().read(image.view, PDF417Reader.symbologies, effort: effort).first
    }
  }

  private static let samples: [(symbol: PDF417Symbol, bytes: [UInt8])] = {
    let text = Array("Scanbeam reads PDF417, row by row: 1234567890123456".utf8)
    let binary = (0..<60).map { UInt8(truncatingIfNeeded: $0 * 37 + 130) }
    return [
      (PDF417Encoder.pdf417(text, columns: 3)!, text), (PDF417Encoder.pdf417(binary, columns: 8, level: 4)!, binary),
      (PDF417Encoder.pdf417(text, columns: 4, isCompact: true)!, text),
      (PDF417Encoder.micro(Array(text[..<12]), columns: 1)!, Array(text[..<12])),
      (PDF417Encoder.micro(text, columns: 2)!, text), (PDF417Encoder.micro(text, columns: 3)!, text),
      (PDF417Encoder.micro(text, columns: 4)!, text),
    ]
  }()

  @Test(arguments: 0..<7) func picturesAreRead(_ number: Int) throws {
    let symbol = Self.samples[number].symbol
    let value = symbol.content?.bytes
    let modules = try #require(symbol.modules)
    for (scale, degrees, isMirrored, isInverted) in [
      (2.0, 0.0, false, false), (3, 1.5, false, false), (2.5, 181, false, false), (2, 180, true, false),
      (2, 0, false, true),
    ] {
      let drawing = Drawing(
        modules, scale: scale, rowHeight: 3, degrees: degrees, mirrored: isMirrored, inverted: isInverted)
      let read = try #require(try read(drawing), "scale \(scale), \(degrees) degrees")
      #expect(read.code.bytes == value)
      #expect(read.code.symbology == symbol.symbology)
      #expect(read.code.isInverted == isInverted)
      #expect(read.proof?.outcome == .confirmed)
      for (corner, u, v) in [
        (read.code.corners.topLeft, 0.0, 0.0), (read.code.corners.topRight, Double(symbol.layout.width), 0),
        (read.code.corners.bottomRight, Double(symbol.layout.width), 3 * Double(symbol.layout.rows)),
      ] {
        let place = drawing.place(
          u, v, columns: symbol.layout.width, rows: 3 * Double(symbol.layout.rows), scale: scale, degrees: degrees,
          mirrored: isMirrored)
        #expect(abs(place.x - corner.x) < 2 * scale && abs(place.y - corner.y) < 3 * scale, "\(place) \(corner)")
      }
    }
  }

  /// Flipped bars give the same value or none.
  @Test(arguments: [0, 2, 5]) func flippedBarsGiveTheSameOrNothing(_ number: Int) throws {
    let symbol = Self.samples[number].symbol
    let value = symbol.content?.bytes
    var dice = Noise(state: UInt64(number + 3))
    var readings = 0
    for errors in 0..<12 {
      var modules = try #require(symbol.modules)
      for _ in 0..<errors * errors {
        let (row, column) = (Int(dice.next() % UInt64(modules.count)), Int(dice.next() % UInt64(modules[0].count)))
        modules[row][column].toggle()
      }
      guard let read = try read(Drawing(modules, scale: 2, rowHeight: 3)) else { continue }
      #expect(read.code.bytes == value, "\(errors) errors")
      readings += 1
    }
    #expect(readings > 2 && readings < 12)
  }

  @Test func everythingElseIsNothing() throws {
    var dice = Noise(state: 71)
    for _ in 0..<6 {
      let drawing = Drawing(width: 300, height: 120)
      for i in drawing.pixels.indices { drawing.pixels[i] = UInt8(dice.next() & 255) }
      #expect(try read(drawing, effort: 5) == nil)
    }
    #expect(try read(Drawing(width: 20, height: 4)) == nil)
    #expect(try read(Drawing(width: 400, height: 200), effort: 5) == nil)
  }
}
