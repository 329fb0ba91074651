import Imaging
import ReaderCore

/// QR, Aztec and Data Matrix by our own decoders, which need no patch: they look at the frame as it is.
extension Search {
  /// What they read, the cheapest look first.
  private static let ownMatrices: [Symbology] = [.qr, .aztec, .dataMatrix]

  /// Looks for symbols in a dense candidate; whether something was read and nobody else needs to look.
  func ownMatrices(_ candidate: Candidate) -> Bool {
    guard candidate.kind == .dense, depth > 2 || isClearMatrix(candidate) else { return false }
    let kinds = kinds(candidate).intersection(wanted)
    guard Search.ownMatrices.contains(where: { kinds.contains($0) }) else { return false }
    let b = candidate.quad.bounds
    let margin = max(12, 0.08 * candidate.sides.long)
    let (left, top) = (max(0, Int(b.minX - margin)), max(0, Int(b.minY - margin)))
    let (right, bottom) = (min(luma.width, Int(b.maxX + margin)), min(luma.height, Int(b.maxY + margin)))
    guard let part = luma.crop(x: left, y: top, width: right - left, height: bottom - top) else { return false }
    let patch = Patch(
      luma: part, owner: nil, toFrame: Affine(tx: Double(left), ty: Double(top)),
      recipe: Patch.Recipe([-3, Double(left), Double(top), Double(right), Double(bottom)]))
    return ownMatrices(patch, kinds, angle: candidate.angle, module: candidate.module, candidate)
  }

  /// Whether a candidate may well be a matrix code (measured: of those that are read at once 3 % are more coherent). The largest that
  /// are common have about a hundred modules on a side; what is larger is a photograph or the like.
  func isClearMatrix(_ candidate: Candidate) -> Bool {
    let modules = candidate.module > 0 ? candidate.sides.short / candidate.module : 20
    return candidate.coherence < 0.3 && (7...110).contains(modules) && !isPrint(candidate)
  }

  /// Looks for symbols in a picture; whether something was read that takes up what a candidate is.
  @discardableResult
  func ownMatrices(
    _ patch: Patch, _ kinds: SymbologySet, angle: Double, module: Double, _ candidate: Candidate?
  ) -> Bool {
    guard afford(1000 + 4 * (patch.width + patch.height)),
      let light = known(patch, key(.light, patch), { MatrixLight($0) })
    else { return false }
    let short = candidate?.sides.short ?? 0
    func isKnown(_ point: Point) -> Bool {
      let at = patch.toFrame.apply(point)
      return found.contains { QuadGeometry.contains($0.code.corners, at) }
    }
    var covered = 0.0
    for symbology in Search.ownMatrices where kinds.contains(symbology) {
      // What is known already is not read again: so the look depends on how much that is.
      let key = key(
        .matrix, patch, SymbologySet([symbology]), way: readCount, place: [angle, module, short])
      let reads: [MatrixRead] = look(.symbologies, patch, key) { luma in
        switch symbology {
        case .qr: QRFirstLook.read(luma, light, angle: angle, module: module).map { [$0] } ?? []
        case .aztec: AztecReader.reads(luma, light, angle: angle, module: module, isKnown: isKnown)
        default:
          pipeline.dataMatrix.reads(
            luma, light, angle: angle, module: module, short: short, isKnown: isKnown)
        }
      }
      for read in reads {
        covered += QuadGeometry.area(patch.restore(read.code.corners))
        take(read.patchRead, patch, candidate)
      }
      if let candidate, 2 * covered > candidate.area, isCovered(candidate) { return true }
    }
    return covered > 0 && candidate.map(isCovered) ?? false
  }
}
