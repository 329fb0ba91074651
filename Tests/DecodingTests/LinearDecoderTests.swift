import ReaderCore
import Testing

@testable import Decoding

/// One symbol of each kind: what is drawn, and what is to be read.
private let symbols: [(symbology: Symbology, variant: Variant, bytes: String, pattern: LinearPattern?)] = [
  (.upcEan, .ean13, "4006381333931", EANTables.pattern(.ean13, Array("4006381333931".utf8))),
  (.upcEan, .upcA, "036000291452", EANTables.pattern(.upcA, Array("036000291452".utf8))),
  (.upcEan, .ean8, "96385074", EANTables.pattern(.ean8, Array("96385074".utf8))),
  (.upcEan, .upcE, "01234565", EANTables.pattern(.upcE, Array("01234565".utf8))),
  (
    .code128, .none, "Ab12345678x",
    Code128Tables.encode(Array("Ab12345678x".utf8)).flatMap { Code128Tables.pattern(codewords: $0) }
  ),
  (
    .code128, .gs1Code128, "010950110153000310AB",
    Code128Tables.encode(Array("010950110153000310AB".utf8), isGS1: true).flatMap {
      Code128Tables.pattern(codewords: $0)
    }
  ),
  (.code39, .none, "A-1 $%", Code39Tables.pattern(Array("A-1 $%".utf8), ratio: 2.5)),
  (.code93, .none, "Ab1$", Code93Tables.values(Array("Ab1$".utf8)).flatMap { Code93Tables.pattern(values: $0) }),
  (.codabar, .none, "A12-$:/.+B", CodabarTables.pattern(Array("A12-$:/.+B".utf8), ratio: 2.5)),
  (.interleaved2of5, .none, "0123456789", InterleavedTables.pattern(Array("0123456789".utf8), ratio: 2.5)),
]

@Suite("Linear decoder")
struct LinearDecoderTests {
  private let all = LinearDecoder.symbologies

  @Test("Each symbology is read in both directions, leaning and small", arguments: symbols.indices)
  func eachSymbologyIsRead(index: Int) throws {
    let symbol = symbols[index]
    let pattern = try #require(symbol.pattern)
    let decoder = LinearDecoder()
    for drawing in [
      LinearDrawing(), LinearDrawing(reversed: true), LinearDrawing(lean: 0.08), LinearDrawing(module: 1.9),
      LinearDrawing(module: 5, noise: 12),
      LinearDrawing(light: 120, dark: 90),
    ] {
      let image = try drawing.draw([pattern])
      let reads = decoder.decode(image.view, all, effort: 2)
      #expect(reads.count == 1, "\(symbol.bytes) with \(drawing)")
      for read in reads {
        #expect(String(decoding: read.bytes, as: UTF8.self) == symbol.bytes)
        #expect(read.symbology == symbol.symbology)
        #expect(read.variant == symbol.variant)
        #expect(read.support >= 3)
        #expect((read.quad.topLeft.x > read.quad.topRight.x) == drawing.reversed)
        let modules = abs(read.quad.topRight.x - read.quad.topLeft.x) / drawing.module
        #expect(abs(modules - Double(pattern.modules)) < 0.6, "the quad spans the symbol")
      }
    }
  }

  @Test func oneRowIsEnoughForWhatChecksItself() throws {
    let image = try LinearDrawing(height: 1).draw([#require(symbols[0].pattern)])
    let reads = LinearDecoder().decode(image.view, all, effort: 1)
    #expect(reads.map { String(decoding: $0.bytes, as: UTF8.self) } == ["4006381333931"])
  }

  /// A frame around the label, nearer than the quiet zone is wide: what begins and ends as nothing else is read, but its lines are no
  /// proof; what a part of a longer code may look like is not.
  @Test func whatStandsInTheQuietZoneIsNoneOfTheCode() throws {
    for symbol in symbols {
      var framed = try #require(symbol.pattern)
      framed.widths = [0.5, 2] + framed.widths + [2, 0.5]
      let reads = LinearDecoder().decode(try LinearDrawing(module: 3).draw([framed]).view, all, effort: 2)
      switch symbol.symbology {
      case .code128, .code93:
        #expect(reads.map { String(decoding: $0.bytes, as: UTF8.self) } == [symbol.bytes])
        #expect(reads.allSatisfy { $0.support == 1 })
      case .upcEan: break
      default: #expect(reads.isEmpty, "\(symbol.bytes)")
      }
    }
  }

  @Test("Add-ons", arguments: ["52495", "05"])
  func addOnsAreRead(digits: String) throws {
    let addOn = try #require(EANTables.addOn(digits.utf8.map { $0 - 0x30 }))
    let image = try LinearDrawing().draw([#require(symbols[0].pattern), addOn])
    let reads = LinearDecoder().decode(image.view, all, effort: 2)
    #expect(reads.first?.addOn == digits)
  }

  @Test("Out of focus, where guards have melted", arguments: [0, 1, 2, 4])
  func outOfFocusIsRead(index: Int) throws {
    let symbol = symbols[index]
    let pattern = try #require(symbol.pattern)
    let decoder = LinearDecoder()
    for reversed in [false, true] {
      let image = try LinearDrawing(module: 3, height: 60, radius: 3 * 1.15, reversed: reversed).draw([pattern])
      #expect(decoder.decode(image.view, all, effort: 2).isEmpty, "edges are gone")
      let reads = decoder.decode(image.view, all, effort: 3)
      #expect(reads.map { String(decoding: $0.bytes, as: UTF8.self) } == [symbol.bytes])
      #expect(reads.allSatisfy { $0.isFitted && $0.support == 2 })
    }
  }

  @Test func onlyWhatIsEnabledIsReported() throws {
    let image = try LinearDrawing().draw([#require(symbols[0].pattern)])
    #expect(LinearDecoder().decode(image.view, SymbologySet([.code128, .code39]), effort: 5).isEmpty)
    #expect(LinearDecoder().decode(image.view, SymbologySet([.qr]), effort: 5).isEmpty)
  }

  @Test func theSamePatchGivesTheSameWhateverCameBefore() throws {
    let used = LinearDecoder()
    for symbol in symbols { _ = used.decode(try LinearDrawing().draw([#require(symbol.pattern)]).view, all, effort: 5) }
    let image = try LinearDrawing(module: 3, radius: 3.3).draw([#require(symbols[0].pattern)])
    let a = used.decode(image.view, all, effort: 5)
    let b = LinearDecoder().decode(image.view, all, effort: 5)
    #expect(a.map(\.bytes) == b.map(\.bytes))
    #expect(a.map(\.confidence) == b.map(\.confidence))
  }

  @Test func noiseAndStripesGiveNothing() throws {
    let decoder = LinearDecoder()
    var noise = Noise(state: 3)
    for round in 0..<30 {
      let width = 24 + round * 17
      let height = 1 + round * 3 % 50
      let image = try LumaImage(width: width, height: height)
      for i in 0..<width * height {
        switch round % 3 {
        case 0: image.base[i] = UInt8(truncatingIfNeeded: noise.next())
        case 1: image.base[i] = i % width / (1 + round % 5) & 1 == 0 ? 20 : 230
        default: image.base[i] = UInt8(i % width * 255 / width)
        }
      }
      #expect(decoder.decode(image.view, all, effort: 5).isEmpty)
    }
  }
}
