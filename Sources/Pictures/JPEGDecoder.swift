import CTurboJPEG
import Glibc
import Imaging
import ReaderCore

/// Luminance of JPEG pictures, from files and from cameras (MJPEG), through libjpeg-turbo.
///
/// Of YCbCr pictures only Y is decoded. Frames of cameras that leave the standard Huffman tables out are read. The
/// result never depends on the pictures before. One thread at a time.
public final class JPEGDecoder {
  /// What libjpeg remarked about the last picture although it was taken; nil when it was clean. For logs.
  public private(set) var warning: String?

  private var kept: tjhandle?

  /// Limit of pictures whose coefficients must all be held in memory (progressive ones), and of those with four inks: a
  /// small file must not cost gigabytes.
  static let maximumHeldPixels = LumaImage.maximumPixels / 4
  /// Limit of scans: each goes over the whole picture. Encoders make about ten.
  static let maximumScans = 100

  /// Makes a decoder; memory is taken with the first picture and kept for the next.
  public init() {}

  deinit { if let kept { tjDestroy(kept) } }

  /// Decodes one picture. The orientation of Exif is not applied.
  ///
  /// - Parameters:
  ///   - bytes: The whole JPEG picture.
  ///   - scratch: Where the luminance goes; reused when it has the right size.
  ///   - strict: For camera frames: data that end early or are damaged throw, because blocks that moved can look like
  ///     another code. Harmless faults of firmware are forgiven: stray bytes before the end marker, zeros before
  ///     restart markers, stray bytes between segments, a missing end marker. Not strict, for files: what can be decoded
  ///     is given, the rest is grey; damage in the header still throws.
  ///   - chroma: Is filled as well, if the picture has chroma that `ChromaPlanes` can hold.
  /// - Returns: A view into `scratch`.
  /// - Throws: `.corrupt`, `.format`, `.tooLarge`, `.noMemory`.
  public func luma(
    _ bytes: UnsafeRawBufferPointer, into scratch: inout LumaImage?, chroma: ChromaPlanes? = nil, strict: Bool
  ) throws(ReaderError) -> LumaView {
    try luma(bytes, JPEGHeader(bytes), into: &scratch, chroma: chroma, strict: strict)
  }

  /// The same when the header was read already.
  func luma(
    _ bytes: UnsafeRawBufferPointer, _ header: JPEGHeader, into scratch: inout LumaImage?,
    chroma: ChromaPlanes? = nil, strict: Bool
  ) throws(ReaderError) -> LumaView {
    warning = nil
    chroma?.clear()
    try check(header)
    let image = try Luminance.reuse(&scratch, width: header.width, height: header.height)
    // When libjpeg stops half way, what it did not write is grey and not old memory. Strict never gets there.
    if !strict { memset(image.base, 0x80, image.width * image.height) }
    let first = try decode(bytes, header, into: image, chroma)
    if let first, strict, !JPEGDecoder.isHarmless(first) {
      // Only the first remark is known, and it may hide another. With the known faults of firmware mended in a copy,
      // anything that is still remarked is real damage.
      guard let copy = JPEGDecoder.mended(bytes, header) else { throw JPEGDecoder.damaged(first) }
      defer { free(copy.baseAddress) }
      let second = try decode(UnsafeRawBufferPointer(copy), header, into: image, chroma)
      if let second, !JPEGDecoder.isHarmless(second) { throw JPEGDecoder.damaged(second) }
    }
    warning = first
    return image.view
  }

  private func check(_ header: JPEGHeader) throws(ReaderError) {
    try LumaImage.check(width: header.width, height: header.height)
    if header.isMultiScan || header.components == 4,
      header.width * header.height > JPEGDecoder.maximumHeldPixels
    {
      throw ReaderError(
        .tooLarge,
        "The JPEG picture is \(header.width) x \(header.height): progressive and CMYK pictures can be read up to "
          + "\(JPEGDecoder.maximumHeldPixels) pixels.")
    }
    guard header.scans <= JPEGDecoder.maximumScans else {
      throw ReaderError(
        .tooLarge,
        "The JPEG picture has \(header.scans) scans: up to \(JPEGDecoder.maximumScans) can be read.")
    }
  }

  /// One pass of the library.
  ///
  /// - Returns: The first remark of libjpeg on data that it could decode, nil when there was none.
  private func decode(
    _ bytes: UnsafeRawBufferPointer, _ header: JPEGHeader, into image: LumaImage, _ chroma: ChromaPlanes?
  ) throws(ReaderError) -> String? {
    // libjpeg keeps tables from picture to picture. A picture without tables of its own gets a fresh handle, so that it
    // is decoded with the standard ones and not with those of the picture before. A handle is kept only while all goes
    // well: after an error in a header TurboJPEG leaves it in the middle of things.
    guard let handle = (header.bringsTables ? kept : nil) ?? tjInitDecompress() else {
      throw ReaderError(.noMemory, "There is no memory for a JPEG decoder.")
    }
    if handle == kept { kept = nil }
    var clean = false
    defer { if clean, header.bringsTables, kept == nil { kept = handle } else { tjDestroy(handle) } }

    let data = bytes.bindMemory(to: UInt8.self).baseAddress
    let size = UInt(bytes.count)
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = 0
    var space: Int32 = 0
    // To this call an unusual subsampling is an error, to the next it is not.
    let isUsual = tjDecompressHeader3(handle, data, size, &width, &height, &subsampling, &space) == 0
    guard width == header.width, height == header.height else { throw JPEGDecoder.damaged(text(handle)) }

    var found: String?
    if header.components == 4 {
      guard let memory = calloc(image.width * image.height, 4) else {
        throw ReaderError(.noMemory, "There is no memory for a CMYK picture of \(width) x \(height).")
      }
      defer { free(memory) }
      let inks = memory.assumingMemoryBound(to: UInt8.self)
      let format = Int32(TJPF_CMYK.rawValue)
      found = try remark(handle, tjDecompress2(handle, data, size, inks, width, 0, height, format, TJFLAG_LIMITSCANS))
      LumaKernels.invertedCMYK(inks, image.base, image.width * image.height)
    } else if let chroma, isUsual, !header.isMultiScan, space == Int32(TJCS_YCbCr.rawValue),
      chroma.prepare(image.width, image.height, subsampling)
    {
      // The same luminance as below, and what is beside it.
      found = try remark(handle, chroma.unpack(handle, data, size, image))
    } else {
      let format = Int32(TJPF_GRAY.rawValue)
      found = try remark(
        handle, tjDecompress2(handle, data, size, image.base, width, 0, height, format, TJFLAG_LIMITSCANS))
    }
    clean = found == nil
    return found
  }

  private func remark(_ handle: tjhandle, _ result: Int32) throws(ReaderError) -> String? {
    guard result != 0 else { return nil }
    let text = text(handle)
    guard JPEGDecoder.isRemark(text) else { throw JPEGDecoder.damaged(text) }
    return text
  }

  private func text(_ handle: tjhandle) -> String {
    guard let text = tjGetErrorStr2(handle) else { return "unknown error" }
    return String(cString: text)
  }
}
