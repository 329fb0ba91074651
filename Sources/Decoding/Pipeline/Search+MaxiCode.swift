import Imaging
import ReaderCore

/// MaxiCode by its bull's eye.
extension Search {
  /// Candidates that a quick search looks into.
  private static let bullsEyes = DensePlaces(limit: 16, leastScore: 1.2, mostCoherence: 0.5, same: 0.5)

  /// Looks for bull's eyes in the middle of the candidates that are about as high as wide, whose modules are a thirtieth
  /// of that, and that are neither bars nor print: edges have no one direction in a MaxiCode, and nearly half of it is dark.
  func maxiCodes() {
    guard wanted.contains(.maxiCode), !isOver else { return }
    each(Search.bullsEyes) { candidate in
      let b = candidate.quad.bounds
      let (width, height) = (b.maxX - b.minX, b.maxY - b.minY)
      let size = min(width, height)
      return size > 48 && max(width, height) < 2.2 * size
        && (candidate.module == 0 || (10...90).contains(candidate.sides.short / candidate.module))
    } _: { candidate, before in
      guard darkShare(candidate) >= 0.2 else { return false }
      let b = candidate.quad.bounds
      let (dx, dy) = (Int(0.3 * (b.maxX - b.minX)), Int(0.3 * (b.maxY - b.minY)))
      let (x, y) = (Int(candidate.centre.x), Int(candidate.centre.y))
      // The rings are a third as wide as the symbol, and that may be a part of what hangs together.
      let size = min(b.maxX - b.minX, b.maxY - b.minY)
      maxiCodes(
        x: x - dx..<x + dx, y: y - dy..<y + dy, step: max(2, Int(size / 40)), least: Int(0.08 * size),
        isNoisy: before < 2 && dx * dy < 40_000)
      return true
    }
  }

  /// Looks for bull's eyes everywhere; a quick search does so in small pictures in which nothing was read.
  func maxiCodesAnywhere() {
    guard depth > 2 || (found.isEmpty && luma.width * luma.height <= 400_000) else { return }
    guard wanted.contains(.maxiCode), !isOver, depth <= 2 || afford(luma.width * luma.height) else { return }
    maxiCodes(
      x: 0..<luma.width, y: 0..<luma.height, step: max(2, min(luma.width, luma.height) / 400), least: 0, isNoisy: true)
  }

  private func maxiCodes(x: Range<Int>, y: Range<Int>, step: Int, least: Int, isNoisy: Bool) {
    let place = [x.lowerBound, x.upperBound, y.lowerBound, y.upperBound, step, least].map { Double($0) }
    let reads = look(.symbologies, frame, key(.maxiCode, frame, way: isNoisy ? 1 : 0, place: place)) {
      pipeline.maxiCode.reads($0, x: x, y: y, step: step, least: least, isNoisy: isNoisy)
    }
    for read in reads { take(read, frame, nil) }
  }
}
