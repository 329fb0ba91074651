import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct CompositeTests {
  /// The rows of the 2D component that zint draws, from their first bar on.
  private func rows(_ arguments: String, _ data: String, linear: Int) -> [[Bool]]? {
    // The components stand in modules 0 to 2 or 21 of rows that are as wide as the symbol.
    guard let all = Zint.modules("\(arguments) --notext", Array(data.utf8), columns: 1000) else { return nil }
    let rows = all.dropLast(linear)
    guard let first = rows.compactMap({ $0.firstIndex(of: true) }).min() else { return nil }
    return rows.map { Array($0[first...]) }
  }

  private func codeword(_ modules: ArraySlice<Bool>, _ cluster: Int) -> Int? {
    let bits = modules.reduce(UInt32(0)) { $0 << 1 | ($1 ? 1 : 0) }
    return (0..<PDF417Patterns.count).first { PDF417Patterns.modules(cluster, $0) == bits }
  }

  private func pattern(_ modules: ArraySlice<Bool>) -> UInt16 { modules.reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }

  /// The layout and the codewords of drawn rows, by the address patterns.
  private func codewords(_ rows: [[Bool]], columns: Int) throws -> (CompositeLayout, [Int]) {
    let layouts = CompositeLayout.all(columns: columns).filter { layout in
      layout.rows == rows.count
        && rows.indices.allSatisfy { row in
          guard rows[row].count >= layout.width else { return false }
          func shows(_ start: Int?, _ first: Int, _ patterns: [UInt16]) -> Bool {
            guard let start else { return true }
            return pattern(rows[row][start..<start + 10])
              == patterns[CompositeLayout.address(first, row: row) - 1]
          }
          return shows(layout.leftStart, layout.left, CompositeLayout.sidePatterns)
            && shows(layout.centreStart, layout.centre, CompositeLayout.centrePatterns)
            && shows(layout.rightStart, layout.right, CompositeLayout.sidePatterns)
            && rows[row][layout.width - 1] && !rows[row][layout.width...].contains(true)
        }
    }
    let layout = try #require(layouts.count == 1 ? layouts[0] : nil)
    var words: [Int] = []
    for row in rows.indices {
      for column in 0..<layout.columns {
        let start = layout.start(ofColumn: column)
        words.append(try #require(codeword(rows[row][start..<start + 17], (layout.cluster + row) % 3)))
      }
    }
    return (layout, words)
  }

  /// What is in drawn rows.
  private func value(_ rows: [[Bool]], columns: Int) throws -> (CompositeLayout, String) {
    let (layout, words) = try codewords(rows, columns: columns)
    let data = words.dropLast(layout.checks)
    #expect(CompositeEncoder.modules(words, layout) == rows.map { Array($0[..<layout.width]) })
    #expect(CompositeCodewords.code.checks(of: Array(data), count: layout.checks) == words.suffix(layout.checks))
    let bits = try #require(layout.kind == .a ? CompositeBits.ofCCA(data) : CompositeBits.ofBytes(data))
    return (layout, String(decoding: try #require(CompositeMessage.decode(bits)), as: UTF8.self))
  }

  /// Element strings as zint takes and as they are read.
  private func elements(_ dice: inout Noise) -> (written: String, read: String) {
    func text(_ count: Int, _ letters: String) -> String {
      let all = Array(letters)
      return String((0..<count).map { _ in all[Int(dice.next() % UInt64(all.count))] })
    }
    let digits = "0123456789"
    let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    func some(_ n: Int) -> Int { 1 + Int(dice.next() % UInt64(n)) }
    func date() -> String {
      func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
      return two(Int(dice.next() % 100)) + two(some(12)) + two(some(28))
    }
    let rest: [(String, String, Bool)] = [
      ("21", text(some(12), digits + upper), true), ("240", text(some(9), upper + "-/.,*"), true),
      ("99", text(some(20), digits + upper + "abcxyz!%&()_?"), true), ("3103", text(6, digits), false),
      ("8004", text(some(10), digits + upper), true), ("37", text(some(8), digits), true),
    ]
    let first: [(String, String, Bool)] = [
      ("10", text(some(12), digits + upper), true), ("11", date(), false), ("17", date(), false),
      ("90", text(some(3), "123456789") + text(1, upper) + text(some(8) - 1, upper), true),
      ("90", text(1, upper) + text(some(8) - 1, digits + upper), true),
      ("90", text(1, "BDHJ") + text(some(6), digits), true),
    ]
    var parts: [(String, String, Bool)] = []
    if dice.next() % 3 > 0 { parts.append(first[Int(dice.next() % 6)]) }
    if parts.first?.0 == "11" || parts.first?.0 == "17", dice.next() % 2 > 0 { parts.append(first[0]) }
    for _ in 0..<Int(dice.next() % 3) { parts.append(rest[Int(dice.next() % 6)]) }
    if parts.isEmpty { parts.append(rest[Int(dice.next() % 6)]) }
    var read = ""
    for (i, part) in parts.enumerated() {
      read += part.0 + part.1 + (part.2 && i + 1 < parts.count ? "\u{1d}" : "")
    }
    return (parts.map { "[\($0.0)]\($0.1)" }.joined(), read)
  }

  private static let kinds: [(arguments: String, columns: Int, linear: Int)] = [
    ("-b 130 --primary=978020137962", 4, 4), ("-b 130 --primary=1234567", 3, 4), ("-b 136 --primary=0123456", 2, 4),
  ]

  @Test(.enabled(if: Zint.isInstalled)) func valuesOfZintAreRead() throws {
    var dice = Noise(state: 77)
    var seen: Set<String> = []
    for round in 0..<90 {
      let (arguments, columns, linear) = Self.kinds[round % 3]
      let (written, read) = elements(&dice)
      guard let rows = rows("\(arguments) --mode=\(1 + round / 3 % 2)", written, linear: linear) else { continue }
      let (layout, value) = try value(rows, columns: columns)
      #expect(value == read, "\(written)")
      seen.insert("\(layout.kind) \(columns)")
    }
    #expect(seen.count == 6)
  }

  @Test(.enabled(if: Zint.isInstalled)) func everySizeIsThatOfZint() throws {
    var seen: Set<String> = []
    for (arguments, columns, linear) in Self.kinds {
      for length in stride(from: 1, through: 90, by: 1) {
        for mode in 1...2 where mode == 2 || length < 30 {
          if mode == 2, length > 30, length % 3 > 0 { continue }
          let data = "[91]" + String(repeating: "7", count: length)
          guard let rows = rows("\(arguments) --mode=\(mode)", data, linear: linear) else { continue }
          let (layout, value) = try value(rows, columns: columns)
          #expect(value == "91" + String(repeating: "7", count: length))
          seen.insert("\(layout.kind) \(columns) \(layout.rows)")
        }
      }
    }
    let sizes = [2, 3, 4].flatMap { columns in
      CompositeLayout.all(columns: columns).map { "\($0.kind) \(columns) \($0.rows)" }
    }
    // zint gives the small values of CC-B to the next larger size; the largest ones take longer data than an element.
    #expect(sizes.count(where: { seen.contains($0) }) >= 30, "\(sizes.filter { !seen.contains($0) })")
  }

  /// What is read from codewords.
  private func message(_ words: [Int], _ layout: CompositeLayout) -> String? {
    let data = words.dropLast(layout.checks)
    return CompositeReader.bits(data, layout.kind).flatMap { CompositeMessage.decode($0) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(.enabled(if: Zint.isInstalled)) func pdf417IsDrawnAsByZint() throws {
    var dice = Noise(state: 79)
    var sizes: Set<String> = []
    let letters = Array("0123456789ABCDEabc")
    for length in stride(from: 5, through: 90, by: 7) {
      let data = String((0..<length).map { _ in letters[Int(dice.next() % 18)] })
      let rows = try #require(
        self.rows("-b 131 --mode=3 --primary=[01]09501101530003", "[91]\(data)", linear: 2), "\(data)")
      // A start pattern, columns of 17 modules between two indicators, a stop pattern of 18.
      let width = (rows[0].lastIndex(of: true) ?? 0) + 1
      var words: [Int] = []
      for (row, modules) in rows.enumerated() {
        for start in stride(from: 34, to: width - 35, by: 17) {
          words.append(try #require(codeword(modules[start..<start + 17], row % 3)))
        }
      }
      let layout = CompositeLayout.pdf417(
        columns: words.count / rows.count, rows: rows.count, checks: words.count - words[0])
      #expect(CompositeEncoder.modules(words, layout) == rows.map { Array($0[..<width]) })
      #expect(message(words, layout) == "91\(data)")
      sizes.insert("\(layout.rows) \(layout.checks)")
      let own = try #require(CompositeEncoder.encodePDF417(Array("91\(data)".utf8), columns: layout.columns))
      #expect(message(own.words, own.layout) == "91\(data)" && own.layout.rows <= layout.rows + 1)
    }
    #expect(sizes.count > 4)
  }

  /// Dates, lots and AI 90 take the bits that zint gives them.
  @Test(
    .enabled(if: Zint.isInstalled),
    arguments: [
      "[17]251231[10]ABC123", "[11]991231", "[17]250100[21]AB12", "[10]LOT77", "[10]123456", "[90]A", "[90]12B345678",
      "[90]7QABCDEF12", "[90]123ZABC-12", "[90]B12345678[21]XY12", "[90]KABCDE[8004]ABC123", "[90]31B1", "[90]BCDEF",
      "[90]0B12", "[90]CABCDEF[99]12",
    ]) func headsAreThoseOfZint(_ written: String) throws
  {
    var read: [UInt8] = []
    for part in written.split(separator: "[") {
      let (identifier, data) = (part.prefix { $0 != "]" }, part.drop { $0 != "]" }.dropFirst())
      let isOpen =
        read.last.map { _ in !(read.starts(with: [0x31, 0x31]) || read.starts(with: [0x31, 0x37])) } ?? false
      if isOpen { read.append(0x1d) }
      read += Array(identifier.utf8) + Array(data.utf8)
    }
    let (arguments, columns, linear) = Self.kinds[0]
    let rows = try #require(self.rows("\(arguments) --mode=1", written, linear: linear))
    let (layout, words) = try codewords(rows, columns: columns)
    let own = try #require(CompositeEncoder.encode(read, .a, columns: columns))
    #expect(own.layout.rows == layout.rows && own.words == words)
    #expect(message(own.words, own.layout) == String(decoding: read, as: UTF8.self))
  }

  @Test func encodedIsDecoded() throws {
    var dice = Noise(state: 78)
    var seen: Set<String> = []
    let alphabets = ["0123456789", "0123456789ABC-/*,.", "abcXYZ019!%&()+:;<=>?_ \u{1d}"].map { Array($0.utf8) }
    for round in 0..<400 {
      let alphabet = alphabets[round % 3]
      var text = (0..<1 + Int(dice.next() % 60)).map { _ in alphabet[Int(dice.next() % UInt64(alphabet.count))] }
      while text.last == 0x1d { text.removeLast() }
      if text.isEmpty { continue }
      let columns = 2 + round % 3
      for kind in [CompositeLayout.Kind.a, .b] {
        guard let (layout, words) = CompositeEncoder.encode(text, kind, columns: columns) else { continue }
        #expect(message(words, layout) == String(decoding: text, as: UTF8.self), "\(text)")
        #expect(CompositeEncoder.modules(words, layout)?.allSatisfy { $0.count == layout.width } == true)
        seen.insert("\(layout.kind) \(columns) \(layout.rows)")
      }
      let (layout, words) = try #require(CompositeEncoder.encodePDF417(text, columns: 1 + round % 9))
      #expect(message(words, layout) == String(decoding: text, as: UTF8.self), "\(text)")
      #expect(CompositeEncoder.modules(words, layout)?.allSatisfy { $0.count == layout.width } == true)
    }
    #expect(seen.count > 25)
    #expect(
      CompositeEncoder.encode([], .a, columns: 2) == nil && CompositeEncoder.encode([0x80], .b, columns: 4) == nil)
    #expect(CompositeEncoder.encode([UInt8](repeating: 0x41, count: 100), .a, columns: 2) == nil)
    #expect(CompositeEncoder.modules([1, 2], .pdf417(columns: 1, rows: 3, checks: 2)) == nil)
  }

  @Test func codewordsAreCorrectedUpToTheirLimit() {
    var dice = Noise(state: 5)
    for checks in 4...9 {
      let data = (0..<12).map { _ in Int(dice.next() % 928) }
      let words = data + CompositeCodewords.code.checks(of: data, count: checks)
      for errors in 0...checks {
        var readings = words.map { CodewordReader.Reading(codeword: $0, likeness: 0.9, second: 0.6) }
        let first = Int(dice.next() % UInt64(words.count))
        for place in (0..<errors).map({ (first + $0) % words.count }) {
          readings[place].codeword = (readings[place].codeword + 1 + Int(dice.next() % 900)) % 929
        }
        let result = CompositeCodewords.corrected(readings, checks: checks)
        if 2 * errors <= max(2, checks - 2) { #expect(result?.words == words && result?.corrections == errors) }
        if errors > 0, let result { #expect(result.corrections > 0) }
      }
    }
  }

  @Test func bitsThatAreNoMessageAreRefused() {
    #expect(CompositeMessage.decode(CompositeBits()) == nil)
    #expect(CompositeMessage.decode(CompositeBits([false])) == nil)
    #expect(CompositeMessage.decode(CompositeBits([true])) == nil)
    #expect(CompositeMessage.decode(CompositeBits([true, true, true])) == nil)
    #expect(CompositeBits.ofCCA([928, 1, 2]) == nil)
    #expect(CompositeBits.ofCCA([927, 927, 927, 927, 927, 927, 927]) == nil)
    #expect(CompositeBits.ofBytes([920, 901]) == nil)
    #expect(CompositeBits.ofBytes([901, 920, 5, 6]) == nil)
    #expect(CompositeBits.ofBytes([920, 924, 899, 899, 899, 899, 899]) == nil)
    #expect(CompositeBits.ofBytes([920, 901, 5, 900, 6]) == nil)
  }

  @Test func elementStringsAreJoined() {
    func joined(_ a: String, _ b: String) -> String {
      String(decoding: CompositeMessage.joined(Array(a.utf8), Array(b.utf8)), as: UTF8.self)
    }
    #expect(joined("0109780201379624", "991234") == "0109780201379624991234")
    #expect(joined("010950110153000310AB", "991234") == "010950110153000310AB\u{1d}991234")
    #expect(joined("010950110153000310AB\u{1d}17250101", "21X") == "010950110153000310AB\u{1d}1725010121X")
    #expect(joined("01095011015300033103001750", "21X") == "0109501101530003310300175021X")
    #expect(joined("", "21X") == "\u{1d}21X")
    #expect(joined("0109", "21X") == "0109\u{1d}21X")
  }

  // MARK: Pictures

  /// A symbol that zint draws: two modules for a row of the 2D component, forty for the linear one.
  private func modules(_ arguments: String, _ data: String, linear: Int) -> [[Bool]]? {
    guard let all = Zint.modules("\(arguments) --notext", data, columns: 1000) else { return nil }
    let width = all.compactMap { $0.lastIndex(of: true) }.max() ?? 0
    let rows = all.map { Array($0[...width]) }
    let tall = linear == 4 ? 2 : 1
    return rows.dropLast(linear).flatMap { [$0, $0] }
      + rows.suffix(linear).dropLast().flatMap { Array(repeating: $0, count: tall) }
      + Array(repeating: rows[rows.count - 1], count: 40)
  }

  private func read(_ drawing: Drawing, _ symbologies: [Symbology], effort: Int = 2) -> [DecodedCode] {
    drawing.withView { Decoder().decode($0, DecodeRequest(symbologies: SymbologySet(symbologies), effort: effort)) }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static let drawn: [(arguments: String, linear: Int, value: String, symbology: Symbology, printed: String)] = [
    ("-b 130 --primary=978020137962", 4, "0109780201379624", .upcEan, "9780201379624"),
    ("-b 130 --primary=1234567", 4, "0100000012345670", .upcEan, "12345670"),
    ("-b 136 --primary=0123456", 4, "0100012345000065", .upcEan, "01234565"),
    ("-b 131 --primary=[01]09501101530003", 2, "0109501101530003", .code128, "0109501101530003"),
  ]

  @Test(.enabled(if: Zint.isInstalled)) func compositesAreOneResult() throws {
    for (arguments, linear, value, symbology, printed) in Self.drawn {
      for mode in 1...2 {
        let modules = try #require(self.modules("\(arguments) --mode=\(mode)", "[99]1234-abcd", linear: linear))
        for (degrees, isInverted) in [(0.0, false), (12, false), (90, false), (180, false), (0, true)] {
          let drawing = Drawing(modules, scale: 3, degrees: degrees, inverted: isInverted)
          let codes = read(drawing, [.eanUcc])
          #expect(codes.map { text($0.bytes) } == [value + "991234-abcd"], "\(arguments) \(mode) \(degrees)")
          guard let code = codes.first else { continue }
          #expect(code.symbology == .eanUcc && code.variant == (mode == 1 ? .ccA : .ccB))
          #expect(code.aimID == "]e0" && code.isGS1 && code.gtin == String(value.dropFirst(2)))
          #expect(code.components.map { text($0.bytes) } == [printed, "991234-abcd"])
          #expect(code.components.first?.symbology == symbology)
          // Both parts were compared.
          #expect(code.confirmations.contains(.pixels), "\(arguments) \(mode) \(degrees): \(code.verification)")
          #expect(code.verification.contains("2D component"))
        }
        // Not asked for, it is the linear code alone.
        let alone = read(Drawing(modules, scale: 3), [symbology])
        #expect(alone.map { text($0.bytes) } == [printed])
      }
    }
  }

  @Test(.enabled(if: Zint.isInstalled)) func linearCodesAloneAreNoComposites() throws {
    let rows = try #require(Zint.modules("-b EANX", "978020137962", columns: 95))
    let drawing = Drawing([rows[0]], scale: 3, rowHeight: 40)
    #expect(read(drawing, [.eanUcc]).isEmpty)
    #expect(read(drawing, [.eanUcc, .upcEan]).map { text($0.bytes) } == ["9780201379624"])
  }

  @Test(.enabled(if: Zint.isInstalled)) func damageGivesTheValueOrTheLinearCode() throws {
    let modules = try #require(
      self.modules("-b 130 --primary=978020137962 --mode=1", "[10]AB12[99]XYZ-123", linear: 4))
    var dice = Noise(state: 9)
    var whole = 0
    for round in 0..<24 {
      let drawing = Drawing(modules, scale: 3)
      // Spots on the 2D component, from small to nearly all of it.
      let size = 4 + round * 2
      let (left, top) = (30 + Int(dice.next() % UInt64(290 - size)), 28 + Int(dice.next() % 12))
      for y in top..<min(top + size, 60) {
        for x in left..<left + size { drawing.pixels[y * drawing.width + x] = round % 2 == 0 ? 0 : 255 }
      }
      let values = read(drawing, [.eanUcc, .upcEan]).map { text($0.bytes) }
      if values == ["010978020137962410AB12\u{1d}99XYZ-123"] {
        whole += 1
      } else {
        #expect(values == ["9780201379624"])
      }
    }
    #expect(whole >= 2)
  }
}
