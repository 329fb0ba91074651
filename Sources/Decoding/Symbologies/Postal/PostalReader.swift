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
    .mailmark, .upu, .pharmacode,
  ])
  let wantsEvenBars = false
  var options = Options()
  private(set) var missesQuietZones = false
  private let sampler = PostalSampler()
  private let twoTrack = TwoTrackSampler()

  func read(_ patch: LumaView, _ wanted: SymbologySet, isMirrored: Bool, effort: Int) -> [PatchRead] {
    missesQuietZones = false
    guard patch.width >= 48, patch.height >= 8, let patch = PatchGround.light(patch) else { return [] }
    var reads: [PatchRead] = []
    let wantsTwoTrack = wanted.contains(.pharmacode)
    // Noise is smoothed when the plain patch gives nothing.
    for sigma in [0, 1.0] where reads.isEmpty {
      if sigma > 0, !sampler.sawBars, !(wantsTwoTrack && twoTrack.sawBars) { break }
      var view = patch
      if sigma > 0 {
        guard let image = try? LumaImage(width: patch.width, height: patch.height) else { break }
        gaussian(patch, sigma: sigma, into: image.base)
        view = image.view
      }
      if let bars = sampler.measure(view) { reads = self.reads(isMirrored ? bars.mirrored : bars, wanted) }
      if reads.isEmpty, wantsTwoTrack, let bars = twoTrack.measure(view) {
        reads = twoTrackReads(isMirrored ? bars.mirrored : bars)
      }
      missesQuietZones = missesQuietZones || sampler.isCut || (wantsTwoTrack && twoTrack.isCut)
    }
    return reads
  }

  private func reads(_ bars: PostalBars, _ wanted: SymbologySet) -> [PatchRead] {
    var reads: [PatchRead] = []
    for side in [bars, bars.turned] {
      for value in values(side, wanted) { reads.append(read(value, side)) }
    }
    // What nothing checks is only believed when nothing else fits.
    if reads.contains(where: { !$0.needsDirection }) { reads.removeAll { $0.needsDirection } }
    if reads.contains(where: { $0.code.symbology == .kix }) { reads.removeAll { $0.code.symbology == .daft } }
    // Two values of one code contradict each other, but for those that the picture's upright tells apart.
    let sure = reads.filter { !$0.needsDirection }
    return sure.count > 1 ? [] : reads
  }

  private func read(_ value: PostalValue, _ bars: PostalBars) -> PatchRead {
    var code = DecodedCode(symbology: value.symbology, bytes: value.bytes, aimID: "]X0", corners: bars.quad)
    code.variant = value.variant
    return PatchRead(
      code: code, lines: bars.states.count, needsDirection: value.needsDirection, proof: value.proof(bars))
  }

  /// Both sides of a two-track Pharmacode: the picture's upright tells which is right.
  private func twoTrackReads(_ bars: PostalBars) -> [PatchRead] {
    [bars, bars.turned].compactMap { side in PharmacodeTwoTrack.decode(side).map { read($0, side) } }
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
    // Upper and lower bars that meet in the middle have no tracker.
    guard bars.hasAscenders, bars.hasDescenders, bars.tracker >= 0.16 else { return [] }
    if wanted.contains(.intelligentMail) { offer(IntelligentMail.decode(bars)) }
    if wanted.contains(.royalMail) { offer(RoyalMail.decode(bars)) }
    if wanted.contains(.mailmark) { offer(Mailmark.decode(bars)) }
    if wanted.contains(.upu) { offer(UPU.decode(bars)) }
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

  /// The bars of the value as an encoder draws them, of so many; nil where there is none for it.
  private func drawn(_ count: Int) -> [PostalBars.State]? {
    switch symbology {
    case .postnet, .planet, .cepNet:
      Postnet.bars(bytes.map { Int($0) - 0x30 }, symbology)?.map { PostalBars.State(ascender: $0, descender: false) }
    case .intelligentMail: IntelligentMail.bars(bytes)
    case .royalMail: RoyalMail.bars(bytes, kix: false)
    case .kix: RoyalMail.bars(bytes, kix: true)
    case .mailmark:
      // Spaces at the end are no part of the value.
      Mailmark.bars(bytes + [UInt8](repeating: 0x20, count: max(0, (count == 78 ? 26 : 22) - bytes.count)))
    case .australiaPost: AustraliaPost.bars(bytes, count: count)
    case .pharmacode: PharmacodeTwoTrack.bars(bytes.reduce(0) { min(10 * $0 + Int($1) - 0x30, 1 << 40) })
    case .japanPost: JapanPost.bars(bytes)
    case .upu: UPU.bars(bytes)
    case .daft: DAFT.bars(bytes)
    default: nil
    }
  }

  /// How much of what was measured is as the value demands, the clearer the more it counts.
  func proof(_ bars: PostalBars) -> Verdict? {
    guard let drawn = drawn(bars.states.count), drawn.count == bars.states.count, bars.clearness.count == drawn.count
    else { return nil }
    var (agreeing, all): (Float, Float) = (0, 0)
    for (i, state) in drawn.enumerated() {
      for (demanded, seen, weight) in [
        (state.hasAscender, bars.states[i].hasAscender, bars.clearness[i].ascender),
        (state.hasDescender, bars.states[i].hasDescender, bars.clearness[i].descender),
      ] {
        all += weight
        if demanded == seen { agreeing += weight }
      }
    }
    guard all > 0 else { return nil }
    // What is seen no better than a toss of a coin proves nothing.
    let clear = all / Float(2 * drawn.count)
    return .drawn(share: 0.5 + 0.5 * Double((2 * agreeing / all - 1) * min(1, 2 * clear)))
  }
}
