import Imaging
import ReaderCore

/// What stands in for zxing-cpp in builds without it: libzbar on the whole picture, and on further pictures made of it.
extension Search {
  #if ZXING
    static let hasZXing = true
  #else
    static let hasZXing = false
  #endif

  /// libzbar on the whole picture, or on a smaller one when the time is too short for that: it cannot be interrupted.
  func wholeFrameByZBar() {
    var picture: Patch? = Patch(luma: luma, owner: nil, toFrame: Affine())
    while let patch = picture, !isOver {
      if zbar(patch, wanted, nil) { return }
      picture = patch.halved()
    }
  }

  /// libzbar on further pictures: light on dark from effort 3 on; half the size, and turned by 45 degrees, from 4; twice the
  /// size of small ones at 5.
  func furtherFramesByZBar() {
    let whole = Patch(luma: luma, owner: nil, toFrame: Affine())
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

  /// The picture turned by 45 degrees about its middle.
  private func turned() -> Patch? {
    guard luma.width * luma.height <= 8_000_000 else { return nil }
    let half = Double(luma.width + luma.height) * 0.125.squareRoot()
    let middle = Point(Double(luma.width) / 2, Double(luma.height) / 2)
    return Rectifier.patch(
      of: Candidate(kind: .dense, centre: middle, angle: .pi / 4, halfLength: half, halfHeight: half), in: luma)
  }
}
