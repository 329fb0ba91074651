import CPlatform
import ReaderCore

/// Dark and light by the middle between dark and light around each block of 8 x 8 pixels: 255 where a pixel is above it, else 0.
///
/// What is around a block are 5 x 5 blocks; each counts as much as it has contrast, so that paper and large modules have no say beside
/// edges. Where nothing has contrast the middle of all blocks decides that have.
///
/// - Parameters:
///   - luma: At least 8 x 8 pixels.
///   - out: `width * height` bytes.
public func splitLocally(_ luma: LumaView, into out: UnsafeMutablePointer<UInt8>) {
  let (w, h) = (luma.width, luma.height)
  precondition(w >= 8 && h >= 8)
  let (columns, rows) = ((w + 7) / 8, (h + 7) / 8)
  // With two empty blocks around.
  let width = columns + 4
  let count = width * (rows + 4)
  let memory = UnsafeMutablePointer<Int32>.allocate(capacity: 2 * count + 4 * width)
  let lines = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * w)
  defer {
    memory.deallocate()
    lines.deallocate()
  }
  memory.initialize(repeating: 0, count: 2 * count + 4 * width)
  let (weights, middles) = (memory, memory + count)
  let (least, most) = (lines, lines + w)
  var (allWeights, allMiddles) = (0, 0)
  for r in 0..<rows {
    // The last blocks overlap those before them.
    cplatform_column_extremes(luma.row(min(8 * r, h - 8)), luma.stride, 8, w, least, most)
    let at = (r + 2) * width + 2
    for c in 0..<columns {
      let x = min(8 * c, w - 8)
      let low = UnsafeRawPointer(least + x).loadUnaligned(as: SIMD8<UInt8>.self).min()
      let high = UnsafeRawPointer(most + x).loadUnaligned(as: SIMD8<UInt8>.self).max()
      let contrast = Int32(high) - Int32(low)
      guard contrast > leastContrast else { continue }
      weights[at + c] = contrast
      middles[at + c] = contrast &* (Int32(high) + Int32(low))
      allWeights += Int(contrast)
      allMiddles += Int(contrast) * (Int(high) + Int(low))
    }
  }
  let usual = allWeights > 0 ? UInt8(truncatingIfNeeded: allMiddles / (2 * allWeights)) : 0
  // Sums over five rows of blocks.
  let (tallWeights, tallMiddles) = (memory + 2 * count, memory + 2 * count + 2 * width)
  for r in 0..<rows {
    for c in 0..<width {
      var (weight, middle): (Int32, Int32) = (0, 0)
      for k in 0..<5 {
        weight &+= weights[(r &+ k) &* width &+ c]
        middle &+= middles[(r &+ k) &* width &+ c]
      }
      tallWeights[c] = weight
      tallMiddles[c] = middle
    }
    for c in 0..<columns {
      var (weight, middle): (Int32, Int32) = (0, 0)
      for k in c..<c &+ 5 {
        weight &+= tallWeights[k]
        middle &+= tallMiddles[k]
      }
      let level = weight > 0 ? UInt8(truncatingIfNeeded: middle / (2 &* weight)) : usual
      let x = 8 * c
      for i in x..<min(x + 8, w) { least[i] = level }
    }
    for y in 8 * r..<min(8 * r + 8, h) { cplatform_split_row(luma.row(y), least, w, out + y * w) }
  }
}

/// Between dark and light of a block with edges, at least.
private let leastContrast: Int32 = 24
