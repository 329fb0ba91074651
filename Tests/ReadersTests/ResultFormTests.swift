import Pictures
import ReaderCore
import TestSupport
import Testing

@testable import Readers

/// What results carry and how: several codes, images, XML, drawings, read strings. `camera` group.
@Suite struct ResultFormTests {
  static let one = "4006381333931"
  static let two = "9780201379624"

  /// Pictures on top of each other on white.
  static func stack(_ images: [LumaImage]) throws -> LumaImage {
    let gap = 40
    let width = images.map(\.width).max()!
    let result = try LumaImage(width: width, height: images.map { $0.height + gap }.reduce(gap, +))
    for i in 0..<(result.width * result.height) { result.base[i] = 255 }
    var top = gap
    for image in images {
      for y in 0..<image.height {
        for x in 0..<image.width { result.base[(top + y) * width + x] = image.base[y * image.width + x] }
      }
      top += image.height + gap
    }
    return result
  }

  static func pictures() throws -> (LumaImage, LumaImage, LumaImage)? {
    guard let a = ReaderTests.ean("400638133393"), let b = ReaderTests.ean("978020137962") else {
      print("skipped: zint is not installed")
      return nil
    }
    return (a, b, try stack([a, b]))
  }

  func ready(_ commands: String...) throws -> Bench {
    let bench = try Bench.camera()
    for command in ["SET SYMBOL.UPC-EAN ON"] + commands { #expect(try bench.status(command) == 0, "\(command)") }
    return bench
  }

  @Test func aSingleCodeResultHasOneCode() throws {
    guard let (_, _, both) = try Self.pictures() else { return }
    let bench = try ready()
    bench.source.add(.picture(both))
    try bench.reader.startScanning()
    #expect(try bench.run { !bench.witness.results.isEmpty })
    let results = bench.witness.results[0]
    #expect(bench.witness.texts == [Self.one])
    #expect(results.parts.isEmpty)
    #expect(results.main?.bytes == Array(Self.one.utf8))
    #expect(bench.witness.beeps.map(\.count) == [1])
  }

  @Test func severalCodesEndTheScanTogether() throws {
    guard let (a, b, _) = try Self.pictures() else { return }
    let bench = try ready("SET MULTICODE.MAX-NUM-CODES 2", "SET DATA.RESULT-TYPE 19")
    for image in [a, a, b] { bench.source.add(.picture(image)) }
    try bench.reader.startScanning()
    #expect(try bench.run { !bench.reader.isScanning })
    #expect(bench.witness.results.count == 1)
    let results = bench.witness.results[0]
    #expect(results.goodRead)
    #expect(results.parts.map { String(decoding: $0.bytes, as: UTF8.self) } == [Self.one, Self.two])
    #expect(results.main?.text?.text == Self.one + "\n" + Self.two)
    #expect(results.main?.symbology == .upcEan)
    let xml = try #require(results.xml)
    let merged = Base64.encode(Array((Self.one + "\n" + Self.two).utf8))
    #expect(xml.contains("<full_string encoding=\"base64\">\(merged)</full_string>"))
    #expect(xml.contains("<sub_results><result"))
    #expect(xml.components(of: "<result ") == 3)
    #expect(xml.contains("<item_count>2</item_count>"))
    #expect(results.svg?.components(of: "<polygon") == 2)
  }

  @Test func fewerCodesAreAReadOnlyWithPartialResults() throws {
    guard let (a, _, _) = try Self.pictures() else { return }
    for partial in [false, true] {
      for ending in ["TRIGGER OFF", "time"] {
        let bench = try ready(
          "SET MULTICODE.MAX-NUM-CODES 2", "SET MULTICODE.PARTIAL-RESULTS \(partial ? "ON" : "OFF")")
        bench.source.add(.picture(a))
        try bench.reader.startScanning()
        #expect(try bench.settle())
        #expect(bench.reader.statistics.framesDecoded == 1)
        #expect(bench.witness.results.isEmpty)
        if ending == "time" {
          bench.clock.now += 61_000_000_000
          bench.context.loop.drain()
        } else {
          #expect(try bench.status(ending) == 0)
        }
        #expect(bench.witness.results.count == 1)
        #expect(bench.witness.results.first?.goodRead == partial, "\(partial) \(ending)")
        #expect(bench.witness.results.first?.frameSize == (partial ? PixelSize(a.width, a.height) : nil))
        if !partial { #expect(bench.witness.reasons == [ending == "time" ? .timedOut : .stopped]) }
      }
    }
  }

  @Test(arguments: [(0, 1), (1, 2), (2, 4), (3, 8)]) func imagesHaveFourSizes(_ size: Int, _ factor: Int) throws {
    guard let (a, _, _) = try Self.pictures() else { return }
    for isJPEG in [true, false] {
      let bench = try ready(
        "SET DATA.RESULT-TYPE 9", "SET IMAGE.SIZE \(size)", "SET IMAGE.FORMAT \(isJPEG ? 1 : 0)", "SET IMAGE.QUALITY 90"
      )
      bench.source.add(.picture(a))
      try bench.reader.startScanning()
      #expect(try bench.run { !bench.witness.results.isEmpty })
      let results = bench.witness.results[0]
      #expect(results.image?.width == a.width / factor)
      #expect(results.image?.height == a.height / factor)
      #expect(results.frameSize == PixelSize(a.width, a.height))
      let file = try results.encodedImage()
      #expect(file.starts(with: isJPEG ? [0xff, 0xd8] : [0x42, 0x4d]))
      let back = try file.withUnsafeBytes { try PictureFile.decode($0) }
      #expect(back.width == a.width / factor && back.height == a.height / factor)
      // A mean of squares, and what JPEG leaves of it.
      var worst = 0
      for y in 0..<back.height {
        for x in 0..<back.width {
          var sum = 0
          for j in 0..<factor {
            for i in 0..<factor { sum += Int(a.base[(y * factor + j) * a.width + x * factor + i]) }
          }
          worst = max(worst, abs(Int(back.base[y * back.width + x]) - (sum + factor * factor / 2) / (factor * factor)))
        }
      }
      #expect(worst <= (isJPEG ? 60 : 0), "\(size) \(worst)")
    }
  }

  @Test func qualityMakesFilesSmaller() throws {
    guard let (a, _, _) = try Self.pictures() else { return }
    var sizes: [Int] = []
    for quality in [10, 50, 90] {
      var form = ImageForm()
      form.quality = quality
      sizes.append(try form.encode(a.view).count)
    }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
  }

  @Test func theTypesOfResultsSayWhatThereIs() throws {
    guard let (a, _, _) = try Self.pictures() else { return }
    for types in [0, 1, 2, 3, 4, 8, 16, 31, 128, 130, 159] {
      let bench = try ready("SET DATA.RESULT-TYPE \(types)")
      bench.source.add(.picture(a))
      try bench.reader.startScanning()
      #expect(try bench.run { !bench.witness.results.isEmpty })
      let results = bench.witness.results[0]
      #expect(results.goodRead)
      #expect((results.readString(of: results.codes[0]) != nil) == (types & 1 != 0), "\(types)")
      #expect((results.xml != nil) == (types & 130 != 0), "\(types)")
      #expect(results.xml?.contains("<statistics>") ?? false == (types & 2 != 0), "\(types)")
      #expect((results.statisticsXML != nil) == (types & 4 != 0), "\(types)")
      #expect((results.image != nil) == (types & 8 != 0), "\(types)")
      #expect((results.svg != nil) == (types & 16 != 0), "\(types)")
    }
  }

  @Test func numbersAndCountersRunOn() throws {
    guard let (a, _, _) = try Self.pictures() else { return }
    let bench = try ready()
    for round in 1...3 {
      bench.source.add(.picture(a))
      try bench.reader.startScanning()
      #expect(try bench.run { bench.witness.results.count == round * 2 - 1 })
      try bench.reader.startScanning()
      try bench.reader.stopScanning()
      #expect(try bench.run { bench.witness.results.count == round * 2 })
    }
    #expect(bench.witness.results.map(\.id) == [1, 2, 3, 4, 5, 6])
    #expect(bench.witness.results.map(\.form.imageID) == [1, 1, 2, 2, 3, 3])
    let last = try #require(bench.witness.results[5].xml)
    #expect(last.contains("<status>NO READ</status>"))
    #expect(last.contains("id=\"6\" image_id=\"3\""))
    #expect(last.contains("<good_reads>3</good_reads><bad_reads>3</bad_reads>"))
    #expect(try bench.status("CONFIG.DEFAULT") == 0)
    #expect(bench.reader.statistics.goodReads == 3)
  }

  @Test func theWindowOfTargetDecodingIsDrawn() throws {
    guard let (a, _, _) = try Self.pictures() else { return }
    for (target, display) in [(true, true), (true, false), (false, true)] {
      let bench = try ready(
        "SET DATA.RESULT-TYPE 19", "SET DECODER.TARGET-DECODING \(target ? "ON" : "OFF")",
        "SET DECODER.DISPLAY-TARGET \(display ? "ON" : "OFF")", "SET DECODER.CENTERING-WINDOW 50 50 50 100")
      bench.source.add(.picture(a))
      try bench.reader.startScanning()
      #expect(try bench.run { !bench.witness.results.isEmpty })
      let svg = try #require(bench.witness.results[0].svg)
      #expect(svg.contains("<rect") == (target && display))
      if target && display {
        let quarter = Decimal.text(Double(a.width) / 4)
        #expect(svg.contains("x=\"\(quarter)\" y=\"0.0\" width=\"\(Decimal.text(Double(a.width) / 2))\""))
      }
    }
  }

  @Test func readStringsFollowTheEncoding() {
    func text(_ bytes: [UInt8], _ encoding: ReadStringEncoding) -> String? {
      var code = CodeRulesTests.code(.qr, "")
      code.bytes = bytes
      code.text = nil
      var form = ResultForm()
      form.encoding = encoding
      return ReadResults(codes: [code], reason: .none, time: 0, form: form).readString(of: code)
    }
    #expect(text([0x41, 0xc3, 0xa9], .utf8) == "Aé")
    #expect(text([0x41, 0xe9], .utf8) == nil)
    #expect(text([0x41, 0xe9], .latin1) == "Aé")
    #expect(text([0xb1], .latin2) == "ą")
    #expect(text([0x00, 0x41, 0x20, 0xac], .utf16) == "A€")
    #expect(text([0xff, 0xfe, 0x41, 0x00], .utf16) == "A")
    #expect(text([0xfe, 0xff, 0x00, 0x41], .utf16) == "A")
    #expect(text([0x41], .utf16) == nil)
    #expect(text([0, 1, 0xf6, 0], .utf32) == "😀")
    #expect(text([0x83, 0x65, 0x83, 0x58, 0x83, 0x67], .shiftJIS) == "テスト")
    #expect(text([0x41, 0x1d], .ascii) == "A\u{1d}")
    #expect(text([0x41, 0x80], .ascii) == nil)
    #expect(text([0x41, 0x1d, 0x7f, 0xe9, 0x20], .asciiShowingControls) == "A<1d><7f><e9> ")
  }

  @Test func aPictureIsLoadedByCommand() throws {
    guard let (a, _, both) = try Self.pictures() else { return }
    let bench = try ready()
    for file in [BMPWriter.encode(a.view), try JPEGWriter.encode(a.view, quality: 90), try PNGWriter.encode(a.view)] {
      let count = bench.witness.results.count
      #expect(try bench.status("IMAGE.LOAD \(file.count)", data: file) == 0)
      #expect(try bench.run { bench.witness.results.count == count + 1 })
    }
    #expect(bench.witness.texts == [Self.one, Self.one, Self.one])
    let junk = Array("this is no picture".utf8)
    #expect(try bench.status("IMAGE.LOAD \(junk.count)", data: junk) == 102)
    for command in ["IMAGE.LOAD 0", "IMAGE.LOAD", "IMAGE.LOAD x", "IMAGE.LOAD 33554433", "IMAGE.LOAD 17"] {
      #expect(try bench.status(command, data: junk) == 102, "\(command)")
    }
    let blank = try LumaImage(width: 64, height: 64)
    for i in 0..<4096 { blank.base[i] = 255 }
    let file = BMPWriter.encode(blank.view)
    #expect(try bench.status("IMAGE.LOAD \(file.count)", data: file) == 0)
    #expect(try bench.run { bench.witness.reasons.last == .noCode })
    // Two codes as one result, or none.
    let two = BMPWriter.encode(both.view)
    #expect(try bench.status("SET MULTICODE.MAX-NUM-CODES 2") == 0)
    #expect(try bench.status("IMAGE.LOAD \(two.count)", data: two) == 0)
    #expect(bench.witness.results.last?.parts.count == 2)
    #expect(try bench.status("SET MULTICODE.MAX-NUM-CODES 3") == 0)
    #expect(try bench.status("IMAGE.LOAD \(two.count)", data: two) == 0)
    #expect(bench.witness.results.last?.goodRead == false)
    #expect(try bench.status("SET MULTICODE.PARTIAL-RESULTS ON") == 0)
    #expect(try bench.status("IMAGE.LOAD \(two.count)", data: two) == 0)
    #expect(bench.witness.results.last?.parts.count == 2)
    #expect(try bench.status("SET MULTICODE.MAX-NUM-CODES 1") == 0)
    // The camera goes on as before.
    bench.source.add(.picture(both))
    try bench.reader.startScanning()
    #expect(try bench.run { bench.witness.reasons.last == Reason.none })
  }

  @Test func theLastFrameIsSent() throws {
    guard let (a, _, _) = try Self.pictures() else { return }
    let bench = try ready("SET IMAGE.SIZE 0", "SET IMAGE.FORMAT 0")
    #expect(try bench.status("IMAGE.SEND") == 104)
    bench.source.add(.picture(a))
    try bench.reader.startScanning()
    #expect(try bench.run { !bench.witness.results.isEmpty && bench.source.calls.stopped == 1 })
    let answer = try bench.send("IMAGE.SEND")
    #expect(answer.status == 0)
    #expect(answer.bytes == BMPWriter.encode(a.view))
  }
}

extension String {
  /// How often a text is in it.
  func components(of part: String) -> Int {
    var (count, rest) = (0, self[...])
    while let found = rest.firstRange(of: part) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }

  fileprivate func firstRange(of part: String) -> Range<String.Index>? { self[...].firstRange(of: part) }
}

extension Substring {
  fileprivate func firstRange(of part: String) -> Range<String.Index>? {
    var i = startIndex
    while i < endIndex {
      if self[i...].hasPrefix(part) { return i..<index(i, offsetBy: part.count) }
      i = index(after: i)
    }
    return nil
  }
}
