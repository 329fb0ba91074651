import Imaging
import ReaderCore

/// Luminance of BMP pictures: 1, 4, 8, 16, 24 and 32 bits, RLE4, RLE8, bit fields, both directions, Windows and OS/2
/// headers.
///
/// Source of the format: Microsoft's description of BITMAPFILEHEADER, BITMAPCOREHEADER, BITMAPINFOHEADER and
/// BITMAPV4HEADER.
struct BMPDecoder {
  let bytes: UnsafeRawBufferPointer
  let header: BMPHeader

  static func decode(_ bytes: UnsafeRawBufferPointer) throws(ReaderError) -> LumaImage {
    let decoder = BMPDecoder(bytes: bytes, header: try BMPHeader(bytes))
    return try decoder.decode()
  }

  private func decode() throws(ReaderError) -> LumaImage {
    try LumaImage.check(width: header.width, height: header.height)
    switch header.packing {
    case .runs: return try decodeRuns()
    case .palette, .blueGreenRed, .fields: break
    }
    let row = (header.width * header.bits + 31) / 32 * 4
    // The padding of the last row may be missing.
    let needed = row * (header.height - 1) + (header.width * header.bits + 7) / 8
    guard needed <= bytes.count - header.pixelsAt else {
      throw ReaderError(
        .corrupt,
        "The BMP picture is cut short: it has \(bytes.count - header.pixelsAt) bytes of pixels, not \(needed).")
    }
    let image = try LumaImage(width: header.width, height: header.height)
    guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return image }
    let palette = header.palette
    let fields = header.packing == .fields ? BMPFields(header.masks, hasAlpha: usesAlpha(row)) : nil
    for y in 0..<header.height {
      let source = base + header.pixelsAt + y * row
      let target = image.base + targetRow(y) * header.width
      if let fields {
        fields.convert(source, target, header.width, bytesPerPixel: header.bits / 8)
      } else if header.packing == .blueGreenRed {
        LumaKernels.bgr24(source, target, header.width)
      } else {
        indexed(source, target, palette)
      }
    }
    return image
  }

  /// Rows lie from the bottom up unless the header says otherwise.
  private func targetRow(_ y: Int) -> Int { header.isTopDown ? y : header.height - 1 - y }

  private func indexed(_ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ palette: [UInt8]) {
    let bits = header.bits
    let perByte = 8 / bits
    let mask = UInt8(truncatingIfNeeded: 1 << bits - 1)
    palette.withUnsafeBufferPointer { colours in
      for x in 0..<header.width {
        let shift = UInt8(truncatingIfNeeded: (perByte - 1 - x % perByte) * bits)
        target[x] = colours[Int(source[x / perByte] &>> shift & mask)]
      }
    }
  }

  /// Many programs write an alpha mask and then leave all alpha at 0: such a picture is opaque.
  private func usesAlpha(_ row: Int) -> Bool {
    guard header.masks.alpha != 0, header.bits == 32 else { return false }
    for y in 0..<header.height {
      let start = header.pixelsAt + y * row
      for x in 0..<header.width where header.long(bytes, start + 4 * x) & header.masks.alpha != 0 { return true }
    }
    return false
  }

  // MARK: Runs

  /// RLE8 and RLE4. Pixels that no run covers have the first colour.
  private func decodeRuns() throws(ReaderError) -> LumaImage {
    let image = try LumaImage(width: header.width, height: header.height)
    let palette = header.palette
    image.base.update(repeating: palette[0], count: header.width * header.height)
    let half = header.bits == 4
    var at = header.pixelsAt
    var x = 0
    var y = 0

    func put(_ index: UInt8) {
      if x < header.width, y < header.height { image.base[targetRow(y) * header.width + x] = palette[Int(index)] }
      x += 1
    }
    while y < header.height {
      guard at + 2 <= bytes.count else {
        // Some programs leave out the end mark.
        if y == header.height - 1, x >= header.width { break }
        throw ReaderError(.corrupt, "The BMP picture is cut short in row \(y).")
      }
      let count = Int(bytes[at])
      let value = bytes[at + 1]
      at += 2
      if count > 0 {
        for i in 0..<count { put(half ? (i & 1 == 0 ? value >> 4 : value & 15) : value) }
        continue
      }
      switch value {
      case 0:
        x = 0
        y += 1
      case 1: return image
      case 2:
        guard at + 2 <= bytes.count else { throw ReaderError(.corrupt, "The BMP picture is cut short in row \(y).") }
        x += Int(bytes[at])
        y += Int(bytes[at + 1])
        at += 2
      default:
        let length = half ? (Int(value) + 1) / 2 : Int(value)
        guard at + length <= bytes.count else {
          throw ReaderError(.corrupt, "The BMP picture is cut short in row \(y).")
        }
        for i in 0..<Int(value) {
          put(half ? (i & 1 == 0 ? bytes[at + i / 2] >> 4 : bytes[at + i / 2] & 15) : bytes[at + i])
        }
        at += length + length % 2
      }
    }
    return image
  }
}
