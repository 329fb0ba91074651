import CPlatform
import Glibc
import Imaging
import ReaderCore

/// Groups of neighbouring blocks whose edges agree in one direction.
///
/// One pass over the rows gives each block the label of a neighbour that it belongs to, or a new one, and adds it to the sums of
/// its label; labels that turn out to be one are joined. One object belongs to one grid.
final class StripeGroups {
  /// Sums over blocks.
  private struct Sums {
    var count: Int32 = 0
    var energy: Double = 0
    var difference: Double = 0
    var product: Double = 0

    @inline(__always)
    mutating func add(_ energy: Float, _ difference: Float, _ product: Float) {
      count &+= 1
      self.energy += Double(energy)
      self.difference += Double(difference)
      self.product += Double(product)
    }

    mutating func add(_ other: Sums) {
      count &+= other.count
      energy += other.energy
      difference += other.difference
      product += other.product
    }
  }

  /// Blocks of one label.
  private struct Label {
    /// The label that it was joined to, always an earlier one; itself when it was joined to none.
    var parent: Int32
    var sums = Sums()
    /// The group that it belongs to in the end; -1: none that is large enough.
    var group: Int32 = -1
  }

  private let grid: TensorGrid
  /// Column and label of the marked blocks, row after row, and where each row begins.
  private let columnOf: UnsafeMutablePointer<Int32>
  private let labelOf: UnsafeMutablePointer<Int32>
  private let starts: UnsafeMutablePointer<Int>
  private let labels: UnsafeMutablePointer<Label>
  /// The labels of two rows, with an entry before and after each; -1: the block is not marked.
  private let lines: UnsafeMutablePointer<Int32>
  /// Of one row: how well the edges of each block agree where there are enough of them, else 0.
  private let strengths: UnsafeMutablePointer<Float>
  /// Of one row: where such blocks that follow each other begin and end.
  private let ends: UnsafeMutablePointer<Int32>

  /// Takes memory for a grid.
  init(_ grid: TensorGrid) {
    self.grid = grid
    columnOf = .allocate(capacity: grid.count)
    labelOf = .allocate(capacity: grid.count)
    starts = .allocate(capacity: grid.rows + 1)
    labels = .allocate(capacity: grid.count)
    lines = .allocate(capacity: 2 * (grid.columns + 2))
    strengths = .allocate(capacity: grid.columns)
    ends = .allocate(capacity: grid.columns + 1)
  }

  deinit {
    columnOf.deallocate()
    labelOf.deallocate()
    starts.deallocate()
    labels.deallocate()
    lines.deallocate()
    strengths.deallocate()
    ends.deallocate()
  }

  /// The rectangles of the groups of at least three blocks, of those that have an energy above a threshold.
  ///
  /// - Parameter peaks: The largest energy of each row.
  func candidates(above threshold: Float, _ peaks: UnsafePointer<Float>) -> [Candidate] {
    let count = mark(above: threshold, peaks)
    let labels = self.labels
    // A label is joined to an earlier one, whose own way to its root is known by then.
    for i in 0..<count {
      let root = Int(labels[Int(labels[i].parent)].parent)
      guard root != i else { continue }
      labels[i].parent = Int32(truncatingIfNeeded: root)
      labels[root].sums.add(labels[i].sums)
    }
    var groups: [(label: Int, angle: Double, extent: BlockExtent)] = []
    for i in 0..<count where Int(labels[i].parent) == i && labels[i].sums.count >= 3 {
      labels[i].group = Int32(truncatingIfNeeded: groups.count)
      let angle = 0.5 * atan2(labels[i].sums.product, labels[i].sums.difference)
      groups.append((i, angle, BlockExtent(Float(cos(angle)), Float(sin(angle)))))
    }
    groups.withUnsafeMutableBufferPointer { groups in
      guard let groups = groups.baseAddress else { return }
      for r in 0..<grid.rows {
        let y = Float(r) + 0.5
        let (first, end) = (starts[r], starts[r + 1])
        for i in first..<end {
          // Between two of the same group in a row no block reaches further than both.
          let label = labelOf[i]
          if i > first, i + 1 < end, labelOf[i &- 1] == label, labelOf[i &+ 1] == label { continue }
          let group = Int(labels[Int(labels[Int(label)].parent)].group)
          if group >= 0 { groups[group].extent.add(Float(columnOf[i]) + 0.5, y) }
        }
      }
    }
    let size = Double(grid.blockSize)
    var found: [Candidate] = []
    for group in groups {
      let sums = labels[group.label].sums
      var candidate = group.extent.candidate(.stripes, group.angle, size, blocks: Int(sums.count))
      guard 2 * candidate.halfLength >= 32, 2 * candidate.halfHeight >= 2 * size || grid.blockSize > 8 else { continue }
      candidate.energy = sums.energy / Double(sums.count)
      candidate.coherence =
        (sums.difference * sums.difference + sums.product * sums.product).squareRoot() / max(sums.energy, 1e-9)
      found.append(candidate)
    }
    return found
  }

