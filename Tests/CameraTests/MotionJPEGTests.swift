import CTurboJPEG
import Glibc
import ReaderCore
import Testing

@testable import Camera

/// Cameras that send JPEG pictures, whole and broken.
@Suite struct MotionJPEGTests {
  /// A 64 x 48 picture of one grey, with noise in the upper left so that the data are long enough to cut.
  static func jpeg(_ grey: UInt8, noise: Bool = false) -> [UInt8] {
    var pixels = [UInt8](repeating: grey, count: 64 * 48)
    if noise { for i in 0..<64 * 24 { pixels[i] = UInt8(truncatingIfNeeded: i &* i &* 7) } }
    let handle = tjInitCompress()
    defer { tjDestroy(handle) }
    var data: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    _ = tjCompress2(
      handle, pixels, 64, 64, 48, Int32(TJPF_GRAY.rawValue), &data, &size, Int32(TJSAMP_GRAY.rawValue), 90, 0)
    defer { tjFree(data) }
    return Array(UnsafeBufferPointer(start: data, count: Int(size)))
  }

  static func start(_ frames: [[UInt8]], used: [Int?] = []) throws -> CameraCase {
    let node = FakeCamera.Node()
    node.formats = [("MJPG", [FakeCamera.Size(width: 64, height: 48)])]
    let test = CameraCase(node)
    try test.begin()
    for (i, bytes) in frames.enumerated() {
      test.camera.frames.append(
        FakeCamera.Frame(
          at: test.camera.clock + Int64(i + 1) * 33_000_000, bytes: bytes, used: i < used.count ? used[i] : nil))
    }
    return test
  }

  /// Report 49: an empty frame, an end marker alone, half a picture, a good one.
  @Test func oneScanThreeDrops() throws {
    let whole = Self.jpeg(200, noise: true)
    let test = try Self.start([[], [0xff, 0xd9], Array(whole.prefix(whole.count / 2)), whole])
    var outcomes: [String] = []
    for _ in 0..<4 { outcomes.append(test.next()) }
    #expect(outcomes.prefix(3) == ["corrupt", "corrupt", "corrupt"])
    #expect(outcomes[3].hasPrefix("frame 200"))
    #expect(test.source.damagedFrames == 3)
  }

  /// Report 52: a short picture in a buffer that still has the tail of a long one.
  @Test func staleTailIsNotRead() throws {
    let long = Self.jpeg(90, noise: true)
    let short = Self.jpeg(30)
    #expect(short.count < long.count)
    // The same buffer comes round after four frames.
    let test = try Self.start([long, long, long, long, short, Array(short.dropLast(20))])
    for _ in 0..<4 { #expect(test.next() == "frame 90 dropped 0") }
    #expect(test.next() == "frame 30 dropped 0")
    // A cut picture is not completed by what an older frame left behind it.
    #expect(test.next() == "corrupt")
  }

  /// Report 51: stray zeros before markers are the firmware's, not damage.
  @Test func strayBytesAreForgiven() throws {
    var bytes = Self.jpeg(120)
    bytes.insert(contentsOf: [0, 0, 0], at: bytes.count - 2)
    let test = try Self.start([bytes])
    #expect(test.next() == "frame 120 dropped 0")
  }

  /// A picture that is larger than what was negotiated is read as it is.
  @Test func lengthThatLiesIsClamped() throws {
    let test = try Self.start([Self.jpeg(66)], used: [Int(Int32.max)])
    #expect(test.next().hasPrefix("frame 66") || test.source.damagedFrames == 1)
  }
}
