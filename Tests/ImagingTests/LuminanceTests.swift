import Imaging
import ReaderCore
import Testing

@Suite struct LuminanceTests {
  /// Slow reference of one pixel, in floating point where there is colour; nil for formats without one.
  private func reference(_ format: PixelFormat, _ row: [UInt8], _ x: Int) -> Double? {
    func colour(_ r: Int, _ g: Int, _ b: Int) -> Double {
      0.299 * Double(row[r]) + 0.587 * Double(row[g]) + 0.114 * Double(row[b])
    }
    func word() -> Double { Double(row[2 * x]) + 256 * Double(row[2 * x + 1]) }
    func onWhite(_ grey: Double, _ alpha: UInt8) -> Double { 255 - (255 - grey) * Double(alpha) / 255 }
    switch format {
    case .grey, .nv12, .nv21, .yu12: return Double(row[x])
    case .yuyv: return Double(row[2 * x])
    case .uyvy: return Double(row[2 * x + 1])
    case .y10: return min(255, (word() / 4).rounded(.down))
    case .y12: return min(255, (word() / 16).rounded(.down))
    case .y16: return (word() / 256).rounded(.down)
    case .rgb24: return colour(3 * x, 3 * x + 1, 3 * x + 2)
    case .bgr24: return colour(3 * x + 2, 3 * x + 1, 3 * x)
    case .rgba32: return onWhite(colour(4 * x, 4 * x + 1, 4 * x + 2), row[4 * x + 3])
    case .bgra32: return onWhite(colour(4 * x + 2, 4 * x + 1, 4 * x), row[4 * x + 3])
    default: return nil
    }
  }

  static let formats: [(PixelFormat, Int)] = [
    (.grey, 1), (.nv12, 1), (.nv21, 1), (.yu12, 1), (.yuyv, 2), (.uyvy, 2), (.y10, 2), (.y12, 2), (.y16, 2),
    (.rgb24, 3), (.bgr24, 3), (.rgba32, 4), (.bgra32, 4),
  ]

  /// Numbers without a pattern, the same in every run.
  private struct Noise {
    var state: UInt32 = 1
    mutating func next() -> UInt8 {
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
  }

  @Test(arguments: formats.indices, [(1, 1), (3, 2), (16, 3), (67, 5), (1, 9), (257, 1)])
  func kernelsAgreeWithTheReference(_ index: Int, _ size: (Int, Int)) throws {
    let (format, bytes) = LuminanceTests.formats[index]
    let (width, height) = size
    for padding in [0, 1, 13] {
      let step = width * bytes + padding
      // The last row has no padding: a read beyond it is a read beyond the memory.
      let length = step * (height - 1) + width * bytes
      let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: length)
      defer { memory.deallocate() }
      var noise = Noise()
      for i in 0..<length { memory[i] = i % 7 == 0 ? 255 : i % 11 == 0 ? 0 : noise.next() }
      var scratch: LumaImage?
      defer { withExtendedLifetime(scratch) {} }
      let view = try Luminance.view(
        data: memory, length: length, format: format, width: width, height: height,
        stride: padding == 0 ? 0 : step, scratch: &scratch)
      #expect(view.width == width && view.height == height)
      #expect((view.base == UnsafePointer(memory)) == (bytes == 1), "only luminance planes are used in place")
      for y in 0..<height {
        let row = Array(UnsafeBufferPointer(start: memory + y * step, count: width * bytes))
        for x in 0..<width {
          let expected = try #require(reference(format, row, x))
          let exact = bytes <= 2
          #expect(abs(Double(view.row(y)[x]) - expected) <= (exact ? 0 : 1.0), "\(format.name) at \(x), \(y)")
        }
      }
    }
  }

