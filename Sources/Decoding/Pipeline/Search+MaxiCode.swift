import Imaging
import ReaderCore

/// MaxiCode by its bull's eye.
extension Search {
  /// Candidates that a quick search looks into, at most.
  private static let quickMaxiCodes = 16

  /// Looks for bull's eyes in the middle of the candidates that are about as high as wide, whose modules are a thirtieth
  /// of that, and that are neither bars nor print: edges have no one direction in a MaxiCode, and nearly half of it is dark.
  func maxiCodes() {
    guard wanted.contains(.maxiCode), !isOver else { return }
    var seen: [(centre: Point, size: Double)] = []
    for (i, located) in candidates.enumerated()
    where located.kind == .dense && located.score > 1.2 && located.coherence < 0.5 {
      let candidate = fitted[i] ?? located
      if isOver || seen.count >= Search.quickMaxiCodes { return }
      let b = candidate.quad.bounds
      let (width, height) = (b.maxX - b.minX, b.maxY - b.minY)
      let size = min(width, height)
      guard size > 48, max(width, height) < 2.2 * size,
        candidate.module == 0
          || (10...90).contains(2 * min(candidate.halfLength, candidate.halfHeight) / candidate.module),
        !isCovered(candidate)
      else { continue }
      // Candidates lie in each other; their middles are looked at once.
      let centre = candidate.centre
      let isSeen = seen.contains {
        abs($0.centre.x - centre.x) < 0.15 * $0.size && abs($0.centre.y - centre.y) < 0.15 * $0.size
          && size < 1.4 * $0.size
          && size > 0.6 * $0.size
      }
      if isSeen || Locator.darkShare(candidate, luma) < 0.2 { continue }
      let (dx, dy) = (Int(0.3 * width), Int(0.3 * height))
      let (x, y) = (Int(centre.x), Int(centre.y))
      maxiCodes(
        x: x - dx..<x + dx, y: y - dy..<y + dy, step: max(2, Int(size / 40)),
        isNoisy: seen.count < 2 && dx * dy < 40_000)
      seen.append((centre, size))
    }
  }

  /// Looks for bull's eyes everywhere; a quick search does so in small pictures in which nothing was read.
  func maxiCodesAnywhere() {
    guard depth > 2 || (found.isEmpty && luma.width * luma.height <= 400_000) else { return }
    guard wanted.contains(.maxiCode), !isOver, depth <= 2 || afford(luma.width * luma.height) else { return }
    maxiCodes(x: 0..<luma.width, y: 0..<luma.height, step: max(2, min(luma.width, luma.height) / 400), isNoisy: true)
  }

  private func maxiCodes(x: Range<Int>, y: Range<Int>, step: Int, isNoisy: Bool) {
    let reads = look(.symbologies, luma) { pipeline.maxiCode.read(luma, x: x, y: y, step: step, isNoisy: isNoisy) }
    for code in reads { take(code, 1, .own, Patch(luma: luma, owner: nil, toFrame: Affine()), nil) }
  }
}
