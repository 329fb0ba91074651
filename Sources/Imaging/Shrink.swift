import ReaderCore

/// A picture with each side divided by a factor, each pixel the mean of a square; what is left over at the right and at the
/// bottom is cut off, but for pictures that are smaller than one square.
///
/// - Parameter factor: 1 to 16.
/// - Throws: `.noMemory`.
public func shrunk(_ luma: LumaView, by factor: Int) throws(ReaderError) -> LumaImage {
  precondition((1...16).contains(factor))
  guard factor > 1 else { return try LumaImage(copying: luma) }
  let (width, height) = (max(1, luma.width / factor), max(1, luma.height / factor))
  let (columns, rows) = (min(factor, luma.width), min(factor, luma.height))
  let image = try LumaImage(width: width, height: height)
  let area = UInt32(columns * rows)
  for y in 0..<height {
    let out = image.base + y &* width
    let base = luma.row(y &* factor)
    for x in 0..<width {
      var sum = area / 2
      var row = base + x &* factor
      for _ in 0..<rows {
        for i in 0..<columns { sum &+= UInt32(row[i]) }
        row += luma.stride
      }
      out[x] = UInt8(truncatingIfNeeded: sum / area)
    }
  }
  return image
}
