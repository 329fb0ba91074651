import Imaging
import ReaderCore

/// Bars that only Scanbeam's own decoders read.
extension Search {
  /// Lets the decoders of further symbologies look at a patch whose bars run down.
  ///
  /// - Parameter even: Of what needs even bars, all that is looked for; nil: everything.
  func bars(
    _ patch: Patch, effort: Int, _ candidate: Candidate?, only even: SymbologySet? = nil,
    by isAsked: (any PatchReader) -> Bool
  ) {
    for (number, reader) in pipeline.readers.enumerated() where isAsked(reader) {
      var symbologies = wanted.intersection(reader.symbologies)
      if let even, reader.wantsEvenBars { symbologies = symbologies.intersection(even) }
      guard !symbologies.isEmpty else { continue }
      let isMirrored = patch.toFrame.a * patch.toFrame.d < patch.toFrame.b * patch.toFrame.c
      func sight(_ patch: Patch) -> BarsSight {
        look(.symbologies, patch, key(.bars, patch, symbologies, way: 8 * number + effort)) {
          let reads = reader.read($0, symbologies, isMirrored: isMirrored, effort: effort)
          return BarsSight(reads: reads, missesQuietZones: reader.missesQuietZones)
        }
      }
      var patch = patch
      var found = sight(patch)
      if found.reads.isEmpty, found.missesQuietZones, let wider = withQuietZones(patch, candidate) {
        patch = wider
        found = sight(wider)
      }
      for read in found.reads {
        if read.needsDirection, !QuadGeometry.runsRight(patch.restore(read.code.corners)) { continue }
        take(read, patch, candidate)
      }
    }
  }

  /// A patch that shows the quiet zones which our decoders demand: a fitted candidate ends where its bars end, and few bars are
  /// not much longer than their quiet zones. Nil when a patch shows them already.
  private func withQuietZones(_ patch: Patch, _ candidate: Candidate?) -> Patch? {
    guard let candidate, candidate.kind == .stripes, candidate.module > 0 else { return nil }
    let quiet = (wanted.contains(.upcEan) && request.checks.addOns ? 14 : 9) * candidate.module + 8
    if Rectifier.shows(quiet: quiet, of: candidate) { return nil }
    let wider = cut { Rectifier.patch(of: candidate, in: luma, quiet: min(quiet, 400)) }
    return patch.isInverted ? wider?.inverted() : wider
  }

  /// Pixels that `furtherBars` looks at, at most: it runs after the budget of a quick search was spent on other engines.
  private static let barsWork = 400_000

  /// What a quick search had no budget for or held for hopeless: bars that agree over their height, and bars of several
  /// heights, whose lines cannot agree, in places that are long and low.
  func furtherBars() {
    guard pipeline.readers.contains(where: { !wanted.intersection($0.symbologies).isEmpty }) else { return }
    defer { current = nil }
    var rest = found.isEmpty ? Search.barsWork : Search.barsWork / 4
    // Candidates of several thresholds are often the same place.
    var looked: [(box: CandidateBox, areEven: Bool, areFew: Bool)] = []
    // Looks at what is likely something else, where a quick search has read nothing.
    var (few, low) = found.isEmpty || request.effort > 2 ? (1, 2) : (0, 0)
    for (i, candidate) in candidates.enumerated() where candidate.kind != .whole && !barsSeen.contains(i) {
      // What the first look left beside a code is mostly the rest of it.
      if i >= firstBeside { break }
      if isOver || rest <= 0 { break }
      var (candidate, areEven) = (candidate, candidate.score > 1.8)
      // What is looked for in bars that are even, and few.
      var even: SymbologySet?
      let areTall = candidate.halfLength < 1.8 * candidate.halfHeight
      if candidate.kind == .dense {
        guard low > 0, let bars = lowBars(i) else { continue }
        (candidate, areEven) = (bars, false)
      } else if candidate.edges < 16 || !(areEven || (!areTall && candidate.score > (candidate.edges > 36 ? 1 : 0.85)))
      {
        // Few bars, which agree or are of two tracks.
        let canBeFIM =
          wanted.contains(.fim) && areTall && candidate.score > 1.2 && (4...20).contains(candidate.edges)
        let isClear = candidate.edges >= 8 && candidate.score > 1.4
        let canBeTwoTrack = wanted.contains(.pharmacode) && !areTall && candidate.score > 0.8 && candidate.edges >= 8
        guard canBeFIM && isClear || few > 0 && (canBeFIM && candidate.coherence > 0.9 || canBeTwoTrack) else {
          continue
        }
        if !isClear { few -= 1 }
        // Of EAN and UPC those decoders read add-ons that are alone, which have as few.
        if canBeFIM { even = SymbologySet([.fim, .upcEan]) } else { areEven = false }
      }
      guard Rectifier.cost(of: candidate) <= rest, !isCovered(candidate) else { continue }
      let box = CandidateBox(candidate)
      if looked.contains(where: { $0.box.overlap(box) > 0.85 && $0.areEven == areEven && $0.areFew == (even != nil) }) {
        continue
      }
      looked.append((box, areEven, even != nil))
      let isDense = candidates[i].kind == .dense
      guard let patch = isDense ? cut({ Rectifier.patch(of: candidate, in: luma) }) : patch(i, whole: true)
      else { continue }
      if isDense { low -= 1 }
      current = i
      barsSeen.insert(i)
      rest -= 3000 + patch.width * patch.height
      bars(patch, effort: 2, candidate, only: even) { even != nil ? $0.wantsEvenBars : areEven || !$0.wantsEvenBars }
    }
  }

  /// A long and low dense candidate as stripes: bars of several heights have as many ends as sides where they are blurred or noisy.
  /// Nil for others, and for what lies where stripes or another of its kind were looked at.
  private func lowBars(_ index: Int) -> Candidate? {
    func isLow(_ candidate: Candidate, _ least: Double) -> Bool {
      max(candidate.halfLength, candidate.halfHeight) > least * min(candidate.halfLength, candidate.halfHeight)
    }
    // Fitting it to what it stands on costs more than asking first.
    guard !wanted.intersection(.postal).isEmpty, candidates[index].coherence > 0.25, isLow(candidates[index], 3),
      !isHopeless(candidates[index])
    else { return nil }
    var bars = candidate(index)
    guard isLow(bars, 4), max(bars.halfLength, bars.halfHeight) > 32 else { return nil }
    let box = CandidateBox(bars)
    for other in barsSeen where CandidateBox(fitted[other] ?? candidates[other]).overlap(box) > 0.7 { return nil }
    if bars.halfLength < bars.halfHeight {
      (bars.halfLength, bars.halfHeight) = (bars.halfHeight, bars.halfLength)
      bars.angle += bars.angle > 0 ? -.pi / 2 : .pi / 2
    }
    bars.kind = .stripes
    return bars
  }
}
