import CPlatform
import ReaderCore

/// How grey values change inside each block of a picture: the mean structure tensor of the block's pixels.
///
/// The gradient comes from 2x2 differences (`d1 = p(x+1,y+1) - p(x,y)`, `d2 = p(x+1,y) - p(x,y+1)`, `gx = d1 + d2`,
/// `gy = d1 - d2`): modules of a single pixel still show, which central differences miss.
public struct TensorSums {
  /// Mean of gx² + gy²: how much changes.
  public var energy: Float
  /// Mean of gx² - gy²: positive for upright bars.
  public var difference: Float
  /// Mean of 2 gx gy.
  public var product: Float
}

/// A grid of tensors, one for each square block; blocks that the picture does not fill are taken over the pixels they have.
public final class TensorGrid {
  /// Side of a block in pixels.
  public let blockSize: Int
  /// Blocks in a row.
  public let columns: Int
  /// Rows of blocks.
  public let rows: Int
  /// `columns * rows` values each, row by row, as in `TensorSums`.
  public let energy: UnsafeMutablePointer<Float>
  public let difference: UnsafeMutablePointer<Float>
  public let product: UnsafeMutablePointer<Float>

  /// Takes memory for a grid, set to zero.
  public init(blockSize: Int, columns: Int, rows: Int) {
    precondition(blockSize > 0 && columns > 0 && rows > 0)
    self.blockSize = blockSize
    self.columns = columns
    self.rows = rows
    let count = columns * rows
    energy = .allocate(capacity: count * 3)
    energy.initialize(repeating: 0, count: count * 3)
    difference = energy + count
    product = energy + 2 * count
  }

  deinit { energy.deallocate() }

  /// Number of blocks.
  public var count: Int { columns * rows }

  /// The tensors of the 8x8 blocks of a picture.
  public convenience init(_ luma: LumaView) {
    self.init(blockSize: 8, columns: (luma.width + 7) / 8, rows: (luma.height + 7) / 8)
    take(luma)
  }

  /// Computes the tensors of a picture anew; the grid must have blocks of 8x8 pixels and the size of the picture.
  public func take(_ luma: LumaView) {
    precondition(blockSize == 8 && columns == (luma.width + 7) / 8 && rows == (luma.height + 7) / 8)
    let whole = max(0, (luma.width - 1) / 8)  // blocks whose right neighbour pixel exists
    for r in 0..<rows {
      let top = r * 8
      let pairs = min(8, luma.height - 1 - top)
      let at = r * columns
      guard pairs > 0 else {
        for plane in [energy, difference, product] { (plane + at).update(repeating: 0, count: columns) }
        continue
      }
      sumTensorRow(
        luma.row(top), luma.stride, pairs: pairs, blocks: whole, energy + at, difference + at, product + at)
      if whole < columns {
        let left = whole * 8
        let sums = tensor(of: luma, x: left, y: top, width: luma.width - 1 - left, height: pairs)
        energy[at + whole] = sums.energy
        difference[at + whole] = sums.difference
        product[at + whole] = sums.product
      }
    }
  }

  /// A grid with blocks twice as large, set to zero.
  public func makeHalf() -> TensorGrid {
    TensorGrid(blockSize: blockSize * 2, columns: (columns + 1) / 2, rows: (rows + 1) / 2)
  }

  /// Fills a grid with blocks twice as large: the mean of four blocks each (fewer at the right and lower edge).
  public func halve(into half: TensorGrid) {
    precondition(half.columns == (columns + 1) / 2 && half.rows == (rows + 1) / 2)
    for plane in 0..<3 {
      let from = energy + plane * count
      let to = half.energy + plane * half.count
      for r in 0..<half.rows {
        let a = from + (2 * r) * columns
        let b = from + min(2 * r + 1, rows - 1) * columns
        let out = to + r * half.columns
        let pairs = columns / 2
        for c in 0..<pairs {
          out[c] = (a[2 &* c] + a[2 &* c &+ 1] + b[2 &* c] + b[2 &* c &+ 1]) * 0.25
        }
        if pairs < half.columns { out[pairs] = (a[columns - 1] + b[columns - 1]) * 0.5 }
      }
    }
  }

  /// The largest energy of each row of blocks; `out` holds `rows` values.
  public func peaks(into out: UnsafeMutablePointer<Float>) {
    // What is not negative is in order as its bits are, which processors compare many at a time.
    for r in 0..<rows {
      let row = UnsafeRawPointer(energy + r * columns)
      var most = SIMD8<Int32>(repeating: 0)
      var c = 0
      while c &+ 8 <= columns {
        most = pointwiseMax(most, row.loadUnaligned(fromByteOffset: 4 &* c, as: SIMD8<Int32>.self))
        c &+= 8
      }
      var highest = Float(bitPattern: UInt32(bitPattern: most.max()))
      while c < columns {
        highest = max(highest, energy[r &* columns &+ c])
        c &+= 1
      }
      out[r] = highest
    }
  }

  /// Fills a grid of the same size with a (1 2 1) x (1 2 1) / 16 mean; blocks at the edge repeat.
  public func smooth(into out: TensorGrid) {
    precondition(out.columns == columns && out.rows == rows)
    let line = UnsafeMutablePointer<Float>.allocate(capacity: columns)
    defer { line.deallocate() }
    for plane in 0..<3 {
      let from = energy + plane * count
      let to = out.energy + plane * count
      for r in 0..<rows {
        let above = from + max(r - 1, 0) * columns
        let here = from + r * columns
        let below = from + min(r + 1, rows - 1) * columns
        cplatform_smooth_row(above, here, below, columns, line, to + r * columns)
      }
    }
  }
}

