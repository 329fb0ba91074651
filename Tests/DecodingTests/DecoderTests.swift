import ReaderCore
import TestSupport
import Testing

@testable import Decoding

/// One generated symbol and what reading it must give.
struct Sample: CustomStringConvertible {
  var arguments: String
  var data: String
  var symbology: Symbology
  var variant: Variant = .none
  var bytes: String
  var aimID: String
  var gtin: String?
  var addOn: String?
  /// Columns of the outline when an add-on or light modules at the end do not belong to it.
  var columns: Int?
  var description: String { "\(arguments) \(data)" }

  static let all: [Sample] = [
    Sample(
      arguments: "-b EANX", data: "978020137962", symbology: .upcEan, variant: .ean13, bytes: "9780201379624",
      aimID: "]E0", gtin: "09780201379624"),
    Sample(
      arguments: "-b EANX", data: "977243456100+12", symbology: .upcEan, variant: .ean13, bytes: "9772434561006",
      aimID: "]E3", gtin: "09772434561006", addOn: "12", columns: 95),
    Sample(
      arguments: "-b EANX", data: "978193484083+90000", symbology: .upcEan, variant: .ean13, bytes: "9781934840832",
      aimID: "]E3", gtin: "09781934840832", addOn: "90000", columns: 95),
    Sample(
      arguments: "-b EANX", data: "9502345", symbology: .upcEan, variant: .ean8, bytes: "95023458", aimID: "]E4",
      gtin: "00000095023458"),
    Sample(
      arguments: "-b UPCA", data: "01234567890", symbology: .upcEan, variant: .upcA, bytes: "012345678905",
      aimID: "]E0",
      gtin: "00012345678905"),
    Sample(
      arguments: "-b UPCE", data: "0223339", symbology: .upcEan, variant: .upcE, bytes: "02233390", aimID: "]E0",
      gtin: "00022333000090"),
    Sample(arguments: "-b CODE128", data: "ABC-12345x", symbology: .code128, bytes: "ABC-12345x", aimID: "]C0"),
    Sample(
      arguments: "-b GS1_128", data: "[01]09501101530003[10]COV0109[17]220901", symbology: .code128,
      variant: .gs1Code128, bytes: "010950110153000310COV0109\u{1d}17220901", aimID: "]C1", gtin: "09501101530003"),
    Sample(arguments: "-b CODE39", data: "SCAN-39", symbology: .code39, bytes: "SCAN-39", aimID: "]A0"),
    Sample(arguments: "-b EXCODE39", data: "Scan39", symbology: .code39, bytes: "Scan39", aimID: "]A4"),
    Sample(arguments: "-b HIBC_39", data: "A99912345", symbology: .code39, bytes: "+A999123457", aimID: "]A0"),
    Sample(
      arguments: "-b CODE32", data: "01234567", symbology: .code39, variant: .code32, bytes: "A012345676", aimID: "]A0"),
    Sample(arguments: "-b CODE93", data: "SCAN93", symbology: .code93, bytes: "SCAN93", aimID: "]G0"),
    Sample(
      arguments: "-b C25INTER", data: "09501101530003", symbology: .interleaved2of5, bytes: "09501101530003",
      aimID: "]I0", gtin: "09501101530003"),
    Sample(arguments: "-b CODABAR", data: "A123456B", symbology: .codabar, bytes: "A123456B", aimID: "]F0"),
    Sample(
      arguments: "-b DBAR_OMN", data: "0950110153000", symbology: .dataBar, variant: .dataBarOmni,
      bytes: "0109501101530003", aimID: "]e0", gtin: "09501101530003"),
    Sample(
      arguments: "-b DBAR_EXP", data: "[01]09501101530003[3103]001750", symbology: .dataBar, variant: .dataBarExpanded,
      bytes: "01095011015300033103001750", aimID: "]e0", gtin: "09501101530003"),
  ]
}

