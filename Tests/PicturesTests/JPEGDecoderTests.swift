import Pictures
import ReaderCore
import Testing

@Suite struct JPEGDecoderTests {
  /// One picture with a decoder that may have seen others.
  private func decode(
    _ bytes: [UInt8], strict: Bool = true, with decoder: JPEGDecoder = JPEGDecoder()
  ) -> Result<[UInt8], ReaderError> {
    exactly(bytes) { raw in
      var scratch: LumaImage?
      defer { withExtendedLifetime(scratch) {} }
      do throws(ReaderError) {
        return .success(pixels(try decoder.luma(raw, into: &scratch, strict: strict)))
      } catch {
        return .failure(error)
      }
    }
  }

  private func status(_ bytes: [UInt8], strict: Bool = true) -> Status {
    switch decode(bytes, strict: strict) {
    case .success: .ok
    case .failure(let error): error.status
    }
  }

  static let pictures: [(String, [UInt8], [UInt8])] = [
    ("grey", JPEGFixtures.grey, JPEGFixtures.greyLuma),
    ("4:2:0", JPEGFixtures.colour420, JPEGFixtures.colour420Luma),
    ("4:4:4", JPEGFixtures.colour444, JPEGFixtures.colour444Luma),
    ("optimised", JPEGFixtures.optimised, JPEGFixtures.optimisedLuma),
    ("progressive", JPEGFixtures.progressive, JPEGFixtures.progressiveLuma),
    ("CMYK", JPEGFixtures.cmyk, JPEGFixtures.cmykLuma),
    ("restarts", JPEGFixtures.restarts, JPEGFixtures.greyLuma),
    ("no Huffman tables", JPEGFixtures.noTables, JPEGFixtures.greyLuma),
  ]

  @Test(arguments: pictures.indices)
  func luminanceIsThatOfAnotherReader(_ index: Int) throws {
    let (name, bytes, luma) = JPEGDecoderTests.pictures[index]
    #expect(distance(try decode(bytes).get(), luma) <= 1, "\(name)")
  }

  @Test func nothingIsLeftOfThePictureBefore() throws {
    let decoder = JPEGDecoder()
    for before in JPEGDecoderTests.pictures {
      for (name, bytes, _) in JPEGDecoderTests.pictures {
        _ = decode(before.1, with: decoder)
        #expect(try decode(bytes, with: decoder).get() == decode(bytes).get(), "\(name) after \(before.0)")
      }
    }
  }

  @Test func scratchIsReused() throws {
    let decoder = JPEGDecoder()
    var scratch: LumaImage?
    try JPEGFixtures.grey.withUnsafeBytes { raw in
      let first = try decoder.luma(raw, into: &scratch, strict: true).base
      let second = try decoder.luma(raw, into: &scratch, strict: true).base
      #expect(first == second)
    }
  }

  /// Field report 49: empty, end marker only, half a picture, then a good one.
  @Test func brokenFramesDoNotSpoilTheNext() throws {
    let decoder = JPEGDecoder()
    for bytes in [[], [0xFF, 0xD9], Array(JPEGFixtures.colour420.prefix(750))] {
      guard case .failure(let error) = decode(bytes, with: decoder) else {
        Issue.record("\(bytes.count) bytes were taken for a picture")
        continue
      }
      #expect(error.status == .corrupt)
    }
    #expect(try distance(decode(JPEGFixtures.colour420, with: decoder).get(), JPEGFixtures.colour420Luma) <= 1)
  }

  /// Field report 51: zeros before restart markers and before the end marker, once per frame.
  @Test(arguments: 1...4)
  func strayZerosAreForgiven(_ count: Int) throws {
    let zeros = [UInt8](repeating: 0, count: count)
    let good = JPEGFixtures.restarts
    let start = try #require(good.indices.first { good[$0] == 0xFF && good[$0 + 1] == 0xDA })
    var sloppy = Array(good[..<start])
    for at in start..<good.count {
      if good[at] == 0xFF, at + 1 < good.count, (0xD0...0xD9).contains(good[at + 1]) { sloppy += zeros }
      sloppy.append(good[at])
    }
    let decoder = JPEGDecoder()
    #expect(try distance(decode(sloppy, with: decoder).get(), JPEGFixtures.greyLuma) <= 1)
    #expect(decoder.warning?.contains("extraneous bytes") == true)
    #expect(try distance(decode(good, with: decoder).get(), JPEGFixtures.greyLuma) <= 1)
    #expect(decoder.warning == nil)

    // A damaged interval behind the stray bytes must not hide behind them.
    let last = try #require(sloppy.indices.last { sloppy[$0] == 0xFF && (0xD0...0xD7).contains(sloppy[$0 + 1]) })
    let cut = Array(sloppy[..<(last + 2)]) + [0xFF, 0xD9]
    #expect(status(cut) == .corrupt)
    #expect(status(cut, strict: false) == .ok)
  }

