import CTurboJPEG
import Glibc
import Imaging
import ReaderCore

/// Paints frames of cameras in colour: turned, mirrored and laid into a view. One thread at a time.
///
/// Pixels are taken from the nearest place, not smoothed: a preview has to be fast and is looked at for a moment.
public final class FramePainter {
  /// Frames with their place in memory.
  public struct Source {
    public var bytes: UnsafeRawBufferPointer
    public var format: PixelFormat
    public var size: PixelSize
    /// 0: rows follow without padding.
    public var stride: Int

    /// Describes a frame.
    public init(_ bytes: UnsafeRawBufferPointer, _ format: PixelFormat, _ size: PixelSize, stride: Int) {
      self.bytes = bytes
      self.format = format
      self.size = size
      self.stride = stride
    }
  }

  /// Where to paint, aligned to 4 bytes: B, G, R, 255 in each pixel, which is 0xffRRGGBB in a word of a little endian machine.
  public struct Target {
    public var base: UnsafeMutablePointer<UInt8>
    public var width: Int
    public var height: Int
    /// Bytes, at least 4 times the width.
    public var stride: Int

    /// Describes a buffer of `stride` times `height` bytes.
    public init(_ base: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int) {
      self.base = base
      self.width = width
      self.height = height
      self.stride = stride
    }
  }

  private var jpeg: tjhandle?
  private var unpacked: UnsafeMutablePointer<UInt8>?
  private var unpackedSize = 0
  private var scratch: LumaImage?
  /// A row of the frame as words.
  private var line: [UInt32] = []

  /// Makes a painter; memory is taken with the first picture.
  public init() {}

  deinit {
    if let jpeg { tjDestroy(jpeg) }
    free(unpacked)
  }

  /// Paints all of the target, black where there is no picture.
  ///
  /// - Parameters:
  ///   - visible: The part of the frame that is shown, 0 to 1.
  ///   - orientation: How the frame has to be turned, 1 to 8 as Exif says it.
  /// - Throws: `.corrupt` for frames that are short or damaged, `.format` for formats without colour or luminance that can be
  ///   read, `.invalidArgument`, `.tooLarge`, `.noMemory`.
  public func paint(
    _ source: Source, visible: Rectangle = Rectangle(0, 0, 1, 1), orientation: Int = 1,
    gravity: ViewMapping.Gravity = .fit, into target: Target
  ) throws(ReaderError) {
    try check(target, orientation)
    try LumaImage.check(width: source.size.width, height: source.size.height)
    let grid = Grid(source.size, visible, orientation, gravity, target)
    let (w, h) = (source.size.width, source.size.height)
    switch source.format {
    case .yuyv, .uyvy:
      let layout = source.format == .yuyv ? ColourRows.Layout.packed : .packedChromaFirst
      grid.paint(ColourRows(layout: layout, luma: try plane(source, 2 * ((w + 1) & ~1), h)), target, &line)
    case .rgb24: grid.paint(PackedRGB(try plane(source, 3 * w, h), red: 0), target)
    case .bgr24: grid.paint(PackedRGB(try plane(source, 3 * w, h), red: 2), target)
    case .grey: grid.paint(Grey(try plane(source, w, h)), target)
    case .nv12, .nv21:
      let luma = try plane(source, w, h, whole: true)
      let chroma = try plane(source, (w + 1) & ~1, (h + 1) / 2, from: luma.stride * h, stride: luma.stride)
      let layout = source.format == .nv12 ? ColourRows.Layout.pairs : .pairsRedFirst
      grid.paint(ColourRows(layout: layout, luma: luma, blue: chroma, rowsOfChroma: 2), target, &line)
    case .yu12:
      let luma = try plane(source, w, h, whole: true)
      let (half, rows) = ((luma.stride + 1) / 2, (h + 1) / 2)
      let blue = try plane(source, (w + 1) / 2, rows, from: luma.stride * h, stride: half)
      let red = try plane(source, (w + 1) / 2, rows, from: luma.stride * h + half * rows, stride: half)
      grid.paint(ColourRows(layout: .planes, luma: luma, blue: blue, red: red, rowsOfChroma: 2), target, &line)
    case .mjpg, PixelFormat(rawValue: 0x4745_504A):
      let picture = try unpack(source.bytes, target)
      let inner = Grid(picture.size, visible, orientation, gravity, target)
      inner.paint(Words(Plane(picture.base, picture.size.width * 4)), target)
    default:
      // Formats that have luminance at least.
      let base = source.bytes.bindMemory(to: UInt8.self).baseAddress
      guard let base else { throw ReaderError(.corrupt, "The frame is empty.") }
      let view = try Luminance.view(
        data: base, length: source.bytes.count, format: source.format, width: w, height: h, stride: source.stride,
        scratch: &scratch)
      grid.paint(Grey(Plane(view.base, view.stride)), target)
    }
  }

