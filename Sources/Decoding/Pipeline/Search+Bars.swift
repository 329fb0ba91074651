import Imaging
import ReaderCore

/// Bars that only Scanbeam's own decoders read.
extension Search {
  /// Lets the decoders of further symbologies look at a patch whose bars run down.
  func bars(_ patch: Patch, effort: Int, _ candidate: Candidate?, by isAsked: (any PatchReader) -> Bool) {
    for reader in pipeline.readers where isAsked(reader) {
      let symbologies = wanted.intersection(reader.symbologies)
      guard !symbologies.isEmpty else { continue }
      let isMirrored = patch.toFrame.a * patch.toFrame.d < patch.toFrame.b * patch.toFrame.c
      let reads = look(.symbologies, patch.luma) {
        reader.read(patch.luma, symbologies, isMirrored: isMirrored, effort: effort)
      }
      for read in reads {
        if read.needsDirection, !QuadGeometry.runsRight(patch.restore(read.code.corners)) { continue }
        take(read.code, read.lines, .own, patch, candidate)
      }
    }
  }

  /// Pixels that `furtherBars` looks at, at most: it runs after the budget of a quick search was spent on other engines.
  private static let barsWork = 400_000

  /// What a quick search had no budget for or held for hopeless: bars that agree over their height, and bars of several
  /// heights, whose lines cannot agree, in places that are long and low.
  func furtherBars() {
    guard pipeline.readers.contains(where: { !wanted.intersection($0.symbologies).isEmpty }) else { return }
    defer { current = nil }
    var rest = found.isEmpty ? Search.barsWork : Search.barsWork / 4
    for (i, candidate) in candidates.enumerated() where candidate.kind == .stripes && !barsSeen.contains(i) {
      if isOver || rest <= 0 { break }
      let areEven = candidate.score > 1.8
      let areTall = candidate.halfLength < 1.8 * candidate.halfHeight
      guard candidate.edges >= 16, areEven || (candidate.score > 1 && candidate.edges >= 16 && !areTall),
        Rectifier.cost(of: candidate) <= rest, !isCovered(candidate), let patch = patch(i, whole: true)
      else { continue }
      current = i
      barsSeen.insert(i)
      rest -= 3000 + patch.luma.width * patch.luma.height
      bars(patch, effort: 2, candidate) { areEven || !$0.wantsEvenBars }
    }
  }
}
