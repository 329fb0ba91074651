import ReaderCore
import Testing

@testable import Decoding

@Suite("Linear verifier")
struct VerifierTests {
  private func code(_ symbology: Symbology, _ variant: Variant, _ text: String, _ quad: Quad) -> DecodedCode {
    DecodedCode(symbology: symbology, variant: variant, bytes: Array(text.utf8), aimID: "", corners: quad)
  }

  private func pattern128(_ text: String) -> LinearPattern? {
    Code128Tables.encode(Array(text.utf8)).flatMap { Code128Tables.pattern(codewords: $0) }
  }

  @Test("A right value is confirmed, another is not", arguments: [0.4, 1.5, 2.6])
  func rightIsConfirmed(radius: Double) throws {
    let verifier = LinearVerifier()
    let drawing = LinearDrawing(radius: radius)
    let pattern = try #require(EANTables.pattern(.ean13, Array("4006381333931".utf8)))
    let image = try drawing.draw([pattern])
    let quad = drawing.quad(pattern)
    #expect(verifier.verify(image.view, code(.upcEan, .ean13, "4006381333931", quad)).outcome == .confirmed)
    // One digit changed and the check digit recomputed.
    for other in ["4006381333948", "4016381333930", "4006387333935", "5006381333930"] {
      #expect(EANTables.pattern(.ean13, Array(other.utf8)) != nil)
      #expect(verifier.verify(image.view, code(.upcEan, .ean13, other, quad)).outcome == .refuted, "\(other)")
    }
  }

  @Test func placesAreForgiven() throws {
    let drawing = LinearDrawing()
    let pattern = try #require(pattern128("Ab12345678x"))
    let image = try drawing.draw([pattern])
    let q = drawing.quad(pattern)
    // Turned, and two modules off at both ends.
    let turned = Quad(
      Point(q.bottomRight.x + 4, 39), Point(q.bottomLeft.x + 4, 39), Point(q.topLeft.x + 4, 1),
      Point(q.topRight.x + 4, 1))
    let verdict = LinearVerifier().verify(image.view, code(.code128, .none, "Ab12345678x", turned))
    #expect(verdict.outcome == .confirmed)
    #expect(verdict.confidence > 70)
  }

  @Test func anySpellingOfCode128IsConfirmed() throws {
    // "12345" in code set B throughout, as no encoder would spell it that counts characters.
    var words = [Code128Tables.startB] + "123456".utf8.map { Int($0) - 32 } + [101, 33, 100, 34]
    words.append(Code128Tables.check(words))
    let pattern = try #require(Code128Tables.pattern(codewords: words))
    let drawing = LinearDrawing()
    let image = try drawing.draw([pattern])
    let verifier = LinearVerifier()
    let quad = drawing.quad(pattern)
    #expect(verifier.verify(image.view, code(.code128, .none, "123456AB", quad)).outcome == .confirmed)
    #expect(verifier.verify(image.view, code(.code128, .none, "123457AB", quad)).outcome != .confirmed)
  }