@Suite(.enabled(if: Zint.isInstalled)) struct DecoderTests {
  private func decode(
    _ drawing: Drawing, effort: Int = 2, _ symbologies: SymbologySet = Decoder.available
  ) -> [DecodedCode] {
    drawing.withView { Decoder().decode($0, DecodeRequest(symbologies: symbologies, effort: effort)) }
  }

  /// Modules without light columns at the sides, of which nothing can be seen.
  private func linear(_ arguments: String, _ data: [UInt8]) throws -> [Bool] {
    var row = try #require(Zint.modules(arguments, data))[0]
    while row.last == false { row.removeLast() }
    return Array(row.drop { !$0 })
  }

  @Test("linear symbols at four turns", arguments: Sample.all)
  func linear(sample: Sample) throws {
    let row = try linear(sample.arguments, Array(sample.data.utf8))
    for degrees in [0.0, 90, 180, 270] {
      let drawing = Drawing([row], scale: 3, rowHeight: 30, degrees: degrees)
      let codes = decode(drawing)
      try #require(codes.count == 1, "\(degrees)")
      let code = codes[0]
      #expect(code.symbology == sample.symbology)
      #expect(code.variant == sample.variant)
      #expect(code.bytes == Array(sample.bytes.utf8))
      #expect(code.aimID == sample.aimID)
      #expect(code.gtin == sample.gtin)
      #expect(code.addOn == sample.addOn)
      #expect(code.isGS1 == ["]C1", "]e0"].contains(sample.aimID))
      #expect(code.text == DecodedText(text: sample.bytes, charset: "UTF-8"))
      let right = Double(sample.columns ?? row.count)
      let truth = [(0.0, 0.0), (right, 0), (right, 30), (0, 30)].map {
        drawing.place($0.0, $0.1, columns: row.count, rows: 30, scale: 3, degrees: degrees)
      }
      for (found, wanted) in zip(code.corners.corners, truth) {
        #expect(abs(found.x - wanted.x) <= 7.5 && abs(found.y - wanted.y) <= 7.5, "\(degrees): \(found) \(wanted)")
      }
    }
  }

  @Test func onlyWhatIsAskedForIsReported() throws {
    for sample in Sample.all where sample.variant != .code32 {
      let row = try linear(sample.arguments, Array(sample.data.utf8))
      let drawing = Drawing([row], rowHeight: 30)
      var others = Decoder.available
      others.remove(sample.symbology)
      #expect(decode(drawing, others).filter { $0.symbology == sample.symbology }.isEmpty)
      #expect(decode(drawing, SymbologySet([sample.symbology])).count == 1, "\(sample)")
    }
    #expect(decode(Drawing([[true, false, true]]), SymbologySet()).isEmpty)
  }

  private func decode(_ drawing: Drawing, _ symbologies: SymbologySet) -> [DecodedCode] {
    decode(drawing, effort: 2, symbologies)
  }

  @Test func everyByteSurvivesCode128() throws {
    for start in stride(from: 0, to: 256, by: 16) {
      let bytes = (start..<(start + 16)).map { UInt8($0) }
      let codes = decode(Drawing([try linear("-b CODE128 --binary", bytes)], scale: 2, rowHeight: 40))
      #expect(codes.map { $0.bytes } == [bytes])
    }
  }

  @Test("QR corners are the code's own at any turn", arguments: [0.0, 45, 90, 135, 180, 225, 270, 315])
  func qrCorners(degrees: Double) throws {
    for mirrored in [false, true] {
      let modules = try #require(Zint.modules("-b QRCODE --vers=3", "https://example.org"))
      let drawing = Drawing(modules, scale: 4, degrees: degrees, mirrored: mirrored)
      let codes = decode(drawing)
      #expect(codes.map { $0.bytes } == [Array("https://example.org".utf8)])
      let truth = [(0.0, 0.0), (29, 0), (29, 29), (0, 29)].map {
        drawing.place($0.0, $0.1, columns: 29, rows: 29, scale: 4, degrees: degrees, mirrored: mirrored)
      }
      for (found, wanted) in zip(codes.first?.corners.corners ?? [], truth) {
        #expect(abs(found.x - wanted.x) <= 4 && abs(found.y - wanted.y) <= 4, "\(mirrored): \(found) \(wanted)")
      }
    }
  }

  @Test func everyByteSurvivesQR() throws {
    let bytes = (0...255).map { UInt8($0) }
    let codes = decode(Drawing(try #require(Zint.modules("-b QRCODE --binary", bytes))))
    #expect(codes.map { $0.bytes } == [bytes])
    #expect(codes.first?.text == nil)
    #expect(codes.first?.aimID == "]Q1")
    // Field reports 36 and 38.
    for bytes: [UInt8] in [
      [0xb2, 0x55, 0xf6, 0x25, 0x1c, 0xf7, 0xa0, 0x51, 0x3d, 0x07], [0xb8, 0xd6, 0x90, 0xaf], [0, 1, 2],
    ] {
      #expect(decode(Drawing(try #require(Zint.modules("-b QRCODE --binary", bytes)))).map { $0.bytes } == [bytes])
    }
  }

  @Test func qrDeclarationsAreReported() throws {
    let greek = decode(Drawing(try #require(Zint.modules("-b QRCODE --eci=9", "Ελλάδα"))))
    #expect(greek.first?.bytes == [0xc5, 0xeb, 0xeb, 0xdc, 0xe4, 0xe1])
    #expect(greek.first?.text == DecodedText(text: "Ελλάδα", charset: "ISO-8859-7"))
    #expect(greek.first?.segments == [ECISegment(eci: 9, range: 0..<6)])
    #expect(greek.first?.aimID == "]Q2")
    let gs1 = decode(Drawing(try #require(Zint.modules("-b QRCODE --gs1", "[01]09501101530003[10]A1[17]220901"))))
    #expect(gs1.first?.bytes == Array("010950110153000310A1\u{1d}17220901".utf8))
    #expect(gs1.first?.aimID == "]Q3")
    #expect(gs1.first?.isGS1 == true)
    #expect(gs1.first?.gtin == "09501101530003")
  }

  @Test func partsOfASetAreResultsOfTheirOwn() throws {
    // Field report 17: libzbar with its cache on aborts the process on one such part.
    let drawing = Drawing(width: 420, height: 140)
    for (i, x) in [70.0, 210, 350].enumerated() where i != 1 {
      let modules = try #require(Zint.modules("-b QRCODE --structapp=\(i + 1),3,74", "part \(i)"))
      drawing.draw(modules, at: Point(x, 70), scale: 4)
    }
    let codes = decode(drawing)
    #expect(codes.map { $0.bytes } == [Array("part 0".utf8), Array("part 2".utf8)])
    #expect(codes.map { $0.structuredAppend?.index } == [0, 2])
    #expect(codes.allSatisfy { $0.structuredAppend?.count == 3 && $0.structuredAppend?.parity == 74 })
  }

  @Test func codesComeInReadingOrder() throws {
    let drawing = Drawing(width: 800, height: 500)
    let qr = { (text: String) in try #require(Zint.modules("-b QRCODE", text)) }
    drawing.draw(try qr("b"), at: Point(600, 110), scale: 3)
    drawing.draw(try qr("a"), at: Point(200, 120), scale: 3)
    drawing.draw(try qr("d"), at: Point(620, 390), scale: 3)
    drawing.draw([try linear("-b CODE128", Array("cccc".utf8))], at: Point(230, 380), scale: 2, rowHeight: 40)
    let codes = decode(drawing)
    #expect(codes.map { $0.text?.text } == ["a", "b", "cccc", "d"])
    let two = drawing.withView { Decoder().decode($0, DecodeRequest(symbologies: Decoder.available, maxCodes: 2)) }
    #expect(two.map { $0.text?.text } == ["a", "b"])
  }

  @Test func aPassedDeadlineStopsTheSearch() throws {
    let drawing = Drawing(try #require(Zint.modules("-b QRCODE", "late")))
    let request = DecodeRequest(symbologies: Decoder.available, effort: 5, deadline: 1)
    #expect(drawing.withView { Decoder().decode($0, request) }.isEmpty)
  }

  @Test func effortReadsInvertedAndTurned() throws {
    let row = try linear("-b EANX", Array("978020137962".utf8))
    let inverted = Drawing([row], rowHeight: 40, inverted: true)
    #expect(decode(inverted, effort: 3).map { $0.bytes } == [Array("9780201379624".utf8)])
    let code = try linear("-b CODE128", Array("turned by 45".utf8))
    let turned = Drawing([code], rowHeight: 14, degrees: 45)
    let found = decode(turned, effort: 4)
    #expect(found.map { $0.bytes } == [Array("turned by 45".utf8)])
    let wanted = turned.place(0, 0, columns: code.count, rows: 14, scale: 3, degrees: 45)
    let corner = try #require(found.first).corners.topLeft
    #expect(abs(corner.x - wanted.x) <= 9 && abs(corner.y - wanted.y) <= 9)
  }

  @Test func rowsOfCodablockAreNoCode128() throws {
    var rows = try #require(Zint.modules("-b CODABLOCKF --rows=4", "Codablock F test 12345", columns: 101))
    rows = rows.flatMap { row in row.count { $0 } > 90 ? [row] : [[Bool]](repeating: row, count: 10) }
    #expect(decode(Drawing(rows, scale: 3)).isEmpty)
    // Two labels, one above the other, stay two codes.
    let drawing = Drawing(width: 500, height: 300)
    drawing.draw([try linear("-b CODE128", Array("LABEL001".utf8))], at: Point(250, 80), scale: 2, rowHeight: 30)
    drawing.draw([try linear("-b CODE128", Array("LABEL002".utf8))], at: Point(250, 180), scale: 2, rowHeight: 30)
    #expect(decode(drawing).count == 2)
  }

  @Test func oneCodeForBarsThatReadTwice() throws {
    // Field report 11: three rows of another EAN over the top of one.
    let main = try linear("-b EANX", Array("460709600300".utf8))
    let other = try linear("-b EANX", Array("860117500300".utf8))
    let rows = [[Bool]](repeating: other, count: 3) + [[Bool]](repeating: main, count: 150)
    let drawing = Drawing(rows, scale: 2, rowHeight: 0.5)
    #expect(decode(drawing).map { Array($0.bytes.prefix(4)) } == [Array("4607".utf8)])
  }

  @Test func strideIsHonoured() throws {
    let drawing = Drawing(try #require(Zint.modules("-b QRCODE", "stride")))
    let stride = drawing.width + 13
    var padded = [UInt8](repeating: 0, count: stride * drawing.height)
    for y in 0..<drawing.height {
      for x in 0..<drawing.width { padded[y * stride + x] = drawing.pixels[y * drawing.width + x] }
    }
    padded.withUnsafeBufferPointer {
      let view = LumaView(base: $0.baseAddress!, width: drawing.width, height: drawing.height, stride: stride)
      let codes = Decoder().decode(view, DecodeRequest(symbologies: Decoder.available))
      #expect(codes.map { $0.text?.text } == ["stride"])
    }
  }
}
