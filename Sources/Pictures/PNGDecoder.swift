import CPNG
import Glibc
import Imaging
import ReaderCore

/// Luminance of PNG pictures through libpng: all depths and colour types, interlaced or not, transparency on white.
///
/// Colour chunks (gamma, primaries, profiles) are left out: the numbers in the file are taken for sRGB, as decoders of
/// codes everywhere do. A damaged or shortened file is an error: what PNG's checksums tell is believed.
enum PNGDecoder {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func decode(_ bytes: UnsafeRawBufferPointer) throws(ReaderError) -> LumaImage {
    let layout = try PNGLayout(bytes)
    guard let lean = try layout.withoutExtras(bytes) else { return try decode(bytes, layout) }
    defer { free(lean.baseAddress) }
    return try decode(UnsafeRawBufferPointer(lean), layout)
  }

  private static func damaged(_ image: png_image) -> ReaderError {
    let text = withUnsafeBytes(of: image.message) { raw in
      String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
    }
    return ReaderError(.corrupt, "The PNG picture is damaged or cut short: \(text).")
  }

  private static func decode(
    _ bytes: UnsafeRawBufferPointer, _ layout: PNGLayout
  ) throws(ReaderError) -> LumaImage {
    // On the heap, because libpng keeps its address from call to call.
    let image = UnsafeMutablePointer<png_image>.allocate(capacity: 1)
    image.initialize(to: png_image())
    image.pointee.version = png_uint_32(PNG_IMAGE_VERSION)
    defer {
      png_image_free(image)
      image.deallocate()
    }
    guard png_image_begin_read_from_memory(image, bytes.baseAddress, bytes.count) != 0 else {
      throw damaged(image.pointee)
    }
    guard Int(image.pointee.width) == layout.width, Int(image.pointee.height) == layout.height else {
      throw ReaderError(.corrupt, "The PNG picture contradicts itself about its size.")
    }
    // 16-bit samples are numbers like the 8-bit ones, not linear light.
    image.pointee.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
    let colour = image.pointee.format & png_uint_32(PNG_FORMAT_FLAG_COLOR) != 0
    let alpha = image.pointee.format & png_uint_32(PNG_FORMAT_FLAG_ALPHA) != 0
    image.pointee.format =
      (colour ? png_uint_32(PNG_FORMAT_FLAG_COLOR) : 0) | (alpha ? png_uint_32(PNG_FORMAT_FLAG_ALPHA) : 0)

    let luma = try LumaImage(width: layout.width, height: layout.height)
    let channels = (colour ? 3 : 1) + (alpha ? 1 : 0)
    guard channels > 1 else {
      guard png_image_finish_read(image, nil, luma.base, png_int_32(layout.width), nil) != 0 else {
        throw damaged(image.pointee)
      }
      return luma
    }
    guard let memory = malloc(channels * layout.width * layout.height) else {
      throw ReaderError(.noMemory, "There is no memory for a PNG picture of \(layout.width) x \(layout.height).")
    }
    defer { free(memory) }
    guard png_image_finish_read(image, nil, memory, png_int_32(channels * layout.width), nil) != 0 else {
      throw damaged(image.pointee)
    }
    let convert = colour ? (alpha ? LumaKernels.rgba32 : LumaKernels.rgb24) : LumaKernels.greyAlpha
    convert(memory.assumingMemoryBound(to: UInt8.self), luma.base, layout.width * layout.height)
    return luma
  }
}
