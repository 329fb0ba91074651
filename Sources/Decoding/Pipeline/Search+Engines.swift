import Imaging
import ReaderCore

extension Search {
  /// Lets zxing-cpp look at a patch.
  ///
  /// - Parameter isRedrawn: The patch is drawn, not seen: only what the pixels confirm is believed.
  func zxing(
    _ patch: Patch, _ group: SymbologySet, _ mode: ZXingMode, _ candidate: Candidate?, isRedrawn: Bool = false
  ) {
    #if ZXING
      let symbologies = wanted.intersection(group)
      guard !symbologies.isEmpty else { return }
      guard afford(mode.price(patch)) else { return }
      let reads = look(.zxing, patch, key(.zxing, patch, symbologies, way: mode.number)) {
        pipeline.zxing.read($0, symbologies, mode)
      }
      take(reads, patch, candidate, isRedrawn: isRedrawn)
    #endif
  }

  /// Lets zxing-cpp take the first look at a patch.
  func firstZXing(_ patch: Patch, _ group: SymbologySet, _ candidate: Candidate) {
    #if ZXING
      let symbologies = wanted.intersection(group)
      guard !symbologies.isEmpty, afford(ZXingMode.fast.price(patch)) else { return }
      let reads = look(.zxing, patch, key(.zxingFirst, patch, symbologies)) {
        pipeline.zxing.firstReads($0, symbologies) { split(patch) }
      }
      take(reads, patch, candidate)
    #endif
  }

  /// Weighs what zxing-cpp read in a patch.
  func take(_ reads: [ZXingRead], _ patch: Patch, _ candidate: Candidate?, isRedrawn: Bool = false) {
    // The best supported first: a second reading of the same bars then needs no proof of its own.
    for read in reads.sorted(by: { $0.lines > $1.lines }) {
      take(
        read.code, isRedrawn ? 1 : read.lines, .zxing, patch, candidate, isStacked: read.isStacked,
        modules: read.modules, demandsProof: isRedrawn)
    }
  }

  /// Lets libzbar look at a patch; whether the time was enough for that.
  @discardableResult
  func zbar(_ patch: Patch, _ group: SymbologySet, _ candidate: Candidate?) -> Bool {
    guard let zbar = pipeline.zbar else { return true }
    var part = request
    part.symbologies = wanted.intersection(group)
    part.effort = 2
    guard afford((Search.hasZXing ? 10 : 15) * patch.width * patch.height) else { return false }
    // Where no other engine can contradict it, all that it reads has to stand before the verifier.
    let lines = Search.hasZXing ? 4 : 1
    for code in look(.zbar, patch, key(.zbar, patch, part.symbologies), { zbar.decode($0, part) }) {
      take(code, lines, .zbar, patch, candidate)
    }
    return true
  }

  /// Lets Scanbeam's own decoders look at a patch whose bars run down.
  func own(_ patch: Patch, effort: Int, _ candidate: Candidate?) {
    let cost = effort > 2 ? 12 : depth > 2 ? 3 : 1
    guard afford(3000 + cost * patch.width * patch.height) else { return }
    if let current { barsSeen.insert(current) }
    let symbologies = wanted.intersection(LinearDecoder.symbologies)
    if !symbologies.isEmpty {
      let reads = look(.linear, patch, key(.linear, patch, symbologies, way: effort)) {
        pipeline.linear.decode($0, symbologies, effort: effort)
      }
      for read in reads {
        for code in read.symbology == .code39 ? Code39.interpretations(of: read.code, wanted) : [read.code] {
          take(code, max(read.support, 1), .own, patch, candidate, proof: read.proof)
        }
      }
    }
    bars(patch, effort: effort, candidate) { _ in true }
  }

  /// Weighs what one of Scanbeam's own decoders read.
  func take(_ read: PatchRead, _ patch: Patch, _ candidate: Candidate?) {
    take(read.code, read.lines, .own, patch, candidate, proof: read.proof, demands: read)
  }

