import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct PostalTests {
  private func letters(_ states: [PostalBars.State]?) -> String? {
    states.map { String(decoding: $0.map { $0.letter }, as: UTF8.self) }
  }

  private func perfect(_ states: [PostalBars.State]) -> PostalBars {
    PostalBars(
      states: states, clearness: states.map { _ in (1, 1) }, hasAscenders: states.contains { $0.hasAscender },
      hasDescenders: states.contains { $0.hasDescender }, tracker: 0.25, quiet: 5, pitch: 6,
      quad: Quad(Point(0, 0), Point(9, 0), Point(9, 9), Point(0, 9)))
  }

  private func zint(_ number: Int, _ data: String) throws -> String {
    BarsDrawing.letters(try #require(Zint.modules("-b \(number)", data, columns: 400), "\(number) \(data)"))
  }

  private func digits(_ count: Int, _ noise: inout Noise) -> [Int] { (0..<count).map { _ in Int(noise.next() % 10) } }
  private func text(_ digits: [Int]) -> String { digits.map { "\($0)" }.joined() }

  // MARK: the encoders draw what zint draws

  @Test(.enabled(if: Zint.isInstalled)) func twoStateCodesAreDrawnAsZintDrawsThem() throws {
    var noise = Noise(state: 11)
    for (symbology, number, count) in [
      (Symbology.postnet, 40, 5), (.postnet, 40, 9), (.postnet, 40, 11), (.planet, 82, 11), (.planet, 82, 13),
      (.cepNet, 54, 8),
    ] {
      for _ in 0..<4 {
        let d = digits(count, &noise)
        let bars = try #require(Postnet.bars(d, symbology)).map { $0 ? "A" : "T" }.joined()
        #expect(try zint(number, text(d)) == bars, "\(symbology.name) \(d)")
      }
    }
  }

  @Test(.enabled(if: Zint.isInstalled)) func royalMailAndKIXAreDrawnAsZintDrawsThem() throws {
    var noise = Noise(state: 12)
    for length in 6...11 {
      let value = String(
        decoding: (0..<length).map { _ in RoyalMail.alphabet[Int(noise.next() % 36)] }, as: UTF8.self)
      #expect(try zint(70, value) == letters(RoyalMail.bars(Array(value.utf8), kix: false)), "\(value)")
      #expect(try zint(90, value) == letters(RoyalMail.bars(Array(value.utf8), kix: true)), "\(value)")
    }
  }

  @Test(.enabled(if: Zint.isInstalled)) func intelligentMailIsDrawnAsZintDrawsIt() throws {
    var noise = Noise(state: 13)
    for routing in [0, 5, 9, 11, 0, 5, 9, 11] {
      var d = digits(20 + routing, &noise)
      d[1] %= 5
      let tracking = text(Array(d[..<20]))
      let data = routing > 0 ? tracking + "-" + text(Array(d[20...])) : tracking
      #expect(try zint(85, data) == letters(IntelligentMail.bars(Array(text(d).utf8))), "\(data)")
    }
  }

  /// The example of USPS-B-3200: 01 234 567094 987654321 with four routing codes.
  @Test(arguments: [
    ("01234567094987654321", "ATTFATTDTTADTAATTDTDTATTDAFDDFADFDFTFFFFFTATFAAAATDFFTDAADFTFDTDT"),
    ("0123456709498765432101234", "DTTAFADDTTFTDTFTFDTDDADADAFADFATDDFTAAAFDTTADFAAATDFDTDFADDDTDFFT"),
    ("01234567094987654321012345678", "ADFTTAFDTTTTFATTADTAAATFTFTATDAAAFDDADATATDTDTTDFDTDATADADTDFFTFA"),
    ("0123456709498765432101234567891", "AADTFFDFTDADTAADAATFDTDDAAADDTDTTDAFADADDDTFFFDDTTTADFAAADFTDAADA"),
  ])
  func intelligentMailOfTheSpecification(_ value: String, _ bars: String) throws {
    #expect(letters(IntelligentMail.bars(Array(value.utf8))) == bars)
    let read = IntelligentMail.decode(perfect(try #require(DAFT.bars(Array(bars.utf8)))))
    #expect(read?.bytes == Array(value.utf8))
  }

  /// Turned by half, a symbol of these is that of another value: nothing in it tells which one was meant.
  @Test(.enabled(if: Zint.isInstalled)) func nothingTellsWhichWayRoundSomeCodesStand() throws {
    for (number, one, other) in [
      (93, "DAFTFDATATFDTFAD", "ADFTAFTDTDAFTFDA"), (53, "1234567", "1771679"), (51, "123456", "98886"),
    ] {
      func drawing(_ value: String) throws -> [UInt8] {
        let drawing = try #require(Zint.drawing("-b \(number) --notext", value, margin: 0))
        return Array(drawing.pixels[..<(drawing.width * drawing.height)])
      }
      #expect(try drawing(one) == drawing(other).reversed(), "\(one)")
    }
  }

  @Test(.enabled(if: Zint.isInstalled)) func japanPostIsDrawnAsZintDrawsIt() throws {
    for value in ["1540023", "15400233-16-4-205", "1234567ABKUZ", "9999999-Z-9-A", "0000000"] {
      #expect(try zint(76, value) == letters(JapanPost.bars(Array(value.utf8))), "\(value)")
    }
  }

  @Test(.enabled(if: Zint.isInstalled)) func australiaPostIsDrawnAsZintDrawsIt() throws {
    func bars(_ format: Int, _ sorting: String, _ customer: String) throws -> String? {
      let information = customer.isEmpty ? [] : try #require(AustraliaPost.customer(Array(customer.utf8)))
      return letters(AustraliaPost.bars(format: format, sorting: Array(sorting.utf8), customer: information))
    }
    var noise = Noise(state: 14)
    for _ in 0..<4 {
      let sorting = text(digits(8, &noise))
      #expect(try zint(63, sorting) == bars(11, sorting, ""), "\(sorting)")
      #expect(try zint(66, sorting) == bars(45, sorting, ""), "\(sorting)")
      #expect(try zint(67, sorting) == bars(87, sorting, ""), "\(sorting)")
      #expect(try zint(68, sorting) == bars(92, sorting, ""), "\(sorting)")
      #expect(try zint(63, sorting + "Ab#0z") == bars(59, sorting, "Ab#0z"), "\(sorting)")
      #expect(try zint(63, sorting + "AbcXYZ 09#") == bars(62, sorting, "AbcXYZ 09#"), "\(sorting)")
    }
  }

  @Test(.enabled(if: Zint.isInstalled)) func mailmarkIsDrawnAsZintDrawsIt() throws {
    for value in [
      "1100000000000XY11     ", "21B2254800659JW5O9QA6Y", "41038422416563762EF61AH8T ", "11000000000000000XY11     ",
      "01000000001AB1 2CD3E", "4104721E12345678OE19AA1A",
    ] where value.utf8.count == 22 || value.utf8.count == 26 {
      let bars = Mailmark.bars(Array(value.utf8))
      guard let rows = Zint.modules("-b 121", value, columns: 400) else { continue }
      #expect(BarsDrawing.letters(rows) == letters(bars), "\(value)")
      #expect(Mailmark.decode(perfect(try #require(bars)))?.bytes.isEmpty == false, "\(value)")
    }
    #expect(Zint.modules("-b 121", "1100000000000XY11     ", columns: 400) != nil)
  }

  /// The one symbol that is published with its value.
  @Test func idTagIsDrawnAsPublished() throws {
    let value = "J18CUSA8E6N062315014880T"
    let bars = "FDFDFFAADATFADFTDADFATFDDTDDTDDFTFTAFDFFATATTFADTFAATATAFATTDDTAFFDADFDFDFF"
    #expect(letters(UPU.bars(Array(value.utf8))) == bars)
    let read = UPU.decode(perfect(try #require(DAFT.bars(Array(bars.utf8)))))
    #expect(read?.bytes == Array(value.utf8))
    for wrong in [
      "J18DUSA8E6N062315014880T", "J18CUSA8E6N132315014880T", "J18CUSA8E6N062324014880T", "J18CUSA8E6N062315016384T",
      "J18CUS-8E6N062315014880T", "J18CUSA8G6N062315014880T", "J18CUSA8E6N062315014880X", "J18CUSA8E6N06231501488T",
    ] { #expect(UPU.bars(Array(wrong.utf8)) == nil, "\(wrong)") }
  }

  /// Twelve check symbols correct six codewords; beyond that nothing comes out.
  @Test func idTagIsCorrectedUpToSixCodewords() throws {
    let value = Array("J18CNLA0F3H123123516383N".utf8)
    let bars = try #require(UPU.bars(value))
    var noise = Noise(state: 25)
    for errors in 0...9 {
      for _ in 0..<40 {
        var (states, places) = (bars, Set<Int>())
        while places.count < errors { places.insert(Int(noise.next() % 25)) }
        for place in places {
          let bar = 3 * place + Int(noise.next() % 3)
          states[bar] = PostalBars.State(rawValue: states[bar].rawValue ^ UInt8(1 + noise.next() % 3)) ?? .full
        }
        #expect(UPU.decode(perfect(states))?.bytes == (errors <= 6 ? value : nil), "\(errors) errors")
      }
    }
  }

  // MARK: what is drawn is read; what is damaged is read right or not at all

  private struct Sample {
    let bars: [PostalBars.State]
    let value: String
    let decode: (PostalBars) -> PostalValue?
  }

  private func samples(_ noise: inout Noise) throws -> [Sample] {
    var out: [Sample] = []
    for (symbology, count) in [(Symbology.postnet, 5), (.postnet, 9), (.postnet, 11), (.planet, 11), (.cepNet, 8)] {
      let d = digits(count, &noise)
      let bars = try #require(Postnet.bars(d, symbology)).map { $0 ? PostalBars.State.ascender : .tracker }
      out.append(Sample(bars: bars, value: text(d)) { Postnet.decode($0, symbology) })
    }
    let royal = String(decoding: (0..<8).map { _ in RoyalMail.alphabet[Int(noise.next() % 36)] }, as: UTF8.self)
    out.append(
      Sample(bars: try #require(RoyalMail.bars(Array(royal.utf8), kix: false)), value: royal) { RoyalMail.decode($0) })
    var mail = digits(31, &noise)
    mail[1] %= 5
    out.append(
      Sample(bars: try #require(IntelligentMail.bars(Array(text(mail).utf8))), value: text(mail)) {
        IntelligentMail.decode($0)
      })
    let japan = text(digits(7, &noise)) + "-1-A"
    out.append(Sample(bars: try #require(JapanPost.bars(Array(japan.utf8))), value: japan) { JapanPost.decode($0) })
    let sorting = text(digits(8, &noise))
    out.append(
      Sample(
        bars: try #require(AustraliaPost.bars(format: 11, sorting: Array(sorting.utf8), customer: [])),
        value: "11" + sorting
      ) { AustraliaPost.decode($0, AustraliaPost.Options()) })
    let tag = "J18CCHE" + text(digits(3, &noise)) + "U0109" + "17" + "4" + "0" + text(digits(4, &noise)) + "F"
    out.append(Sample(bars: try #require(UPU.bars(Array(tag.utf8))), value: tag) { UPU.decode($0) })
    let item = "1100" + text(digits(9, &noise)) + "XY11     "
    out.append(
      Sample(bars: try #require(Mailmark.bars(Array(item.utf8))), value: "1100" + item.dropFirst(4).prefix(13)) {
        Mailmark.decode($0)
      })
    return out
  }

  @Test func encodedIsDecodedAndUpsideDownIsNot() throws {
    var noise = Noise(state: 21)
    for _ in 0..<50 {
      for sample in try samples(&noise) {
        let bars = perfect(sample.bars)
        #expect(sample.decode(bars).map { String(decoding: $0.bytes, as: UTF8.self) } == sample.value)
        let turned = sample.decode(bars.turned)
        #expect(turned == nil || turned?.bytes == Array(sample.value.utf8), "\(sample.value)")
        #expect(bars.turned.turned.states == bars.states)
      }
    }
  }

  /// One wrong bar of a code with check digits gives nothing or the right value. (Two may turn one legal code into another
  /// where a check digit is all there is.)
  @Test func oneWrongBarNeverGivesAnotherValue() throws {
    var noise = Noise(state: 22)
    for _ in 0..<20 {
      for sample in try samples(&noise) {
        for i in sample.bars.indices {
          for flip: UInt8 in 1...3 {
            var states = sample.bars
            states[i] = PostalBars.State(rawValue: states[i].rawValue ^ flip) ?? states[i]
            let read = sample.decode(perfect(states)).map { String(decoding: $0.bytes, as: UTF8.self) }
            #expect(read == nil || read == sample.value, "bar \(i) of \(sample.value)")
          }
        }
      }
    }
  }

  @Test func reedSolomonCorrectsTwoSymbolsAndRefusesThree() {
    var noise = Noise(state: 23)
    let code = AustraliaPost.code
    var wrong = 0
    for _ in 0..<400 {
      let data = (0..<7).map { _ in UInt8(noise.next() % 64) }
      let word = data + code.checks(of: data, count: 4)
      for errors in 0...3 {
        var broken = word
        var places = Set<Int>()
        while places.count < errors { places.insert(Int(noise.next() % 11)) }
        for p in places { broken[p] ^= UInt8(noise.next() % 63 + 1) }
        let isRight = code.correct(&broken, checkCount: 4) != nil
        if errors <= 2 {
          #expect(isRight && broken == word)
        } else if isRight {
          // Three errors lie beyond the code's distance; some fall near another word.
          wrong += 1
        }
      }
    }
    #expect(wrong < 200)
  }

  @Test func garbageIsRefused() {
    var noise = Noise(state: 24)
    for _ in 0..<20_000 {
      let states = (0..<Int(noise.next() % 120)).map { _ in PostalBars.State(rawValue: UInt8(noise.next() % 4)) ?? .full
      }
      let bars = perfect(states)
      #expect(IntelligentMail.decode(bars) == nil)
      #expect(JapanPost.decode(bars) == nil)
      #expect(Mailmark.decode(bars) == nil)
      #expect(UPU.decode(bars) == nil)
      #expect(RoyalMail.decode(bars) == nil)
      #expect(RoyalMail.decodeKIX(bars, RoyalMail.KIXOptions()) == nil)
    }
  }

  // MARK: in pictures

  @Test(arguments: [1.5, 2.0, 2.6, 4.0, 6.0])
  func barsAreMeasuredAtAnySize(_ scale: Double) throws {
    var noise = Noise(state: 31)
    for sample in try samples(&noise) {
      let rows = BarsDrawing.modules(String(decoding: sample.bars.map { $0.letter }, as: UTF8.self))
      let drawing = Drawing(rows, scale: scale)
      let reads = drawing.withView {
        let reader = PostalReader()
        return reader.read($0, reader.symbologies, isMirrored: false, effort: 2)
      }
      #expect(
        reads.map { String(decoding: $0.code.bytes, as: UTF8.self) } == [sample.value], "\(sample.value) at \(scale)")
    }
  }

  @Test func lettersOfASpecificCodeAreNotReportedWhenItIsUnreadable() throws {
    // 65 bars that are no Intelligent Mail are not offered as letters either.
    let letters = String(repeating: "DAFT", count: 16) + "F"
    let drawing = Drawing(BarsDrawing.modules(letters), scale: 3)
    let reads = drawing.withView {
      let reader = PostalReader()
      return reader.read($0, reader.symbologies, isMirrored: false, effort: 2)
    }
    #expect(reads.isEmpty)
  }
}