/// The mean tensor of a rectangle, pixel by pixel: for the edges of a picture, and the reference of the fast path. The picture must
/// have a pixel to the right of and below the rectangle; the mean is over 64 pixels whatever the size.
func tensor(of luma: LumaView, x: Int, y: Int, width: Int, height: Int) -> TensorSums {
  var s11: Int32 = 0
  var s22: Int32 = 0
  var s12: Int32 = 0
  for r in 0..<max(height, 0) {
    let a = luma.row(y + r) + x
    let b = luma.row(y + r + 1) + x
    for c in 0..<max(width, 0) {
      let d1 = Int32(b[c + 1]) - Int32(a[c])
      let d2 = Int32(a[c + 1]) - Int32(b[c])
      s11 += d1 * d1
      s22 += d2 * d2
      s12 += d1 * d2
    }
  }
  return tensorMeans(s11, s22, s12)
}

/// From sums of d1², d2² and d1 d2 over a block to the means: gx² + gy² = 2 (d1² + d2²), gx² - gy² = 4 d1 d2,
/// 2 gx gy = 2 (d1² - d2²).
@inline(__always)
private func tensorMeans(_ s11: Int32, _ s22: Int32, _ s12: Int32) -> TensorSums {
  TensorSums(
    energy: Float(s11 &+ s22) * (2.0 / 64), difference: Float(s12) * (4.0 / 64), product: Float(s11 &- s22) * (2.0 / 64)
  )
}

/// One row of blocks, on this processor's best instructions: the results are the same, to the bit.
func sumTensorRow(
  _ top: UnsafePointer<UInt8>, _ stride: Int, pairs: Int, blocks: Int, _ energy: UnsafeMutablePointer<Float>,
  _ difference: UnsafeMutablePointer<Float>, _ product: UnsafeMutablePointer<Float>
) {
  let done = cplatform_tensor_row(top, stride, pairs, blocks, energy, difference, product)
  sumTensorRowPlainly(
    top + done * 8, stride, pairs: pairs, blocks: blocks - done, energy + done, difference + done, product + done)
}

/// One row of blocks: `pairs` rows (at most 8) of `8 * blocks + 1` pixels, and the row below them.
func sumTensorRowPlainly(
  _ top: UnsafePointer<UInt8>, _ stride: Int, pairs: Int, blocks: Int, _ energy: UnsafeMutablePointer<Float>,
  _ difference: UnsafeMutablePointer<Float>, _ product: UnsafeMutablePointer<Float>
) {
  var block = 0
  while block < blocks {
    let corner = top + block &* 8
    // Two blocks at a time where nothing changes: overexposed paper, the ground of a screen.
    if block &+ 1 < blocks, isFlat(corner, stride, pairs: pairs) {
      for i in block...block &+ 1 { (energy[i], difference[i], product[i]) = (0, 0, 0) }
      block &+= 2
      continue
    }
    var s11 = SIMD4<Int32>(repeating: 0)
    var s22 = SIMD4<Int32>(repeating: 0)
    var s12 = SIMD4<Int32>(repeating: 0)
    var a0 = widen(corner)
    var a1 = widen(corner + 1)
    var next = corner + stride
    for _ in 0..<pairs {
      let b0 = widen(next)
      let b1 = widen(next + 1)
      let d1 = b1 &- a0
      let d2 = a1 &- b0
      s11 &+= pairSums(d1, d1)
      s22 &+= pairSums(d2, d2)
      s12 &+= pairSums(d1, d2)
      a0 = b0
      a1 = b1
      next += stride
    }
    let sums = tensorMeans(s11.wrappedSum(), s22.wrappedSum(), s12.wrappedSum())
    energy[block] = sums.energy
    difference[block] = sums.difference
    product[block] = sums.product
    block &+= 1
  }
}

/// Whether all pixels of two blocks, and those to the right of and below them, have the same grey value. A look at the first
/// row and the last tells of most that they have not.
@inline(__always)
private func isFlat(_ corner: UnsafePointer<UInt8>, _ stride: Int, pairs: Int) -> Bool {
  let grey = UInt64(corner[0]) &* 0x0101_0101_0101_0101
  @inline(__always)
  func changes(_ row: Int) -> UInt64 {
    let p = UnsafeRawPointer(corner + row &* stride)
    return (p.loadUnaligned(as: UInt64.self) ^ grey) | (p.loadUnaligned(fromByteOffset: 8, as: UInt64.self) ^ grey)
      | (p.loadUnaligned(fromByteOffset: 9, as: UInt64.self) ^ grey)
  }
  guard changes(0) | changes(pairs) == 0 else { return false }
  var sum: UInt64 = 0
  for row in 1..<max(1, pairs) { sum |= changes(row) }
  return sum == 0
}

/// Eight pixels as 16-bit numbers.
@inline(__always)
private func widen(_ p: UnsafePointer<UInt8>) -> SIMD8<Int16> {
  SIMD8<Int16>(truncatingIfNeeded: UnsafeRawPointer(p).loadUnaligned(as: SIMD8<UInt8>.self))
}

/// Products added in pairs: what the processor does in one instruction.
@inline(__always)
private func pairSums(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD4<Int32> {
  let products = SIMD8<Int32>(truncatingIfNeeded: a) &* SIMD8<Int32>(truncatingIfNeeded: b)
  return products.evenHalf &+ products.oddHalf
}
