import ReaderCore

/// The luminance of a frame in any of the uncompressed pixel formats.
///
/// Colour becomes luminance with the weights of ITU-R BT.601 (0.299 R + 0.587 G + 0.114 B), from all three channels: a
/// code printed in one colour is then dark, whichever channel shows it. Transparent pixels count as white paper.
public enum Luminance {
  /// True when `view` can take frames of this format; `MJPG` is for the JPEG decoder.
  public static func supports(_ format: PixelFormat) -> Bool { layout(of: format) != nil }

  /// Bytes in a row of `width` pixels, without padding: what a row must have at least, and the row length that a
  /// stride of 0 stands for. Nil for formats that `view` cannot take.
  public static func rowBytes(_ format: PixelFormat, width: Int) -> Int? {
    layout(of: format).map { $0.bytesPerPixel &* width }
  }

  /// Checks the description of a frame against its length and gives its luminance.
  ///
  /// GREY, NV12, NV21 and YU12 are looked at in place: the view then points into `data`. All other formats are
  /// converted into `scratch`, which is reused when it has the right size: the view then points into `scratch`. Of
  /// planar formats only the luminance plane is read. Any thread.
  ///
  /// - Parameters:
  ///   - data: First byte of the first row.
  ///   - length: Bytes that may be read at `data`; nothing beyond is touched.
  ///   - width: Columns, 1 to `LumaImage.maximumSide`.
  ///   - height: Rows, 1 to `LumaImage.maximumSide`.
  ///   - stride: Bytes from one row to the next; 0 when rows follow without padding. The last row needs no padding.
  /// - Throws: `.format` for other formats, `.invalidArgument` for sizes that contradict each other, `.tooLarge`,
  ///   `.noMemory`.
  public static func view(
    data: UnsafePointer<UInt8>, length: Int, format: PixelFormat, width: Int, height: Int, stride: Int,
    scratch: inout LumaImage?
  ) throws(ReaderError) -> LumaView {
    guard let layout = layout(of: format) else {
      throw ReaderError(.format, "Pixel format \(format.name) has no luminance that can be read.")
    }
    try LumaImage.check(width: width, height: height)
    let row = width &* layout.bytesPerPixel
    let step = stride == 0 ? row : stride
    guard step >= row else {
      throw ReaderError(
        .invalidArgument, "The stride is \(stride) bytes; a row of \(width) pixels \(format.name) has \(row).")
    }
    let (rows, overflow) = step.multipliedReportingOverflow(by: height &- 1)
    let (needed, overflow2) = rows.addingReportingOverflow(row)
    guard !overflow, !overflow2, length >= needed else {
      throw ReaderError(
        .invalidArgument,
        "The frame has \(length) bytes; \(width) x \(height) pixels \(format.name) with a stride of \(step) need "
          + (overflow || overflow2 ? "more than there can be." : "\(needed)."))
    }
    guard let convert = layout.convert else {
      return LumaView(base: data, width: width, height: height, stride: step)
    }
    let image = try reuse(&scratch, width: width, height: height)
    let target = image.base
    for y in 0..<height { convert(data + y &* step, target + y &* width, width) }
    return image.view
  }

  /// The scratch picture when it has the size wanted, else a new one in its place, its content undefined.
  public static func reuse(
    _ scratch: inout LumaImage?, width: Int, height: Int
  ) throws(ReaderError) -> LumaImage {
    if let scratch, scratch.width == width, scratch.height == height { return scratch }
    scratch = nil
    let image = try LumaImage(width: width, height: height)
    scratch = image
    return image
  }

  /// How a row becomes luminance; no kernel when it is luminance already.
  private struct Layout {
    let bytesPerPixel: Int
    let convert: LumaKernels.Row?
  }

  private static func layout(of format: PixelFormat) -> Layout? {
    switch format {
    case .grey, .nv12, .nv21, .yu12: Layout(bytesPerPixel: 1, convert: nil)
    case .yuyv: Layout(bytesPerPixel: 2, convert: LumaKernels.yuyv)
    case .uyvy: Layout(bytesPerPixel: 2, convert: LumaKernels.uyvy)
    case .y10: Layout(bytesPerPixel: 2, convert: LumaKernels.y10)
    case .y12: Layout(bytesPerPixel: 2, convert: LumaKernels.y12)
    case .y16: Layout(bytesPerPixel: 2, convert: LumaKernels.y16)
    case .rgb24: Layout(bytesPerPixel: 3, convert: LumaKernels.rgb24)
    case .bgr24: Layout(bytesPerPixel: 3, convert: LumaKernels.bgr24)
    case .rgba32: Layout(bytesPerPixel: 4, convert: LumaKernels.rgba32)
    case .bgra32: Layout(bytesPerPixel: 4, convert: LumaKernels.bgra32)
    default: nil
    }
  }
}
