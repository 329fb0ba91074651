import Camera
import Pictures
import ReaderCore

/// Luminance of the frames of a preview, all of one kind. One thread at a time.
final class FrameConverter {
  private enum Way {
    /// Shared with those who look at the picture.
    case jpeg(JPEGDecoder)
    case raw(RawConverter)
  }

  private let way: Way
  private let format: PixelFormat
  private let size: PixelSize
  private let stride: Int

  init(_ frame: PreviewFrame) throws(ReaderError) {
    (format, size, stride) = (frame.format, frame.size, frame.stride)
    way =
      frame.isJPEG
      ? .jpeg(JPEGDecoder()) : .raw(try RawConverter(format, size, stride: stride, length: frame.wholeLength))
  }

  func suits(_ frame: PreviewFrame) -> Bool { frame.format == format && frame.size == size && frame.stride == stride }

  /// Points into the frame or into memory that the next call overwrites. Throws `.corrupt`, `.noMemory`.
  func luma(_ frame: PreviewFrame) throws(ReaderError) -> LumaView {
    switch way {
    case .raw(let converter):
      if let luma = frame.luma { return luma }
      return try converter.luma(frame.mutableBytes)
    case .jpeg(let decoder):
      do throws(ReaderError) {
        return try frame.unpack(decoder, inColour: frame.use.search() && frame.wish != .nothing).luma
      } catch {
        throw error.status == .noMemory ? error : ReaderError(.corrupt, error.message)
      }
    }
  }
}

extension PreviewFrame {
  var isJPEG: Bool { format == .mjpg || format.rawValue == 0x4745_504A }
}
