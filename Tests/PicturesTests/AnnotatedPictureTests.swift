import ReaderCore
import Testing

@testable import Pictures

@Suite struct AnnotatedPictureTests {
  private func paper(_ width: Int, _ height: Int, _ grey: UInt8 = 255) throws -> LumaImage {
    let image = try LumaImage(width: width, height: height)
    for i in 0..<(width * height) { image.base[i] = grey }
    return image
  }

  private func draw(_ image: LumaImage, _ codes: [DecodedCode]) throws -> RGBPicture {
    try withExtendedLifetime(image) { try AnnotatedPicture.draw(image.view, codes) }
  }

  private func code(_ quad: [(Double, Double)], _ text: String?, bytes: [UInt8] = []) -> DecodedCode {
    let p = quad.map { Point($0.0, $0.1) }
    var code = DecodedCode(symbology: .qr, bytes: bytes, aimID: "]Q1", corners: Quad(p[0], p[1], p[2], p[3]))
    code.text = text.map { DecodedText(text: $0, charset: "UTF-8") }
    return code
  }

  private func colour(_ picture: RGBPicture, _ x: Int, _ y: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: picture.base + 3 * (y * picture.width + x), count: 3))
  }

  @Test func outlineDotAndLabelAreWhereTheyBelong() throws {
    let image = try paper(400, 300)
    defer { withExtendedLifetime(image) {} }
    let picture = try draw(image, [code([(300, 100), (300, 250), (100, 250), (100, 100)], "HELLO")])
    // The code stands on its side: its own top left corner is at the top right.
    #expect(colour(picture, 300, 100) == [0xE8, 0x10, 0x20])
    for (x, y) in [(200, 100), (200, 250), (100, 180), (300, 180)] {
      #expect(colour(picture, x, y) == [0x00, 0xA0, 0x30], "\(x), \(y)")
    }
    #expect(colour(picture, 200, 180) == [255, 255, 255])
    #expect(colour(picture, 50, 200) == [255, 255, 255])
    // The label's box is above the code.
    #expect(colour(picture, 100, 100 - 8) == [0x00, 0xA0, 0x30])
    let png = try AnnotatedPicture.png(image.view, [])
    #expect(try decode(png).get().width == 400)
  }

  /// Every pixel of a line at any angle is as far from the line as half its thickness, give or take a pixel.
  @Test(arguments: 0..<24)
  func linesAreEvenAtAnyAngle(_ step: Int) throws {
    let angle = Double(step * 15) * .pi / 180
    // Sine and cosine by their series are exact enough here and need no library.
    func sine(_ x: Double) -> Double {
      var term = x
      var sum = x
      for n in 1..<20 {
        term *= -x * x / Double(2 * n * (2 * n + 1))
        sum += term
      }
      return sum
    }
    let direction = Point(sine(angle + .pi / 2), sine(angle))
    let white = try paper(100, 100)
    let picture = try withExtendedLifetime(white) { try RGBPicture(white.view) }
    let a = Point(50, 50)
    let b = Point(50 + 40 * direction.x, 50 + 40 * direction.y)
    picture.line(a, b, thickness: 6, .init(0, 0, 0))
    for y in 0..<100 {
      for x in 0..<100 {
        let (px, py) = (Double(x) + 0.5 - a.x, Double(y) + 0.5 - a.y)
        let along = max(0, min(40, px * direction.x + py * direction.y))
        let (ex, ey) = (px - along * direction.x, py - along * direction.y)
        let away = (ex * ex + ey * ey).squareRoot()
        let value = colour(picture, x, y)[0]
        if away < 2.4 { #expect(value < 8, "\(x), \(y)") }
        if away > 3.6 { #expect(value == 255, "\(x), \(y)") }
      }
    }
  }

  @Test func wildCornersAreCut() throws {
    let values: [Double] = [
      .nan, .infinity, -.infinity, 1e300, -1e300, 1e7, -1e7, 999_999, -999_999, -1, 0, 0.5, 7, 8, 9, 1e-300,
    ]
    let image = try paper(8, 8)
    defer { withExtendedLifetime(image) {} }
    for a in values {
      for b in values {
        let codes = [
          code([(a, b), (b, a), (a, a), (b, b)], "A"), code([(0, a), (b, 0), (3, 3), (a, b)], nil, bytes: [0, 255]),
        ]
        _ = try draw(image, codes)
        let picture = try RGBPicture(image.view)
        picture.line(Point(a, b), Point(b, a), thickness: a, .init(1, 2, 3))
        picture.disc(Point(a, 3), radius: b, .init(1, 2, 3))
      }
    }
    for (width, height) in [(1, 1), (1, 200), (200, 1), (3, 3)] {
      let long = code([(0, 0), (9, 0), (9, 9), (0, 9)], String(repeating: "W", count: 5000))
      _ = try draw(paper(width, height), [long])
    }
    let picture = try RGBPicture(image.view)
    for at in [Int.min, Int.max, -100, 100] {
      picture.write([65, 66], x: at, y: at, scale: 1, .init(0, 0, 0))
      picture.fill(x: at, y: at, width: 5, height: 5, .init(0, 0, 0))
      picture.fill(x: 0, y: 0, width: at, height: at, .init(0, 0, 0))
    }
  }

  @Test func captionsHaveDotsForWhatCannotBePrinted() {
    let quad: [(Double, Double)] = [(0, 0), (1, 0), (1, 1), (0, 1)]
    #expect(AnnotatedPicture.caption(code(quad, "A\u{1D}ü\n~")) == Array("QR A...~".utf8))
    #expect(AnnotatedPicture.caption(code(quad, nil, bytes: [0, 65, 0x7F, 0xFF])) == Array("QR .A..".utf8))
  }

  /// No two characters look alike, and none but the space is empty.
  @Test func allCharactersCanBeToldApart() {
    var seen: Set<[Bool]> = []
    for character in UInt8(0x20)...0x7E {
      var ink: [Bool] = []
      for row in 0..<Font.height {
        for column in 0..<Font.width { ink.append(Font.isInk(character, column: column, row: row)) }
      }
      #expect(seen.insert(ink).inserted, "\(character)")
      #expect(ink.contains(true) == (character != 0x20))
    }
    #expect(Font.isInk(0x80, column: 1, row: 6) && Font.isInk(0x00, column: 1, row: 6))
  }
}
