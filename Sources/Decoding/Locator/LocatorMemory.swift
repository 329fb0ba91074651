import Imaging
import ReaderCore

/// Memory that the locator uses again for every picture of a size. One belongs to one thread at a time.
final class LocatorMemory {
  /// What belongs to blocks of one size: 8, 16 or 32 pixels.
  final class Level {
    /// Tensors of the blocks, and their means with their neighbours'.
    let grid: TensorGrid
    let smooth: TensorGrid
    let stripes: StripeGroups
    let runs: DenseRuns
    /// The largest mean energy of each row.
    let peaks: UnsafeMutablePointer<Float>
    /// The energies from which on blocks are grouped, see `Locator.ladder`.
    var thresholds: [Float] = []

    init(_ grid: TensorGrid) {
      self.grid = grid
      smooth = TensorGrid(blockSize: grid.blockSize, columns: grid.columns, rows: grid.rows)
      stripes = StripeGroups(smooth)
      runs = DenseRuns(smooth)
      peaks = .allocate(capacity: grid.rows)
      peaks.initialize(repeating: 0, count: grid.rows)
    }

    deinit { peaks.deallocate() }

    /// Forgets the rows outside of all the places until the next picture.
    func keep(_ places: [CandidateBox]) {
      let size = Double(smooth.blockSize)
      for r in 0..<smooth.rows {
        let y = (Double(r) + 0.5) * size
        if !places.contains(where: { $0.minY <= y && y <= $0.maxY }) { peaks[r] = 0 }
      }
    }

    /// Takes the blocks whose middle lies in the area of a code out of the means until the next picture.
    func hide(_ area: CodeArea) {
      smooth.forEachRun(in: area) { (smooth.energy + $0).update(repeating: 0, count: $1) }
    }
  }

  /// The levels of the last picture; none before the first.
  private(set) var levels: [Level] = []
  /// The tensors of the smallest blocks of the last picture, not smoothed; nil before the first.
  var finest: TensorGrid? { levels.first?.grid }
  private var width = 0
  private var height = 0

  /// Computes the tensors of a picture.
  func take(_ luma: LumaView) {
    if luma.width != width || luma.height != height { make(luma.width, luma.height) }
    for (i, level) in levels.enumerated() {
      if i == 0 { level.grid.take(luma) } else { levels[i - 1].grid.halve(into: level.grid) }
      level.grid.smooth(into: level.smooth)
      level.smooth.peaks(into: level.peaks)
    }
  }

  private func make(_ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
    var grid = TensorGrid(blockSize: 8, columns: (width + 7) / 8, rows: (height + 7) / 8)
    levels = [Level(grid)]
    while levels.count < 3, grid.columns >= 4, grid.rows >= 4 {
      grid = grid.makeHalf()
      levels.append(Level(grid))
    }
  }
}

extension TensorGrid {
  /// Hands the blocks whose middle lies in the area of a code to `body`, row by row: the number of the first, and how many.
  func forEachRun(in area: CodeArea, _ body: (Int, Int) -> Void) {
    let size = Double(blockSize)
    guard area.minX < area.maxX, area.minY < area.maxY else { return }
    /// The first block whose middle lies at a place or behind it.
    func first(_ place: Double, _ count: Int) -> Int {
      Int(max(0, min(Double(count), (place / size - 0.5).rounded(.up))))
    }
    for r in first(area.minY, rows)..<max(first(area.minY, rows), first(area.maxY, rows)) {
      guard let extent = area.extent(at: (Double(r) + 0.5) * size) else { continue }
      let (from, to) = (first(extent.lowerBound, columns), first(extent.upperBound, columns))
      if from < to { body(r * columns + from, to - from) }
    }
  }
}
