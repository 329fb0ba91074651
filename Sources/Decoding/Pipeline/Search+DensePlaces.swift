import ReaderCore

/// Which dense places those look at who look at a place as a whole: by outline, bull's eye or dots.
struct DensePlaces {
  /// Places that are looked at, at most.
  let limit: Int
  /// What is below or above is passed over.
  let leastScore: Double
  let mostCoherence: Double
  /// Intersection by union from which two places are the same.
  let same: Double
}

extension Search {
  /// Hands dense places to somebody, likeliest first and each once: candidates of several thresholds lie in each other. What was read
  /// already is passed over. Of what turns out not to be worth a look no more than twice the limit is asked.
  ///
  /// - Parameters:
  ///   - fits: Whether a place is worth a look; cheap.
  ///   - look: Looks at a place; the number says how many were looked at before. False: it was not worth it.
  func each(_ places: DensePlaces, where fits: (Candidate) -> Bool, _ look: (Candidate, Int) -> Bool) {
    var seen: [CandidateBox] = []
    var asked = 0
    for i in candidates.indices where candidates[i].kind == .dense && candidates[i].score > places.leastScore {
      if isOver || seen.count >= places.limit || asked >= 2 * places.limit { return }
      let candidate = fitted[i] ?? candidates[i]
      guard candidate.coherence < places.mostCoherence, fits(candidate), !isCovered(candidate) else { continue }
      let box = CandidateBox(candidate)
      if seen.contains(where: { $0.overlap(box) > places.same }) { continue }
      asked += 1
      if look(candidate, seen.count) { seen.append(box) }
    }
  }
}

extension Candidate {
  /// Its shorter side and its longer one, in pixels.
  var sides: (short: Double, long: Double) {
    (2 * min(halfLength, halfHeight), 2 * max(halfLength, halfHeight))
  }
}
