import Imaging
import ReaderCore

/// DotCode by its dots.
extension Search {
  /// Candidates that a quick search looks into. Dots have edges in all directions alike (measured: coherence up to 0.05, blurred
  /// 0.12).
  private static let dots = DensePlaces(limit: 3, leastScore: 0, mostCoherence: 0.15, same: 0.5)
  /// The share of light and dark that there is less of, at most: half of the places can have a dot, half of those do.
  private static let mostDots = 0.42

  /// Looks for a lattice of dots in the middle of dense candidates.
  func dotCodes() {
    guard wanted.contains(.dotCode), !isOver else { return }
    let isSmall = luma.width * luma.height <= 400_000
    pipeline.dotCode.prepare()
    each(Search.dots) { candidate in
      // Shadows have few edges.
      guard isSmall || candidate.edges >= 5 else { return false }
      let b = candidate.quad.bounds
      return min(b.maxX - b.minX, b.maxY - b.minY) > 10
    } _: { candidate, _ in
      guard isSmall || darkShare(candidate) < Search.mostDots else { return true }
      let b = candidate.quad.bounds
      take(
        look(.symbologies, frame, nil) {
          pipeline.dotCode.reads(
            $0, centre: candidate.centre, halfWidth: (b.maxX - b.minX) / 2, halfHeight: (b.maxY - b.minY) / 2,
            sizes: 2
          ) { self.isOver }
        })
      return true
    }
  }

  /// Looks for dots everywhere: the dearest of all looks, so that it is for those who found nothing, or have the time.
  func dotCodesAnywhere() {
    guard wanted.contains(.dotCode), !isOver, found.isEmpty || request.effort >= 4,
      afford(4 * luma.width * luma.height)
    else { return }
    take(look(.symbologies, frame, key(.dotCode, frame)) { pipeline.dotCode.readsAnywhere($0) { self.isOver } })
  }

  private func take(_ reads: [PatchRead]) {
    for read in reads { take(read, frame, nil) }
  }
}
