import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

@Suite struct MaxiCodeTests {
  /// The codewords that modules show.
  private func codewords(_ modules: [[Bool]]) -> [UInt8] {
    var out = [UInt8](repeating: 0, count: 144)
    for (bit, cell) in MaxiCodeLayout.cells.enumerated() where modules[cell / 30][cell % 30] {
      out[bit / 6] |= 1 << UInt8(5 - bit % 6)
    }
    return out
  }

  private func zint(_ arguments: String, _ data: [UInt8]) throws -> [[Bool]] {
    let rows = try #require(Zint.modules("-b 57 \(arguments)", data, columns: 30), "\(arguments)")
    try #require(rows.count == 33)
    return rows
  }

  // MARK: against zint

  @Test(.enabled(if: Zint.isInstalled)) func layoutAndCheckCodewordsAreThoseOfZint() throws {
    for (arguments, data) in [
      ("--mode=4", "The quick brown fox"), ("--mode=5", "0123456789 UPPER"), ("--mode=6", "a/b:c.d"),
      ("--mode=2 --primary=152382802840001", "[)>"), ("--mode=3 --primary='B1050 056999'", "Test"),
    ] {
      let modules = try zint(arguments, Array(data.utf8))
      let words = codewords(modules)
      #expect(MaxiCodeLayout.modules(words) == modules, "\(arguments)")
      let (_, plain) = try #require(MaxiCodeCodewords.corrected(words))
      #expect(MaxiCodeCodewords.protected(plain) == words, "\(arguments)")
    }
  }

  @Test(.enabled(if: Zint.isInstalled)) func valuesOfZintAreRead() throws {
    var noise = Noise(state: 91)
    for mode in 4...6 {
      for length in [1, 9, 30, 60] {
        let bytes = (0..<length).map { _ in UInt8(noise.next() % 256) }
        guard let modules = Zint.modules("-b 57 --mode=\(mode) --binary", bytes, columns: 30) else { continue }
        let content = try #require(MaxiCode.decode(codewords(modules)))
        #expect(content.bytes == bytes && content.mode == mode && content.aimID == "]U0")
      }
    }
    // Every byte, and runs of digits.
    for start in stride(from: 0, to: 256, by: 16) {
      let bytes = (start..<start + 16).map { UInt8($0) } + Array("123456789012345678".utf8)
      let content = try #require(MaxiCode.decode(codewords(try zint("--mode=4 --binary", bytes))))
      #expect(content.bytes == bytes, "from \(start)")
    }
  }

  @Test(.enabled(if: Zint.isInstalled)) func carriersOfZintAreRead() throws {
    func read(_ arguments: String, _ data: String) throws -> (String, String) {
      let content = try #require(MaxiCode.decode(codewords(try zint(arguments, Array(data.utf8)))), "\(arguments)")
      return (String(decoding: content.bytes, as: UTF8.self), content.aimID)
    }
    let numeric = try read("--mode=2 --primary=152382802840001", "MESSAGE")
    #expect(numeric == ("152382802\u{1d}840\u{1d}001\u{1d}MESSAGE", "]U1"))
    let letters = try read("--mode=3 --primary='B1050 056999'", "MESSAGE")
    #expect(letters == ("B1050 \u{1d}056\u{1d}999\u{1d}MESSAGE", "]U1"))
    // Behind the header of transport data.
    let header = try read("--mode=2 --primary=152382802840001 --scmvv=96", "1Z123")
    #expect(header == ("[)>\u{1e}01\u{1d}96152382802\u{1d}840\u{1d}001\u{1d}1Z123", "]U1"))
  }

  @Test(.enabled(if: Zint.isInstalled)) func characterSetsAndSetsOfSymbolsAreDeclared() throws {
    let greek = try #require(MaxiCode.decode(codewords(try zint("--mode=4 --eci=9", Array("αβγ".utf8)))))
    #expect(greek.segments == [ECISegment(eci: 9, range: 0..<3)])
    #expect(greek.bytes == [0xe1, 0xe2, 0xe3] && greek.aimID == "]U2")
    let part = try #require(MaxiCode.decode(codewords(try zint("--mode=4 --structapp=3,5", Array("PART".utf8)))))
    #expect(part.structuredAppend == StructuredAppend(index: 2, count: 5, parity: 0))
    #expect(part.bytes == Array("PART".utf8))
  }

