import Glibc
import Imaging
import ReaderCore

extension Locator {
  /// A candidate fitted to the small blocks that it stands on: groups of large blocks, and means with neighbours, reach beyond
  /// what made them, and know its direction less well.
  ///
  /// - Parameters:
  ///   - grid: The tensors of the 8x8 blocks of the picture, not smoothed.
  ///   - share: What energy a block needs, in parts of the mean of the candidate.
  static func tightened(_ candidate: Candidate, _ grid: TensorGrid, share: Double = 0.1) -> Candidate {
    var tight = candidate
    let least = Float(candidate.energy * share)
    if candidate.kind == .dense, let angle = squareAngle(candidate, grid, above: least) { tight.angle = angle }
    let size = Double(grid.blockSize)
    let u = tight.axes.along
    var extent = BlockExtent(Float(u.x), Float(u.y))
    let energy = grid.energy
    forEachRow(of: candidate, grid) { r, columns, isInside in
      let row = energy + r &* grid.columns
      // Between the first and the last of a row no block reaches further than both.
      guard let first = columns.first(where: { row[$0] > least && isInside($0) }) else { return }
      extent.add(Float(first) + 0.5, Float(r) + 0.5)
      var last = columns.upperBound - 1
      while last > first, row[last] <= least || !isInside(last) { last &-= 1 }
      if last > first { extent.add(Float(last) + 0.5, Float(r) + 0.5) }
    }
    guard extent.minU < extent.maxU, extent.minV < extent.maxV else { return candidate }
    let box = extent.candidate(candidate.kind, tight.angle, size, blocks: 1)
    (tight.centre, tight.halfLength, tight.halfHeight) = (box.centre, box.halfLength, box.halfHeight)
    if tight.angle == candidate.angle {
      tight.halfLength = min(tight.halfLength, candidate.halfLength)
      tight.halfHeight = min(tight.halfHeight, candidate.halfHeight)
    }
    return tight
  }

  /// Whether a candidate has about so many small blocks of what its kind of codes is made of: a quarter of the blocks is looked at.
  ///
  /// One edge alone, as labels have them around, is neither bars nor a matrix code. Bars have edges of their direction beside
  /// them, two blocks away at most; modules have edges in more than one direction.
  /// - Parameters:
  ///   - share: What energy a block needs, in parts of the mean of the candidate.
  ///   - covered: The blocks that do not count.
  static func has(
    _ blocks: Int, in candidate: Candidate, _ grid: TensorGrid, share: Double, except covered: UnsafePointer<Bool>
  ) -> Bool {
    let least = Float(candidate.energy * share)
    let isStriped = candidate.kind == .stripes
    let (x, y) = (Float(cos(2 * candidate.angle)), Float(sin(2 * candidate.angle)))
    let (dx, dy) = (Int((2 * cos(candidate.angle)).rounded()), Int((2 * sin(candidate.angle)).rounded()))
    let (energy, difference, product, width) = (grid.energy, grid.difference, grid.product, grid.columns)
    var count = 0
    forEachRow(of: candidate, grid) { r, columns, isInside in
      guard r & 1 == 0, 4 * count < blocks else { return }
      for c in stride(from: columns.lowerBound, to: columns.upperBound, by: 2) {
        let i = r &* width &+ c
        let e = energy[i]
        guard e > least, !covered[i], isInside(c) else { continue }
        let (d, p) = (difference[i], product[i])
        if isStriped {
          guard d * x + p * y > 0.5 * e else { continue }
          func isStrong(_ column: Int, _ row: Int) -> Bool {
            column >= 0 && column < width && row >= 0 && row < grid.rows && energy[row &* width &+ column] > least
          }
          guard isStrong(c &- dx, r &- dy) || isStrong(c &+ dx, r &+ dy) else { continue }
        } else if d * d + p * p > 0.81 * e * e {
          continue
        }
        count &+= 1
      }
    }
    return 4 * count >= blocks
  }

