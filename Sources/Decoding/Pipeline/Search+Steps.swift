import Imaging
import ReaderCore

extension Search {
  // MARK: Effort 1

  /// Rows that the first look at stripes averages: a code that needs more gets them from the looks that follow.
  private static let quickRows = 9

  /// The likeliest way for each kind of candidate.
  func firstLook(_ index: Int, _ candidate: Candidate) {
    if candidate.kind == .stripes {
      stripes.append(candidate.quad)
    } else if depth <= 2, isPartOfStripes(candidate) || isOneTextTooMany(candidate) {
      leftOut.append(index)
      return
    }
    if ownMatrices(candidate) { return }
    if looksForPDF417(candidate), let patch = patch(index), pdf417First(patch, candidate) { return }
    guard let patch = patch(index),
      let picture = candidate.kind == .stripes ? patch.averaged(rows: Search.quickRows) : patch
    else { return }
    firstZXing(picture, engineKinds(candidate, picture), candidate)
    explain(candidate, picture)
  }

  /// What the first look looks for.
  func firstKinds(_ candidate: Candidate) -> SymbologySet {
    candidate.kind == .stripes ? .striped : kinds(candidate)
  }

  // MARK: Effort 2

  /// Other directions and polarities.
  func secondLook(_ index: Int, _ candidate: Candidate) {
    guard depth > 2 || deservesSecondLook(candidate), let patch = patch(index) else { return }
    if candidate.kind == .stripes {
      pdf417(patch, effort: 2, candidate)
      if isCovered(candidate) { return }
      own(patch, effort: 2, candidate)
      if isCovered(candidate) { return }
      zxing(patch, engineKinds(candidate, patch), .fast, candidate)
      if isCovered(candidate) { return }
      if found.isEmpty, isUnevenlyLit(patch),
        let bars = patch.averaged(rows: Search.quickRows, sharpened: 0)?.drawnByEdges()
      {
        zxing(bars, .striped, .fast, candidate, isRedrawn: true)
      }
      if isCovered(candidate) { return }
      if depth <= 2, isDarkOnLight(candidate, patch) { return }
      if let inverted = patch.averaged()?.inverted() {
        zxing(inverted, engineKinds(candidate, inverted), .fast, candidate)
      }
    } else {
      zxing(patch, engineKinds(candidate, patch).intersection(.matrixAndStacked), .turned, candidate)
      if !isCovered(candidate) { pdf417Dense(patch, effort: 2, candidate) }
      stacks(index, patch, candidate)
      if !isCovered(candidate) { magnified(patch, candidate) }
    }
  }

  /// A small matrix code of small modules, twice as large: the engine's sampling needs more than two or three pixels a module.
  private func magnified(_ patch: Patch, _ candidate: Candidate) {
    let pixels = patch.width * patch.height
    let kinds = kinds(candidate).intersection(.matrix)
    guard depth <= 2, candidate.kind == .dense, candidate.coherence < 0.5, candidate.module < 3.5, pixels < 30_000,
      4 * pixels < work, !kinds.isEmpty, darkShare(candidate) > Search.textShare,
      let large = patch.enlarged(limit: 4 * pixels)
    else { return }
    zxing(large, kinds, .turned, candidate)
  }

  /// Whether a quick search looks at a candidate again. Lines of text do not get a second look, nor does what is less
  /// likely than all that the first look read.
  private func deservesSecondLook(_ candidate: Candidate) -> Bool {
    if candidate.kind == .dense,
      min(candidate.halfLength, candidate.halfHeight) < 0.3 * max(candidate.halfLength, candidate.halfHeight)
    {
      return false
    }
    // The lines of stacked codes do not agree, which makes them seem unlikely.
    if candidate.kind == .stripes, candidate.edges >= 40, candidate.fill > 0.5, !isCluttered,
      !wanted.intersection(.manyRows).isEmpty
    {
      return true
    }
    guard let weakest = successes[candidate.kind] else { return true }
    return candidate.score > weakest - 0.1
  }

