import Pictures
import ReaderCore
import Testing

/// Frames in colour. Expected colours: the 8-bit studio range values of ITU-R BT.601 for 100 % colour bars (white 235 128 128,
/// yellow 210 16 146, cyan 170 166 16, green 145 54 34, magenta 106 202 222, red 81 90 240, blue 41 240 110, black 16 128 128).
@Suite struct FramePainterTests {
  static let bars: [(y: UInt8, u: UInt8, v: UInt8, rgb: UInt32)] = [
    (235, 128, 128, 0xffffff), (210, 16, 146, 0xffff00), (170, 166, 16, 0x00ffff), (145, 54, 34, 0x00ff00),
    (106, 202, 222, 0xff00ff), (81, 90, 240, 0xff0000), (41, 240, 110, 0x0000ff), (16, 128, 128, 0x000000),
  ]

  func paint(
    _ bytes: [UInt8], _ format: PixelFormat, _ size: PixelSize, stride: Int = 0, into width: Int, _ height: Int,
    visible: Rectangle = Rectangle(0, 0, 1, 1), orientation: Int = 1, gravity: ViewMapping.Gravity = .stretch
  ) throws -> [UInt32] {
    var words = [UInt32](repeating: 0x1234_5678, count: width * height)
    try words.withUnsafeMutableBytes { raw in
      try bytes.withUnsafeBytes { data in
        let target = FramePainter.Target(
          raw.bindMemory(to: UInt8.self).baseAddress!, width: width, height: height, stride: width * 4)
        let source = FramePainter.Source(data, format, size, stride: stride)
        try FramePainter().paint(source, visible: visible, orientation: orientation, gravity: gravity, into: target)
      }
    }
    return words
  }

