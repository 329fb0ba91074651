import Glibc
import Imaging
import ReaderCore

/// What stands in for zxing-cpp in builds without it: libzbar on the whole picture, and on further pictures made of it.
extension Search {
  #if ZXING
    static let hasZXing = true
  #else
    static let hasZXing = false
  #endif

  /// Our own decoders of matrix codes on a small picture, and libzbar on the whole of any, or on a smaller one when the time is too
  /// short for that: it cannot be interrupted.
  func wholeFrameByZBar() {
    if luma.width * luma.height <= 400_000, let padded = Rectifier.padded(luma) {
      ownMatrices(padded, wanted, angle: 0, module: 0, nil)
    }
    var picture: Patch? = frame
    while let patch = picture, !isOver {
      if zbar(patch, wanted, nil) { return }
      picture = patch.halved()
    }
  }

  /// libzbar on further pictures: light on dark from effort 3 on; half the size, and turned by 45 degrees, from 4; twice the
  /// size of small ones at 5.
  func furtherFramesByZBar() {
    let whole = frame
    func offer(_ make: () -> Patch?) {
      guard found.isEmpty || request.maxCodes != 1, !isOver, let patch = make() else { return }
      zbar(patch, wanted, nil)
    }
    if depth == 3 { offer { whole.inverted() } }
    if depth == 4 {
      offer { whole.halved() }
      offer { turned() }
    }
    if depth == 5 { offer { whole.enlarged(limit: 4_194_304) } }
  }

  /// Whether right above or below the bars of a Code 128 stands another one: it is a row of a Codablock F then.
  func isRowOfStack(_ code: DecodedCode) -> Bool {
    let q = code.corners
    let (dx, dy) = (q.topRight.x - q.topLeft.x, q.topRight.y - q.topLeft.y)
    let length = (dx * dx + dy * dy).squareRoot()
    let extent = max(4, QuadGeometry.across(q).extent)
    guard length >= 16, length < 1e5, extent < length else { return false }
    var angle = atan2(dy, dx)
    if angle > .pi / 2 { angle -= .pi } else if angle < -.pi / 2 { angle += .pi }
    let around = Candidate(
      kind: .stripes, centre: q.centre, angle: angle, halfLength: length / 2, halfHeight: 1.6 * extent)
    guard let plain = Rectifier.patch(of: around, in: luma), let patch = code.isInverted ? plain.inverted() : plain
    else { return false }
    // The patch owns its pixels.
    return withExtendedLifetime(patch) { holdsAnother(code, patch.luma, rows: max(2, Int(extent / 3)), length) }
  }

  /// Whether some rows of a patch hold a Code 128 of that length with other data.
  private func holdsAnother(_ code: DecodedCode, _ patch: LumaView, rows: Int, _ length: Double) -> Bool {
    for y in stride(from: 0, to: patch.height - rows, by: rows) {
      guard let band = patch.crop(x: 0, y: y, width: patch.width, height: rows) else { continue }
      for read in pipeline.linear.decode(band, SymbologySet([.code128]), effort: 2) where read.bytes != code.bytes {
        if abs(read.quad.topRight.x - read.quad.topLeft.x) > 0.8 * length { return true }
      }
    }
    return false
  }

  /// The picture turned by 45 degrees about its middle.
  private func turned() -> Patch? {
    guard luma.width * luma.height <= 8_000_000 else { return nil }
    let half = Double(luma.width + luma.height) * 0.125.squareRoot()
    let middle = Point(Double(luma.width) / 2, Double(luma.height) / 2)
    return Rectifier.patch(
      of: Candidate(kind: .dense, centre: middle, angle: .pi / 4, halfLength: half, halfHeight: half), in: luma)
  }
}