  @Test func coloursHaveTheLuminanceOfBT601() {
    #expect(LumaKernels.luma(255, 0, 0) == 76)
    #expect(LumaKernels.luma(0, 255, 0) == 150)
    #expect(LumaKernels.luma(0, 0, 255) == 29)
    for v in 0...255 { #expect(LumaKernels.luma(UInt8(v), UInt8(v), UInt8(v)) == UInt8(v)) }
  }

  /// Field report 32: the colour under full transparency is not seen, whatever it is.
  @Test func transparentIsWhite() {
    for v in 0...255 {
      let grey = UInt8(v)
      #expect(LumaKernels.onWhite(grey, alpha: 0) == 255)
      #expect(LumaKernels.onWhite(grey, alpha: 255) == grey)
      for a in 0...255 {
        let expected = 255 - (255 - Double(v)) * Double(a) / 255
        #expect(abs(Double(LumaKernels.onWhite(grey, alpha: UInt8(a))) - expected) <= 0.5)
      }
    }
  }

  /// Field report 31: a code that only one channel shows.
  @Test func redOnWhiteIsDark() throws {
    let pixels: [UInt8] = [255, 255, 255, 255, 0, 0, 0, 255, 255]
    var scratch: LumaImage?
    defer { withExtendedLifetime(scratch) {} }
    let view = try Luminance.view(
      data: pixels, length: 9, format: .rgb24, width: 3, height: 1, stride: 0, scratch: &scratch)
    #expect(view.row(0)[0] == 255)
    #expect(view.row(0)[1] == 76)
    #expect(view.row(0)[2] == 179)
  }

  private func status(_ format: PixelFormat, _ length: Int, _ width: Int, _ height: Int, _ stride: Int) -> ReaderError?
  {
    // One byte: whatever is wrong must be seen without looking at the pixels.
    var scratch: LumaImage?
    let byte: [UInt8] = [0]
    do throws(ReaderError) {
      _ = try Luminance.view(
        data: byte, length: length, format: format, width: width, height: height, stride: stride, scratch: &scratch)
      return nil
    } catch {
      return error
    }
  }

  /// Field reports 33 and 48: lengths, strides and formats that do not fit.
  @Test func contradictionsAreErrors() {
    #expect(status(.grey, 99, 10, 10, 0)?.status == .invalidArgument)
    #expect(status(.grey, 99, 10, 10, 0)?.message.contains("need 100") == true)
    #expect(status(.rgb24, 1000, 10, 10, 29)?.status == .invalidArgument)
    #expect(status(.rgb24, 1000, 10, 10, 29)?.message.contains("has 30") == true)
    #expect(status(.grey, 100, 10, 10, -10)?.status == .invalidArgument)
    #expect(status(.grey, -1, 10, 10, 0)?.status == .invalidArgument)
    #expect(status(.grey, 0, 1, 1, 0)?.status == .invalidArgument)
    #expect(status(.grey, Int.max, 10, 10, Int.max)?.status == .invalidArgument)
    #expect(status(.grey, Int.max, 2, 2, Int.max)?.status == .invalidArgument)
    #expect(status(.grey, 100, 0, 10, 0)?.status == .invalidArgument)
    #expect(status(.grey, 100, 10, -1, 0)?.status == .invalidArgument)
    #expect(status(.grey, Int.max, 60000, 60000, 0)?.status == .tooLarge)
    #expect(status(.grey, Int.max, Int.max, Int.max, 0)?.status == .tooLarge)
    #expect(status(.mjpg, 100, 10, 10, 0)?.status == .format)
    #expect(status(PixelFormat(rawValue: 0), 100, 10, 10, 0)?.status == .format)
    #expect(!Luminance.supports(.mjpg))
    for (format, bytes) in LuminanceTests.formats {
      #expect(Luminance.supports(format))
      #expect(Luminance.rowBytes(format, width: 7) == 7 * bytes)
    }
  }

  @Test func scratchIsReusedWhileTheSizeStays() throws {
    let data = [UInt8](repeating: 7, count: 64)
    var scratch: LumaImage?
    let a = try Luminance.view(data: data, length: 64, format: .yuyv, width: 4, height: 8, stride: 0, scratch: &scratch)
    let b = try Luminance.view(data: data, length: 64, format: .uyvy, width: 4, height: 8, stride: 0, scratch: &scratch)
    #expect(a.base == b.base)
    _ = try Luminance.view(data: data, length: 64, format: .yuyv, width: 2, height: 8, stride: 0, scratch: &scratch)
    #expect(scratch?.width == 2)
  }
}
