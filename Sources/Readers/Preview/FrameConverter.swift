import Camera
import ReaderCore

/// Luminance of the frames of a preview, all of one kind. One thread at a time.
final class FrameConverter {
  private let converter: RawConverter
  private let format: PixelFormat
  private let size: PixelSize
  private let stride: Int

  init(_ frame: PreviewFrame) throws(ReaderError) {
    (format, size, stride) = (frame.format, frame.size, frame.stride)
    converter = try RawConverter(format, size, stride: stride, length: frame.wholeLength)
  }

  func suits(_ frame: PreviewFrame) -> Bool { frame.format == format && frame.size == size && frame.stride == stride }

  /// Points into the frame or into memory that the next call overwrites. Throws `.corrupt`, `.noMemory`.
  func luma(_ frame: PreviewFrame) throws(ReaderError) -> LumaView { try converter.luma(frame.mutableBytes) }
}
