import Imaging
import ReaderCore

extension Search {
  /// Small blocks of bars, and of edges in any direction, that are worth a look: a small EAN-8 has twice as many, a Data
  /// Matrix of 10 x 10 modules of two pixels fills nine.
  private static let worthwhile = (stripes: 48, dense: 9)

  /// Codes beside those that were read, which one candidate held together with them: labels that touch make one group of
  /// blocks. The groups are formed again without what was read, and looked at like all others; once more when that gave
  /// codes, as there may have been three.
  func besideWhatWasRead() {
    guard request.effort <= 2, !isCluttered else { return }
    var first = 0
    for _ in 0..<2 {
      let known = found.count
      guard known > 0, !isOver else { return }
      let places = placesWithMore(candidates[first...])
      guard !places.isEmpty else { return }
      first = candidates.count
      candidates += timed(.locate) {
        Locator.candidates(
          luma, located, pipeline.locatorMemory, besides: candidates, in: places, without: foundAreas)
      }
      each(.firstLook, Array(first..<candidates.count), as: "beside")
      guard found.count > known else { return }
    }
  }

  /// Whether the candidate that is looked at lies beside a code that was read. Bars with the value of that code are the rest of
  /// it, whose height was not followed to its end.
  var isBeside: Bool { current.map { $0 >= firstBeside } ?? false }

  /// The boxes of the candidates that have more than the codes that were read in them, which take up a good part of them.
  private func placesWithMore(_ candidates: ArraySlice<Candidate>) -> [CandidateBox] {
    guard let grid = pipeline.locatorMemory.finest else { return [] }
    return withUnsafeTemporaryAllocation(of: Bool.self, capacity: grid.count) { covered in
      let covered = covered.baseAddress!
      covered.initialize(repeating: false, count: grid.count)
      for area in foundAreas { grid.forEachRun(in: area) { (covered + $0).update(repeating: true, count: $1) } }
      return candidates.compactMap { candidate in
        guard !isHopeless(candidate) else { return nil }
        let b = CandidateBox(candidate)
        let common = foundAreas.reduce(0) {
          $0 + max(0, min($1.maxX, b.maxX) - max($1.minX, b.minX)) * max(0, min($1.maxY, b.maxY) - max($1.minY, b.minY))
        }
        let enough = candidate.kind == .stripes ? Search.worthwhile.stripes : Search.worthwhile.dense
        guard 4 * common > candidate.area,
          Locator.has(enough, in: candidate, grid, share: 0.4, except: UnsafePointer(covered))
        else { return nil }
        return b
      }
    }
  }
}
