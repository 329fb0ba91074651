import CV4L2
import ReaderCore

/// A frame as the camera gives it, lent for the length of a call.
public struct RawFrame {
  public let bytes: UnsafeMutableRawBufferPointer
  public let format: PixelFormat
  public let size: PixelSize
  /// Bytes from one row of the first plane to the next; 0: the rows follow without padding, or the frame is compressed.
  public let stride: Int
  /// Bytes that the driver says a whole frame has.
  public let wholeLength: Int
  /// When it was captured, nanoseconds of CLOCK_MONOTONIC.
  public let time: Int64

  /// Makes a frame.
  public init(
    _ bytes: UnsafeMutableRawBufferPointer, _ format: PixelFormat, _ size: PixelSize, stride: Int, wholeLength: Int,
    time: Int64
  ) {
    self.bytes = bytes
    self.format = format
    self.size = size
    self.stride = stride
    self.wholeLength = wholeLength
    self.time = time
  }

  init(_ bytes: UnsafeMutableRawBufferPointer, _ layout: cv4l2_picture, time: Int64) {
    self.init(
      bytes, PixelFormat(rawValue: layout.pixelformat), PixelSize(Int(layout.width), Int(layout.height)),
      stride: Int(layout.bytesperline), wholeLength: Int(layout.sizeimage), time: time)
  }
}

/// A frame source that can give its frames as they are.
public protocol RawFrameSource: SelectiveFrameSource {
  /// Takes frames as they are, on the thread of `next`, which then lends none; nil: they are made into luminance and lent.
  var takesRaw: ((RawFrame) -> Void)? { get set }
}

/// Makes luminance of raw frames of one kind. One thread at a time.
public final class RawConverter {
  private let converter: LumaConverter

  /// Throws `.format`, `.tooLarge`, `.noMemory`.
  public init(_ format: PixelFormat, _ size: PixelSize, stride: Int, length: Int) throws(ReaderError) {
    var picture = cv4l2_picture()
    picture.width = UInt32(clamping: size.width)
    picture.height = UInt32(clamping: size.height)
    picture.pixelformat = format.rawValue
    picture.bytesperline = UInt32(clamping: stride)
    picture.sizeimage = UInt32(clamping: length)
    converter = try LumaConverter(picture)
  }

  /// Points into `data` or into memory that the next call overwrites. Throws `.corrupt`, `.noMemory`.
  public func luma(_ data: UnsafeMutableRawBufferPointer) throws(ReaderError) -> LumaView { try converter.luma(data) }
}
