import CTurboJPEG
import Glibc
import ReaderCore

/// Writes grey JPEG pictures through libjpeg-turbo. Any thread.
public enum JPEGWriter {
  /// A picture as baseline JPEG with one component.
  ///
  /// - Parameter quality: 1 to 100.
  /// - Throws: `.noMemory`, `.tooLarge`, `.internalFault`.
  public static func encode(_ luma: LumaView, quality: Int) throws(ReaderError) -> [UInt8] {
    guard luma.stride <= Int(Int32.max) else { throw ReaderError(.tooLarge, "The picture's rows are too long.") }
    return try compress(
      luma.base, width: luma.width, stride: luma.stride, height: luma.height, TJPF_GRAY, TJSAMP_GRAY, quality, 0)
  }
}

extension JPEGWriter {
  /// A painted picture as baseline JPEG with colour.
  ///
  /// - Parameter quality: 1 to 100.
  /// - Throws: `.noMemory`, `.invalidArgument`, `.internalFault`.
  public static func encode(_ picture: FramePainter.Target, quality: Int) throws(ReaderError) -> [UInt8] {
    try LumaImage.check(width: picture.width, height: picture.height)
    guard picture.stride >= picture.width * 4, picture.stride <= Int(Int32.max) else {
      throw ReaderError(.invalidArgument, "The rows of the picture are too short or too long.")
    }
    return try compress(
      picture.base, width: picture.width, stride: picture.stride, height: picture.height, TJPF_BGRX, TJSAMP_420,
      quality, TJFLAG_FASTDCT)
  }

  private static func compress(
    _ base: UnsafePointer<UInt8>, width: Int, stride: Int, height: Int, _ format: TJPF, _ sampling: TJSAMP,
    _ quality: Int, _ flags: Int32
  ) throws(ReaderError) -> [UInt8] {
    guard let handle = tjInitCompress() else { throw ReaderError(.noMemory, "There is no memory for a JPEG encoder.") }
    defer { tjDestroy(handle) }
    var bytes: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { if let bytes { tjFree(bytes) } }
    let code = tjCompress2(
      handle, base, Int32(width), Int32(stride), Int32(height), Int32(format.rawValue), &bytes, &count,
      Int32(sampling.rawValue), Int32(max(1, min(100, quality))), flags)
    guard code == 0, let bytes else {
      let why = tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown error"
      throw ReaderError(.internalFault, "The picture was not made a JPEG picture: \(why)")
    }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}
