import Glibc
import ReaderCore

/// What to make of libjpeg's remarks. After a remark and an error behind it TurboJPEG reports a remark, with the text of
/// the error: only the text tells them apart.
extension JPEGDecoder {
  static func damaged(_ text: String) -> ReaderError {
    ReaderError(.corrupt, "The JPEG picture is damaged or cut short: \(text).")
  }

  /// True for what libjpeg says and then goes on decoding.
  static func isRemark(_ text: String) -> Bool {
    let beginnings = [
      "Corrupt JPEG data", "Premature end of JPEG file", "Inconsistent progression", "Unknown Adobe color transform",
      "Warning:",
    ]
    return beginnings.contains { text.hasPrefix($0) }
  }

  /// True when the only thing wrong are bytes between the last block and the end marker: all blocks were clean then,
  /// because libjpeg tells the first fault only, and this is the last place where there can be one.
  static func isHarmless(_ remark: String) -> Bool {
    remark.hasPrefix("Corrupt JPEG data") && remark.hasSuffix("extraneous bytes before marker 0xd9")
  }

  /// A copy without the faults that firmware makes: stray bytes become fill bytes (0xFF may stand before any marker,
  /// T.81 B.1.1.2), a missing end marker is put there, a wrong JFIF version is made 1. Nil when there is nothing to mend,
  /// and when scans may be missing: their end does not show. The caller frees it.
  static func mended(
    _ bytes: UnsafeRawBufferPointer, _ header: JPEGHeader
  ) -> UnsafeMutableRawBufferPointer? {
    guard header.hasEnd || !header.isMultiScan else { return nil }
    guard !header.strays.isEmpty || !header.hasEnd || header.badVersionAt != nil else { return nil }
    let size = bytes.count + (header.hasEnd ? 0 : 2)
    guard let memory = malloc(size) else { return nil }
    let copy = UnsafeMutableRawBufferPointer(start: memory, count: size)
    copy.copyMemory(from: bytes)
    for range in header.strays { for at in range { copy[at] = 0xFF } }
    if let at = header.badVersionAt { copy[at] = 1 }
    if !header.hasEnd {
      copy[bytes.count] = 0xFF
      copy[bytes.count + 1] = 0xD9
    }
    return copy
  }
}
