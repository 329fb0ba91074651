import Glibc
import ReaderCore

/// The chunks of a PNG file (ISO/IEC 15948 clause 5) before libpng sees them.
struct PNGLayout {
  private(set) var width = 0
  private(set) var height = 0
  /// Where the chunks lie that the pixels need.
  private var needed: [Range<Int>] = []
  private var hasExtras = false
  private var rowBits = 0

  /// Most bytes that one byte of deflate can stand for.
  private static let maximumExpansion = 1032

  /// Walks over all chunks and checks the size.
  init(_ bytes: UnsafeRawBufferPointer) throws(ReaderError) {
    var at = 8
    var dataBytes = 0
    while at + 12 <= bytes.count {
      let length = Int(PNGLayout.long(bytes, at))
      let end = at + 12 + length
      guard end <= bytes.count else { break }
      switch PNGLayout.long(bytes, at + 4) {
      case 0x4948_4452 where length == 13 && at == 8:  // IHDR
        width = Int(PNGLayout.long(bytes, at + 8))
        height = Int(PNGLayout.long(bytes, at + 12))
        rowBits = PNGLayout.bits(depth: bytes[at + 16], colour: bytes[at + 17]) * width
      case 0x4944_4154:  // IDAT
        dataBytes += length
      case 0x504C_5445, 0x7452_4E53, 0x4945_4E44:  // PLTE, tRNS, IEND
        break
      default:
        hasExtras = true
        at = end
        continue
      }
      if let last = needed.last, last.upperBound == at {
        needed[needed.count - 1] = last.lowerBound..<end
      } else {
        needed.append(at..<end)
      }
      at = end
    }
    // A chunk that does not end inside the file: libpng reads what there is of it and says what is wrong.
    if at < bytes.count { needed.append(at..<bytes.count) }
    guard width > 0, height > 0 else {
      throw ReaderError(.corrupt, "The PNG picture has no header with a size.")
    }
    try LumaImage.check(width: width, height: height)
    let raw = (rowBits + 7) / 8 * height
    guard raw / PNGLayout.maximumExpansion <= bytes.count else {
      throw ReaderError(.corrupt, "The PNG picture is cut short: \(bytes.count) bytes cannot hold its pixels.")
    }
    guard dataBytes > 0 || at < bytes.count else {
      throw ReaderError(.corrupt, "The PNG picture is cut short before its pixels.")
    }
  }

  /// A copy with only what the pixels need: text and profiles can expand to any size, and colour chunks would have libpng
  /// change the values. Nil when there is nothing to leave out. The caller frees it.
  func withoutExtras(_ bytes: UnsafeRawBufferPointer) throws(ReaderError) -> UnsafeMutableRawBufferPointer? {
    guard hasExtras else { return nil }
    let size = needed.reduce(8) { $0 + $1.count }
    guard let memory = malloc(size) else { throw ReaderError(.noMemory, "There is no memory to read a PNG picture.") }
    let copy = UnsafeMutableRawBufferPointer(start: memory, count: size)
    copy.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<8]))
    var at = 8
    for range in needed {
      UnsafeMutableRawBufferPointer(rebasing: copy[at...]).copyMemory(from: .init(rebasing: bytes[range]))
      at += range.count
    }
    return copy
  }

  private static func long(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> UInt32 {
    UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
  }

  private static func bits(depth: UInt8, colour: UInt8) -> Int {
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colour] ?? 1
    return channels * max(1, min(16, Int(depth)))
  }
}
