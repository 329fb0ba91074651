import Glibc
import Pictures
import ReaderCore
import Testing

@Suite struct PictureFileTests {
  @Test func whatIsNoPictureIsNamed() {
    #expect(status([]) == .corrupt)
    #expect(status(Array("To be, or not to be".utf8)) == .format)
    #expect(status(Array("BMW and other marques, a text".utf8)) == .format)
    #expect(status(Array("P3rhaps a text".utf8)) == .format)
    #expect(status([UInt8](repeating: 0, count: 1000)) == .format)
    #expect(status([0x89]) == .format)
    for (bytes, word) in [
      (Array("GIF89a......".utf8), "GIF"), (Array("RIFF....WEBPVP8 ".utf8), "WebP"), (Array("%PDF-1.4".utf8), "PDF"),
      ([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0], "TIFF"),
    ] {
      guard case .failure(let error) = decode(bytes) else {
        Issue.record("\(word) was read")
        continue
      }
      #expect(error.status == .format && error.message.contains(word))
    }
  }

  /// The grey JPEG with an Exif block that holds an orientation, in both byte orders.
  private func exif(_ orientation: UInt8, little: Bool) -> [UInt8] {
    func order(_ bytes: [UInt8]) -> [UInt8] { little ? bytes.reversed() : bytes }
    let tiff: [UInt8] =
      (little ? [0x49, 0x49] : [0x4D, 0x4D]) + order([0, 42]) + order([0, 0, 0, 8]) + order([0, 2])
      + order([0x01, 0x00]) + order([0, 3]) + order([0, 0, 0, 1]) + order([0, 24]) + [0, 0]
      + order([0x01, 0x12]) + order([0, 3]) + order([0, 0, 0, 1]) + order([0, orientation]) + [0, 0] + [0, 0, 0, 0]
    let body: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0] + tiff
    let length = body.count + 2
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + body + JPEGFixtures.grey.dropFirst(2)
  }

  /// Exif 2.32 table 4.6.4: what is shown at the top left and at the top right of the upright picture is, in the stored
  /// one, …
  @Test(arguments: 1...8, [true, false])
  func jpegIsTurnedUpright(_ orientation: Int, _ little: Bool) throws {
    let stored = JPEGFixtures.greyLuma
    let (width, height) = (24, 20)
    let corner = [
      "top left": stored[0], "top right": stored[width - 1], "bottom left": stored[width * (height - 1)],
      "bottom right": stored[width * height - 1],
    ]
    let shown = [
      ("top left", "top right"), ("top right", "top left"), ("bottom right", "bottom left"),
      ("bottom left", "bottom right"), ("top left", "bottom left"), ("bottom left", "top left"),
      ("bottom right", "top right"), ("top right", "bottom right"),
    ][orientation - 1]
    let image = try decode(exif(UInt8(orientation), little: little)).get()
    #expect(image.width == (orientation < 5 ? width : height))
    #expect(image.height == (orientation < 5 ? height : width))
    #expect(abs(Int(image.base[0]) - Int(try #require(corner[shown.0]))) <= 1)
    #expect(abs(Int(image.base[image.width - 1]) - Int(try #require(corner[shown.1]))) <= 1)
    #expect(pixels(image).sorted() == pixels(try decode(exif(1, little: little)).get()).sorted())
  }

  @Test func wrongOrientationsAreIgnored() throws {
    for value in [0, 9, 255] as [UInt8] { #expect(try decode(exif(value, little: true)).get().width == 24) }
    mistreat(exif(6, little: true), "Exif")
  }

  @Test func jpegFilesCutShortGiveWhatTheyHave() {
    let file = JPEGFixtures.grey
    #expect(status(Array(file.dropLast(40))) == .ok)
    #expect(status(Array(file.prefix(300))) == .corrupt)
  }

  // MARK: Files

  @Test func filesAreReadOrSaidWhy() throws {
    let folder = try Folder()
    let good = try folder.write("ä b.png", PNGFixtures.rgb8)
    #expect(try PictureFile.load(path: good).width == 13)

    func failed(_ path: String) -> ReaderError? {
      failure { () throws(ReaderError) in _ = try PictureFile.load(path: path) }
    }
    #expect(failed(folder.path + "/nothing.png")?.status == .notFound)
    #expect(failed("")?.status == .notFound)
    #expect(failed(good + "/x")?.status == .notFound)
    #expect(failed(folder.path)?.status == .format)
    #expect(failed(folder.path)?.message.contains("directory") == true)
    #expect(failed("/dev/null")?.status == .format)
    #expect(failed("a\0b")?.status == .invalidArgument)
    #expect(failed(try folder.write("empty.png", []))?.status == .corrupt)
    let text = try folder.write("text.png", Array("Hello".utf8))
    #expect(failed(text)?.status == .format)
    #expect(failed(text)?.message.contains("text.png") == true)

    let secret = try folder.write("secret.png", PNGFixtures.rgb8)
    chmod(secret, 0)
    // The superuser may read everything.
    if geteuid() != 0 { #expect(failed(secret)?.status == .access) }
  }

  /// A pipe without a writer must not hold the program.
  @Test func pipesDoNotBlock() throws {
    let folder = try Folder()
    let path = folder.path + "/pipe.png"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(failure { () throws(ReaderError) in _ = try PictureFile.load(path: path) }?.status == .format)
    #expect(failure { () throws(ReaderError) in try PNGWriter.write([1], path: path) } != nil)
    #expect(try PictureFile.list(directory: folder.path).isEmpty)
  }

  /// More than 1 GiB, without a byte of it on the disk.
  @Test func hugeFilesAreRefused() throws {
    let folder = try Folder()
    let path = try folder.write("huge.png", PNGFixtures.rgb8)
    try #require(truncate(path, (1 << 30) + 1) == 0)
    #expect(failure { () throws(ReaderError) in _ = try PictureFile.load(path: path) }?.status == .tooLarge)
  }

  @Test func listsAreSortedByName() throws {
    let folder = try Folder()
    for name in ["b.PNG", "a.jpeg", "c.txt", ".hidden.png"] { _ = try folder.write(name, PNGFixtures.rgb8) }
    _ = try folder.write("d.txt", Array("text".utf8))
    _ = try folder.write("e.bmp", [])
    _ = try folder.write("f", JPEGFixtures.grey)
    mkdir(folder.path + "/sub", 0o700)
    mkdir(folder.path + "/x.png", 0o700)
    _ = try folder.write("sub/a.pgm", Array("P5 1 1 255 x".utf8))
    symlink(folder.path, folder.path + "/sub/loop")
    func names(_ list: [String]) -> [String] { list.map { String($0.dropFirst(folder.path.utf8.count + 1)) } }
    #expect(try names(PictureFile.list(directory: folder.path)) == ["a.jpeg", "b.PNG", "c.txt", "e.bmp", "f"])
    #expect(
      try names(PictureFile.list(directory: folder.path + "/", recursive: true)) == [
        "a.jpeg", "b.PNG", "c.txt", "e.bmp", "f", "sub/a.pgm",
      ])
    func failed(_ path: String) -> Status? {
      failure { () throws(ReaderError) in _ = try PictureFile.list(directory: path) }?.status
    }
    #expect(failed(folder.path + "/none") == .notFound)
    #expect(failed(folder.path + "/f") == .notFound)
  }

  @Test func picturesAreWrittenWholeOrNotAtAll() throws {
    let folder = try Folder()
    let path = try folder.write("old.png", [UInt8](repeating: 7, count: 10000))
    let image = try decode(PNGFixtures.grey8).get()
    try withExtendedLifetime(image) { try PNGWriter.write(PNGWriter.encode(image.view), path: path) }
    #expect(try pixels(PictureFile.load(path: path)) == pixels(image))
    func failed(_ path: String) -> Status? {
      failure { () throws(ReaderError) in try PNGWriter.write([1, 2, 3], path: path) }?.status
    }
    #expect(failed(folder.path + "/no/x.png") == .notFound)
    #expect(failed(folder.path) != nil)
    #expect(failed("/dev/null") == .format)
  }
}
