import Glibc
import ReaderCore

/// Picture files: PNG, JPEG, PNM (P1 to P7) and BMP, told apart by their first bytes, not by their names.
///
/// The result is luminance: BT.601 weights of all channels, transparent pixels as white, 16-bit samples cut to 8, JPEG
/// turned upright as its Exif orientation says. Any thread.
public enum PictureFile {
  /// Largest file that is read.
  public static let maximumBytes = 1 << 30

  /// Decodes a picture in memory.
  ///
  /// A JPEG that is cut short gives what there is of it, the rest grey, because a code in the part that is there is
  /// read rightly; all other formats must be whole.
  ///
  /// - Throws: `.format` when the bytes are no picture of these kinds, `.corrupt` when one is damaged or cut short,
  ///   `.tooLarge`, `.noMemory`.
  public static func decode(_ bytes: UnsafeRawBufferPointer) throws(ReaderError) -> LumaImage {
    guard !bytes.isEmpty else { throw ReaderError(.corrupt, "The picture is empty.") }
    switch PictureKind(bytes) {
    case .png: return try PNGDecoder.decode(bytes)
    case .jpeg: return try jpeg(bytes)
    case .pnm: return try PNMDecoder.decode(bytes)
    case .bmp: return try BMPDecoder.decode(bytes)
    case .other(let name):
      throw ReaderError(.format, "This is \(name), not a PNG, JPEG, PNM or BMP picture. Convert it to PNG first.")
    case nil:
      throw ReaderError(.format, "This is not a picture: PNG, JPEG, PNM and BMP can be read.")
    }
  }

  /// Reads and decodes a picture file.
  ///
  /// Never waits for the other end of a pipe. Errors name the path.
  ///
  /// - Parameter path: Relative to the working directory, or absolute.
  /// - Throws: As `decode`; `.notFound`, `.access`, `.io` when the file cannot be read, `.format` when it is no file
  ///   (a directory, a device, a pipe), `.tooLarge` above `maximumBytes`.
  public static func load(path: String) throws(ReaderError) -> LumaImage {
    let file = try InputFile(path: path)
    let bytes = try file.readAll(limit: maximumBytes)
    defer { free(bytes.baseAddress) }
    do throws(ReaderError) {
      return try decode(UnsafeRawBufferPointer(bytes))
    } catch {
      throw ReaderError(error.status, "\(path): \(error.message)")
    }
  }

  /// The bytes of a picture file, not decoded. Throws as `load`, for files that cannot be read.
  ///
  /// - Parameter limit: The most bytes that are taken; larger files throw `.tooLarge`.
  public static func bytes(path: String, limit: Int = maximumBytes) throws(ReaderError) -> [UInt8] {
    let bytes = try InputFile(path: path).readAll(limit: limit)
    defer { free(bytes.baseAddress) }
    return Array(bytes)
  }

  private static func jpeg(_ bytes: UnsafeRawBufferPointer) throws(ReaderError) -> LumaImage {
    let header = try JPEGHeader(bytes)
    var scratch: LumaImage?
    _ = try JPEGDecoder().luma(bytes, header, into: &scratch, strict: false)
    guard let image = scratch else { throw ReaderError(.internalFault, "A JPEG picture came out empty.") }
    return try image.upright(orientation: header.orientation)
  }
}
