import Pictures
import ReaderCore

/// Paints the frames of a preview, also those of formats that only have luminance to show. One thread at a time.
public final class PreviewPainter {
  private let painter = FramePainter()
  private let jpeg = JPEGDecoder()
  private var converter: FrameConverter?
  /// From when on a frame stands still, nanoseconds after its capture: nothing excuses the colours of another one then.
  private static let still: Int64 = 250_000_000

  /// Makes a painter.
  public init() {}

  /// As `FramePainter.paint`.
  public func paint(
    _ frame: PreviewFrame, visible: Rectangle = Rectangle(0, 0, 1, 1), orientation: Int = 1,
    gravity: ViewMapping.Gravity = .fit, into target: FramePainter.Target
  ) throws(ReaderError) {
    if frame.isJPEG {
      // What is searched has to be unpacked whole anyway; a small picture alone is done faster from a part of the data.
      let isSearched = frame.use.paint()
      let isLarge = max(target.width, target.height) * 2 > max(frame.size.width, frame.size.height)
      if isSearched || isLarge, let picture = try? frame.unpack(jpeg, inColour: true), let chroma = picture.chroma,
        !picture.isColourLate || SystemClock.now() &- frame.time < PreviewPainter.still
      {
        return try painter.paint(
          picture.luma, chroma, visible: visible, orientation: orientation, gravity: gravity, into: target)
      }
    }
    let source = FramePainter.Source(frame.bytes, frame.format, frame.size, stride: frame.stride)
    do throws(ReaderError) {
      return try painter.paint(source, visible: visible, orientation: orientation, gravity: gravity, into: target)
    } catch {
      guard error.status == .format else { throw error }
    }
    if converter?.suits(frame) != true { converter = try FrameConverter(frame) }
    let luma = try converter!.luma(frame)
    let bytes = UnsafeRawBufferPointer(start: luma.base, count: (luma.height - 1) * luma.stride + luma.width)
    try painter.paint(
      FramePainter.Source(bytes, .grey, PixelSize(luma.width, luma.height), stride: luma.stride), visible: visible,
      orientation: orientation, gravity: gravity, into: target)
  }
}
