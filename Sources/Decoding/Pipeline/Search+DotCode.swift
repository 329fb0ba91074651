import Imaging
import ReaderCore

/// DotCode by its dots.
extension Search {
  /// Candidates that a quick search looks into, at most.
  private static let quickDotCodes = 3

  /// Looks for a lattice of dots in the middle of dense candidates.
  func dotCodes() {
    guard wanted.contains(.dotCode), !isOver else { return }
    let isSmall = luma.width * luma.height <= 400_000
    pipeline.dotCode.prepare()
    var seen: [(centre: Point, size: Double)] = []
    for (i, located) in candidates.enumerated() where located.kind == .dense {
      let candidate = fitted[i] ?? located
      if isOver || seen.count >= Search.quickDotCodes { return }
      // Dots have edges in all directions alike (measured: coherence up to 0.05, blurred 0.12); shadows have few.
      guard candidate.coherence < 0.15, isSmall || candidate.edges >= 5 else { continue }
      let b = candidate.quad.bounds
      let (width, height) = (b.maxX - b.minX, b.maxY - b.minY)
      let size = max(width, height)
      guard min(width, height) > 10, !isCovered(candidate) else { continue }
      let centre = candidate.centre
      let isSeen = seen.contains {
        abs($0.centre.x - centre.x) + abs($0.centre.y - centre.y) < 0.2 * $0.size && size < 1.5 * $0.size
          && size > 0.6 * $0.size
      }
      if isSeen { continue }
      seen.append((centre, size))
      take(
        look(.symbologies, luma) {
          pipeline.dotCode.read(luma, centre: centre, halfWidth: width / 2, halfHeight: height / 2, sizes: 2) {
            self.isOver
          }
        })
    }
  }

  /// Looks for dots everywhere: the dearest of all looks, so that it is for those who found nothing, or have the time.
  func dotCodesAnywhere() {
    guard wanted.contains(.dotCode), !isOver, found.isEmpty || request.effort >= 4,
      afford(4 * luma.width * luma.height)
    else { return }
    take(look(.symbologies, luma) { pipeline.dotCode.readAnywhere(luma) { self.isOver } })
  }

  private func take(_ codes: [DecodedCode]) {
    for code in codes { take(code, 1, .own, Patch(luma: luma, owner: nil, toFrame: Affine()), nil) }
  }
}