  func isNear(_ a: UInt32, _ b: UInt32, _ limit: Int = 3) -> Bool {
    [0, 8, 16].allSatisfy { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) <= limit } && a >> 24 == 255
  }

  @Test(arguments: 0..<8) func everyFormatHasTheColoursOfTheBars(_ index: Int) throws {
    let (y, u, v, rgb) = FramePainterTests.bars[index]
    let size = PixelSize(4, 2)
    let frames: [(PixelFormat, [UInt8])] = [
      (.yuyv, Array(repeating: [y, u, y, v], count: 4).flatMap { $0 }),
      (.uyvy, Array(repeating: [u, y, v, y], count: 4).flatMap { $0 }),
      (.nv12, Array(repeating: y, count: 8) + [u, v, u, v]), (.nv21, Array(repeating: y, count: 8) + [v, u, v, u]),
      (.yu12, Array(repeating: y, count: 8) + [u, u, v, v]),
    ]
    for (format, bytes) in frames {
      let words = try paint(bytes, format, size, into: 4, 2)
      #expect(words.allSatisfy { isNear($0, rgb) }, "\(format.name): \(words.map { String($0, radix: 16) })")
    }
    let bytes = [UInt8(rgb >> 16), UInt8(rgb >> 8 & 255), UInt8(rgb & 255)]
    #expect(try paint(bytes, .rgb24, PixelSize(1, 1), into: 1, 1) == [0xff00_0000 | rgb])
    #expect(try paint(bytes.reversed(), .bgr24, PixelSize(1, 1), into: 1, 1) == [0xff00_0000 | rgb])
  }

  /// A frame of 3 by 2, its pixels 1 2 3 / 4 5 6, as Exif's orientations turn it.
  @Test(arguments: [
    (1, 3, [1, 2, 3, 4, 5, 6]), (2, 3, [3, 2, 1, 6, 5, 4]), (3, 3, [6, 5, 4, 3, 2, 1]), (4, 3, [4, 5, 6, 1, 2, 3]),
    (5, 2, [1, 4, 2, 5, 3, 6]), (6, 2, [4, 1, 5, 2, 6, 3]), (7, 2, [6, 3, 5, 2, 4, 1]), (8, 2, [3, 6, 2, 5, 1, 4]),
  ])
  func turnsAndMirrors(_ orientation: Int, _ width: Int, _ expected: [UInt32]) throws {
    let words = try paint(
      [1, 2, 3, 4, 5, 6], .grey, PixelSize(3, 2), into: width, 6 / width, orientation: orientation)
    #expect(words.map { $0 & 255 } == expected)
  }

  @Test func gravityLeavesBarsOrCuts() throws {
    let black: UInt32 = 0
    let fit = try paint([10, 20, 30, 40], .grey, PixelSize(2, 2), into: 4, 2, gravity: .fit)
    #expect(fit.map { $0 & 255 } == [black, 10, 20, black, black, 30, 40, black])
    #expect(fit.allSatisfy { $0 >> 24 == 255 })
    let fill = try paint([10, 20, 30, 40, 50, 60, 70, 80], .grey, PixelSize(4, 2), into: 2, 2, gravity: .fill)
    #expect(fill.map { $0 & 255 } == [20, 30, 60, 70])
    let stretch = try paint([10, 20, 30, 40], .grey, PixelSize(2, 2), into: 4, 2, gravity: .stretch)
    #expect(stretch.map { $0 & 255 } == [10, 10, 20, 20, 30, 30, 40, 40])
  }

  @Test func showsAPartAndSkipsPadding() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 99, 5, 6, 7, 8]
    let part = try paint(
      bytes, .grey, PixelSize(4, 2), stride: 5, into: 2, 2, visible: Rectangle(0.5, 0, 0.5, 1))
    #expect(part.map { $0 & 255 } == [3, 4, 7, 8])
  }

  @Test func jpegPicturesAreShown() throws {
    let bytes = try [UInt8](repeating: 200, count: 64 * 32).withUnsafeBufferPointer {
      try JPEGWriter.encode(LumaView(base: $0.baseAddress!, width: 64, height: 32, stride: 64), quality: 90)
    }
    let words = try paint(bytes, .mjpg, PixelSize(64, 32), into: 8, 4)
    #expect(words.allSatisfy { isNear($0, 0xc8c8c8) })
    #expect(throws: ReaderError.self) { try paint(Array(bytes.prefix(40)), .mjpg, PixelSize(64, 32), into: 8, 4) }
  }

  @Test func whatIsPaintedCanBeAJPEG() throws {
    var words = [UInt32](repeating: 0xffff_0000, count: 32 * 16)
    let bytes = try words.withUnsafeMutableBytes { raw in
      try JPEGWriter.encode(
        FramePainter.Target(raw.bindMemory(to: UInt8.self).baseAddress!, width: 32, height: 16, stride: 128),
        quality: 90)
    }
    #expect(try paint(bytes, .mjpg, PixelSize(32, 16), into: 4, 4).allSatisfy { isNear($0, 0xff0000, 6) })
  }

  /// The luminance that decoding gets does not depend on whether somebody looks, and what is seen not on whether it is decoded.
  @Test(arguments: [(64, 32), (66, 34), (63, 33)]) func chromaBesideLuminance(_ width: Int, _ height: Int) throws {
    var words = (0..<width * height).map { i in
      0xff00_0000 | UInt32(i % width * 3 & 255) << 16 | UInt32(i / width * 7 & 255) << 8 | UInt32(i & 63)
    }
    let bytes = try words.withUnsafeMutableBytes { raw in
      try JPEGWriter.encode(
        FramePainter.Target(
          raw.bindMemory(to: UInt8.self).baseAddress!, width: width, height: height, stride: width * 4), quality: 90)
    }
    var (alone, beside): (LumaImage?, LumaImage?) = (nil, nil)
    let chroma = ChromaPlanes()
    try bytes.withUnsafeBytes { raw in
      let first = try JPEGDecoder().luma(raw, into: &alone, strict: true)
      let second = try JPEGDecoder().luma(raw, into: &beside, chroma: chroma, strict: true)
      for y in 0..<height { for x in 0..<width { #expect(first.row(y)[x] == second.row(y)[x]) } }
      // Planes that are larger than the picture are left to the painter.
      guard chroma.isFilled else {
        #expect(width % 2 == 1)
        return
      }
      var seen = [UInt32](repeating: 0, count: width * height)
      try seen.withUnsafeMutableBytes { pixels in
        let target = FramePainter.Target(
          pixels.bindMemory(to: UInt8.self).baseAddress!, width: width, height: height, stride: width * 4)
        try FramePainter().paint(second, chroma, into: target)
      }
      let expected = try paint(bytes, .mjpg, PixelSize(width, height), into: width, height)
      #expect(zip(seen, expected).allSatisfy { isNear($0, $1, 12) })
    }
  }

  /// Eight pixels at a time or one, mirrored, enlarged and cut: the same colours at the same places.
  @Test(arguments: [1, 2, 3, 4, 6]) func rowsAndSinglePixelsAgree(_ orientation: Int) throws {
    let (w, h) = (34, 6)
    var state: UInt32 = 7
    let bytes = (0..<w * h * 2).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    let whole = try paint(bytes, .yuyv, PixelSize(w, h), into: w, h)
    for y in 0..<h {
      for x in 0..<w {
        // A single pixel of a wide frame is painted by itself.
        let part = Rectangle(Double(x) / Double(w), Double(y) / Double(h), 1 / Double(w), 1 / Double(h))
        #expect(try paint(bytes, .yuyv, PixelSize(w, h), into: 1, 1, visible: part) == [whole[y * w + x]])
      }
    }
    let isTurned = orientation >= 5
    let turned = try paint(
      bytes, .yuyv, PixelSize(w, h), into: 3 * (isTurned ? h : w), 2 * (isTurned ? w : h), orientation: orientation)
    for y in 0..<(2 * (isTurned ? w : h)) {
      for x in 0..<(3 * (isTurned ? h : w)) {
        let (a, b) = (x / 3, y / 2)
        let at =
          switch orientation {
          case 2: (w - 1 - a, b)
          case 3: (w - 1 - a, h - 1 - b)
          case 4: (a, h - 1 - b)
          case 6: (b, h - 1 - a)
          default: (a, b)
          }
        #expect(turned[y * 3 * (isTurned ? h : w) + x] == whole[at.1 * w + at.0])
      }
    }
  }

  @Test func shortFramesAndNonsenseAreRefused() {
    let formats: [(PixelFormat, Int)] = [
      (.grey, 8), (.yuyv, 16), (.uyvy, 16), (.nv12, 12), (.nv21, 12), (.yu12, 12), (.rgb24, 24), (.bgr24, 24),
      (.y16, 16), (PixelFormat(rawValue: 0), 100), (.mjpg, 100),
    ]
    for (format, whole) in formats {
      for length in [0, 1, whole - 1] {
        #expect(throws: ReaderError.self) {
          try paint([UInt8](repeating: 255, count: length), format, PixelSize(4, 2), into: 4, 2)
        }
      }
    }
    let bytes = [UInt8](repeating: 0, count: 64)
    #expect(throws: ReaderError.self) { try paint(bytes, .grey, PixelSize(0, 0), into: 4, 2) }
    #expect(throws: ReaderError.self) { try paint(bytes, .grey, PixelSize(4, 2), stride: 3, into: 4, 2) }
    #expect(throws: ReaderError.self) { try paint(bytes, .grey, PixelSize(4, 2), into: 4, 2, orientation: 9) }
    for odd in [Double.nan, .infinity, -1, 0, 1e300] {
      #expect(throws: Never.self) {
        try paint(bytes, .grey, PixelSize(4, 2), into: 4, 2, visible: Rectangle(odd, odd, odd, odd))
      }
    }
    // Odd sizes.
    for format in [PixelFormat.yuyv, .nv12, .yu12] {
      #expect(throws: Never.self) { try paint(bytes, format, PixelSize(3, 3), into: 5, 5) }
    }
  }
}
