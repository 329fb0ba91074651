import Imaging
import ReaderCore

/// Reads postal codes: measures the bars of a patch once and lets each symbology look at them from both sides.
final class PostalReader: PatchReader {
  /// How each symbology is to be read.
  struct Options {
    var kix = RoyalMail.KIXOptions()
    var australia = AustraliaPost.Options()
    var daft = DAFT.Options()
  }

  let symbologies = SymbologySet([
    .postnet, .planet, .cepNet, .intelligentMail, .royalMail, .kix, .japanPost, .australiaPost, .daft,
    .mailmark, .pharmacode,
  ])
  let wantsEvenBars = false
  var options = Options()
  private let sampler = PostalSampler()

  func read(_ patch: LumaView, _ wanted: SymbologySet, isMirrored: Bool, effort: Int) -> [PatchRead] {
    guard patch.width >= 48, patch.height >= 8, let patch = PatchGround.light(patch) else { return [] }
    var reads: [PatchRead] = []
    // Noise is smoothed when the plain patch gives nothing.
    for sigma in [0, 1.0] where reads.isEmpty {
      if sigma > 0, !sampler.sawBars { break }
      var view = patch
      if sigma > 0 {
        guard let image = try? LumaImage(width: patch.width, height: patch.height) else { break }
        gaussian(patch, sigma: sigma, into: image.base)
        view = image.view
      }
      guard let bars = sampler.measure(view) else { continue }
      reads = self.reads(isMirrored ? bars.mirrored : bars, wanted)
    }
    return reads
  }

  private func reads(_ bars: PostalBars, _ wanted: SymbologySet) -> [PatchRead] {
    var reads: [PatchRead] = []
    for side in [bars, bars.turned] {
      for value in values(side, wanted) {
        var code = DecodedCode(symbology: value.symbology, bytes: value.bytes, aimID: "]X0", corners: side.quad)
        code.variant = value.variant
        reads.append(PatchRead(code: code, lines: side.states.count, needsDirection: value.needsDirection))
      }
    }
    // What nothing checks is only believed when nothing else fits.
    if reads.contains(where: { !$0.needsDirection }) { reads.removeAll { $0.needsDirection } }
    if reads.contains(where: { $0.code.symbology == .kix }) { reads.removeAll { $0.code.symbology == .daft } }
    // Two values of one code contradict each other, but for those that the picture's upright tells apart.
    let sure = reads.filter { !$0.needsDirection }
    return sure.count > 1 ? [] : reads
  }

  private func values(_ bars: PostalBars, _ wanted: SymbologySet) -> [PostalValue] {
    var out: [PostalValue] = []
    func offer(_ value: PostalValue?) { if let value { out.append(value) } }
    if bars.hasAscenders, !bars.hasDescenders {
      for symbology in [Symbology.postnet, .planet, .cepNet] where wanted.contains(symbology) {
        offer(Postnet.decode(bars, symbology))
      }
      return out
    }
    guard bars.hasAscenders, bars.hasDescenders else { return [] }
    if bars.tracker < 0.16 {
      // Upper and lower bars that meet in the middle: there is no tracker.
      if wanted.contains(.pharmacode) { offer(PharmacodeTwoTrack.decode(bars)) }
      return out
    }
    if wanted.contains(.intelligentMail) { offer(IntelligentMail.decode(bars)) }
    if wanted.contains(.royalMail) { offer(RoyalMail.decode(bars)) }
    if wanted.contains(.mailmark) { offer(Mailmark.decode(bars)) }
    if wanted.contains(.japanPost) { offer(JapanPost.decode(bars)) }
    if wanted.contains(.australiaPost) { offer(AustraliaPost.decode(bars, options.australia)) }
    if wanted.contains(.kix) { offer(RoyalMail.decodeKIX(bars, options.kix)) }
    if wanted.contains(.daft) { offer(DAFT.decode(bars, options.daft)) }
    return out
  }
}

/// What a postal decoder made of bars.
struct PostalValue {
  var symbology: Symbology
  var variant: Variant = .none
  var bytes: [UInt8]
  /// Nothing in the code tells which side is up.
  var needsDirection = false
}
