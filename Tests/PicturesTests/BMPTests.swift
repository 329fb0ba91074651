import ReaderCore
import Testing

@Suite struct BMPTests {
  @Test(arguments: BMPFixtures.all.indices)
  func luminanceIsThatOfThePixelsThatWentIn(_ index: Int) throws {
    let (name, file, luma) = BMPFixtures.all[index]
    let image = try decode(file).get()
    #expect(image.width == 13 && image.height == 11)
    #expect(distance(pixels(image), luma) <= 1, "\(name)")
  }

  @Test(arguments: BMPFixtures.all.indices)
  func nothingTraps(_ index: Int) {
    mistreat(BMPFixtures.all[index].file, BMPFixtures.all[index].name)
  }

  /// A file with a header of 40 bytes and a palette of greys 0, 17, 34, … 255.
  private func file(
    bits: Int, compression: Int, width: Int, height: Int, colours: Int = 16, _ data: [UInt8]
  ) -> [UInt8] {
    func long(_ v: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: v >> (8 * $0)) } }
    var palette: [UInt8] = []
    for i in 0..<colours { palette += [UInt8(i * 17), UInt8(i * 17), UInt8(i * 17), 0] }
    let start = 54 + palette.count
    var bytes: [UInt8] = [0x42, 0x4D]
    bytes += long(start + data.count) + long(0) + long(start) + long(40) + long(width) + long(height)
    bytes +=
      [1, 0, UInt8(bits), 0] + long(compression) + long(data.count) + long(0) + long(0) + long(colours) + long(0)
    return bytes + palette + data
  }

  /// The example of Microsoft's description of RLE8: runs, absolute pixels, a move by (5, 1), the end of a row and of the
  /// picture. Its result is 04 04 04 / 06 06 06 06 06 / 45 56 67 / 78 78 / move / 78 78 / end of row / nine times 1E.
  /// Here with palette numbers below 16.
  @Test func runsOf8Bits() throws {
    let data: [UInt8] = [
      0x03, 0x04, 0x05, 0x06, 0x00, 0x03, 0x05, 0x06, 0x07, 0x00, 0x02, 0x08, 0x00, 0x02, 0x05, 0x01, 0x02, 0x08, 0x00,
      0x00, 0x09, 0x0E, 0x00, 0x01,
    ]
    let image = try decode(file(bits: 8, compression: 1, width: 20, height: 3, data)).get()
    let row0: [UInt8] = [4, 4, 4, 6, 6, 6, 6, 6, 5, 6, 7, 8, 8] + [UInt8](repeating: 0, count: 7)
    let row1: [UInt8] = [UInt8](repeating: 0, count: 18) + [8, 8]
    let row2: [UInt8] = [UInt8](repeating: 14, count: 9) + [UInt8](repeating: 0, count: 11)
    #expect(pixels(image) == (row2 + row1 + row0).map { $0 * 17 })
  }

  /// The same for RLE4: two colours take turns in a run.
  @Test func runsOf4Bits() throws {
    let data: [UInt8] = [
      0x03, 0x04, 0x05, 0x06, 0x00, 0x06, 0x45, 0x56, 0x67, 0x00, 0x04, 0x78, 0x00, 0x00, 0x02, 0x78, 0x00, 0x02, 0x01,
      0x01, 0x04, 0x1E, 0x00, 0x01,
    ]
    let image = try decode(file(bits: 4, compression: 2, width: 20, height: 3, data)).get()
    let row0: [UInt8] = [0, 4, 0, 0, 6, 0, 6, 0, 4, 5, 5, 6, 6, 7, 7, 8, 7, 8, 0, 0]
    let row1: [UInt8] = [7, 8] + [UInt8](repeating: 0, count: 18)
    let row2: [UInt8] = [0, 0, 0, 1, 14, 1, 14] + [UInt8](repeating: 0, count: 13)
    #expect(pixels(image) == (row2 + row1 + row0).map { $0 * 17 })
  }

  @Test func runsThatLeaveThePictureAreCut() throws {
    let wild: [UInt8] = [0xFF, 0x01, 0x00, 0x02, 0xFF, 0x00, 0xFF, 0x02, 0x00, 0x00, 0x03, 0x05, 0x00, 0x01]
    let image = try decode(file(bits: 8, compression: 1, width: 4, height: 2, wild)).get()
    #expect(pixels(image) == [5, 5, 5, 0, 1, 1, 1, 1].map { $0 * 17 })
    #expect(status(file(bits: 8, compression: 1, width: 4, height: 2, [0x04, 0x01])) == .corrupt)
    #expect(status(file(bits: 8, compression: 1, width: 4, height: 1, [0x04, 0x01])) == .ok)
  }

  /// Programs that write an alpha mask and no alpha mean an opaque picture.
  @Test func allAlphaZeroIsOpaque() throws {
    var bytes = BMPFixtures.bits32
    let start = Int(bytes[10])
    for at in stride(from: start + 3, to: bytes.count, by: 4) { bytes[at] = 0 }
    let luma = pixels(try decode(bytes).get())
    #expect(distance(luma, try #require(BMPFixtures.all.first { $0.name == "bits24" }).luma) <= 1)
  }

  @Test func declaredSizesAreCheckedFirst() {
    #expect(status(file(bits: 8, compression: 0, width: 60000, height: 60000, [0])) == .tooLarge)
    #expect(status(file(bits: 8, compression: 0, width: 0, height: 4, [0])) == .corrupt)
    #expect(status(file(bits: 8, compression: 0, width: -4, height: 4, [0])) == .corrupt)
    #expect(status(file(bits: 8, compression: 0, width: 4, height: Int(Int32.min), [0])) == .tooLarge)
    #expect(status(file(bits: 8, compression: 0, width: 32767, height: 4096, [0])) == .corrupt)
    #expect(status(file(bits: 8, compression: 0, width: 1, height: 4, [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4])) == .ok)
    #expect(status(file(bits: 8, compression: 4, width: 4, height: 4, [0])) == .format)
    #expect(status(file(bits: 2, compression: 0, width: 4, height: 4, [0])) == .format)
  }
}