  /// The same for a JPEG picture that was unpacked before, which chroma and luminance are of.
  public func paint(
    _ luma: LumaView, _ chroma: ChromaPlanes, visible: Rectangle = Rectangle(0, 0, 1, 1), orientation: Int = 1,
    gravity: ViewMapping.Gravity = .fit, into target: Target
  ) throws(ReaderError) {
    try check(target, orientation)
    guard let rows = chroma.rows(luma) else { throw ReaderError(.format, "The picture has no chroma beside it.") }
    let size = PixelSize(luma.width, luma.height)
    Grid(size, visible, orientation, gravity, target).paint(rows, target, &line)
  }

  private func check(_ target: Target, _ orientation: Int) throws(ReaderError) {
    try LumaImage.check(width: target.width, height: target.height)
    guard target.stride >= 4 * target.width, target.stride % 4 == 0, Int(bitPattern: target.base) % 4 == 0,
      (1...8).contains(orientation)
    else {
      throw ReaderError(
        .invalidArgument, "The rows of the target are too short or not aligned, or the orientation is none.")
    }
  }

  /// A plane after its place and length were checked against what there is.
  private func plane(
    _ source: Source, _ row: Int, _ rows: Int, whole: Bool = false, from offset: Int = 0, stride given: Int? = nil
  ) throws(ReaderError) -> Plane {
    let stride = given ?? (source.stride > 0 ? source.stride : row)
    guard stride >= min(row, given == nil ? row : stride), stride < 1 << 20, rows > 0, offset >= 0,
      let base = source.bytes.bindMemory(to: UInt8.self).baseAddress,
      offset &+ stride &* (whole ? rows : rows &- 1) &+ (whole ? 0 : row) <= source.bytes.count
    else { throw ReaderError(.corrupt, "The frame is shorter than its size says.") }
    return Plane(base + offset, stride)
  }

  /// A JPEG picture as words, not much larger than it is needed.
  private func unpack(
    _ bytes: UnsafeRawBufferPointer, _ target: Target
  ) throws(ReaderError) -> (base: UnsafePointer<UInt8>, size: PixelSize) {
    let header = try JPEGHeader(bytes)
    try LumaImage.check(width: header.width, height: header.height)
    guard header.components != 4, !header.isMultiScan else {
      throw ReaderError(.format, "Cameras send baseline JPEG pictures; this one is another kind.")
    }
    // A handle keeps tables from picture to picture: one without its own is read with the standard ones.
    if !header.bringsTables, let old = jpeg {
      tjDestroy(old)
      jpeg = nil
    }
    if jpeg == nil { jpeg = tjInitDecompress() }
    guard let jpeg else { throw ReaderError(.noMemory, "There is no memory for a JPEG decoder.") }
    var divisor = 1
    let longest = 2 * max(target.width, target.height)
    while divisor < 8, max(header.width, header.height) / (2 * divisor) * 2 >= longest { divisor *= 2 }
    let width = (header.width + divisor - 1) / divisor
    let height = (header.height + divisor - 1) / divisor
    if width * height * 4 > unpackedSize {
      free(unpacked)
      (unpacked, unpackedSize) = (nil, 0)
      guard let memory = malloc(width * height * 4) else {
        throw ReaderError(.noMemory, "There is no memory for a picture of \(width) x \(height).")
      }
      (unpacked, unpackedSize) = (memory.assumingMemoryBound(to: UInt8.self), width * height * 4)
    }
    let code = tjDecompress2(
      jpeg, bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), unpacked, Int32(width), Int32(width * 4),
      Int32(height), Int32(TJPF_BGRX.rawValue), TJFLAG_FASTDCT | TJFLAG_FASTUPSAMPLE | TJFLAG_LIMITSCANS)
    // A remark on damage is shown like any other picture; what could not be decoded at all is not.
    guard code == 0 || tjGetErrorCode(jpeg) == Int32(TJERR_WARNING.rawValue), let unpacked else {
      tjDestroy(jpeg)
      self.jpeg = nil
      throw ReaderError(.corrupt, "The camera's JPEG picture is damaged.")
    }
    return (UnsafePointer(unpacked), PixelSize(width, height))
  }
}
