import ReaderCore

/// The rows of a patch as a few profiles: skew removed, rows averaged in bands, columns doubled.
///
/// Bars may lean (their x moves with y) and the lean may change along the patch, as it does under perspective; both are
/// estimated from the gradients and taken out before rows are averaged, so that averaging costs no sharpness.
final class PatchProfile {
  /// Samples per pixel along the profile.
  static let over = 2
  /// Bands that a patch is cut into, at most.
  static let maximumBands = 8
  static let maximumRows = 64
  /// Rows that quick efforts tell apart.
  static let quickRows = 16

  /// Samples in a profile.
  private(set) var count = 0
  /// Number of bands, at least 1.
  private(set) var bands = 0
  /// Bit b: band b shows the same bars as the reference band.
  private(set) var members: UInt32 = 0
  /// Lean in pixels per row at the middle column, and its change per column.
  private(set) var lean: Float = 0
  private(set) var leanPerColumn: Float = 0
  private(set) var width = 0
  private(set) var height = 0

  private var rows = 0
  private var group = 1
  private var used = 1
  private let reduced = FloatBuffer()
  private let upright = FloatBuffer()
  private let profiles = FloatBuffer()

  /// The average of the member bands.
  var combined: UnsafeMutablePointer<Float> { profiles.base + bands * count }
  /// The average of a half of the member bands (0 upper, 1 lower), for a second opinion.
  func half(_ index: Int) -> UnsafeMutablePointer<Float> { profiles.base + (bands + 1 + index) * count }
  /// The average of one band.
  func band(_ index: Int) -> UnsafeMutablePointer<Float> { profiles.base + index * count }

  /// Reads a patch.
  ///
  /// - Parameters:
  ///   - most: Rows that are told apart, at most; a taller patch is read in groups of rows.
  ///   - thickness: Rows of a group that are looked at, its middle ones.
  func load(_ patch: LumaView, rows most: Int = maximumRows, thickness: Int = .max) {
    width = patch.width
    height = patch.height
    group = (height + most - 1) / most
    rows = height / group
    used = max(1, min(group, thickness))
    count = width * PatchProfile.over
    reduced.reserve(rows * width)
    upright.reserve(rows * count)
    for k in 0..<rows { sumRows(patch, from: k * group + (group - used) / 2, used, reduced.base + k * width) }
    lean = 0
    leanPerColumn = 0
    if rows > 1, width > 2 {
      estimateLean(reduced.base, width: width, scale: 1, baseline: 1)
      straighten()
      if rows > 8, most > PatchProfile.quickRows {
        let before = (lean, leanPerColumn)
        estimateLean(upright.base, width: count, scale: Float(PatchProfile.over), baseline: 4)
        if abs(lean - before.0) * Float(height) > 0.2 || abs(leanPerColumn - before.1) * Float(height * width) > 0.4 {
          straighten()
        } else {
          (lean, leanPerColumn) = before
        }
      }
    } else {
      straighten()
    }
    makeBands()
  }

  /// Column in the patch for a sample of a profile and a row of the patch.
  func column(_ sample: Float, row: Float) -> Float {
    let x = (sample + 0.5) / Float(PatchProfile.over) - 0.5
    return x + (row - middleRow) * (lean + leanPerColumn * (x - middleColumn))
  }

  /// Rows of the patch that a band covers.
  func rows(ofBand band: Int) -> Range<Int> {
    let top = band * rows / bands * group
    let bottom = (band + 1) * rows / bands * group
    return top..<min(height, bottom)
  }

  private var middleRow: Float { Float(rows * group - 1) / 2 }
  private var middleColumn: Float { Float(width - 1) / 2 }

  /// Fits gy = -(lean + leanPerColumn (x - middle)) gx over all 2 x 2 differences of rows `baseline` apart and adds it.
  private func estimateLean(_ base: UnsafeMutablePointer<Float>, width: Int, scale: Float, baseline: Int) {
    var s0: Float = 0
    var s1: Float = 0
    var s2: Float = 0
    var t0: Float = 0
    var t1: Float = 0
    let middle = Float(width - 1) / 2
    let step = 1 / Float(baseline * group)
    for k in 0..<max(0, rows - baseline) {
      let a = base + k * width
      let b = base + (k + baseline) * width
      for x in 0..<width - 1 {
        let gx = (a[x &+ 1] - a[x] + b[x &+ 1] - b[x]) * scale
        let gy = (b[x] + b[x &+ 1] - a[x] - a[x &+ 1]) * step
        let u = Float(x) - middle
        let xx = gx * gx
        let xy = gx * gy
        s0 += xx
        s1 += xx * u
        s2 += xx * u * u
        t0 -= xy
        t1 -= xy * u
      }
    }
    guard s0 > 0 else { return }
    let det = Double(s0) * Double(s2) - Double(s1) * Double(s1)
    var a = t0 / s0
    var b: Float = 0
    if width >= 32, det > 1e-3 * Double(s0) * Double(s2) {
      a = Float((Double(t0) * Double(s2) - Double(t1) * Double(s1)) / det)
      b = Float((Double(t1) * Double(s0) - Double(t0) * Double(s1)) / det)
    }
    guard a.isFinite, b.isFinite else { return }
    a = max(-0.6, min(0.6, lean + a))
    b = leanPerColumn + b * scale
    let limit = 0.5 / Float(max(1, self.width))
    lean = a
    leanPerColumn = max(-limit, min(limit, b))
  }

