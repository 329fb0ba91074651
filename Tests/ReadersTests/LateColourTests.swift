import Camera
import Glibc
import Pictures
import ReaderCore
import Testing

@testable import Readers

/// JPEG frames in one colour each, searched and painted as those of a camera are.
@Suite struct LateColourTests {
  private let pool = FramePool()
  private let millisecond: Int64 = 1_000_000
  private static let red: UInt32 = 0xffd0_2020
  private static let blue: UInt32 = 0xff20_20d0

  private func jpeg(_ colour: UInt32, _ size: PixelSize) throws -> [UInt8] {
    var words = [UInt32](repeating: colour, count: size.width * size.height)
    return try words.withUnsafeMutableBytes { raw in
      try JPEGWriter.encode(
        FramePainter.Target(
          raw.bindMemory(to: UInt8.self).baseAddress!, width: size.width, height: size.height, stride: size.width * 4),
        quality: 95)
    }
  }

  /// A frame that was searched while somebody looks.
  private func frame(
    _ colour: UInt32, _ time: Int64, _ wish: PreviewWish = .lateColour, _ size: PixelSize = PixelSize(32, 16)
  ) throws -> PreviewFrame {
    var bytes = try jpeg(colour, size)
    let frame = try #require(pool.take(4096))
    bytes.withUnsafeMutableBytes { raw in
      frame.describe(RawFrame(raw, .mjpg, size, stride: 0, wholeLength: raw.count, time: time))
      frame.fill(UnsafeRawBufferPointer(raw))
    }
    frame.wish = wish
    _ = frame.use.paint()
    _ = try FrameConverter(frame).luma(frame)
    return frame
  }

  /// The difference of red and blue, which is colour alone: positive for red, negative for blue.
  private func seen(_ frame: PreviewFrame) throws -> Int {
    var word: UInt32 = 0
    try withUnsafeMutableBytes(of: &word) { raw in
      let target = FramePainter.Target(raw.bindMemory(to: UInt8.self).baseAddress!, width: 1, height: 1, stride: 4)
      try PreviewPainter().paint(frame, into: target)
    }
    return Int(word >> 16 & 255) - Int(word & 255)
  }

  @Test func aFrameBorrowsTheColoursOfOneShortlyBefore() throws {
    let now = SystemClock.now() + 3_600_000 * millisecond
    let first = try frame(LateColourTests.red, now)
    #expect(try seen(first) > 100)
    let second = try frame(LateColourTests.blue, now + 33 * millisecond)
    #expect(try seen(second) > 100)
    // Its luminance is its own, and so is what a host gets as bytes.
    let alone = try JPEGDecoder().unpacked(jpeg(LateColourTests.blue, PixelSize(32, 16)))
    #expect(try second.unpack(JPEGDecoder(), inColour: true).luma.row(0)[0] == alone)
    #expect(try Array(second.bytes) == jpeg(LateColourTests.blue, PixelSize(32, 16)))
    // Two more borrow of the first as well, the fifth would be late by too much: then colours are its own, and new ones to lend.
    #expect(try seen(frame(LateColourTests.blue, now + 66 * millisecond)) > 100)
    #expect(try seen(frame(LateColourTests.blue, now + 100 * millisecond)) > 100)
    #expect(try seen(frame(LateColourTests.blue, now + 133 * millisecond)) < -100)
    #expect(try seen(frame(LateColourTests.red, now + 166 * millisecond)) < -100)
  }

  @Test func nobodyBorrowsWhoMustNot() throws {
    let now = SystemClock.now() + 3_600_000 * millisecond
    let first = try frame(LateColourTests.red, now)
    #expect(try seen(first) > 100)
    // Somebody wants its own; another size; a clock that went back.
    #expect(try seen(frame(LateColourTests.blue, now + 1, .ownColour)) < -100)
    #expect(try seen(frame(LateColourTests.blue, now + 2, .lateColour, PixelSize(48, 16))) < -100)
    let back = try frame(LateColourTests.red, now - 5000 * millisecond)
    #expect(try seen(back) > 100)
  }

  /// What stands still on the screen has its own colours.
  @Test func aFrameThatStandsHasItsOwn() throws {
    let then = SystemClock.now() - 300 * millisecond
    _ = try frame(LateColourTests.red, then)
    let second = try frame(LateColourTests.blue, then + 1)
    #expect(try second.unpack(JPEGDecoder(), inColour: true).isColourLate)
    #expect(try seen(second) < -100)
  }

  /// Who lent them is used again while another shows them.
  @Test func lentColoursStayAsTheyAre() throws {
    let now = SystemClock.now() + 3_600_000 * millisecond
    _ = try frame(LateColourTests.red, now)
    let second = try frame(LateColourTests.blue, now + 33 * millisecond)
    for i in 1...20 as ClosedRange<Int64> {
      _ = try frame(i % 2 == 0 ? 0xff20_d020 : LateColourTests.blue, now + i * 200 * millisecond)
      #expect(try seen(second) > 100)
    }
  }
}

extension JPEGDecoder {
  /// The luminance of the first pixel.
  fileprivate func unpacked(_ bytes: [UInt8]) throws -> UInt8 {
    var image: LumaImage?
    return try bytes.withUnsafeBytes { try luma($0, into: &image, strict: true).row(0)[0] }
  }
}
