import ReaderCore

/// Mean grey values of the blocks of a picture, for telling whether something changed.
///
/// - Parameters:
///   - block: Side of a block in pixels, 8 to 64 in steps of 8. Pixels beyond the last whole block are left out.
///   - rowStep: Every so manieth row of a block is read.
/// - Returns: Row by row; empty when the picture is smaller than a block.
public func blockMeans(_ luma: LumaView, block: Int, rowStep: Int = 1) -> [UInt8] {
  precondition(block >= 8 && block <= 64 && block % 8 == 0 && rowStep >= 1)
  let (columns, rows) = (luma.width / block, luma.height / block)
  guard columns > 0, rows > 0 else { return [] }
  var means = [UInt8](repeating: 0, count: columns * rows)
  let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: columns)
  defer { sums.deallocate() }
  let used = (block + rowStep - 1) / rowStep
  means.withUnsafeMutableBufferPointer { means in
    for r in 0..<rows {
      sums.update(repeating: 0, count: columns)
      var y = r * block
      while y < (r + 1) * block {
        let row = luma.row(y)
        for c in 0..<columns {
          var part = SIMD8<UInt16>(repeating: 0)
          var p = UnsafeRawPointer(row + c &* block)
          for _ in 0..<(block / 8) {
            part &+= SIMD8<UInt16>(truncatingIfNeeded: p.loadUnaligned(as: SIMD8<UInt8>.self))
            p += 8
          }
          sums[c] &+= UInt32(part.wrappedSum())
        }
        y += rowStep
      }
      let pixels = UInt32(used * block)
      for c in 0..<columns { means[r * columns + c] = UInt8(truncatingIfNeeded: (sums[c] + pixels / 2) / pixels) }
    }
  }
  return means
}
