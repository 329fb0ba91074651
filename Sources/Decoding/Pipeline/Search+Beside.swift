import Imaging
import ReaderCore

extension Search {
  /// Blocks of bars that are worth a look: a small EAN-8 has twice as many.
  private static let worthwhile = 48

  /// Bars beside the codes that were read, which one candidate held together with them: labels that touch make one group
  /// of blocks. The groups are formed again without what was read and without weak edges, and looked at like all others;
  /// once more when that gave codes, as there may have been three.
  func besideWhatWasRead() {
    guard request.effort <= 2, let level = pipeline.locatorMemory.finestLevel else { return }
    var first = 0
    for _ in 0..<2 {
      let known = found.count
      guard known > 0, !isOver else { return }
      let strongest = (first..<candidates.count).map { energyOfMoreBars($0, level.grid) }.max() ?? 0
      guard strongest > 0 else { return }
      first = candidates.count
      for area in foundAreas { level.hide(area) }
      // The edge of a label has a fifth of what bars have.
      for group in Locator.stripes(level, above: 0.25 * strongest) {
        var candidate = group
        Locator.rate(&candidate, luma)
        candidates.append(candidate)
      }
      each("beside", Array(first..<candidates.count)) { self.firstLook($0, $1) }
      guard found.count > known else { return }
    }
  }

  /// The mean energy of the bars that a candidate has beside the codes that were read in it; 0: of too few.
  private func energyOfMoreBars(_ index: Int, _ grid: TensorGrid) -> Float {
    let candidate = candidates[index]
    guard candidate.kind == .stripes, !isHopeless(candidate) else { return 0 }
    let b = candidate.quad.bounds
    let areas = foundAreas.filter { $0.minX < b.maxX && $0.maxX > b.minX && $0.minY < b.maxY && $0.maxY > b.minY }
    guard !areas.isEmpty else { return 0 }
    let bars = Locator.bars(in: candidate, grid) { x, y in !areas.contains { $0.contains(Point(x, y)) } }
    return bars.count >= Search.worthwhile ? bars.energy / Float(bars.count) : 0
  }
}
