import Glibc
import ReaderCore
import TestSupport
import Testing

@testable import Decoding

/// What went wrong with other readers in real use; the numbers are those of the project's list of field reports.
@Suite(.serialized, .enabled(if: Zint.isInstalled)) struct FieldReportTests {
  private func read(
    _ drawing: Drawing, _ symbologies: SymbologySet = Decoder.available, effort: Int = 2, maxCodes: Int = 0,
    _ recorder: DecodeRecorder? = nil
  ) -> [DecodedCode] {
    drawing.withView {
      Decoder().decode(
        $0, DecodeRequest(symbologies: symbologies, effort: effort, maxCodes: maxCodes), recorder: recorder)
    }
  }

  private func trimmed(_ modules: [Bool]) -> [Bool] {
    guard let first = modules.firstIndex(of: true), let last = modules.lastIndex(of: true) else { return [] }
    return Array(modules[first...last])
  }

  /// Field report 3: an Interleaved 2 of 5 that is partly covered holds shorter ones. Where what is left is another symbol, module
  /// for module, only the lengths and check digits that a host sets can tell; anything else must not be read.
  @Test(arguments: [1, 2]) func coveredInterleavedIsReadAsAWholeOrAsWhatIsLeft(_ scale: Int) throws {
    let modules = try #require(Zint.modules("-b ITF14", "1234567890123"))[0]
    let whole = trimmed(modules)
    let value = Array("12345678901231".utf8)
    let all = read(Drawing([whole], scale: Double(scale), rowHeight: 40), SymbologySet([.interleaved2of5]))
    #expect(all.map { $0.bytes } == [value])
    for cut in stride(from: 1, to: whole.count - 8, by: 3) {
      for side in [Array(whole[cut...]), Array(whole[..<(whole.count - cut)])] {
        let reads = read(Drawing([side], scale: Double(scale), rowHeight: 40), SymbologySet([.interleaved2of5]))
        for read in reads {
          let same = try #require(Zint.modules("-b C25INTER", read.bytes))[0]
          #expect(trimmed(same) == trimmed(side), "\(cut) modules cut off: \(read.bytes)")
        }
      }
    }
  }

  /// Glare as it lies on shiny labels, wherever it lies: what is left of the bars ends where glare begins, and that is no quiet zone.
  @Test func interleavedInGlareIsReadAsAWholeOrNotAtAll() throws {
    let value = Array("30455595467316".utf8)
    let modules = try #require(Zint.modules("-b C25INTER", value))[0]
    let width = 4 * modules.count
    var right = 0
    for at in stride(from: -120, to: width + 120, by: 9) {
      let drawing = Drawing(width: width + 160, height: 200)
      drawing.draw([modules], at: Point(Double(width) / 2 + 80, 100), scale: 4, rowHeight: 25)
      for y in 0..<200 {
        for x in 0..<drawing.width {
          let (u, v) = (Double(x - 80 - at) / 40, Double(y - 100) / 90)
          let light = 45 + 150 * Double(drawing.pixels[y * drawing.width + x]) / 255 + 400 * exp(-u * u - v * v)
          drawing.pixels[y * drawing.width + x] = UInt8(min(255, light))
        }
      }
      let reads = read(drawing, SymbologySet([.interleaved2of5]))
      #expect(reads.allSatisfy { $0.bytes == value }, "glare at \(at): \(reads.map { $0.bytes })")
      right += reads.count
    }
    #expect(right > 0)
  }

  /// Field report 19: symbols at the very edge of a picture end the process of a host of libdmtx.
  @Test(arguments: [1, 2, 5]) func aDataMatrixFlushToTheBorderDoesNoHarm(_ effort: Int) throws {
    let modules = try #require(Zint.modules("-b DATAMATRIX", "flush to the border"))
    for scale in [1, 2, 4] {
      for cut in 0..<3 {
        let (columns, rows) = (modules[0].count - cut, modules.count - cut)
        let drawing = Drawing(width: columns * scale, height: rows * scale)
        for y in 0..<rows * scale {
          for x in 0..<columns * scale where modules[y / scale + cut][x / scale] {
            drawing.pixels[y * drawing.width + x] = 0
          }
        }
        let reads = read(drawing, effort: effort)
        #expect(reads.allSatisfy { $0.bytes == Array("flush to the border".utf8) })
      }
    }
  }

  /// Field report 108: a search goes on for its whole time although it has what was asked for.
  @Test(arguments: [2, 5]) func aSearchEndsWithTheLastCodeAskedFor(_ effort: Int) throws {
    let picture = Drawing(width: 640, height: 480)
    picture.draw(try #require(Zint.modules("-b QRCODE", "enough")), at: Point(160, 240), scale: 4)
    picture.draw(try #require(Zint.modules("-b QRCODE", "more")), at: Point(480, 240), scale: 4)
    let recorder = DecodeRecorder()
    let codes = read(picture, SymbologySet([.qr]), effort: effort, maxCodes: 1, recorder)
    #expect(codes.count == 1)
    #expect(recorder.looks.filter { $0.reads > 0 }.count == 1 && recorder.looks.last?.reads == 1)
  }

  /// Field report 100 at one search: a second thread changes nothing.
  @Test(arguments: [1, 2, 3, 5]) func twoThreadsReadWhatOneReads(_ effort: Int) throws {
    let picture = Drawing(width: 900, height: 700)
    for (i, text) in ["first", "second", "third of them"].enumerated() {
      let x = 150 + 300 * Double(i)
      picture.draw(try #require(Zint.modules("-b QRCODE", text)), at: Point(x, 120), scale: 3, degrees: Double(17 * i))
      picture.draw([try #require(Zint.modules("-b CODE128", text))[0]], at: Point(x, 330), scale: 1.5, rowHeight: 50)
      picture.draw(try #require(Zint.modules("-b DATAMATRIX", text)), at: Point(x, 550), scale: 4, degrees: -9)
    }
    let decoder = Decoder()
    func codes(_ threads: Int) -> [String] {
      var request = DecodeRequest(symbologies: Decoder.available, effort: effort)
      request.maxThreads = threads
      return picture.withView { luma in
        decoder.decode(luma, request).map { "\($0.symbology.name) \($0.bytes) \($0.corners) \($0.confidence)" }
      }
    }
    let one = codes(1)
    #expect(one.count >= (Decoder.available.contains(.dataMatrix) ? 6 : 3))
    // The thread is kept from one search to the next.
    for threads in effort > 2 ? [2] : [2, 2, 1, 2, 2] { #expect(codes(threads) == one) }
  }
}
