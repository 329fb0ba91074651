import CV4L2
import CV4LConvert
import Glibc
import ReaderCore

/// Rare formats through libv4lconvert. It is old C that trusts what it is told, so it is told only what was checked: rows
/// without padding, frames of full length, and memory behind both ends.
final class V4LConverter {
  private let converter: OpaquePointer
  private var picture: cv4l2_picture
  private let target: UnsafeMutablePointer<UInt8>
  private let targetSize: Int
  /// How long frames are; for rows with padding, with it.
  private let layout: Layout
  private let stride: Int
  private var copy: UnsafeMutableRawPointer?
  private var copySize = 0

  /// Memory behind a copied frame and behind the target, for decoders that look or write a little further.
  private static let slack = 65536

  /// True when frames of the format can be converted.
  static func supports(_ format: PixelFormat) -> Bool {
    guard layout(of: format) != nil, let converter = cv4l2_converter_new(format.rawValue) else { return false }
    cv4l2_converter_free(converter)
    return true
  }

  /// Prepares for frames as the driver describes them; their size has been checked.
  ///
  /// - Throws: `.format`, `.noMemory`.
  init(_ picture: cv4l2_picture) throws(ReaderError) {
    let format = PixelFormat(rawValue: picture.pixelformat)
    let (width, height) = (Int(picture.width), Int(picture.height))
    // The conversions work in blocks of pixels; none of the cameras that need them gives smaller or odd pictures.
    guard width >= 16, height >= 16, width % 2 == 0, height % 2 == 0 else {
      throw ReaderError(.format, "Frames of \(width) x \(height) pixels \(format.name) cannot be converted.")
    }
    targetSize = width * height * 3 / 2
    guard let layout = V4LConverter.layout(of: format), let converter = cv4l2_converter_new(format.rawValue) else {
      throw ReaderError(.format, "Frames of pixel format \(format.name) cannot be read.")
    }
    guard let memory = malloc(targetSize + V4LConverter.slack) else {
      cv4l2_converter_free(converter)
      throw ReaderError(.noMemory, "There is no memory for frames of \(width) x \(height).")
    }
    self.converter = converter
    self.layout = layout
    self.picture = picture
    if case .rows(let bits) = layout {
      let row = (width * bits + 7) / 8
      stride = max(Int(picture.bytesperline), row)
      self.picture.bytesperline = UInt32(clamping: row)
      self.picture.sizeimage = UInt32(clamping: row * height)
    } else {
      stride = 0
    }
    target = memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit {
    cv4l2_converter_free(converter)
    free(target)
    free(copy)
  }

  /// The luminance of one frame, valid until the next call.
  ///
  /// - Throws: `.corrupt` for frames that are short or damaged, `.noMemory`.
  func luma(_ data: UnsafeMutableRawBufferPointer) throws(ReaderError) -> LumaView {
    let height = Int(picture.height)
    let row = Int(picture.bytesperline)
    var length = data.count
    var needed = 1
    switch layout {
    case .rows:
      length = row * height
      needed = stride * (height - 1) + row
    case .planes: needed = targetSize
    case .compressed: break
    }
    guard data.count >= needed else {
      throw ReaderError(.corrupt, "The camera sent a short frame: \(data.count) of \(needed) bytes.")
    }
    let source = try copied(data, length, row)
    let written = cv4l2_converter_convert(
      converter, &picture, source, Int32(clamping: length), target, Int32(clamping: targetSize))
    guard written >= Int32(clamping: targetSize) else {
      throw ReaderError(
        .corrupt, "The camera sent a damaged frame: \(String(cString: cv4l2_converter_error(converter)))")
    }
    return LumaView(base: target, width: Int(picture.width), height: height, stride: Int(picture.width))
  }

  /// The frame with rows side by side and zeros behind it.
  private func copied(
    _ data: UnsafeMutableRawBufferPointer, _ length: Int, _ row: Int
  ) throws(ReaderError) -> UnsafeMutablePointer<UInt8> {
    if copySize < length {
      free(copy)
      copySize = 0
      copy = malloc(length + V4LConverter.slack)
      guard copy != nil else { throw ReaderError(.noMemory, "There is no memory for a frame of \(length) bytes.") }
      copySize = length
    }
    let base = copy!
    if stride > row {
      for y in 0..<Int(picture.height) { memcpy(base + y * row, data.baseAddress! + y * stride, row) }
    } else {
      memcpy(base, data.baseAddress!, length)
    }
    memset(base + length, 0, V4LConverter.slack)
    return base.assumingMemoryBound(to: UInt8.self)
  }

  private enum Layout {
    /// Rows of pixels of so many bits.
    case rows(bits: Int)
    /// 12 bits a pixel in all, in some order.
    case planes
    /// Any length.
    case compressed
  }

  /// The formats that are converted (linux/videodev2.h). Left out of what libv4lconvert knows: O511 and O518, which it
  /// decodes by starting another program; CPIA, about whose frames it writes to stderr; HSV3 and HSV4, of which it
  /// writes three bytes a pixel whatever it is asked for; HM12 and JPGL, whose
  /// decoders leave the buffer when the frame is damaged; PJPG, S401, P207, JL20 and S680, of which that is not known.
  private static func layout(of format: PixelFormat) -> Layout? {
    switch format.name {
    case "BA81", "GBRG", "GRBG", "RGGB", "Y04", "Y06": .rows(bits: 8)
    case "pBAA", "pGAA", "pgAA", "pRAA", "Y10B": .rows(bits: 10)
    case "BG10", "GB10", "BA10", "RG10", "BYR2", "GB16", "GR16", "RG16", "RGBP", "Y16": .rows(bits: 16)
    case "BGR4", "RGB4", "XR24", "AR24", "BX24", "BA24": .rows(bits: 32)
    case "S501", "S505", "S508", "S920", "KONI", "CITV", "M420": .planes
    case "S561", "SONX", "S910", "M310", "905C": .compressed
    default: nil
    }
  }
}
