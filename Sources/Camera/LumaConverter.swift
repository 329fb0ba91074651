import CV4L2
import CV4LConvert
import Imaging
import Pictures
import ReaderCore

/// Makes luminance of the frames of one negotiated format. One thread at a time.
final class LumaConverter {
  private enum Way {
    /// Uncompressed, read in place or by a kernel of `Luminance`.
    case raw(PixelFormat, stride: Int)
    case jpeg(JPEGDecoder)
    case convert(V4LConverter)
  }

  private let width: Int
  private let height: Int
  private let way: Way
  private var scratch: LumaImage?

  /// Prepares for frames as the driver describes them.
  ///
  /// - Throws: `.format` when they cannot be read, `.tooLarge`, `.noMemory`.
  init(_ picture: cv4l2_picture) throws(ReaderError) {
    width = Int(picture.width)
    height = Int(picture.height)
    try LumaImage.check(width: width, height: height)
    let format = PixelFormat(rawValue: picture.pixelformat)
    switch LumaConverter.reading(of: format) {
    case .raw(let equal):
      let row = Luminance.rowBytes(equal, width: width) ?? width
      var stride = Int(picture.bytesperline)
      if stride < row {
        // 0 means no padding. Anything else is a driver that counts wrongly: believed only when the frame is too
        // small for the rows that it should have.
        guard stride == 0 || Int(picture.sizeimage) >= row * height else {
          throw ReaderError(
            .format,
            "The camera's driver says that a row of \(width) pixels \(format.name) has \(stride) bytes; it has \(row).")
        }
        stride = row
      }
      way = .raw(equal, stride: stride)
    case .jpeg: way = .jpeg(JPEGDecoder())
    case .convert: way = .convert(try V4LConverter(picture))
    case .none: throw ReaderError(.format, "Frames of pixel format \(format.name) cannot be read.")
    }
  }

  /// The luminance of one frame; points into `data` or into memory that the next call overwrites.
  ///
  /// - Throws: `.corrupt` for frames that are short or damaged, `.noMemory`.
  func luma(_ data: UnsafeMutableRawBufferPointer) throws(ReaderError) -> LumaView {
    guard let base = data.baseAddress, data.count > 0 else {
      throw ReaderError(.corrupt, "The camera sent an empty frame.")
    }
    switch way {
    case .raw(let format, let stride):
      do throws(ReaderError) {
        return try Luminance.view(
          data: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)), length: data.count, format: format,
          width: width, height: height, stride: stride, scratch: &scratch)
      } catch {
        throw error.status == .noMemory
          ? error : ReaderError(.corrupt, "The camera sent a short frame. " + error.message)
      }
    case .jpeg(let decoder):
      do throws(ReaderError) {
        return try decoder.luma(UnsafeRawBufferPointer(data), into: &scratch, strict: true)
      } catch {
        throw error.status == .noMemory ? error : ReaderError(.corrupt, error.message)
      }
    case .convert(let converter): return try converter.luma(data)
    }
  }
}

// Which formats can be read, and at what cost.
extension LumaConverter {
  enum Reading {
    case raw(PixelFormat)
    case jpeg
    case convert
    case none
  }

  /// How a format is read.
  static func reading(of format: PixelFormat) -> Reading {
    switch format {
    case .grey, .nv12, .nv21, .yu12, .yuyv, .uyvy, .y10, .y12, .y16, .rgb24, .bgr24: .raw(format)
    case .mjpg, PixelFormat(code: "JPEG"): .jpeg
    default:
      if planar.contains(format.name) {
        .raw(.grey)
      } else if format.name == "YVYU" {
        .raw(.yuyv)
      } else if format.name == "VYUY" {
        .raw(.uyvy)
      } else {
        V4LConverter.supports(format) ? .convert : .none
      }
    }
  }

  /// Formats that begin with a plane of 8-bit luminance; what follows does not matter. The ones with M keep the colour in
  /// further buffers of their own (linux/videodev2.h).
  private static let planar: [String] = [
    "YV12", "NV16", "NV61", "NV24", "NV42", "422P", "411P", "YUV9", "YVU9", "NM12", "NM21", "NM16", "NM61", "YM12",
    "YM21",
    "YM16", "YM61", "YM24", "YM42",
  ]

  /// True when frames of this format can be read.
  static func supports(_ format: PixelFormat) -> Bool {
    if case .none = reading(of: format) { return false }
    return true
  }

  /// Order of the work that a frame costs: less is better.
  static func cost(of format: PixelFormat) -> Int {
    switch reading(of: format) {
    case .raw(.grey): format == .grey ? 0 : 1
    case .raw(.nv12), .raw(.nv21), .raw(.yu12): 1
    case .raw(.rgb24), .raw(.bgr24): 3
    case .raw: 2
    case .jpeg: 4
    case .convert: 5
    case .none: 6
    }
  }
}

extension PixelFormat {
  /// The format of a four-character code.
  init(code: StaticString) {
    var value: UInt32 = 0
    code.withUTF8Buffer { for (i, byte) in $0.prefix(4).enumerated() { value |= UInt32(byte) << (8 * UInt32(i)) } }
    self.init(rawValue: value)
  }
}
