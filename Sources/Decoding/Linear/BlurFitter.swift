import ReaderCore

/// A value found by fitting a blurred template.
struct BlurFit {
  var symbology: Symbology
  var variant: Variant
  var bytes: [UInt8]
  var aimID: String
  var isGS1: Bool
  /// First and last edge in samples of the profile, left to right.
  var start: Float
  var end: Float
  var reversed: Bool
  var confidence: Int
  /// How many of the two halves of the rows give the same value by themselves.
  var support: Int
  /// Share of the variance that stays unexplained.
  var unexplained: Float
  /// By how much the next best value explains the pixels worse, in parts of the residual.
  var margin: Float
}

/// Reads profiles whose edges are gone: finds the value whose blurred picture explains the profile best.
final class BlurFitter {
  /// Kernels that the search begins with: disc radius and Gaussian deviation in modules.
  static let kernels: [(Float, Float)] = [(0, 0.45), (0, 0.8), (0.9, 0.3), (1.3, 0.3), (1.7, 0.3), (0, 1.1)]

  let model = BlurModel()
  let solver = ChainSolver()
  let ean: [TemplateSet]
  let eanRefined: TemplateSet
  lazy var code128: [TemplateSet?] = [TemplateSet?](repeating: nil, count: BlurFitter.kernels.count)
  lazy var code128Refined = BlurFitter.makeCode128()
  let startKernels: [BlurKernel]
  let normalised = FloatBuffer(4096)
  let guards = FloatBuffer(4096)
  let unary = FloatBuffer(4096)
  let score = FloatBuffer(4096)
  var from = [Int32]()
  /// Written with every fit for `explain` and for tuning: nil in production.
  var trace: ((String) -> Void)?

  init() {
    startKernels = BlurFitter.kernels.map { BlurKernel(radius: $0.0, sigma: $0.1) }
    ean = startKernels.map { kernel in
      let set = BlurFitter.makeEAN()
      set.draw(kernel, growth: 0)
      return set
    }
    eanRefined = BlurFitter.makeEAN()
  }

  /// Digits in set A (0 to 9), set B (10 to 19) and set C (20 to 29).
  private static func makeEAN() -> TemplateSet {
    var hex = EANTables.setA
    for d in 0..<10 { hex.append(EANTables.setB(d)) }
    hex += EANTables.setA
    return TemplateSet(hex, elements: 4, modules: 7) { $0 >= 20 }
  }

  static func makeCode128() -> TemplateSet { TemplateSet(Code128Tables.widths, elements: 6, modules: 11) { _ in true } }

  /// Fits all enabled layouts to the strongest stretches of a profile.
  func fit(_ profile: PatchProfile, _ enabled: SymbologySet) -> [BlurFit] {
    let segments = blurSegments(profile.combined, profile.count)
    var out: [BlurFit] = []
    for segment in segments {
      // A symbol that was read is not searched for others inside it.
      if out.contains(where: { segment.start < $0.end && segment.end > $0.start }) { continue }
      var best: BlurFit?
      if enabled.contains(.upcEan) {
        for layout in EANLayout.all where best == nil || best!.unexplained > 0.02 {
          guard let f = fitEAN(profile, segment, layout) else { continue }
          if best == nil || f.unexplained < best!.unexplained { best = f }
        }
      }
      if enabled.contains(.code128), best == nil || best!.unexplained > 0.02, let f = fitCode128(profile, segment) {
        if best == nil || f.unexplained < best!.unexplained { best = f }
      }
      if let best, isCredible(best) { out.append(best) }
    }
    return out
  }

  /// Highest share of variance that the best first guess may leave unexplained. Right ones of `../shared/defocus` leave
  /// at most 0.04, wrong ones at least 0.11; photographs are less well behaved than models.
  static let startLimit: Float = 0.2
  /// The same for a finished fit.
  static let limit: Float = 0.05
  /// The same before the ends of the symbol are looked for.
  static let roughLimit: Float = 0.5
  /// What start and stop of Code 128 may leave unexplained, added.
  static let endsLimit: Float = 0.8

  /// What a fit must reach. Right ones of `../shared/defocus` leave at most 0.008 unexplained and the next best value
  /// adds at least ten times that; wrong ones leave 0.1 and more.
  private func isCredible(_ f: BlurFit) -> Bool { f.unexplained < BlurFitter.limit && f.margin > 0.6 && f.support == 2 }

  /// Places the model on a segment; `reversed` reads it from the right.
  func place(_ s: BlurSegment, modules: Int, kernel: Int, reversed: Bool, _ offsetStart: Float, _ offsetEnd: Float) {
    if model.modules != modules { model.resize(modules: modules) }
    normalised.reserve(model.count)
    guards.reserve(model.count)
    let module = (s.end - s.start) / Float(modules)
    let a = s.start + offsetStart * module
    let b = s.end + offsetEnd * module
    model.p[0] = (a + b) / 2
    model.p[1] = (reversed ? -1 : 1) * (b - a) / 2
    model.p[2] = 0
    model.p[3] = 0
    model.p[4] = BlurFitter.kernels[kernel].0
    model.p[5] = BlurFitter.kernels[kernel].1
    model.p[6] = 0
    let left = reversed ? s.lightEnd : s.lightStart
    let right = reversed ? s.lightStart : s.lightEnd
    let mean = (left + right) / 2
    let depth = s.depth * 1.03
    model.p[7] = depth
    model.p[8] = mean > 1 ? depth * (right - left) / 2 / mean : 0
    model.p[9] = mean
    model.p[10] = (right - left) / 2
    model.p[11] = 0
  }

  /// Confidence out of fit and margin.
  func confidence(_ unexplained: Float, _ margin: Float, _ support: Int) -> Int {
    let fit = max(0, 1 - unexplained / 0.08)
    let lead = min(1, margin / 2)
    return max(1, min(95, Int(30 + 25 * fit + 25 * lead + 7.5 * Float(support))))
  }
}
