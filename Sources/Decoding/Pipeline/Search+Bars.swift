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
      func reads(_ patch: Patch) -> [PatchRead] {
        look(.symbologies, patch.luma) {
          reader.read(patch.luma, symbologies, isMirrored: isMirrored, effort: effort)
        }
      }
      var patch = patch
      var found = reads(patch)
      if found.isEmpty, reader.missesQuietZones, let wider = withQuietZones(patch, candidate) {
        patch = wider
        found = reads(wider)
      }
      for read in found {
        if read.needsDirection, !QuadGeometry.runsRight(patch.restore(read.code.corners)) { continue }
        take(read.code, read.lines, .own, patch, candidate)
      }
    }
  }

  /// A patch that shows the quiet zones which our decoders demand: a fitted candidate ends where its bars end, and few bars are
  /// not much longer than their quiet zones. Nil when a patch shows them already.
  private func withQuietZones(_ patch: Patch, _ candidate: Candidate?) -> Patch? {
    guard let candidate, candidate.kind == .stripes, candidate.module > 0 else { return nil }
    let quiet = (wanted.contains(.upcEan) && request.checks.addOns ? 14 : 9) * candidate.module + 8
    if Rectifier.shows(quiet: quiet, of: candidate) { return nil }
    let wider = timed(.rectify) { Rectifier.patch(of: candidate, in: luma, quiet: min(quiet, 400)) }
    return patch.isInverted ? wider?.inverted() : wider
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
      let canBeFIM = wanted.contains(.fim) && candidate.edges >= 8 && candidate.score > 1.4 && areTall
      guard candidate.edges >= 16 || canBeFIM,
        areEven || canBeFIM || (candidate.score > (candidate.edges > 36 ? 1 : 0.85) && !areTall),
        Rectifier.cost(of: candidate) <= rest, !isCovered(candidate), let patch = patch(i, whole: true)
      else { continue }
      current = i
      barsSeen.insert(i)
      rest -= 3000 + patch.luma.width * patch.luma.height
      bars(patch, effort: 2, candidate) { areEven || canBeFIM || !$0.wantsEvenBars }
    }
  }
}
