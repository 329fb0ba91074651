import ReaderCore

/// Writes grey bitmaps: BITMAPINFOHEADER, 8 bits a pixel with a palette of greys, rows from the bottom up. Any thread.
public enum BMPWriter {
  /// A picture as a bitmap file.
  public static func encode(_ luma: LumaView) -> [UInt8] {
    let row = (luma.width + 3) & ~3
    let offset = 14 + 40 + 256 * 4
    let size = offset + row * luma.height
    var out: [UInt8] = []
    out.reserveCapacity(size)
    func put(_ value: Int, _ bytes: Int) {
      for i in 0..<bytes { out.append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
    }
    out += [0x42, 0x4d]
    for (value, bytes) in [(size, 4), (0, 4), (offset, 4), (40, 4), (luma.width, 4), (luma.height, 4), (1, 2), (8, 2)] {
      put(value, bytes)
    }
    // No compression; 2835 pixels a metre are 72 an inch; all 256 colours.
    for value in [0, row * luma.height, 2835, 2835, 256, 0] { put(value, 4) }
    for grey in 0..<256 { put(grey | grey << 8 | grey << 16, 4) }
    for y in (0..<luma.height).reversed() {
      out.append(contentsOf: UnsafeBufferPointer(start: luma.row(y), count: luma.width))
      for _ in luma.width..<row { out.append(0) }
    }
    return out
  }
}
