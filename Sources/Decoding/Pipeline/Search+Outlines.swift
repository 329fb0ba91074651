import Imaging
import ReaderCore

/// Han Xin Code, Grid Matrix and Code One by their outline.
extension Search {
  /// Candidates whose outline is looked for, at most: of a quick search and of a thorough one.
  private static let quickOutlines = 4
  private static let outlines = 40

  /// Looks for symbols in the outlines of the candidates that are not much longer than high and a third dark at least, and in a
  /// small picture in all of it.
  func outlines() {
    let kinds = wanted.intersection(.outlined)
    guard !kinds.isEmpty, !isOver else { return }
    var seen: [CandidateBox] = []
    let limit = depth > 2 ? Search.outlines : Search.quickOutlines
    for i in candidates.indices where candidates[i].kind == .dense && candidates[i].score > 1.2 {
      let candidate = fitted[i] ?? candidates[i]
      if isOver || seen.count >= limit { return }
      let (short, long) = (
        2 * min(candidate.halfLength, candidate.halfHeight), 2 * max(candidate.halfLength, candidate.halfHeight)
      )
      guard short >= 24, long < (depth > 2 || kinds.contains(.codeOne) ? 4.5 : 1.5) * short, candidate.coherence < 0.5,
        !isCovered(candidate),
        candidate.module == 0 || short > 12 * candidate.module
      else { continue }
      // Nor what is less likely than all that was read.
      if depth <= 2, let weakest = successes[.dense], candidate.score < weakest - 0.1 { continue }
      // Candidates lie in each other; one of about the same size and place says what the others do.
      let box = CandidateBox(candidate)
      if seen.contains(where: { $0.overlap(box) > 0.7 }) { continue }
      seen.append(box)
      guard depth > 2 || standsAlone(candidate) else { continue }
      let b = candidate.quad.bounds
      let margin = 8 + Int(0.16 * long)
      outlined(
        kinds, x: Int(b.minX) - margin..<Int(b.maxX) + margin, y: Int(b.minY) - margin..<Int(b.maxY) + margin,
        module: candidate.module)
    }
    if found.isEmpty, luma.width * luma.height <= 400_000, !isOver {
      outlined(kinds, x: 0..<luma.width, y: 0..<luma.height, module: 0)
    }
  }

  /// Whether what surrounds a candidate is as light nearly everywhere, or as dark, as its quiet zone must be; and whether a quarter
  /// of it is dark at least.
  private func standsAlone(_ candidate: Candidate) -> Bool {
    let (u, v) = candidate.axes
    func value(_ a: Double, _ b: Double) -> UInt8 {
      let x = candidate.centre.x + a * u.x + b * v.x
      let y = candidate.centre.y + a * u.y + b * v.y
      return luma.row(max(0, min(luma.height - 1, Int(y))))[max(0, min(luma.width - 1, Int(x)))]
    }
    let n = 16
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: n * n) { buffer in
      var inside = buffer
      for i in 0..<n * n {
        let (a, b) = (Double(2 * (i % n) + 1) / Double(n) - 1, Double(2 * (i / n) + 1) / Double(n) - 1)
        inside[i] = value(a * candidate.halfLength, b * candidate.halfHeight)
      }
      inside.sort()
      let (dark, light) = (Int(inside[n * n / 16]), Int(inside[n * n - 1 - n * n / 16]))
      guard light - dark > 24 else { return false }
      let level = (dark + light) / 2
      let share = inside.count { Int($0) < level }
      guard share > n * n / 4, share < n * n * 3 / 4 else { return false }
      let reach = 4 + 0.06 * max(candidate.halfLength, candidate.halfHeight)
      let (w, h) = (candidate.halfLength + reach, candidate.halfHeight + reach)
      var below = 0
      for i in 0..<n {
        let t = Double(2 * i + 1) / Double(n) - 1
        for p in [value(t * w, -h), value(t * w, h), value(-w, t * h), value(w, t * h)] where Int(p) < level {
          below += 1
        }
      }
      return below <= n || below >= 3 * n
    }
  }

  private func outlined(_ kinds: SymbologySet, x: Range<Int>, y: Range<Int>, module: Double) {
    guard afford(x.count * y.count / 4) else { return }
    let reads = look(.symbologies, luma) { () -> [DecodedCode] in
      guard let outline = MatrixOutline.find(luma, x: x, y: y, module: module), outline.fill > 0.8,
        afford(20_000)
      else { return [] }
      if kinds.contains(.gridMatrix), let code = GridMatrixReader.read(luma, outline) { return [code] }
      if kinds.contains(.hanXin), let code = HanXinReader.read(luma, outline) { return [code] }
      if kinds.contains(.codeOne), let code = CodeOneReader.read(luma, outline) { return [code] }
      return []
    }
    for code in reads { take(code, 1, .own, Patch(luma: luma, owner: nil, toFrame: Affine()), nil) }
  }
}
