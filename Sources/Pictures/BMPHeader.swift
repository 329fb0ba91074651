import Imaging
import ReaderCore

/// The headers of a BMP file, checked.
struct BMPHeader {
  /// How pixels lie in the file.
  enum Packing {
    case palette
    case runs
    case blueGreenRed
    case fields
  }

  let width: Int
  let height: Int
  let isTopDown: Bool
  /// 1, 4, 8 (palette), 16, 32 (fields), 24.
  let bits: Int
  let packing: Packing
  /// Which bits of a pixel hold what; only with fields.
  let masks: (red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32)
  /// Luminance of each colour, 256 entries; only with a palette.
  let palette: [UInt8]
  /// Where the first stored row begins, inside the file.
  let pixelsAt: Int

  init(_ bytes: UnsafeRawBufferPointer) throws(ReaderError) {
    guard bytes.count >= 26 else { throw ReaderError(.corrupt, "The BMP picture is cut short in its header.") }
    func short(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }
    func long(_ at: Int) -> UInt32 { UInt32(short(at)) | UInt32(short(at + 2)) << 16 }

    let size = Int(long(14))
    guard size == 12 || (size >= 16 && size <= 256), 14 + size <= bytes.count else {
      throw ReaderError(.corrupt, "The BMP picture has a header of \(size) bytes, or is cut short in it.")
    }
    let old = size == 12
    width = old ? short(18) : Int(Int32(bitPattern: long(18)))
    let rows = old ? short(20) : Int(Int32(bitPattern: long(22)))
    height = abs(rows)
    isTopDown = rows < 0
    bits = old ? short(24) : short(28)
    let compression = size >= 20 ? long(30) : 0
    guard width > 0, height > 0 else {
      throw ReaderError(.corrupt, "The BMP picture says that it is \(width) x \(rows).")
    }

    // OS/2 gives the numbers 3 and 4 another meaning; its longer header has 64 bytes, or is cut to 16 and more.
    switch (compression, bits) {
    case (0, 1), (0, 4), (0, 8): packing = .palette
    case (1, 8), (2, 4): packing = .runs
    case (0, 24): packing = .blueGreenRed
    case (0, 16), (0, 32): packing = .fields
    case (3, 16) where size != 64, (3, 32) where size != 64, (6, 16), (6, 32): packing = .fields
    default:
      throw ReaderError(.format, "BMP pictures of \(bits) bits with compression \(compression) cannot be read.")
    }

    var end = 14 + size
    if compression == 0 {
      masks = bits == 16 ? (0x7C00, 0x03E0, 0x001F, 0) : (0xFF_0000, 0xFF00, 0xFF, 0)
    } else if packing == .fields {
      // A short header has the masks behind it, a longer one inside, at the same place.
      let hasAlpha = compression == 6 || size >= 56
      let masksEnd = 14 + 40 + (hasAlpha ? 16 : 12)
      guard masksEnd <= bytes.count else {
        throw ReaderError(.corrupt, "The BMP picture is cut short in its header.")
      }
      masks = (long(54), long(58), long(62), hasAlpha ? long(66) : 0)
      end = max(end, masksEnd)
    } else {
      masks = (0, 0, 0, 0)
    }

    pixelsAt = Int(long(10))
    guard pixelsAt >= end, pixelsAt < bytes.count else {
      throw ReaderError(.corrupt, "The BMP picture is cut short: its pixels are to begin at byte \(pixelsAt).")
    }
    var colours = [UInt8](repeating: 0, count: 256)
    if packing == .palette || packing == .runs {
      let entry = old ? 3 : 4
      let used = size >= 36 ? Int(long(46)) : 0
      let count = min(used == 0 ? 1 << bits : used, 1 << bits, (pixelsAt - end) / entry)
      for i in 0..<count {
        let at = end + i * entry
        colours[i] = LumaKernels.luma(bytes[at + 2], bytes[at + 1], bytes[at])
      }
    }
    palette = colours
  }

  /// 32 bits, little endian; the caller knows that they are there.
  func long(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
  }
}
