import Pictures
import ReaderCore
import Testing

@Suite struct PNGTests {
  @Test(arguments: PNGFixtures.all.indices)
  func luminanceIsThatOfThePixelsThatWentIn(_ index: Int) throws {
    let (name, file, luma) = PNGFixtures.all[index]
    let image = try decode(file).get()
    #expect(image.width == 13 && image.height == 11)
    #expect(distance(pixels(image), luma) <= 1, "\(name)")
  }

  @Test(arguments: PNGFixtures.all.indices)
  func nothingTraps(_ index: Int) {
    mistreat(PNGFixtures.all[index].file, PNGFixtures.all[index].name)
  }

  /// Field report 32: black under full transparency is paper.
  @Test func transparentBackgroundIsWhite() throws {
    let luma = pixels(try decode(PNGFixtures.rgba8).get())
    #expect(luma.prefix(4) == [255, 255, 255, 255])
  }

  /// A whole PNG has all its data: a part of it is an error, not a half picture.
  @Test func cutShortIsAnError() {
    let file = PNGFixtures.rgb8
    // The end chunk and the checksum before it do not matter for the pixels.
    for count in 8..<(file.count - 16) { #expect(status(Array(file.prefix(count))) == .corrupt) }
  }

  private func header(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    var file = PNGFixtures.grey8
    withUnsafeBytes(of: width.bigEndian) { file.replaceSubrange(16..<20, with: $0) }
    withUnsafeBytes(of: height.bigEndian) { file.replaceSubrange(20..<24, with: $0) }
    return file
  }

  @Test func declaredSizesAreCheckedFirst() {
    #expect(status(header(60000, 60000)) == .tooLarge)
    #expect(status(header(.max, .max)) == .tooLarge)
    #expect(status(header(1, 60000)) == .tooLarge)
    #expect(status(header(0, 11)) == .corrupt)
    #expect(status(header(13, 0)) == .corrupt)
    #expect(status(header(32767, 4096)) == .corrupt, "145 bytes cannot hold 134 million pixels")
  }

  /// Written by libpng and read again.
  @Test func narrowPictures() throws {
    for (width, height) in [(1, 1), (1, 300), (300, 1), (2, 3)] {
      let source = try LumaImage(width: width, height: height)
      for i in 0..<(width * height) { source.base[i] = UInt8(truncatingIfNeeded: i &* 73) }
      let image = try withExtendedLifetime(source) { try decode(PNGWriter.encode(source.view)).get() }
      #expect(image.width == width && image.height == height)
      #expect(pixels(image) == pixels(source))
    }
  }

  @Test func writtenPicturesHaveStrides() throws {
    let source = try LumaImage(width: 20, height: 6)
    for i in 0..<120 { source.base[i] = UInt8(i) }
    try withExtendedLifetime(source) {
      let part = try #require(source.view.crop(x: 3, y: 1, width: 7, height: 4))
      let image = try decode(PNGWriter.encode(part)).get()
      #expect(pixels(image) == pixels(part))
    }
  }
}