  /// Weighs something that was read in a patch and keeps it.
  func take(
    _ code: DecodedCode, _ lines: Int, _ engine: Engines, _ patch: Patch, _ candidate: Candidate?,
    isStacked: Bool = false, proof: Verdict? = nil, modules: ModuleGrid? = nil, demands: PatchRead? = nil,
    demandsProof: Bool = false
  ) {
    guard wanted.contains(code.symbology) || (code.symbology == .code39 && wanted.contains(.code39ToCode32)) else {
      return
    }
    // Without time to check it nothing is believed.
    guard !isLate else { return }
    var code = code
    code.corners = patch.restore(code.corners)
    code.isInverted = code.isInverted != patch.isInverted
    let isLinear = SymbologySet.linear.contains(code.symbology)
    if isLinear {
      code.corners = QuadGeometry.clockwise(code.corners)
      if code.addOn != nil { code.corners = BarExtent.withoutAddOn(code, in: luma) }
      // Rows on top of each other differ: there the engine's lines reach further than the bars of one row.
      if !isStacked { code.corners = BarExtent.full(code.corners, in: luma) }
    }
    guard ReadingRules.isPlausible(code, lines: lines) else {
      recorder?.claimed(code, accepted: false, "It breaks a rule of length or check digit.")
      return
    }
    if !code.isInverted, EndLight.asked.contains(code.symbology), EndLight.isGlare(beyond: code.corners, in: luma) {
      recorder?.claimed(code, accepted: false, "It ends where glare begins.")
      return
    }
    if isComponent(code) {
      recorder?.claimed(code, accepted: false, "It is the 2D component of a composite.")
      refused.append((code.corners, code.symbology))
      return
    }
    // An Aztec rune is eight bits in a bull's eye; sharpened and blurred pictures show runes where there are none.
    if depth > 2, code.aimID == "]zC" {
      recorder?.claimed(code, accepted: false, "A rune in a changed picture.")
      return
    }
    if refused.contains(where: { $0.symbology == code.symbology && QuadGeometry.same($0.quad, code.corners) }) {
      recorder?.claimed(code, accepted: false, "Another value was refused here.")
      return
    }
    if isRefuted(code) {
      recorder?.claimed(code, accepted: false, "It was refused here before.")
      return
    }
    if isRowOfRead(code, lines, patch, candidate) {
      recorder?.claimed(code, accepted: false, "It is a row of a Codablock F.")
      return
    }
    if let i = found.firstIndex(where: {
      $0.code.symbology == code.symbology && $0.code.bytes == code.bytes
        && (isLinear && isBeside || QuadGeometry.same($0.code.corners, code.corners, slack: isLinear ? 0.12 : 0))
    }) {
      found[i].reads += 1
      found[i].lines = max(found[i].lines, lines)
      found[i].engines.insert(engine)
      recorder?.claimed(code, accepted: true, "It was read before.")
      if found[i].code.addOn == nil, let addOn = code.addOn {
        found[i].code.addOn = addOn
        found[i].code.aimID = code.aimID
      }
      return
    }
    var hypothesis = Hypothesis(code: code, lines: lines, engines: engine)
    if let verdict = verdict(code, lines, candidate, isStacked: isStacked, proof, modules, demands) {
      if verdict.outcome == .refuted { return refute(code, verdict) }
      hypothesis.verdict = verdict
      if verdict.outcome == .confirmed, let corners = verdict.corners { hypothesis.code.corners = corners }
    }
    if demandsProof, hypothesis.verdict?.outcome != .confirmed {
      recorder?.claimed(code, accepted: false, "The pixels do not confirm what drawn bars say.")
      return
    }
    // Where most rows of a patch say the same there is no room for another row.
    if code.symbology == .code128, 2 * lines <= patch.height, isCodablock(code, patch) {
      refused.append((candidate?.quad ?? code.corners, .code128))
      recorder?.claimed(code, accepted: false, "It is a row of a Codablock F.")
      found.removeAll {
        $0.code.symbology == .code128 && QuadGeometry.same($0.code.corners, candidate?.quad ?? code.corners)
      }
      return
    }
    joinComposite(&hypothesis, isStacked: isStacked)
    if let verdict = hypothesis.verdict, verdict.outcome == .refuted { return refute(code, verdict) }
    recorder?.claimed(code, accepted: true, hypothesis.verdict?.reason ?? "\(lines) lines gave the value.")
    found.append(hypothesis)
    if let candidate { successes[candidate.kind] = min(successes[candidate.kind] ?? .infinity, candidate.score) }
  }

  private func refute(_ code: DecodedCode, _ verdict: Verdict) {
    refuted.append(code)
    recorder?.claimed(code, accepted: false, verdict.reason)
  }

  /// Whether other lines of the same bars hold another Code 128: the rows of a Codablock F, which are no Code 128.
  private func isCodablock(_ code: DecodedCode, _ patch: Patch) -> Bool {
    #if ZXING
      var mode = ZXingMode(harder: true)
      mode.minLines = 1
      let rows = pipeline.zxing.read(patch.luma, SymbologySet([.code128]), mode)
      return rows.contains {
        $0.code.bytes != code.bytes && ReadingRules.alignedRows(patch.restore($0.code.corners), code.corners)
      }
    #else
      return isRowOfStack(code)
    #endif
  }

  /// What is believed in the end.
  func result() -> [DecodedCode] {
    let settled = ReadingRules.settle(found).map { ($0, Confidence.rated($0, among: found)) }
    guard let recorder else { return composed(settled) }
    let codes = settled.map { $0.1 }
    for code in codes { recorder.settled(code, accepted: true, nil) }
    for one in found where !codes.contains(where: { $0.isSameClaim(one.code) }) {
      let isRow = ReadingRules.isRow(one, found) || ReadingRules.isInStack(one.code, found)
      recorder.settled(
        one.code, accepted: false,
        isRow ? "It is a row of a Codablock F." : "Another value at the same place has as much support.")
    }
    return composed(settled)
  }
}