  @Test func aRowOfAStackIsRefuted() throws {
    let rows = try ["row 1 ab", "row 2 cd", "row 3 ef"].map { try #require(pattern128($0)) }
    let drawing = LinearDrawing(height: 24)
    let images = try rows.map { try drawing.draw([$0]) }
    let width = images[0].width
    let stack = try LumaImage(width: width, height: 3 * 24)
    for (k, image) in images.enumerated() {
      #expect(image.width == width)
      for i in 0..<width * 24 { stack.base[k * 24 * width + i] = image.base[i] }
    }
    let q = drawing.quad(rows[1]).map { Point($0.x, $0.y + 24) }
    #expect(LinearVerifier().verify(stack.view, code(.code128, .none, "row 2 cd", q)).outcome == .refuted)
    let alone = LinearVerifier().verify(images[1].view, code(.code128, .none, "row 2 cd", drawing.quad(rows[1])))
    #expect(alone.outcome == .confirmed)
  }

  @Test func aPartOfALongerCodeIsRefuted() throws {
    let long = try #require(InterleavedTables.pattern(Array("12345678901231".utf8), ratio: 2.5))
    let drawing = LinearDrawing()
    let image = try drawing.draw([long])
    let verifier = LinearVerifier()
    let whole = verifier.verify(image.view, code(.interleaved2of5, .none, "12345678901231", drawing.quad(long)))
    #expect(whole.outcome == .confirmed)
    // The first four digits, as a line that leaves the symbol early would give them.
    let part = try #require(InterleavedTables.pattern(Array("1234".utf8), ratio: 2.5))
    let verdict = verifier.verify(image.view, code(.interleaved2of5, .none, "1234", drawing.quad(part)))
    #expect(verdict.outcome != .confirmed)
  }

  @Test func nothingIsSaidAboutNothing() throws {
    let verifier = LinearVerifier()
    let image = try LumaImage(width: 300, height: 60)
    for i in 0..<300 * 60 { image.base[i] = 200 }
    let quad = Quad(Point(20, 5), Point(260, 5), Point(260, 50), Point(20, 50))
    #expect(verifier.verify(image.view, code(.upcEan, .ean13, "4006381333931", quad)).outcome == .unverifiable)
    #expect(verifier.verify(image.view, code(.qr, .none, "x", quad)).outcome == .unverifiable)
    #expect(verifier.verify(image.view, code(.upcEan, .ean13, "not digits", quad)).outcome == .unverifiable)
    for bad in [Double.nan, .infinity, -1e9] {
      let q = Quad(Point(bad, 5), Point(260, bad), Point(260, 50), Point(20, 50))
      #expect(verifier.verify(image.view, code(.upcEan, .ean13, "4006381333931", q)).outcome == .unverifiable)
    }
  }
}

/// Bars of any symbology that an encoder draws.
@Suite struct BarsVerifierTests {
  private func verdict(_ image: LumaImage, _ quad: Quad, _ pattern: LinearPattern) -> Verdict {
    BarsVerifier().verify(image.view, quad, isInverted: false, [DrawnBars(rows: [DrawnBars.Row(pattern: pattern)])])
  }

  @Test("A right value is confirmed, another is not", arguments: [0.4, 1.5, 2.6])
  func rightIsConfirmed(radius: Double) throws {
    let drawing = LinearDrawing(radius: radius)
    let pattern = try #require(DataBar.omnidirectional(950_110_153_000, isLinked: false))
    let image = try drawing.draw([pattern])
    let quad = drawing.quad(pattern)
    let right = verdict(image, quad, pattern)
    #expect(right.outcome == .confirmed && right.confidence > 60, "\(right.reason)")
    // The same seen from the other side.
    let turned = Quad(quad.bottomRight, quad.bottomLeft, quad.topLeft, quad.topRight)
    #expect(verdict(image, turned, pattern).outcome == .confirmed)
    for other in [950_110_153_001, 950_110_153_100, 123_456_789_012, 4_537_077 + 950_110_153_000] {
      let wrong = try #require(DataBar.omnidirectional(other, isLinked: false))
      #expect(verdict(image, quad, wrong).outcome != .confirmed, "\(other)")
    }
  }

  @Test func aBarBesideItsPlaceIsSeen() throws {
    let drawing = LinearDrawing()
    let pattern = try #require(DataBar.limited(950_110_153_000, isLinked: false))
    let image = try drawing.draw([pattern])
    // Each bar of a width of one moved by a module makes another row of bars.
    for i in stride(from: 2, to: pattern.widths.count - 2, by: 2) where pattern.widths[i + 1] > 1 {
      var moved = pattern
      moved.widths[i - 1] += 1
      moved.widths[i + 1] -= 1
      #expect(verdict(image, drawing.quad(pattern), moved).outcome != .confirmed, "bar \(i / 2)")
    }
  }

  @Test func nothingIsSaidAboutNothing() throws {
    let image = try LumaImage(width: 300, height: 60)
    for i in 0..<300 * 60 { image.base[i] = 200 }
    let pattern = try #require(DataBar.omnidirectional(950_110_153_000, isLinked: false))
    for bad in [20, Double.nan, .infinity, -1e9, 1e300] {
      let quad = Quad(Point(bad, 5), Point(260, bad), Point(260, 50), Point(20, 50))
      #expect(verdict(image, quad, pattern).outcome == .unverifiable)
    }
    let none = DecodedCode(
      symbology: .dataBar, variant: .dataBarOmni, bytes: Array("no number".utf8), aimID: "",
      corners: Quad(Point(0, 0), Point(90, 0), Point(90, 40), Point(0, 40)))
    #expect(BarsVerifier().verify(image.view, none, isStacked: false) == nil)
  }
}
