import Glibc
import Imaging
import ReaderCore

/// PDF417 and MicroPDF417 by Scanbeam's own reader.
extension Search {
  /// Whether the first look at a candidate asks Scanbeam's own reader before zxing-cpp.
  func looksForPDF417(_ candidate: Candidate) -> Bool {
    depth <= 2 && Search.canBePDF417(candidate) && !isComponent(candidate)
      && !wanted.intersection(firstKinds(candidate)).intersection(PDF417Reader.symbologies).isEmpty
  }

  /// Whether a candidate holds the 2D component of a composite that was read, which by itself says nothing.
  private func isComponent(_ candidate: Candidate) -> Bool {
    refused.contains {
      PDF417Reader.symbologies.contains($0.symbology)
        && (QuadGeometry.contains($0.quad, candidate.centre) || QuadGeometry.contains(candidate.quad, $0.quad.centre))
    }
  }

  /// Whether a candidate has as many edges as the narrowest row (22, of which blur takes some), and as many of them run across as in
  /// these symbols: fewer than in linear codes, more than in matrix codes (measured: coherence from 0.3 to 0.85).
  static func canBePDF417(_ candidate: Candidate) -> Bool {
    candidate.edges >= leastPDF417Edges && candidate.coherence > 0.26 && candidate.coherence < 0.88
  }

  static let leastPDF417Edges = 18

  /// The first look at a candidate; whether nothing else needs to be looked for in it.
  func pdf417First(_ patch: Patch, _ candidate: Candidate) -> Bool {
    guard let upright = candidate.kind == .stripes ? patch : upright(patch) else {
      return false
    }
    pdf417(upright, effort: 1, candidate)
    return isCovered(candidate)
  }

  /// Looks at a patch whose bars run down; whether something was read.
  @discardableResult
  func pdf417(_ patch: Patch, effort: Int, _ candidate: Candidate?) -> Bool {
    let symbologies = wanted.intersection(PDF417Reader.symbologies)
    // A few lines tell that there is none, which costs next to nothing.
    guard !symbologies.isEmpty, candidate.map({ !isComponent($0) && (depth > 2 || Search.canBePDF417($0)) }) ?? true,
      afford(0)
    else { return false }
    func sight(_ patch: Patch) -> PDF417Sight {
      let sight = look(.symbologies, patch, key(.pdf417, patch, symbologies, way: effort)) { luma in
        let reads = pipeline.pdf417.read(luma, symbologies, effort: effort)
        return PDF417Sight(reads: reads, scanned: pipeline.pdf417.scanned, whole: pipeline.pdf417.whole)
      }
      // It must not cost others their look.
      _ = afford(sight.scanned * patch.width / 8)
      return sight
    }
    var patch = patch
    var found = sight(patch)
    // A candidate may end before the symbol does.
    if found.reads.isEmpty, let whole = found.whole, let wider = cut(patch.restore(whole)) {
      patch = patch.isInverted ? wider.inverted() ?? wider : wider
      found = sight(patch)
    }
    for read in found.reads { take(read, patch, candidate) }
    return !found.reads.isEmpty
  }

  /// Looks at a dense candidate in the direction in which more edges run across: in these symbols more than twice as many.
  func pdf417Dense(_ patch: Patch, effort: Int, _ candidate: Candidate) {
    guard !kinds(candidate).intersection(PDF417Reader.symbologies).isEmpty,
      depth > 2 || Search.canBePDF417(candidate),
      let upright = upright(patch)
    else { return }
    pdf417(upright, effort: effort, candidate)
  }

  /// The patch of a place by its corners, and a little around it; nil for what is none.
  private func cut(_ q: Quad) -> Patch? {
    let (dx, dy) = (q.topRight.x - q.topLeft.x, q.topRight.y - q.topLeft.y)
    let length = (dx * dx + dy * dy).squareRoot()
    let (_, height) = QuadGeometry.across(q)
    guard length.isFinite, length >= 16, length < 1e5, height.isFinite, height >= 4, height < 1e5,
      afford(Int(length * height / 8))
    else { return nil }
    let place = Candidate(
      kind: .dense, centre: q.centre, angle: atan(dx, dy), halfLength: 0.62 * length, halfHeight: 0.56 * height)
    return cut { Rectifier.patch(of: place, in: luma) }
  }

  /// What the pixels say about a PDF417 or MicroPDF417 that an engine read: it is read again by its corners. zxing-cpp corrects with all
  /// check codewords, so that where glare took many, nothing is left that notices a wrong correction: rows that are seen, but do not
  /// make a symbol, refute it.
  func pdf417Verdict(_ code: DecodedCode) -> Verdict {
    var unknown = Verdict(
      outcome: .unverifiable, confidence: 0, reason: "Its rows cannot be followed from its corners.")
    guard let plain = cut(code.corners), let patch = code.isInverted ? plain.inverted() : plain else { return unknown }
    func read(_ patch: Patch?, _ effort: Int) -> PatchRead? {
      guard let patch else { return nil }
      let reads = withExtendedLifetime(patch) {
        pipeline.pdf417.read(patch.luma, SymbologySet([code.symbology]), effort: effort)
      }
      if code.symbology == .pdf417, pipeline.pdf417.scanned > 0 { unknown.outcome = .refuted }
      return reads.first
    }
    let efforts = request.effort <= 2 ? [2, 3] : [request.effort]
    guard
      let read = efforts.lazy.compactMap({ read(patch, $0) }).first
        ?? (request.effort > 2 ? read(enlargedAndSharpened(patch), request.effort) : nil)
    else { return unknown }
    if read.code.bytes == code.bytes { return read.proof ?? unknown }
    return Verdict(outcome: .refuted, confidence: 80, reason: "The bars say something else.")
  }

  /// The direction of a vector without its sign, from -π/2 to π/2.
  private func atan(_ dx: Double, _ dy: Double) -> Double {
    let angle = atan2(dy, dx)
    return angle > .pi / 2 ? angle - .pi : angle < -.pi / 2 ? angle + .pi : angle
  }
}
