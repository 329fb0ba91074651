import ReaderCore

/// Judges a claimed linear value by the pixels: the value is redrawn, character by character, and compared along several
/// lines over the symbol's height with what else could stand there.
///
/// Each character may be shifted against its place, neighbours alike (a dynamic programme over shifts), so that
/// perspective, curved surfaces and the inexact positions that engines report do no harm; ink growth and blur are
/// searched. A character's cost is 1 - NCC². What cannot be fitted is unverifiable, not wrong. One verifier belongs to one
/// thread at a time; a verdict depends on nothing but the arguments.
public final class LinearVerifier {
  static let growths: [Float] = [-0.5, -0.25, 0, 0.25, 0.5]
  static let blurs: [Float] = [0.15, 0.35, 0.6, 0.9]
  /// Shifts searched, in samples on either side.
  static let reach = 14
  static let shifts = 2 * reach + 1
  /// Likeness of a line and a drawn symbol from which no better place is looked for.
  static let plain: Float = 0.85
  /// Modules sampled beyond both ends.
  static let margin: Float = 12

  var banks: [Int: TemplateBank] = [:]
  let kernels: [BlurKernel] = LinearVerifier.blurs.map { BlurKernel(radius: 0, sigma: $0) }
  let line = FloatBuffer(4096)
  let drawn = FloatBuffer(4096)
  let costs = FloatBuffer(8192)
  let paths = FloatBuffer(8192)
  let window = FloatBuffer(512)
  let solver = ChainSolver()
  let sums = ShiftedSums()
  /// Details of each line for `explain` and for tuning.
  public var trace: ((String) -> Void)?

  /// Makes a verifier; templates are drawn when first needed.
  public init() {}

  /// What one line says.
  struct LineResult {
    /// Mean cost of the claimed characters, and of the best ones.
    var claimed: Float
    var free: Float
    /// Costs of all candidates, one list for each cell that has several.
    var costs: [[Float]]
    var quietStart: Bool
    var quietEnd: Bool
    /// Growth and blur that fit.
    var pair: (Int, Int)
  }

  /// Judges a code of one of the symbologies of `LinearDecoder` by the frame that it was read from.
  public func verify(_ frame: LumaView, _ code: DecodedCode) -> Verdict {
    let layouts = VerifierLayout.layouts(for: code)
    guard !layouts.isEmpty else {
      return Verdict(outcome: .unverifiable, confidence: 0, reason: "The value cannot be redrawn.")
    }
    let closed = layouts.filter { !$0.isOpen }
    var verdict = Verdict(outcome: .unverifiable, confidence: 0, reason: "The symbol is not where it was reported.")
    if let place = align(frame, code.corners, closed) { verdict = judge(place, code) }
    // A Code 128 may be spelled as no encoder of ours spells it.
    guard verdict.outcome == .unverifiable, closed.count < layouts.count,
      let place = fill(frame, code.corners, layouts.filter { $0.isOpen })
    else { return verdict }
    let other = judge(place, code)
    return other.outcome == .unverifiable ? verdict : other
  }

  /// Where a layout lies best.
  struct Placement {
    var lines: VerifierLines
    var layout: VerifierLayout
    /// Corrections of start and end in shares of the width, and whether bars are light.
    var start: Double
    var end: Double
    /// How far the middle lies off the mean of the ends, in modules: perspective and curved surfaces.
    var bow: Double = 0
    var inverted: Bool
    var likeness: Float
  }
}
