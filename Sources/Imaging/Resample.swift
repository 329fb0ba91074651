import CPlatform
import ReaderCore

/// An affine map: `x' = a x + b y + tx`, `y' = c x + d y + ty`. Coordinates are continuous, a pixel's centre is at + 0.5.
public struct Affine: Equatable {
  public var a: Double
  public var b: Double
  public var c: Double
  public var d: Double
  public var tx: Double
  public var ty: Double

  /// Makes a map.
  public init(a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, tx: Double = 0, ty: Double = 0) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Where a point goes.
  @inline(__always)
  public func apply(_ p: Point) -> Point { Point(a * p.x + b * p.y + tx, c * p.x + d * p.y + ty) }

  /// First `inner`, then this.
  public func after(_ inner: Affine) -> Affine {
    Affine(
      a: a * inner.a + b * inner.c, b: a * inner.b + b * inner.d, c: c * inner.a + d * inner.c,
      d: c * inner.b + d * inner.d, tx: a * inner.tx + b * inner.ty + tx, ty: c * inner.tx + d * inner.ty + ty)
  }

  /// The map back; nil when there is none.
  public func inverted() -> Affine? {
    let det = a * d - b * c
    guard det.isFinite, abs(det) > 1e-12 else { return nil }
    let (ia, ib, ic, id) = (d / det, -b / det, -c / det, a / det)
    return Affine(a: ia, b: ib, c: ic, d: id, tx: -(ia * tx + ib * ty), ty: -(ic * tx + id * ty))
  }
}

/// Samples a picture along an affine map with bilinear interpolation.
///
/// - Parameters:
///   - out: `width * height` bytes; pixel (x, y) takes the grey value at `map` of its centre.
///   - fill: What stands for pixels outside of the picture.
public func sampleAffine(
  _ luma: LumaView, _ map: Affine, into out: UnsafeMutablePointer<UInt8>, width: Int, height: Int, fill: UInt8
) {
  // 16.16 fixed point. Larger coordinates than this holds lie outside of every picture.
  func fixed(_ v: Double) -> Int { v.isFinite ? Int(max(-1e9, min(1e9, v)) * 65536) : -(1 << 46) }
  let (stepX, stepY) = (fixed(map.a), fixed(map.c))
  let (limitX, limitY) = (luma.width - 1, luma.height - 1)
  let (base, stride) = (luma.base, luma.stride)
  for y in 0..<height {
    let start = map.apply(Point(0.5, Double(y) + 0.5))
    let (fx, fy) = (fixed(start.x - 0.5), fixed(start.y - 0.5))
    let row = out + y * width
    // The pixels whose four neighbours are in the picture come in one piece.
    let byX = steps(from: fx, by: stepX, below: limitX << 16, count: width)
    let byY = steps(from: fy, by: stepY, below: limitY << 16, count: width)
    let inside = byX.clamped(to: byY)
    for x in inside {
      let (px, py) = (fx &+ x &* stepX, fy &+ x &* stepY)
      let p = base + ((py >> 16) &* stride &+ (px >> 16))
      let wx = Int32(truncatingIfNeeded: (px >> 8) & 255)
      let wy = Int32(truncatingIfNeeded: (py >> 8) & 255)
      let q = p + stride
      let upper = Int32(p[0]) &* (256 &- wx) &+ Int32(p[1]) &* wx
      let lower = Int32(q[0]) &* (256 &- wx) &+ Int32(q[1]) &* wx
      row[x] = UInt8(truncatingIfNeeded: (upper &* (256 &- wy) &+ lower &* wy &+ 32768) >> 16)
    }
    func edge(_ x: Int) -> UInt8 {
      let (ix, iy) = ((fx &+ x &* stepX) >> 16, (fy &+ x &* stepY) >> 16)
      guard ix >= -1, iy >= -1, ix <= limitX, iy <= limitY else { return fill }
      return base[max(0, min(iy, limitY)) &* stride &+ max(0, min(ix, limitX))]
    }
    for x in 0..<(inside.isEmpty ? width : inside.lowerBound) { row[x] = edge(x) }
    if !inside.isEmpty, inside.upperBound < width { for x in inside.upperBound..<width { row[x] = edge(x) } }
  }
}

/// The x in `0 ..< count` for which `0 <= start + x * step < limit`.
private func steps(from start: Int, by step: Int, below limit: Int, count: Int) -> Range<Int> {
  func inside(_ x: Int) -> Bool {
    let v = start &+ x &* step
    return v >= 0 && v < limit
  }
  guard limit > 0, count > 0 else { return 0..<0 }
  guard step != 0 else { return inside(0) ? 0..<count : 0..<0 }
  // Where the line crosses 0 and the limit; then to the very pixel.
  let (a, b) = step > 0 ? (-start / step, (limit - start) / step) : ((limit - start) / step, -start / step)
  var low = max(0, min(count, a - 1))
  var high = max(0, min(count, b + 2))
  while low < high, !inside(low) { low += 1 }
  while high > low, !inside(high - 1) { high -= 1 }
  return low..<high
}

