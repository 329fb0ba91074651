import CPNG
import Glibc
import ReaderCore

/// Writes PNG pictures. Any thread.
public enum PNGWriter {
  /// A grey picture as PNG, 8 bits.
  ///
  /// - Throws: `.noMemory`, `.internalFault`.
  public static func encode(_ luma: LumaView) throws(ReaderError) -> [UInt8] {
    try encode(luma.base, width: luma.width, height: luma.height, stride: luma.stride, format: 0)
  }

  /// A colour picture as PNG, 8 bits a channel.
  ///
  /// - Throws: `.noMemory`, `.internalFault`.
  public static func encode(_ picture: RGBPicture) throws(ReaderError) -> [UInt8] {
    try encode(
      picture.base, width: picture.width, height: picture.height, stride: 3 * picture.width,
      format: png_uint_32(PNG_FORMAT_FLAG_COLOR))
  }

  /// Writes bytes to a regular file, which is made or replaced. When that fails, what was written is removed.
  ///
  /// - Throws: `.notFound`, `.access`, `.io`; `.format` when there is something else under the path, such as a pipe.
  public static func write(_ bytes: [UInt8], path: String) throws(ReaderError) {
    guard !path.utf8.contains(0) else { throw ReaderError(.invalidArgument, "The path has a NUL character in it.") }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0o666)
    guard descriptor >= 0 else {
      let code = errno
      throw ReaderError(ReaderError.status(ofErrno: code), "\(path) cannot be written", errno: code)
    }
    // A pipe whose reader is gone would send a signal that ends the host.
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ReaderError(.format, "\(path) is not a regular file: no picture is written to it.")
    }
    var code = ftruncate(descriptor, 0) == 0 ? 0 : errno
    if code == 0 { code = bytes.withUnsafeBytes { write($0, descriptor) } }
    if close(descriptor) != 0, code == 0, errno != EINTR { code = errno }
    guard code != 0 else { return }
    unlink(path)
    throw ReaderError(.io, "\(path) cannot be written", errno: code)
  }

  /// All bytes to a descriptor; the errno value that stopped it, 0 when nothing did.
  private static func write(_ bytes: UnsafeRawBufferPointer, _ descriptor: Int32) -> Int32 {
    var at = 0
    while at < bytes.count, let base = bytes.baseAddress {
      let count = Glibc.write(descriptor, base + at, bytes.count - at)
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      at += count
    }
    return 0
  }

  private static func encode(
    _ base: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int, format: png_uint_32
  ) throws(ReaderError) -> [UInt8] {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(width)
    image.height = png_uint_32(height)
    image.format = format
    // Pictures of codes are for looking at once: a third of the time for a few per cent more bytes.
    image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)
    let limit = Int(cpng_size_limit(&image))
    guard let memory = malloc(limit) else {
      throw ReaderError(.noMemory, "There is no memory to write a PNG picture of \(width) x \(height).")
    }
    defer { free(memory) }
    var size = png_alloc_size_t(limit)
    guard png_image_write_to_memory(&image, memory, &size, 0, base, png_int_32(stride), nil) != 0 else {
      throw ReaderError(.internalFault, "A PNG picture of \(width) x \(height) could not be written.")
    }
    return Array(UnsafeRawBufferPointer(start: memory, count: Int(size)))
  }
}
