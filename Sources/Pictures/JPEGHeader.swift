import Glibc
import ReaderCore

/// What a JPEG file says about itself, and how its segments and scans lie.
///
/// The markers are those of ITU-T T.81 table B.1. Reading them here and not only in the library lets us refuse a size
/// or a number of scans before memory or time is spent, find the orientation, and tell whether the file brings all its
/// tables.
struct JPEGHeader {
  private(set) var width = 0
  private(set) var height = 0
  /// 1 grey, 3 YCbCr or RGB, 4 CMYK or YCCK.
  private(set) var components = 0
  /// Scans in the file, up to where it ends.
  private(set) var scans = 0
  /// Exif orientation, 1 to 8; 1 is upright.
  private(set) var orientation = 1
  /// True when every table that the scan uses is in the file: decoding then depends on nothing before it.
  private(set) var bringsTables = false
  /// True when the end of image marker is there.
  private(set) var hasEnd = false
  /// Bytes between segments that belong to nothing, and zeros before markers in compressed data.
  private(set) var strays: [Range<Int>] = []
  /// Where the JFIF major version stands, when there is one and it is not 1.
  private(set) var badVersionAt: Int?

  /// Marker of the frame header, 0 before it was seen.
  private var frame: UInt8 = 0
  private var dataBytes = 0
  private var frameTables: [UInt8] = []
  private var quantizers = 0
  private var huffmans = 0

  /// True when the coefficients of the whole picture must be held in memory until the last scan.
  var isMultiScan: Bool { scans > 1 || frame == 0xC2 || frame == 0xCA }

  /// Walks over all segments.
  ///
  /// - Throws: `.corrupt` when there is no frame header or no scan, `.format` for kinds of JPEG that nobody reads.
  init(_ bytes: UnsafeRawBufferPointer) throws(ReaderError) {
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else {
      throw ReaderError(.corrupt, "The JPEG picture does not begin with its start marker.")
    }
    var at = 2
    while let marker = nextMarker(bytes, &at) {
      if marker == 0xD9 {
        hasEnd = true
        break
      }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
      guard at + 2 <= bytes.count else { break }
      let length = Int(bytes[at]) << 8 | Int(bytes[at + 1])
      guard length >= 2, at + length <= bytes.count else { break }
      let body = UnsafeRawBufferPointer(rebasing: bytes[(at + 2)..<(at + length)])
      try segment(marker, body, offset: at + 2)
      at += length
      if marker == 0xDA { skipData(bytes, &at) }
    }
    guard frame != 0 else { throw ReaderError(.corrupt, "The JPEG picture is cut short before its frame header.") }
    guard dataBytes > 0 else {
      throw ReaderError(.corrupt, "The JPEG picture is cut short before its compressed data.")
    }
  }

  /// The next marker code; `at` then is behind it. Notes bytes that had to be skipped.
  private mutating func nextMarker(_ bytes: UnsafeRawBufferPointer, _ at: inout Int) -> UInt8? {
    while at < bytes.count {
      let start = at
      while at < bytes.count, bytes[at] != 0xFF { at += 1 }
      noteStray(start..<at)
      let fill = at
      while at < bytes.count, bytes[at] == 0xFF { at += 1 }
      guard at < bytes.count else { return nil }
      let code = bytes[at]
      at += 1
      if code != 0 { return code }
      noteStray(fill..<at)
    }
    return nil
  }

  private mutating func noteStray(_ range: Range<Int>) {
    // A limit, so that a hostile file cannot make the list longer than itself.
    if !range.isEmpty, strays.count < 65536 { strays.append(range) }
  }

  /// Goes from the first byte of compressed data to the marker that ends the scan.
  private mutating func skipData(_ bytes: UnsafeRawBufferPointer, _ at: inout Int) {
    guard let base = bytes.baseAddress else { return }
    let start = at
    while at < bytes.count, let found = memchr(base + at, 0xFF, bytes.count - at) {
      let marker = base.distance(to: UnsafeRawPointer(found))
      var code = marker + 1
      while code < bytes.count, bytes[code] == 0xFF { code += 1 }
      guard code < bytes.count else { break }
      at = code + 1
      if bytes[code] == 0 { continue }
      var zeros = marker
      while zeros > start, bytes[zeros - 1] == 0 { zeros -= 1 }
      // After 0xFF one zero is part of the data: it says that the 0xFF is no marker.
      if zeros > start, zeros < marker, bytes[zeros - 1] == 0xFF { zeros += 1 }
      noteStray(zeros..<marker)
      if !(0xD0...0xD7).contains(bytes[code]) {
        dataBytes += marker - start
        at = marker
        return
      }
    }
    dataBytes += bytes.count - start
    at = bytes.count
  }