  /// The direction of edges a quarter turn apart in the small blocks of a candidate, -π/4 to π/4; nil when there is none.
  private static func squareAngle(_ candidate: Candidate, _ grid: TensorGrid, above least: Float) -> Double? {
    var (re, im, total): (Float, Float, Float) = (0, 0, 0)
    let (d, p, e) = (grid.difference, grid.product, grid.energy)
    forEachRow(of: candidate, grid) { r, columns, isInside in
      for c in columns {
        let i = r &* grid.columns &+ c
        guard e[i] > least, isInside(c) else { continue }
        let (x, y) = (d[i], p[i])
        let length = (x * x + y * y).squareRoot()
        guard length > 0 else { continue }
        re += (x * x - y * y) / length
        im += 2 * x * y / length
        total += length
      }
    }
    guard (re * re + im * im).squareRoot() > 0.4 * total, total > 0 else { return nil }
    return 0.25 * Double(atan2f(im, re))
  }

  /// Hands the rows of blocks that a candidate lies in to `body`: the row, the columns of its box, and whether the middle of the block
  /// in a column lies in the candidate.
  @inline(__always)
  private static func forEachRow(
    of candidate: Candidate, _ grid: TensorGrid, _ body: (Int, Range<Int>, (Int) -> Bool) -> Void
  ) {
    let size = Double(grid.blockSize)
    let (u, v) = candidate.axes
    let bounds = candidate.quad.bounds
    let left = max(0, Int(bounds.minX / size))
    let right = min(grid.columns, Int(bounds.maxX / size) + 1)
    let top = max(0, Int(bounds.minY / size))
    let bottom = min(grid.rows, Int(bounds.maxY / size) + 1)
    guard left < right, top < bottom else { return }
    let (cx, cy) = (Float(candidate.centre.x / size) - 0.5, Float(candidate.centre.y / size) - 0.5)
    let (halfU, halfV) = (Float(candidate.halfLength / size), Float(candidate.halfHeight / size))
    let (ux, uy, vx, vy) = (Float(u.x), Float(u.y), Float(v.x), Float(v.y))
    for r in top..<bottom {
      let y = Float(r) - cy
      body(r, left..<right) { c in
        let x = Float(c) - cx
        return abs(x * ux + y * uy) <= halfU && abs(x * vx + y * vy) <= halfV
      }
    }
  }

  /// How much of a candidate is darker (or, when that is less, lighter) than the middle between its dark and light: about
  /// half of a matrix code, a fifth of lines of text.
  static func darkShare(_ candidate: Candidate, _ luma: LumaView) -> Double {
    let n = 24
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: n * n) { samples in
      let samples = samples.baseAddress!
      let (u, v) = candidate.axes
      let step = 2 * candidate.halfLength / Double(n)
      for j in 0..<n {
        // Rows are shifted against each other, so that a lattice of modules is not met at the same phase everywhere.
        let b = candidate.halfHeight * ((2 * Double(j) + 1) / Double(n) - 1)
        let a = candidate.halfLength * (Double(j % 7) / (7 * Double(n)) * 2 - 1)
        sampleLine(
          luma, from: Point(candidate.centre.x + a * u.x + b * v.x, candidate.centre.y + a * u.y + b * v.y),
          by: Point(step * u.x, step * u.y), count: n, into: samples + j * n)
      }
      let (low, high) = withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 32) { bins in
        let bins = bins.baseAddress!
        bins.initialize(repeating: 0, count: 32)
        for i in 0..<n * n { bins[Int(samples[i] >> 3)] &+= 1 }
        var (low, seen) = (0, Int(bins[0]))
        while seen * 20 < n * n, low < 31 {
          low += 1
          seen += Int(bins[low])
        }
        var high = 31
        seen = Int(bins[31])
        while seen * 20 < n * n, high > 0 {
          high -= 1
          seen += Int(bins[high])
        }
        return (low, high)
      }
      var dark = 0
      let middle = UInt8(truncatingIfNeeded: 4 * (low + high + 1))
      for i in 0..<n * n where samples[i] < middle { dark &+= 1 }
      let share = Double(dark) / Double(n * n)
      return min(share, 1 - share)
    }
  }
}
