import CV4L2
import Glibc
import ReaderCore
import Testing

@testable import Camera

/// Which format is chosen, and how its frames become luminance.
@Suite struct CameraFormatTests {
  typealias Row = (format: String, width: Int, height: Int, rate: Double)

  static func format(_ row: Row) -> CameraFormat {
    let pixel = PixelFormat(rawValue: FakeCamera.code(row.format))
    return CameraFormat(
      pixelFormat: pixel, size: PixelSize(row.width, row.height), framesPerSecond: row.rate,
      usable: LumaConverter.supports(pixel))
  }

  static func choose(_ rows: [Row], _ preference: CameraPreference = CameraPreference()) -> String? {
    preference.choose(from: rows.map(format)).map { "\($0.pixelFormat.name) \($0.size.width)x\($0.size.height)" }
  }

  @Test func fastestAt720ThenCheapest() {
    // A USB 2 webcam: raw is slow at this size.
    #expect(
      Self.choose([
        ("YUYV", 640, 480, 30), ("YUYV", 1280, 720, 10), ("MJPG", 640, 480, 30), ("MJPG", 1280, 720, 30),
        ("MJPG", 1920, 1080, 30),
      ]) == "MJPG 1280x720")
    #expect(
      Self.choose([
        ("MJPG", 1280, 720, 30), ("RGB3", 1280, 720, 30), ("YUYV", 1280, 720, 29.97), ("BA81", 1280, 720, 30),
      ])
        == "YUYV 1280x720")
    #expect(
      Self.choose([("YUYV", 1280, 720, 30), ("NV12", 1280, 720, 30), ("GREY", 1280, 720, 30)]) == "GREY 1280x720")
    #expect(Self.choose([("YUYV", 1280, 720, 30), ("NV12", 1280, 720, 30)]) == "NV12 1280x720")
    #expect(Self.choose([("RGB3", 1280, 720, 0), ("MJPG", 1280, 720, 0)]) == "RGB3 1280x720")
    #expect(Self.choose([("H264", 1280, 720, 60), ("YUYV", 640, 480, 30)]) == "YUYV 640x480")
    #expect(Self.choose([("H264", 1280, 720, 60)]) == nil)
    #expect(Self.choose([]) == nil)
  }

  @Test func nearestSize() {
    #expect(Self.choose([("GREY", 640, 480, 30), ("GREY", 1280, 800, 30)]) == "GREY 1280x800")
    #expect(Self.choose([("GREY", 640, 480, 60), ("GREY", 1920, 1080, 5)]) == "GREY 1920x1080")
    #expect(Self.choose([("GREY", 320, 240, 60), ("GREY", 640, 480, 60)]) == "GREY 640x480")
    // Half and twice the size are equally far: the larger shows more.
    #expect(Self.choose([("GREY", 640, 360, 60), ("GREY", 2560, 1440, 60)]) == "GREY 2560x1440")
    #expect(Self.choose([("GREY", 0, 0, 60), ("GREY", 160, 120, 60)]) == "GREY 160x120")
  }

  @Test func preferences() {
    var preference = CameraPreference()
    preference.pixelFormat = .mjpg
    let rows: [Row] = [
      ("YUYV", 640, 480, 30), ("MJPG", 640, 480, 30), ("MJPG", 1280, 720, 60), ("NV12", 1280, 720, 30),
    ]
    #expect(Self.choose(rows, preference) == "MJPG 1280x720")
    preference.pixelFormat = nil
    preference.framesPerSecond = 15
    #expect(Self.choose(rows, preference) == "NV12 1280x720")
    preference.size = PixelSize(600, 400)
    #expect(Self.choose(rows, preference) == "YUYV 640x480")
    preference.pixelFormat = .grey
    #expect(Self.choose(rows, preference) == nil)
  }

  @Test func rangesOfSizes() throws {
    let test = CameraCase()
    test.node.range = v4l2_frmsize_stepwise(
      min_width: 32, max_width: 2592, step_width: 16, min_height: 32, max_height: 1944, step_height: 2)
    try test.source.open()
    #expect(test.source.format?.size == PixelSize(1280, 720))
    test.source.close()
    test.node.range = v4l2_frmsize_stepwise(
      min_width: 0, max_width: .max, step_width: 0, min_height: 0, max_height: .max, step_height: 0)
    try test.source.open()
    #expect(test.source.format?.size == PixelSize(1280, 720))
    test.source.close()
    test.node.range = v4l2_frmsize_stepwise(
      min_width: 100, max_width: 700, step_width: 7, min_height: 9, max_height: 8, step_height: .max)
    let device = try V4L2Device(node: "/dev/video0", system: test.camera)
    for format in device.formats(near: PixelSize(1280, 720)) {
      #expect((100...700).contains(format.size.width) && format.size.height == 9)
    }
  }

  @Test func setsTheRate() throws {
    let test = CameraCase()
    test.node.formats = [("GREY", [FakeCamera.Size(width: 64, height: 48, rates: [5, 60, 30])])]
    try test.source.open()
    #expect(test.camera.journal.contains("rate 60000"))
    #expect(test.source.format?.framesPerSecond == 60)
  }

  /// Report 48: rows longer than the picture is wide.
  @Test func honoursBytesPerLine() throws {
    let test = CameraCase()
    test.node.formats = [("YUYV", [FakeCamera.Size(width: 64, height: 48)])]
    test.node.padding = 16
    try test.begin()
    var bytes: [UInt8] = []
    for y in 0..<48 {
      for x in 0..<64 { bytes += [UInt8(x + y), 128] }
      bytes += [UInt8](repeating: 0xaa, count: 16)
    }
    test.camera.frames = [FakeCamera.Frame(at: test.camera.clock + 1000, bytes: bytes)]
    var seen = 0
    _ = try test.source.next(wake: -1, timeoutMs: 100) { frame in
      for y in 0..<48 { for x in 0..<64 where frame.luma.row(y)[x] == UInt8(x + y) { seen += 1 } }
    }
    #expect(seen == 64 * 48)
  }

  @Test func refusesRowsThatAreTooShort() {
    var picture = cv4l2_picture(
      width: 64, height: 48, pixelformat: FakeCamera.code("YUYV"), bytesperline: 64, sizeimage: 64 * 48)
    #expect(throws: ReaderError.self) { try LumaConverter(picture) }
    picture.sizeimage = 128 * 48
    #expect(throws: Never.self) { try LumaConverter(picture) }
    picture.width = 70_000
    #expect(throws: ReaderError.self) { try LumaConverter(picture) }
  }

  /// Formats of which only the luminance plane is looked at, and swapped pairs.
  @Test(arguments: ["YV12", "NV16", "NM12", "YVYU", "VYUY"])
  func cheapRelatives(_ code: String) throws {
    let isPacked = code.hasSuffix("YU") || code.hasSuffix("UY")
    let picture = cv4l2_picture(
      width: 16, height: 16, pixelformat: FakeCamera.code(code), bytesperline: 0, sizeimage: 0)
    var bytes = [UInt8](repeating: 128, count: 16 * 16 * 2)
    for i in 0..<256 { bytes[code == "VYUY" ? 2 * i + 1 : isPacked ? 2 * i : i] = UInt8(i) }
    let converter = try LumaConverter(picture)
    try bytes.withUnsafeMutableBytes {
      let luma = try converter.luma($0)
      for i in 0..<256 { #expect(luma.row(i / 16)[i % 16] == UInt8(i)) }
    }
  }

  /// libv4lconvert: Bayer and 32-bit colour, with padded rows, short and without a frame behind it.
  @Test(arguments: [("RGGB", 1), ("BG10", 2), ("RGBP", 2), ("XR24", 4), ("BGR4", 4)])
  func converts(_ code: String, _ bytesPerPixel: Int) throws {
    let stride = 64 * bytesPerPixel + 32
    let picture = cv4l2_picture(
      width: 64, height: 48, pixelformat: FakeCamera.code(code), bytesperline: UInt32(stride),
      sizeimage: UInt32(stride * 48))
    let converter = try LumaConverter(picture)
    var white = [UInt8](repeating: 0xff, count: stride * 48)
    if code == "BG10" { for i in 0..<stride * 24 { white[2 * i + 1] = 3 } }
    try white.withUnsafeMutableBytes {
      let luma = try converter.luma($0)
      #expect(luma.width == 64 && luma.height == 48)
      for y in 2..<46 { for x in 2..<62 { #expect(luma.row(y)[x] > 225) } }
    }
    var short = [UInt8](repeating: 0, count: stride * 47)
    _ = short.withUnsafeMutableBytes { bytes in #expect(throws: ReaderError.self) { try converter.luma(bytes) } }
  }

  /// Formats that libv4lconvert would start another program for, or that it does not know.
  @Test(arguments: ["O511", "O518", "CPIA", "JPGL", "HM12", "HSV3", "HSV4", "PJPG", "H264", "HEVC", "VP80", "\0\0\0\0"])
  func refuses(_ code: String) { #expect(!LumaConverter.supports(PixelFormat(rawValue: FakeCamera.code(code)))) }

  /// Old webcam compressions are decoded by old code: nothing that it is fed may crash it.
  @Test func oldCompressionsSurviveGarbage() throws {
    var state: UInt64 = 1
    let codes = ["S501", "S505", "S508", "S561", "SONX", "S910", "S920", "M310", "905C", "KONI", "CITV", "M420"]
    for code in codes {
      #expect(LumaConverter.supports(PixelFormat(rawValue: FakeCamera.code(code))))
      let picture = cv4l2_picture(
        width: 320, height: 240, pixelformat: FakeCamera.code(code), bytesperline: 320, sizeimage: 320 * 240 * 2)
      let converter = try LumaConverter(picture)
      for length in [1, 2, 7, 64, 1000, 38400, 76800, 115_200, 153_600] {
        for _ in 0..<4 {
          var bytes = (0..<length).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(state >> 56)
          }
          _ = bytes.withUnsafeMutableBytes { try? converter.luma($0) }
        }
      }
    }
  }
}