  private mutating func segment(
    _ marker: UInt8, _ body: UnsafeRawBufferPointer, offset: Int
  ) throws(ReaderError) {
    switch marker {
    case 0xC4: huffmanTables(body)
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: try frameHeader(marker, body)
    case 0xDB: quantizationTables(body)
    case 0xDA: try scanHeader(body)
    case 0xE0:
      if body.count >= 14, body.starts(with: [0x4A, 0x46, 0x49, 0x46, 0]), body[5] != 1 { badVersionAt = offset + 5 }
    case 0xE1:
      if orientation == 1, body.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) {
        orientation = ExifOrientation.read(UnsafeRawBufferPointer(rebasing: body[6...])) ?? 1
      }
    default: break
    }
  }

  private mutating func frameHeader(_ marker: UInt8, _ body: UnsafeRawBufferPointer) throws(ReaderError) {
    guard frame == 0, body.count >= 6, body.count >= 6 + 3 * Int(body[5]) else {
      throw ReaderError(.corrupt, "The JPEG picture has a damaged frame header.")
    }
    guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(marker) else {
      throw ReaderError(.format, "The JPEG picture is lossless or hierarchical: these kinds cannot be read.")
    }
    guard body[0] == 8 else {
      throw ReaderError(.format, "The JPEG picture has \(body[0]) bits a sample: only 8 can be read.")
    }
    frame = marker
    height = Int(body[1]) << 8 | Int(body[2])
    width = Int(body[3]) << 8 | Int(body[4])
    components = Int(body[5])
    frameTables = (0..<components).map { body[6 + 3 * $0 + 2] }
    guard width > 0, height > 0 else {
      throw ReaderError(.corrupt, "The JPEG picture says that it is \(width) x \(height).")
    }
    guard [1, 3, 4].contains(components) else {
      throw ReaderError(.format, "The JPEG picture has \(components) colour components: 1, 3 or 4 can be read.")
    }
  }

  private mutating func huffmanTables(_ body: UnsafeRawBufferPointer) {
    var at = 0
    while at + 17 <= body.count {
      let id = Int(body[at])
      if id & 0x0F < 4, id >> 4 < 2 { huffmans |= 1 << ((id >> 4) * 4 + (id & 0x0F)) }
      at += 17 + body[(at + 1)..<(at + 17)].reduce(0) { $0 + Int($1) }
    }
  }

  private mutating func quantizationTables(_ body: UnsafeRawBufferPointer) {
    var at = 0
    while at < body.count {
      let id = Int(body[at])
      if id & 0x0F < 4 { quantizers |= 1 << (id & 0x0F) }
      at += 1 + (id >> 4 == 0 ? 64 : 128)
    }
  }

  private mutating func scanHeader(_ body: UnsafeRawBufferPointer) throws(ReaderError) {
    guard frame != 0, body.count >= 1, body.count >= 1 + 2 * Int(body[0]) else {
      throw ReaderError(.corrupt, "The JPEG picture has a damaged scan header.")
    }
    scans += 1
    guard scans == 1, frame == 0xC0 || frame == 0xC1, Int(body[0]) == components else {
      bringsTables = false
      return
    }
    var complete = frameTables.allSatisfy { $0 < 4 && quantizers & 1 << Int($0) != 0 }
    for c in 0..<components {
      let ids = Int(body[2 + 2 * c])
      complete = complete && ids >> 4 < 4 && ids & 0x0F < 4
      complete = complete && huffmans & 1 << (ids >> 4 & 3) != 0 && huffmans & 16 << (ids & 3) != 0
    }
    bringsTables = complete
  }
}