  // MARK: encoded is decoded

  @Test func encodedIsDecoded() throws {
    var noise = Noise(state: 92)
    for _ in 0..<200 {
      let mode = 4 + Int(noise.next() % 3)
      let bytes = (0..<(1 + Int(noise.next() % 30))).map { _ in UInt8(noise.next() % 256) }
      let words = try #require(MaxiCode.codewords(bytes, mode: mode))
      #expect(MaxiCode.decode(words) == MaxiCode.Content(mode: mode, bytes: bytes))
    }
    let digits = MaxiCode.Carrier(postcode: Array("012345678".utf8), country: 276, service: 7)
    let words = try #require(MaxiCode.codewords(Array("x".utf8), mode: 2, carrier: digits))
    #expect(MaxiCode.decode(words)?.bytes == Array("012345678\u{1d}276\u{1d}007\u{1d}x".utf8))
  }

  @Test func errorsAreCorrectedUpToTheLimitAndRefusedBeyond() throws {
    var noise = Noise(state: 93)
    let value = Array("Corrected up to the limit".utf8)
    let words = try #require(MaxiCode.codewords(value, mode: 4))
    for _ in 0..<60 {
      var broken = words
      // Five in the primary message, ten in either half of the secondary.
      for (places, count) in [
        (Array(0..<20), 5), (Array(stride(from: 20, to: 144, by: 2)), 10),
        (Array(stride(from: 21, to: 144, by: 2)), 10),
      ] {
        var left = places
        for _ in 0..<count {
          let place = left.remove(at: Int(noise.next() % UInt64(left.count)))
          broken[place] ^= UInt8(1 + noise.next() % 63)
        }
      }
      #expect(MaxiCode.decode(broken)?.bytes == value)
      var worse = words
      for place in 0..<144 where noise.next() % 3 == 0 { worse[place] ^= UInt8(1 + noise.next() % 63) }
      let read = MaxiCode.decode(worse)
      #expect(read == nil || read?.bytes == value)
    }
  }

  // MARK: in pictures

  @Test(arguments: [
    (2.4, 0.0, false), (3.0, 33, false), (5.0, 90, false), (4.0, 145, true), (7.0, 200, false), (12.0, 271, true),
    (3.5, 315, false),
  ])
  func drawnIsRead(_ module: Double, _ degrees: Double, _ isInverted: Bool) throws {
    let value = Array("MaxiCode at \(degrees) degrees".utf8)
    let words = try #require(MaxiCode.codewords(value, mode: 4))
    let drawing = MaxiCodeDrawing.draw(words, module: module, degrees: degrees, isInverted: isInverted)
    let codes = drawing.withView {
      MaxiCodeReader().read($0, x: 0..<drawing.width, y: 0..<drawing.height, step: 2)
    }
    #expect(codes.map { $0.bytes } == [value])
    let code = try #require(codes.first)
    #expect(code.isInverted == isInverted && code.symbology == .maxiCode)
    // The top left corner, seen from the bull's eye.
    let angle = degrees * .pi / 180
    let (x, y) = (-14.5 * module, (-16 * MaxiCodeLayout.rowDistance - 0.577) * module)
    let middle = Double(drawing.width) / 2
    let corner = Point(middle + x * cos(angle) - y * sin(angle), middle + x * sin(angle) + y * cos(angle))
    let (dx, dy) = (corner.x - code.corners.topLeft.x, corner.y - code.corners.topLeft.y)
    #expect((dx * dx + dy * dy).squareRoot() < 1.2 * module, "\(code.corners.topLeft) for \(corner)")
  }

  @Test func ringsAloneAreNothing() throws {
    var words = [UInt8](repeating: 0, count: 144)
    let reader = MaxiCodeReader()
    var noise = Noise(state: 94)
    for _ in 0..<3 {
      let drawing = MaxiCodeDrawing.draw(words, module: 4, degrees: 10, isInverted: false)
      #expect(drawing.withView { reader.read($0, x: 0..<drawing.width, y: 0..<drawing.height, step: 2) }.isEmpty)
      words = words.map { _ in UInt8(noise.next() % 64) }
    }
  }
}
