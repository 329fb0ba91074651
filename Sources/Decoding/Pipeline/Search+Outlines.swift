import Imaging
import ReaderCore

/// Han Xin Code, Grid Matrix and Code One by their outline.
extension Search {
  /// Candidates whose outline is looked for, at most: of a quick search and of a thorough one.
  private static let quickOutlines = DensePlaces(limit: 4, leastScore: 1.2, mostCoherence: 0.5, same: 0.7)
  private static let outlines = DensePlaces(limit: 40, leastScore: 1.2, mostCoherence: 0.5, same: 0.7)

  /// Looks for symbols in the outlines of the candidates that are not much longer than high and a third dark at least, and in a
  /// small picture in all of it.
  func outlines() {
    let kinds = wanted.intersection(.outlined)
    guard !kinds.isEmpty, !isOver else { return }
    let longest = depth > 2 || kinds.contains(.codeOne) ? 4.5 : 1.5
    // Nor what is less likely than all that was read.
    let least = depth > 2 ? 0 : successes[.dense].map { $0 - 0.1 } ?? 0
    each(depth > 2 ? Search.outlines : Search.quickOutlines) { candidate in
      let (short, long) = candidate.sides
      return short >= 24 && long < longest * short && candidate.score >= least
        && (candidate.module == 0 || short > 12 * candidate.module)
    } _: { candidate, _ in
      guard depth > 2 || standsAlone(candidate) else { return true }
      let b = candidate.quad.bounds
      let margin = 8 + Int(0.16 * candidate.sides.long)
      outlined(
        kinds, x: Int(b.minX) - margin..<Int(b.maxX) + margin, y: Int(b.minY) - margin..<Int(b.maxY) + margin,
        module: candidate.module)
      return true
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
      let inside = buffer
      for i in 0..<n * n {
        let (a, b) = (Double(2 * (i % n) + 1) / Double(n) - 1, Double(2 * (i / n) + 1) / Double(n) - 1)
        inside[i] = value(a * candidate.halfLength, b * candidate.halfHeight)
      }
      let (dark, light) = Search.extremes(inside)
      guard light - dark > 24 else { return false }
      let level = (dark + light) / 2
      let share = inside.count { Int($0) < level }
      guard share > n * n / 4, share < n * n * 3 / 4 else { return false }
      let reach = 4 + 0.06 * max(candidate.halfLength, candidate.halfHeight)
      let (w, h) = (candidate.halfLength + reach, candidate.halfHeight + reach)
      // Of what would be beyond the frame nothing is known, so that it speaks against both.
      var (below, outside) = (0, 0)
      for i in 0..<n {
        let t = Double(2 * i + 1) / Double(n) - 1
        for (a, b) in [(t * w, -h), (t * w, h), (-w, t * h), (w, t * h)] {
          let x = candidate.centre.x + a * u.x + b * v.x
          let y = candidate.centre.y + a * u.y + b * v.y
          if x < 0 || y < 0 || x >= Double(luma.width) || y >= Double(luma.height) {
            outside += 1
          } else if Int(value(a, b)) < level {
            below += 1
          }
        }
      }
      return below + outside <= n || below >= 3 * n
    }
  }

  /// What a sixteenth of some grey values is below, and above, within four.
  private static func extremes(_ values: UnsafeMutableBufferPointer<UInt8>) -> (dark: Int, light: Int) {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 64) { bins in
      bins.initialize(repeating: 0)
      for value in values { bins[Int(value >> 2)] &+= 1 }
      let few = values.count / 16
      var (dark, below) = (0, Int(bins[0]))
      while below <= few, dark < 63 {
        dark += 1
        below += Int(bins[dark])
      }
      var (light, above) = (63, Int(bins[63]))
      while above <= few, light > 0 {
        light -= 1
        above += Int(bins[light])
      }
      return (4 * dark + 2, 4 * light + 2)
    }
  }

  private func outlined(_ kinds: SymbologySet, x: Range<Int>, y: Range<Int>, module: Double) {
    guard afford(x.count * y.count / 4) else { return }
    let reads: [PatchRead] = look(.symbologies, frame, nil) { luma in
      guard let outline = MatrixOutline.find(luma, x: x, y: y, module: module), outline.fill > 0.8,
        afford(20_000)
      else { return [] }
      if kinds.contains(.gridMatrix), let read = GridMatrixReader.drawn(luma, outline) { return [read] }
      if kinds.contains(.hanXin), let read = HanXinReader.drawn(luma, outline) { return [read] }
      if kinds.contains(.codeOne), let read = CodeOneReader.drawn(luma, outline) { return [read] }
      return []
    }
    for read in reads { take(read, frame, nil) }
  }
}
