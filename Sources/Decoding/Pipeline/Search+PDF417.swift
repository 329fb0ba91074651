import Glibc
import Imaging
import ReaderCore

/// PDF417 and MicroPDF417 by Scanbeam's own reader.
extension Search {
  /// Looks at a patch whose bars run down; whether something was read.
  @discardableResult
  func pdf417(_ patch: Patch, effort: Int, _ candidate: Candidate?) -> Bool {
    let symbologies = wanted.intersection(PDF417Reader.symbologies)
    // The narrowest row has 22 edges; blur takes some. A few lines tell that there is none, which costs next to nothing.
    guard !symbologies.isEmpty, depth > 2 || candidate?.edges ?? 18 >= 18, afford(0) else { return false }
    let reads = look(.symbologies, patch.luma) { pipeline.pdf417.read(patch.luma, symbologies, effort: effort) }
    _ = afford(pipeline.pdf417.scanned * patch.luma.width)
    for read in reads { take(read, patch, candidate) }
    return !reads.isEmpty
  }

  /// Looks at a dense candidate in the direction in which more edges run across: in these symbols more than twice as many.
  func pdf417Dense(_ patch: Patch, effort: Int, _ candidate: Candidate) {
    guard !kinds(candidate).intersection(PDF417Reader.symbologies).isEmpty, depth > 2 || candidate.edges >= 18,
      let upright = patch.hasMoreEdgesAcross ? patch : patch.transposed()
    else { return }
    pdf417(upright, effort: effort, candidate)
  }

  /// What the pixels say about a PDF417 or MicroPDF417 that an engine read: it is read again by its corners.
  func pdf417Verdict(_ code: DecodedCode) -> Verdict {
    let q = code.corners
    let (dx, dy) = (q.topRight.x - q.topLeft.x, q.topRight.y - q.topLeft.y)
    let length = (dx * dx + dy * dy).squareRoot()
    let (_, height) = QuadGeometry.across(q)
    let unknown = Verdict(outcome: .unverifiable, confidence: 0, reason: "The symbol cannot be sampled.")
    guard length.isFinite, length >= 16, length < 1e5, height.isFinite, height >= 4, height < 1e5 else {
      return unknown
    }
    let place = Candidate(
      kind: .dense, centre: q.centre, angle: atan(dx, dy), halfLength: 0.62 * length, halfHeight: 0.56 * height)
    guard let plain = Rectifier.patch(of: place, in: luma), let patch = code.isInverted ? plain.inverted() : plain
    else { return unknown }
    let reads = withExtendedLifetime(patch) {
      pipeline.pdf417.read(patch.luma, SymbologySet([code.symbology]), effort: max(request.effort, 2))
    }
    guard let read = reads.first else { return unknown }
    if read.code.bytes == code.bytes { return read.proof ?? unknown }
    return Verdict(outcome: .refuted, confidence: 80, reason: "The bars say something else.")
  }

  /// The direction of a vector without its sign, from -π/2 to π/2.
  private func atan(_ dx: Double, _ dy: Double) -> Double {
    let angle = atan2(dy, dx)
    return angle > .pi / 2 ? angle - .pi : angle < -.pi / 2 ? angle + .pi : angle
  }
}

extension Patch {
  /// Whether more edges are crossed along the rows than along the columns.
  var hasMoreEdgesAcross: Bool {
    let step = max(4, min(luma.width, luma.height) / 24)
    var (along, across) = (0, 0)
    for y in stride(from: 0, to: luma.height - 1, by: step) {
      let (row, next) = (luma.row(y), luma.row(y + 1))
      for x in 0..<luma.width - 1 {
        along &+= abs(Int(row[x + 1]) &- Int(row[x]))
        across &+= abs(Int(next[x]) &- Int(row[x]))
      }
    }
    return along >= across
  }
}
