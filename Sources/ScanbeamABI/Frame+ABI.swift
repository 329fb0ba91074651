import CScanbeam
import Imaging
import Pictures
import ReaderCore

/// A caller's frame as luminance, for the length of a call.
enum FrameReader {
  /// Checks the frame and lends its luminance to `body`; nothing is read beyond `length`.
  static func withLuma<R>(
    _ frame: UnsafePointer<scanbeam_frame>?, _ body: (LumaView, Int64) throws(ReaderError) -> R
  ) throws(ReaderError) -> R {
    guard let frame else { throw missing("frame") }
    let table = try SizedTable.read(frame, first: 48)
    guard let data = table.data else { throw missing("frame's data") }
    let width = Int(table.width)
    let height = Int(table.height)
    let format = PixelFormat(rawValue: table.format)
    guard let length = Int(exactly: table.length) else {
      throw ReaderError(.invalidArgument, "The frame's length \(table.length) is not possible.")
    }
    var scratch: LumaImage?
    let view: LumaView
    if format == .mjpg {
      view = try JPEGDecoder().luma(UnsafeRawBufferPointer(start: data, count: length), into: &scratch, strict: true)
    } else {
      try LumaImage.check(width: width, height: height)
      view = try Luminance.view(
        data: data, length: length, format: format, width: width, height: height, stride: Int(table.stride),
        scratch: &scratch)
    }
    let time = table.time_ns == 0 ? SystemClock.now() : table.time_ns
    // The view may point into scratch.
    defer { withExtendedLifetime(scratch) {} }
    return try body(view, time)
  }
}