/// Samples a picture along a projective map with bilinear interpolation; as `sampleAffine` otherwise.
public func sampleProjective(
  _ luma: LumaView, _ map: Projective, into out: UnsafeMutablePointer<UInt8>, width: Int, height: Int, fill: UInt8
) {
  let (limitX, limitY) = (luma.width - 1, luma.height - 1)
  for y in 0..<height {
    let row = out + y * width
    for x in 0..<width {
      let p = map.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
      guard p.x > 0, p.y > 0, p.x < Double(luma.width), p.y < Double(luma.height) else {
        row[x] = fill
        continue
      }
      let sx = max(0, min(p.x - 0.5, Double(limitX)))
      let sy = max(0, min(p.y - 0.5, Double(limitY)))
      let (ix, iy) = (Int(sx), Int(sy))
      let (wx, wy) = (sx - Double(ix), sy - Double(iy))
      let a = luma.row(iy)
      let b = luma.row(min(iy + 1, limitY))
      let right = min(ix + 1, limitX)
      let upper = Double(a[ix]) * (1 - wx) + Double(a[right]) * wx
      let lower = Double(b[ix]) * (1 - wx) + Double(b[right]) * wx
      row[x] = UInt8(upper * (1 - wy) + lower * wy + 0.5)
    }
  }
}

/// A rectangle of a picture that may reach beyond it; what lies outside is `fill`.
public func copyCrop(
  _ luma: LumaView, x: Int, y: Int, into out: UnsafeMutablePointer<UInt8>, width: Int, height: Int, fill: UInt8
) {
  let first = max(0, min(width, -x))
  let last = max(first, min(width, luma.width - x))
  for r in 0..<height {
    let row = out + r * width
    let sy = y + r
    guard sy >= 0, sy < luma.height, last > first else {
      row.update(repeating: fill, count: width)
      continue
    }
    if first > 0 { row.update(repeating: fill, count: first) }
    (row + first).update(from: luma.row(sy) + (x + first), count: last - first)
    if last < width { (row + last).update(repeating: fill, count: width - last) }
  }
}

/// A picture turned so that its columns become rows: out(x, y) = in(y, x). `out` holds `luma.height * luma.width` bytes.
public func transpose(_ luma: LumaView, into out: UnsafeMutablePointer<UInt8>) {
  let (w, h) = (luma.width, luma.height)
  // In tiles, so that both sides stay in the cache.
  var ty = 0
  while ty < h {
    let yEnd = min(ty + 16, h)
    var tx = 0
    while tx < w {
      let xEnd = min(tx + 16, w)
      for y in ty..<yEnd {
        let row = luma.row(y)
        for x in tx..<xEnd { out[x &* h &+ y] = row[x] }
      }
      tx += 16
    }
    ty += 16
  }
}

/// A picture of half the size; each pixel the mean of four. An odd last row or column is left out. `out` holds
/// `(width / 2) * (height / 2)` bytes.
public func halve(_ luma: LumaView, into out: UnsafeMutablePointer<UInt8>) {
  let (w, h) = (luma.width / 2, luma.height / 2)
  for y in 0..<h { cplatform_halve_row(luma.row(2 * y), luma.row(2 * y + 1), w, out + y * w) }
}

/// A picture of twice the size by cubic interpolation: pixel (2x, 2y) is the source's, those between come from four
/// neighbours (-1 9 9 -1) / 16; the last row and column repeat. `out` holds `4 * width * height` bytes.
public func enlarge(_ luma: LumaView, into out: UnsafeMutablePointer<UInt8>) {
  let (w, h) = (luma.width, luma.height)
  let wide = 2 * w
  for y in 0..<h { doubleRow(luma.row(y), w, into: out + 2 * y * wide) }
  for y in 0..<h {
    let before = out + 2 * max(y - 1, 0) * wide
    let a = out + 2 * y * wide
    let b = out + 2 * min(y + 1, h - 1) * wide
    let after = out + 2 * min(y + 2, h - 1) * wide
    let row = out + (2 * y + 1) * wide
    for x in 0..<wide {
      row[x] = cubicMiddle(before[x], a[x], b[x], after[x])
    }
  }
}

private func doubleRow(_ row: UnsafePointer<UInt8>, _ w: Int, into out: UnsafeMutablePointer<UInt8>) {
  func middle(_ x: Int) -> UInt8 {
    cubicMiddle(row[max(x - 1, 0)], row[x], row[min(x + 1, w - 1)], row[min(x + 2, w - 1)])
  }
  guard w > 3 else {
    for x in 0..<w {
      out[2 * x] = row[x]
      out[2 * x + 1] = middle(x)
    }
    return
  }
  out[0] = row[0]
  out[1] = middle(0)
  for x in 1..<(w - 2) {
    out[2 &* x] = row[x]
    out[2 &* x &+ 1] = cubicMiddle(row[x &- 1], row[x], row[x &+ 1], row[x &+ 2])
  }
  for x in (w - 2)..<w {
    out[2 * x] = row[x]
    out[2 * x + 1] = middle(x)
  }
}

@inline(__always)
private func cubicMiddle(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt8 {
  let sum = 9 &* (Int16(b) &+ Int16(c)) &- Int16(a) &- Int16(d) &+ 8
  return UInt8(truncatingIfNeeded: max(0, min(255, sum >> 4)))
}
