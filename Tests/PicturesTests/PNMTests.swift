import ReaderCore
import Testing

/// Files after the examples in the netpbm manual pages.
@Suite struct PNMTests {
  static let files: [(name: String, file: [UInt8], width: Int, luma: [UInt8])] = [
    ("P1", Array("P1\n# a comment\n4 2\n1 0 1 0\n0110".utf8), 4, [0, 255, 0, 255, 255, 0, 0, 255]),
    ("P2", Array("P2 3 2 # here too\n15\n0 5 10\n15 3 12\n".utf8), 3, [0, 85, 170, 255, 51, 204]),
    ("P3", Array("P3\n2\n2\n255\n255 0 0  0 255 0\n0 0 255  255 255 255".utf8), 2, [76, 150, 29, 255]),
    (
      "P4", Array("P4\n10 2\n".utf8) + [0b1010_0000, 0b0100_0000, 0xFF, 0x00], 10,
      [0, 255, 0, 255, 255, 255, 255, 255, 255, 0] + [0, 0, 0, 0, 0, 0, 0, 0, 255, 255]
    ),
    ("P5", Array("P5\n#x\n3 1\n255\n".utf8) + [0x20, 0x0A, 0xFF], 3, [0x20, 0x0A, 0xFF]),
    ("P5 of 7 values", Array("P5 2 2 6 ".utf8) + [0, 3, 6, 1], 2, [0, 128, 255, 43]),
    ("P5 of 16 bits", Array("P5 2 1 65535\n".utf8) + [0x80, 0x80, 0xFF, 0xFF], 2, [0x80, 0xFF]),
    ("P5 of 10 bits", Array("P5 2 1 1023\n".utf8) + [0x02, 0x00, 0x03, 0xFF], 2, [128, 255]),
    ("P6", Array("P6\r\n2 1\r\n255\n".utf8) + [255, 0, 0, 10, 10, 10], 2, [76, 10]),
    ("P6 of 16 bits", Array("P6 1 1 65535 ".utf8) + [0xFF, 0xFF, 0, 0, 0, 0], 1, [76]),
    (
      "P7 grey", Array("P7\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 1\nTUPLTYPE BLACKANDWHITE\nENDHDR\n".utf8) + [1, 0], 2,
      [255, 0]
    ),
    (
      "P7 grey and alpha", Array("P7\n# c\nHEIGHT 1\nWIDTH 2\nMAXVAL 255\nDEPTH 2\nENDHDR\n".utf8) + [0, 0, 10, 255], 2,
      [255, 10]
    ),
    (
      "P7 RGBA",
      Array("P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n".utf8)
        + [255, 0, 0, 255, 0, 0, 0, 51], 2, [76, 204]
    ),
  ]

  @Test(arguments: files.indices)
  func luminanceIsRight(_ index: Int) throws {
    let (name, file, width, luma) = PNMTests.files[index]
    let image = try decode(file).get()
    #expect(image.width == width && image.height * width == luma.count, "\(name)")
    #expect(distance(pixels(image), luma) <= 1, "\(name)")
  }

  @Test(arguments: files.indices)
  func nothingTraps(_ index: Int) {
    mistreat(PNMTests.files[index].file, PNMTests.files[index].name)
  }

  @Test(arguments: files.indices)
  func cutShortIsAnError(_ index: Int) {
    let (name, file, _, _) = PNMTests.files[index]
    // A plain number that loses its last digit is still a number.
    let end = file.count - (name == "P2" ? 3 : name == "P3" ? 2 : 0)
    for count in 3..<end { #expect(status(Array(file.prefix(count))) == .corrupt, "\(name) at \(count)") }
  }

  @Test func wrongHeadersAreErrors() {
    func of(_ text: String) -> Status { status(Array(text.utf8)) }
    #expect(of("P5 60000 60000 255 x") == .tooLarge)
    #expect(of("P5 99999999999999999999999999 2 255 x") == .tooLarge)
    #expect(of("P5 32767 4096 255 x") == .corrupt)
    #expect(of("P2 32767 4096 255 1") == .corrupt)
    #expect(of("P5 0 4 255 x") == .corrupt)
    #expect(of("P5 1 1 0 x") == .corrupt)
    #expect(of("P5 1 1 65536 xx") == .corrupt)
    #expect(of("P2 1 1 9 10") == .corrupt)
    #expect(of("P2 1 1 9 x") == .corrupt)
    #expect(of("P2 -1 1 9 1") == .corrupt)
    #expect(of("P1 1 1 2") == .corrupt)
    #expect(of("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 5\nMAXVAL 255\nENDHDR\nxxxxx") == .format)
    #expect(of("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1000000000\nMAXVAL 255\nENDHDR\n") == .format)
    #expect(of("P5") == .corrupt)
    #expect(of("P5 1 1 255 x") == .ok)
  }
}