  /// Marks and labels the blocks; the number of labels.
  private func mark(above threshold: Float, _ peaks: UnsafePointer<Float>) -> Int {
    let (e, d, p) = (grid.energy, grid.difference, grid.product)
    let (columns, columnOf, labelOf, labels) = (grid.columns, self.columnOf, self.labelOf, self.labels)
    let (strengths, ends) = (self.strengths, self.ends)
    let width = columns + 2
    lines.initialize(repeating: -1, count: 2 * width)
    var (count, marked) = (0, 0)
    // The sums of one label stay at hand as long as blocks of it follow each other.
    var (current, sums): (Int32, Sums) = (-1, Sums())
    func root(_ start: Int32) -> Int32 {
      var i = start
      while labels[Int(i)].parent != i {
        labels[Int(i)].parent = labels[Int(labels[Int(i)].parent)].parent
        i = labels[Int(i)].parent
      }
      return i
    }
    let agreement: Float = 0.8253  // cos 0.6: directions within 17 degrees of each other
    for r in 0..<grid.rows {
      starts[r] = marked
      let line = lines + (r & 1) * width + 1
      let above = lines + (1 - (r & 1)) * width + 1
      line.update(repeating: -1, count: columns)
      guard peaks[r] > threshold else { continue }
      let row = r &* columns
      cplatform_stripe_row(e + row, d + row, p + row, columns, threshold, strengths)
      for run in 0..<cplatform_runs(strengths, columns, 0, ends) {
        for c in Int(ends[2 &* run])..<Int(ends[2 &* run &+ 1]) {
          let i = row &+ c
          let (energy, x, y, strength) = (e[i], d[i], p[i], strengths[c])
          var label: Int32 = -1
          /// Takes the label of a neighbour when its edges agree, or joins it.
          @inline(__always)
          func meet(_ other: Int32, _ n: Int) {
            // Most neighbours have one label already.
            guard other >= 0, other != label else { return }
            let dot = x * d[n] + y * p[n]
            guard dot > 0, energy < 12 * e[n], e[n] < 12 * energy,
              dot * dot > agreement * agreement * strength * (d[n] * d[n] + p[n] * p[n])
            else { return }
            let theirs = root(other)
            guard label >= 0 else {
              label = theirs
              return
            }
            let ours = root(label)
            if theirs < ours { labels[Int(ours)].parent = theirs } else { labels[Int(theirs)].parent = ours }
            label = min(ours, theirs)
          }
          meet(line[c &- 1], i &- 1)
          meet(above[c &- 1], i &- columns &- 1)
          meet(above[c], i &- columns)
          meet(above[c &+ 1], i &- columns &+ 1)
          if label < 0 {
            label = Int32(truncatingIfNeeded: count)
            (labels + count).initialize(to: Label(parent: label))
            count &+= 1
          }
          if label != current {
            if current >= 0 { labels[Int(current)].sums = sums }
            (current, sums) = (label, labels[Int(label)].sums)
          }
          sums.add(energy, x, y)
          line[c] = label
          columnOf[marked] = Int32(truncatingIfNeeded: c)
          labelOf[marked] = label
          marked &+= 1
        }
      }
    }
    if current >= 0 { labels[Int(current)].sums = sums }
    starts[grid.rows] = marked
    return count
  }
}
