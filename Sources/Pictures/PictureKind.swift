/// What the first bytes of a file say that it is.
enum PictureKind: Equatable {
  case png
  case jpeg
  case pnm
  case bmp
  /// A known format that is not read; its name with an article.
  case other(String)

  /// Bytes that `init` wants to see.
  static let prefixLength = 16

  /// True for formats that can be read.
  var isReadable: Bool {
    if case .other = self { return false }
    return true
  }

  /// - Parameter bytes: At least the first 16 when the file has so many; nil when they say nothing.
  init?(_ bytes: UnsafeRawBufferPointer) {
    func has(_ text: String, at offset: Int = 0) -> Bool {
      bytes.count >= offset + text.utf8.count && bytes[offset...].starts(with: text.utf8)
    }
    func isHeader(after magic: Int) -> Bool {
      guard bytes.count > magic else { return true }
      return [0x09, 0x0A, 0x0D, 0x20, 0x23].contains(bytes[magic])
    }
    // The size of the second header tells a BMP picture from a text that begins with BM.
    if bytes.starts(with: PNGDecoder.signature) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      self = .jpeg
    } else if bytes.count >= 2, bytes[0] == 0x50, (0x31...0x37).contains(bytes[1]), isHeader(after: 2) {
      self = .pnm
    } else if has("BM"), bytes.count < 16 || bytes[15] <= 1 {
      self = .bmp
    } else if has("GIF8") {
      self = .other("a GIF picture")
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .other("a WebP picture")
    } else if has("II*\0") || has("MM\0*") {
      self = .other("a TIFF picture")
    } else if has("%PDF") {
      self = .other("a PDF document")
    } else if has("ftypavif", at: 4) {
      self = .other("an AVIF picture")
    } else if has("ftyphei", at: 4) || has("ftypmif1", at: 4) {
      self = .other("a HEIF picture")
    } else if has("<svg") {
      self = .other("an SVG drawing")
    } else {
      return nil
    }
  }
}