  @Test func strayBytesElsewhereAndAMissingEndAreForgiven() throws {
    let good = JPEGFixtures.grey
    for bytes in [
      Array(good.dropLast(2)),
      Array(good.dropLast(1)),
      Array(good.dropLast(2)) + [0x55, 0x00, 0x12, 0xFF, 0xD9],
      Array(good[..<2]) + [1, 2, 3] + Array(good[2...]),
      good + [UInt8](repeating: 0, count: 100),
    ] {
      #expect(try distance(decode(bytes).get(), JPEGFixtures.greyLuma) <= 1)
    }
  }

  @Test func filesCutShortGiveWhatTheyHave() throws {
    let full = try decode(JPEGFixtures.grey).get()
    let cut = try decode(Array(JPEGFixtures.grey.dropLast(20)), strict: false).get()
    #expect(cut.count == full.count)
    #expect(cut.prefix(8) == full.prefix(8))
    #expect(status(Array(JPEGFixtures.grey.dropLast(20))) == .corrupt)
  }

  @Test(arguments: pictures.indices, [true, false])
  func noTruncationTraps(_ index: Int, _ strict: Bool) {
    let bytes = JPEGDecoderTests.pictures[index].1
    let decoder = JPEGDecoder()
    for count in 0..<(bytes.count - 2) {
      switch decode(Array(bytes.prefix(count)), strict: strict, with: decoder) {
      case .success(let luma): #expect(luma.count == 480)
      case .failure(let error): #expect(error.status == .corrupt)
      }
    }
  }

  @Test(arguments: pictures.indices, [true, false])
  func noDamagedByteTraps(_ index: Int, _ strict: Bool) {
    let bytes = JPEGDecoderTests.pictures[index].1
    let decoder = JPEGDecoder()
    for at in bytes.indices {
      for value in [bytes[at] ^ 0xFF, bytes[at] ^ 0x01, 0xFF, 0x00] where value != bytes[at] {
        var damaged = bytes
        damaged[at] = value
        if case .failure(let error) = decode(damaged, strict: strict, with: decoder) {
          #expect([.corrupt, .format, .tooLarge].contains(error.status))
        }
      }
    }
    // What was read before does not matter.
    #expect((try? decode(bytes, with: decoder).get()) == (try? decode(bytes).get()))
  }

  /// The fixture with another size in its frame header.
  private func resized(_ bytes: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
    var bytes = bytes
    guard let at = bytes.indices.first(where: { bytes[$0] == 0xFF && [0xC0, 0xC2].contains(bytes[$0 + 1]) }) else {
      return []
    }
    bytes[at + 5] = UInt8(height >> 8)
    bytes[at + 6] = UInt8(height & 0xFF)
    bytes[at + 7] = UInt8(width >> 8)
    bytes[at + 8] = UInt8(width & 0xFF)
    return bytes
  }

  @Test func declaredSizesAreCheckedFirst() {
    #expect(status(resized(JPEGFixtures.grey, 60000, 60000)) == .tooLarge)
    #expect(status(resized(JPEGFixtures.grey, 32767, 32767)) == .tooLarge)
    #expect(status(resized(JPEGFixtures.progressive, 8192, 8192)) == .tooLarge)
    #expect(status(resized(JPEGFixtures.cmyk, 8192, 8192)) == .tooLarge)
    #expect(status(resized(JPEGFixtures.grey, 0, 20)) == .corrupt)
    #expect(status(resized(JPEGFixtures.grey, 24, 0)) == .corrupt)
    #expect(status(resized(JPEGFixtures.grey, 1, 20), strict: false) == .ok)
    #expect(status(resized(JPEGFixtures.grey, 24, 1), strict: false) == .ok)
  }

  @Test func aBombOfScansIsRefused() throws {
    let good = JPEGFixtures.progressive
    let scan = try #require(good.indices.last { good[$0] == 0xFF && good[$0 + 1] == 0xDA })
    let last = Array(good[scan..<(good.count - 2)])
    let bomb = Array(good.dropLast(2)) + Array(repeating: last, count: 200).flatMap { $0 } + [0xFF, 0xD9]
    #expect(status(bomb, strict: false) == .tooLarge)
  }
}
