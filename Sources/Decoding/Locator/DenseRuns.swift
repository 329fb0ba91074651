import CPlatform
import Imaging
import ReaderCore

/// Groups of blocks above an energy, at several thresholds of one grid.
///
/// Blocks that follow each other in a row form a run; runs that touch (corners too) form a group. Sums over a run are differences of
/// sums along its row, and only its ends matter for extents, so that a threshold costs a scan of the grid and little more.
final class DenseRuns {
  /// Sums over the blocks of a group.
  struct Sums {
    /// Four of them in one piece, which processors add at once.
    private var values = SIMD4<Float>(repeating: 0)
    /// Directions taken four times, weighted by strength.
    private(set) var im: Float = 0
    var re: Float { values[3] }
    var energy: Float { values[0] }
    var difference: Float { values[1] }
    var product: Float { values[2] }

    init() {}

    /// Of one block.
    @inline(__always)
    init(energy: Float, difference: Float, product: Float, re: Float, im: Float) {
      values = SIMD4(energy, difference, product, re)
      self.im = im
    }

    @inline(__always)
    static func += (a: inout Sums, b: Sums) {
      a.values += b.values
      a.im += b.im
    }

    @inline(__always)
    static func - (a: Sums, b: Sums) -> Sums {
      var difference = a
      difference.values -= b.values
      difference.im -= b.im
      return difference
    }
  }

  /// Blocks `from ..< to` of a row, and the group that they belong to.
  struct Run {
    var row: Int32
    var from: Int32
    var to: Int32
    var parent: Int32
  }

  private let grid: TensorGrid
  /// Energy where edges have more than one direction and there is enough of it, else 0.
  private let energy: UnsafeMutablePointer<Float>
  /// What none of a row is above.
  private let peaks: UnsafeMutablePointer<Float>
  /// Sums along each row: entry c of a row is the sum over the blocks before c, as far as they have energy. There are none where
  /// neither block beside c has any.
  private let sums: UnsafeMutablePointer<Sums>
  /// Of one row: directions taken four times, weighted by strength.
  private let turns: (re: UnsafeMutablePointer<Float>, im: UnsafeMutablePointer<Float>)

  /// Of one row: where runs begin and end.
  private let ends: UnsafeMutablePointer<Int32>
  /// How many runs were found last.
  private var last = 0

  /// Takes memory for a grid.
  init(_ grid: TensorGrid) {
    self.grid = grid
    energy = .allocate(capacity: grid.count)
    peaks = .allocate(capacity: grid.rows)
    peaks.initialize(repeating: 0, count: grid.rows)
    sums = .allocate(capacity: (grid.columns + 1) * grid.rows)
    turns = (.allocate(capacity: grid.columns), .allocate(capacity: grid.columns))
    ends = .allocate(capacity: grid.columns + 1)
  }

  deinit {
    energy.deallocate()
    peaks.deallocate()
    sums.deallocate()
    turns.re.deallocate()
    turns.im.deallocate()
    ends.deallocate()
  }

  /// Looks at what the grid holds now.
  ///
  /// - Parameters:
  ///   - maximumCoherence: Blocks whose edges agree more than this are left out.
  ///   - lowest: No group will be asked for at a threshold below.
  ///   - highest: The largest energy of each row.
  func prepare(maximumCoherence: Float, above lowest: Float, _ highest: UnsafePointer<Float>) {
    let limit = maximumCoherence * maximumCoherence
    let (re, im) = turns
    let columns = grid.columns
    for r in 0..<grid.rows {
      let row = r &* columns
      guard highest[r] > lowest else {
        peaks[r] = 0
        continue
      }
      let (d, p, own) = (grid.difference + row, grid.product + row, energy + row)
      cplatform_dense_row(grid.energy + row, d, p, columns, lowest, limit, own, re, im)
      let line = sums + r &* (columns &+ 1)
      var sum = Sums()
      // Only the sums at both ends of a run are asked for.
      var isInside = false
      for c in 0..<columns {
        let energy = own[c]
        guard energy > 0 else {
          isInside = false
          continue
        }
        if !isInside { (line + c).initialize(to: sum) }
        sum += Sums(energy: energy, difference: d[c], product: p[c], re: re[c], im: im[c])
        (line + c + 1).initialize(to: sum)
        isInside = true
      }
      peaks[r] = highest[r]
    }
  }

  /// Finds the groups above a threshold and hands each to `body`: its runs and its sums, number of blocks.
  func groups(above threshold: Float, minimum: Int, _ body: (ArraySlice<Run>, Sums, Int) -> Void) {
    var runs = self.runs(above: threshold)
    guard !runs.isEmpty else { return }
    // Sorted by group, each group's runs stay in order.
    let count = runs.count
    var starts = [Int32](repeating: 0, count: count + 1)
    runs.withUnsafeMutableBufferPointer { runs in
      let runs = runs.baseAddress!
      join(runs, count)
      for i in 0..<count {
        runs[i].parent = root(runs, Int32(truncatingIfNeeded: i))
        starts[Int(runs[i].parent) + 1] += 1
      }
    }
    for i in 0..<count { starts[i + 1] += starts[i] }
    var sorted = runs
    for run in runs {
      sorted[Int(starts[Int(run.parent)])] = run
      starts[Int(run.parent)] += 1
    }
    var first = 0
    while first < sorted.count {
      var end = first
      var total = Sums()
      var blocks = 0
      while end < sorted.count, sorted[end].parent == sorted[first].parent {
        let run = sorted[end]
        let line = sums + Int(run.row) * (grid.columns + 1)
        total += line[Int(run.to)] - line[Int(run.from)]
        blocks += Int(run.to - run.from)
        end += 1
      }
      if blocks >= minimum { body(sorted[first..<end], total, blocks) }
      first = end
    }
  }

  /// The runs above a threshold.
  private func runs(above threshold: Float) -> [Run] {
    var runs: [Run] = []
    runs.reserveCapacity(last)
    for r in 0..<grid.rows where peaks[r] > threshold {
      let row = Int32(truncatingIfNeeded: r)
      for i in 0..<cplatform_runs(energy + r &* grid.columns, grid.columns, threshold, ends) {
        let own = Int32(truncatingIfNeeded: runs.count)
        runs.append(Run(row: row, from: ends[2 &* i], to: ends[2 &* i &+ 1], parent: own))
      }
    }
    last = runs.count
    return runs
  }

  /// Joins runs of neighbouring rows that touch.
  private func join(_ runs: UnsafeMutablePointer<Run>, _ count: Int) {
    var above = 0
    for here in 0..<count {
      let run = runs[here]
      while above < here, runs[above].row < run.row - 1 || (runs[above].row == run.row - 1 && runs[above].to < run.from)
      {
        above &+= 1
      }
      var other = above
      while other < here, runs[other].row == run.row - 1, runs[other].from <= run.to {
        let a = root(runs, Int32(truncatingIfNeeded: here))
        let b = root(runs, Int32(truncatingIfNeeded: other))
        if a < b { runs[Int(b)].parent = a } else { runs[Int(a)].parent = b }
        other &+= 1
      }
    }
  }

  private func root(_ runs: UnsafeMutablePointer<Run>, _ start: Int32) -> Int32 {
    var i = start
    while runs[Int(i)].parent != i {
      runs[Int(i)].parent = runs[Int(runs[Int(i)].parent)].parent
      i = runs[Int(i)].parent
    }
    return i
  }
}
