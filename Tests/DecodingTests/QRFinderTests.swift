import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct QRFinderTests {
  /// Noise as coarse as modules, over everything but a disc around the middle.
  private func clutter(_ drawing: Drawing, clear: Double) {
    var noise = Noise(state: 3)
    let (cx, cy) = (Double(drawing.width) / 2, Double(drawing.height) / 2)
    for y in stride(from: 0, to: drawing.height - 5, by: 5) {
      for x in stride(from: 0, to: drawing.width - 5, by: 5) {
        let (dx, dy) = (Double(x) - cx, Double(y) - cy)
        guard dx * dx + dy * dy > clear * clear, noise.signed() > 0.2 else { continue }
        for v in 0..<5 { for u in 0..<5 { drawing.pixels[(y + v) * drawing.width + x + u] = 60 } }
      }
    }
  }

  @Test(arguments: [(3.0, 0.0, false), (3, 33, false), (5, 200, true), (17, 77, false)])
  func threePatternsMakeAPlace(_ scale: Double, _ degrees: Double, _ inverted: Bool) throws {
    let modules = try #require(Zint.modules("-b QRCODE --secure=1", "finder patterns"))
    let side = modules.count
    let drawing = Drawing(modules, scale: scale, degrees: degrees, inverted: inverted)
    let patterns = drawing.withView { QRFinderPattern.all($0) }
    // The middles of the three patterns, and the width of a module.
    for (u, v) in [(3.5, 3.5), (Double(side) - 3.5, 3.5), (3.5, Double(side) - 3.5)] {
      let wanted = drawing.place(u, v, columns: side, rows: Double(side), scale: scale, degrees: degrees)
      let pattern = try #require(patterns.first { $0.isNear(wanted, 0.8 * scale) })
      #expect(pattern.isInverted == inverted && abs(pattern.module / scale - 1) < 0.25)
    }
    let place = try #require(QRPlace.all(patterns).first)
    #expect(abs(place.side - Double(side)) < 4)
    let first = drawing.place(3.5, 3.5, columns: side, rows: Double(side), scale: scale, degrees: degrees)
    #expect(place.corner.isNear(first, scale))
  }

  @Test func theGridOfAPlaceIsRead() throws {
    let modules = try #require(Zint.modules("-b QRCODE --secure=2", "https://example.org/place/1"))
    let drawing = Drawing(modules, scale: 9, degrees: 25)
    let text = drawing.withView { luma -> String? in
      guard let place = QRPlace.all(QRFinderPattern.all(luma)).first,
        let patch = place.patch([luma], pixels: 4),
        let symbol = QRSampler.read(patch.luma, place.corners(pixels: 4))
      else { return nil }
      return String(decoding: symbol.content.bytes, as: UTF8.self)
    }
    #expect(text == "https://example.org/place/1")
  }

  @Test func codesInClutterAreFoundAtTheirPlaces() throws {
    let modules = try #require(Zint.modules("-b QRCODE --secure=1", "in clutter"))
    let drawing = Drawing(width: 900, height: 700)
    clutter(drawing, clear: 120)
    drawing.draw(modules, at: Point(450, 350), scale: 6, degrees: 40)
    let codes = drawing.withView { Decoder().decode($0, DecodeRequest(symbologies: SymbologySet([.qr]), effort: 3)) }
    #expect(codes.map { $0.bytes } == [Array("in clutter".utf8)])
    let centre = try #require(codes.first).corners.centre
    #expect(abs(centre.x - 450) < 6 && abs(centre.y - 350) < 6)
  }

  @Test func noiseHasFewPatternsAndNoCodes() {
    let drawing = Drawing(width: 240, height: 180)
    var noise = Noise(state: 11)
    for i in drawing.pixels.indices { drawing.pixels[i] = UInt8(truncatingIfNeeded: noise.next()) }
    drawing.withView { luma in
      #expect(QRFinderPattern.all(luma).count <= 240)
      #expect(QRPlace.all(QRFinderPattern.all(luma)).count <= 200)
      #expect(Decoder().decode(luma, DecodeRequest(symbologies: SymbologySet([.qr]), effort: 3)).isEmpty)
    }
    let small = Drawing(width: 7, height: 300)
    #expect(small.withView { QRFinderPattern.all($0) }.isEmpty)
  }
}
