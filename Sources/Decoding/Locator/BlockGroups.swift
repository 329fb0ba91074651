import Imaging
import ReaderCore

/// Connected blocks of a grid, found with union-find over marked blocks.
struct BlockGroups {
  /// Indices of the blocks, group after group.
  private(set) var blocks: [Int32]
  /// Where each group begins in `blocks`; one more entry at the end.
  private(set) var starts: [Int]

  /// Number of groups.
  var count: Int { starts.count - 1 }

  /// The blocks of one group.
  func range(_ group: Int) -> Range<Int> { starts[group]..<starts[group + 1] }

  /// Groups marked blocks with their eight neighbours.
  ///
  /// - Parameters:
  ///   - marked: Indices of the marked blocks in ascending order.
  ///   - minimum: Smaller groups are left out.
  ///   - scratch: Memory of the grid that the blocks belong to.
  ///   - joins: Whether two neighbours belong together.
  @inline(__always)
  init(marked: [Int32], minimum: Int, scratch: BlockScratch, joins: (Int, Int) -> Bool) {
    let parent = scratch.parent
    let columns = scratch.columns
    blocks = []
    starts = [0]
    guard !marked.isEmpty else { return }
    // parent: -1 outside of the marked blocks.
    for block in marked { parent[Int(block)] = block }
    func find(_ start: Int32) -> Int32 {
      var i = start
      while parent[Int(i)] != i {
        parent[Int(i)] = parent[Int(parent[Int(i)])]
        i = parent[Int(i)]
      }
      return i
    }
    let columnOf = scratch.column
    for block in marked {
      let b = Int(block)
      let column = Int(columnOf[b])
      func join(_ n: Int) {
        // Most neighbours are in one group already.
        guard parent[n] >= 0, parent[n] != parent[b], joins(b, n) else { return }
        let (x, y) = (find(block), find(Int32(truncatingIfNeeded: n)))
        if x < y { parent[Int(y)] = x } else if y < x { parent[Int(x)] = y }
      }
      if column > 0 { join(b - 1) }
      if b >= columns {
        if column > 0 { join(b - columns - 1) }
        join(b - columns)
        if column < columns - 1 { join(b - columns + 1) }
      }
    }
    // Sizes at the roots, then room for each large enough group, then the blocks into it.
    let size = scratch.size
    for block in marked { size[Int(block)] = 0 }
    for block in marked { size[Int(find(block))] += 1 }
    var total = 0
    for block in marked where parent[Int(block)] == block {
      let n = Int(size[Int(block)])
      if n >= minimum {
        size[Int(block)] = Int32(total)
        total += n
        starts.append(total)
      } else {
        size[Int(block)] = -1
      }
    }
    blocks = [Int32](repeating: 0, count: total)
    for block in marked {
      let root = Int(find(block))
      guard size[root] >= 0 else { continue }
      blocks[Int(size[root])] = block
      size[root] += 1
    }
    for block in marked { parent[Int(block)] = -1 }
  }
}

/// Memory that the groupings of one grid share.
final class BlockScratch {
  let parent: UnsafeMutablePointer<Int32>
  let size: UnsafeMutablePointer<Int32>
  /// Blocks in a row.
  let columns: Int
  /// Column and row of each block, to spare divisions.
  let column: UnsafeMutablePointer<UInt16>
  let row: UnsafeMutablePointer<UInt16>

  /// Takes memory for the blocks of a grid.
  init(columns: Int, rows: Int) {
    let count = columns * rows
    self.columns = columns
    column = .allocate(capacity: count)
    row = .allocate(capacity: count)
    for r in 0..<rows {
      for c in 0..<columns {
        column[r &* columns &+ c] = UInt16(truncatingIfNeeded: c)
        row[r &* columns &+ c] = UInt16(truncatingIfNeeded: r)
      }
    }
    parent = .allocate(capacity: count)
    parent.initialize(repeating: -1, count: count)
    size = .allocate(capacity: count)
    size.initialize(repeating: 0, count: count)
  }

  deinit {
    parent.deallocate()
    size.deallocate()
    column.deallocate()
    row.deallocate()
  }
}