  /// Samples every reduced row along the lean, twice as dense, with a cubic that keeps edges sharp.
  private func straighten() {
    let width = self.width
    let count = self.count
    let middle = middleColumn
    for k in 0..<rows {
      let source = reduced.base + k * width
      let target = upright.base + k * count
      let dy = (Float(k) + 0.5) * Float(group) - 0.5 - middleRow
      // Position is affine in the sample index: x = x0 + i * step.
      let slope = dy * leanPerColumn
      let step = (1 + slope) / Float(PatchProfile.over)
      let x0 = -0.25 + dy * lean + slope * (-0.25 - middle)
      resample(source, width, x0, step, target, count)
    }
  }

  private func makeBands() {
    bands = max(1, min(PatchProfile.maximumBands, rows / 3))
    let count = self.count
    profiles.reserve((bands + 3) * count)
    for b in 0..<bands {
      average(from: b * rows / bands, to: (b + 1) * rows / bands, into: band(b))
    }
    var reference = 0
    var best: Float = -1
    for b in 0..<bands {
      let e = energy(band(b), count)
      // The middle of the patch is the likelier place of the code; ends hold text and margins.
      if e > best * 1.02 {
        best = e
        reference = b
      }
    }
    members = 0
    for b in 0..<bands where b == reference || likeness(band(b), band(reference), count) > 0.6 {
      members |= 1 << UInt32(b)
    }
    // Only bands that hang together with the reference show the same symbol.
    var low = reference
    while low > 0, members >> UInt32(low - 1) & 1 == 1 { low -= 1 }
    var high = reference
    while high + 1 < bands, members >> UInt32(high + 1) & 1 == 1 { high += 1 }
    members = (UInt32(1) << UInt32(high + 1)) - (UInt32(1) << UInt32(low))
    average(from: low * rows / bands, to: (high + 1) * rows / bands, into: combined)
    let top = low * rows / bands
    let bottom = (high + 1) * rows / bands
    let split = (top + bottom) / 2
    average(from: top, to: max(top + 1, split), into: half(0))
    average(from: min(split, bottom - 1), to: bottom, into: half(1))
  }

  private func average(from: Int, to: Int, into target: UnsafeMutablePointer<Float>) {
    let count = self.count
    let scale = 1 / Float(max(1, to - from) * used)
    target.update(repeating: 0, count: count)
    for k in from..<to {
      let row = upright.base + k * count
      for i in 0..<count { target[i] += row[i] }
    }
    for i in 0..<count { target[i] *= scale }
  }
}

/// Sums `n` rows of a view into floats.
private func sumRows(_ view: LumaView, from y: Int, _ n: Int, _ target: UnsafeMutablePointer<Float>) {
  let width = view.width
  let first = view.row(y)
  for x in 0..<width { target[x] = Float(first[x]) }
  for k in 1..<max(1, n) {
    let row = view.row(y + k)
    for x in 0..<width { target[x] += Float(row[x]) }
  }
}

/// target[i] = source(x0 + i * step) by a Catmull-Rom cubic; ends are repeated.
func resample(
  _ source: UnsafePointer<Float>, _ width: Int, _ x0: Float, _ step: Float, _ target: UnsafeMutablePointer<Float>,
  _ count: Int
) {
  let last = width &- 1
  for i in 0..<count {
    let place = x0 + Float(i) * step
    let x = place > 0 ? (place < Float(last) ? place : Float(last)) : 0  // not a number becomes 0
    let n = Int(x)
    let t = x - Float(n)
    let p1 = source[n]
    let p2 = source[n < last ? n &+ 1 : last]
    let p0 = source[n > 0 ? n &- 1 : 0]
    let p3 = source[n &+ 2 < last ? n &+ 2 : last]
    target[i] = p1 + 0.5 * t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0)))
  }
}

/// Sum of squared differences two samples apart.
private func energy(_ p: UnsafePointer<Float>, _ count: Int) -> Float {
  var sum: Float = 0
  for i in 2..<max(2, count) {
    let d = p[i] - p[i &- 2]
    sum += d * d
  }
  return sum
}

/// Normalised correlation of the differences of two profiles, the best of small shifts.
private func likeness(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ count: Int) -> Float {
  guard count > 12 else { return 1 }
  var best: Float = -1
  var shift = -3
  while shift <= 3 {
    var ab: Float = 0
    var aa: Float = 0
    var bb: Float = 0
    for i in 5..<count - 4 {
      let da = a[i &+ shift] - a[i &+ shift &- 2]
      let db = b[i] - b[i &- 2]
      ab += da * db
      aa += da * da
      bb += db * db
    }
    if aa > 0, bb > 0 { best = max(best, ab / (aa * bb).squareRoot()) }
    shift += 1
  }
  return best
}
