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
