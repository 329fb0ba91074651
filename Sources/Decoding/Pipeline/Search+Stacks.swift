import ReaderCore

/// Rows of bars on top of each other.
extension Search {
  /// Looks for stacked symbols in a dense candidate: their separators make edges that do not run like the bars. The bars run
  /// the way in which more edges do.
  func stacks(_ index: Int, _ patch: Patch, _ candidate: Candidate) {
    guard !wanted.intersection(.stacked).isEmpty, candidate.kind == .dense, !isCovered(candidate),
      depth > 2 || isLargeStack(candidate)
    else { return }
    // A few lines cost next to nothing, and must not cost others their look.
    guard let upright = upright(patch, from: 1), depth <= 2 || afford(patch.width * patch.height / 4) else { return }
    bars(upright, effort: depth > 2 ? 3 : 2, candidate) { $0.symbologies.contains(.codablockF) }
  }

  /// A patch, or the same turned by a quarter, so that more edges are crossed along the rows than along the columns.
  ///
  /// - Parameter edge: How many of the outermost lines are left out.
  func upright(_ patch: Patch, from edge: Int = 0) -> Patch? {
    let runsAcross = known(patch, key(.direction, patch, way: edge)) { luma in
      let step = max(4, min(luma.width, luma.height) / 24)
      var (along, across) = (0, 0)
      for y in stride(from: edge * step, to: luma.height - max(1, edge * step), by: step) {
        let (row, next) = (luma.row(y), luma.row(y + 1))
        for x in 0..<luma.width - 1 {
          along &+= abs(Int(row[x + 1]) &- Int(row[x]))
          across &+= abs(Int(next[x]) &- Int(row[x]))
        }
      }
      return along >= across
    }
    return runsAcross ? patch : patch.transposed()
  }

  /// Whether a dense candidate can be a stack: only where modules are large do the separators count.
  private func isLargeStack(_ candidate: Candidate) -> Bool {
    candidate.kind == .dense && candidate.module >= 4.5 && candidate.coherence > 0.3 && candidate.edges >= 24
  }

  /// Looks for stacked symbols in the two likeliest of such candidates, which a quick search may have had no budget for.
  func largeStacks() {
    guard !wanted.intersection(.stacked).isEmpty else { return }
    defer { current = nil }
    for (i, candidate) in candidates.enumerated().filter({ isLargeStack($0.element) }).prefix(2) {
      if isOver || !found.isEmpty { return }
      current = i
      if let patch = patch(i, whole: true) { stacks(i, patch, candidate) }
      // Separators can part the rows into candidates of their own.
      if found.isEmpty, let patch = Rectifier.patch(of: grown(candidate), in: luma) { stacks(i, patch, candidate) }
    }
  }

  /// A candidate of one or some rows with what stands above and below, up to the height of the highest symbols of that width.
  private func grown(_ candidate: Candidate) -> Candidate {
    var all = candidate
    let reach = min(2.6 * max(candidate.halfLength, candidate.halfHeight), Double(max(luma.width, luma.height)))
    if candidate.halfLength >= candidate.halfHeight { all.halfHeight = reach } else { all.halfLength = reach }
    return all
  }

  /// Whether a Code 128 is a row of a Codablock F that was read. Where other lines of its bars may hold something else, and
  /// Codablock F is wanted, the whole is looked for first: that costs less than proving the row to be none.
  func isRowOfRead(_ code: DecodedCode, _ lines: Int, _ patch: Patch, _ candidate: Candidate?) -> Bool {
    guard code.symbology == .code128, wanted.contains(.codablockF) else { return false }
    if ReadingRules.isInStack(code, found) { return true }
    guard 2 * lines <= patch.height, let current, candidate?.kind == .stripes, stacksSeen.insert(current).inserted,
      let whole = self.patch(current)
    else { return false }
    bars(whole, effort: 2, candidate) { $0.symbologies.contains(.codablockF) }
    return ReadingRules.isInStack(code, found)
  }
}