  /// The whole picture, when it costs no more than its candidates would or nothing was located.
  func wholeFrame() {
    guard Search.hasZXing else { return wholeFrameByZBar() }
    let pixels = luma.width * luma.height
    guard pixels <= 400_000 || candidates.isEmpty, !isOver else { return }
    if pixels <= 400_000 {
      guard let padded = Rectifier.padded(luma) else { return }
      zxing(padded, wanted, pixels <= 150_000 ? .careful : .turned, nil)
    } else {
      zxing(frame, wanted, .fast, nil)
    }
  }

  // MARK: Effort 3

  /// Twice the size and sharpened: small modules and blur.
  func enlarged(_ index: Int, _ candidate: Candidate) {
    guard let patch = patch(index), let sharp = enlargedAndSharpened(patch) else { return }
    zxing(sharp, wanted, .turned, candidate)
    if !Search.hasZXing { ownMatrices(sharp, wanted, angle: 0, module: 2 * candidate.module, candidate) }
  }

  /// Twice the size and sharpened; nil when that is too dear.
  func enlargedAndSharpened(_ patch: Patch) -> Patch? {
    guard afford(12 * patch.width * patch.height) else { return nil }
    return patch.enlarged(limit: 6_000_000)?.sharpened(2, 1)
  }

  /// Every line; and a blurred copy against noise.
  func carefully(_ index: Int, _ candidate: Candidate) {
    guard let patch = patch(index) else { return }
    zxing(patch, wanted, .careful, candidate)
    if isCovered(candidate) { return }
    if let blurred = patch.blurred(1.2) { zxing(blurred, wanted, .careful, candidate) }
    if isCovered(candidate) { return }
    // zxing-cpp itself looks for light codes on dark ground only where the standard of a symbology has them.
    if let inverted = patch.inverted() { zxing(inverted, wanted, .careful, candidate) }
  }

  /// Blurred templates, where there are no edges left.
  func fitted(_ index: Int, _ candidate: Candidate) {
    guard candidate.kind == .stripes, let patch = patch(index) else { return }
    own(patch, effort: request.effort, candidate)
    if isCovered(candidate) { return }
    if request.effort >= 5, let inverted = patch.inverted() { own(inverted, effort: request.effort, candidate) }
  }

  /// libzbar on candidates of stripes.
  func byZBar(_ index: Int, _ candidate: Candidate) {
    guard candidate.kind == .stripes, let patch = patch(index) else { return }
    zbar(patch, wanted, candidate)
    if isCovered(candidate) { return }
    if let averaged = patch.averaged() { zbar(averaged, wanted, candidate) }
  }

  /// The whole picture with a border.
  func paddedFrame() {
    guard !isOver, luma.width * luma.height <= 2_000_000, let padded = Rectifier.padded(luma) else { return }
    zxing(padded, wanted, .careful, nil)
    if found.isEmpty, let inverted = padded.inverted() { zxing(inverted, wanted, .careful, nil) }
  }

  // MARK: Effort 4

  /// The engines as their authors meant them.
  func peerZXing() { if !isOver { zxing(frame, wanted, .thorough, nil) } }
  func peerZBar() { if !isOver { zbar(frame, wanted, nil) } }

  // MARK: Effort 5

  /// Everything else that ever helped.
  func everything(_ index: Int, _ candidate: Candidate) {
    guard let patch = patch(index) else { return }
    if let half = patch.halved() { zxing(half, wanted, .careful, candidate) }
    if isCovered(candidate) { return }
    if let sharp = enlargedAndSharpened(patch) {
      zxing(sharp, wanted, .careful, candidate)
      if isCovered(candidate) { return }
      if candidate.kind == .stripes { zbar(sharp, wanted, candidate) }
    }
    if isCovered(candidate) { return }
    if candidate.kind == .dense { zbar(patch, wanted, candidate) }
  }
}

extension SymbologySet {
  /// What zxing-cpp reads in other directions and polarities of a dense patch.
  static let matrixAndStacked = matrix.union(SymbologySet([.pdf417, .microPDF417, .dataBar]))
}
