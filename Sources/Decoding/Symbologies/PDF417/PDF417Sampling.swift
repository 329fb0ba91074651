import ReaderCore

/// Reads the codewords of a symbol whose place is known by comparing the pixels with all that could be there.
struct PDF417Sampling {
  private let votes: PDF417Votes
  private let mesh: PDF417Mesh
  private let patch: LumaView
  private let isNegative: Bool

  /// How like its codewords the pixels of a symbol must be in the mean.
  static let leastLikeness = 0.6

  /// nil when the place is not known well enough.
  init?(_ votes: PDF417Votes, _ patch: LumaView, isNegative: Bool) {
    // Lines that show next to nothing do not tell the place.
    let cells = votes.best
    guard 3 * cells.count(where: { $0.weight > 2 }) >= cells.count, let mesh = votes.mesh else { return nil }
    (self.votes, self.mesh, self.patch, self.isNegative) = (votes, mesh, patch, isNegative)
  }

  /// Lines that must say more of a value than of any other, by their weight, for it to be taken from them.
  private static let sure = 4
  /// Codewords that a quick search samples, at most.
  private static let quick = 240

  /// The symbol, when the error correction can tell it with the codewords sampled of which lines do not tell enough.
  func read(effort: Int) -> PatchRead? {
    let layout = votes.layout
    let cells = votes.best
    let open = cells.indices.filter { cells[$0].margin < PDF417Sampling.sure }
    guard effort > 2 || open.count <= PDF417Sampling.quick else { return nil }
    var reader = CodewordReader(luma: patch, isInverted: isNegative, blur: 0)
    reader.blur = blur(cells)
    var words = cells.map { max(0, $0.value) }
    var doubts = cells.map { Float($0.margin) }
    for i in open {
      let (row, column) = i.quotientAndRemainder(dividingBy: layout.columns)
      let (cluster, start) = ((layout.cluster + row) % 3, Double(layout.start(ofColumn: column)))
      var best = CodewordReader.Reading()
      for shift in [0, -0.35, 0.35, -0.7, 0.7] {
        let reading = reader.read(cluster, at: start + shift, row) { mesh.point($0, row: $1) }
        if reading.likeness > best.likeness { best = reading }
        if shift == 0, best.likeness > 0.95 { break }
      }
      let isSame = best.codeword == cells[i].value
      words[i] = best.codeword
      doubts[i] = best.likeness - best.second + (isSame ? 1 : 0)
    }
    let order = words.indices.sorted { doubts[$0] < doubts[$1] }
    let budget = PDF417Symbol.budget(checks: layout.checks)
    for share in [0, 0.25, 0.5, 0.75, 1] {
      let more = Int(share * Double(budget))
      guard let (symbol, _) = PDF417Symbol.corrected(words, erasures: Array(order.prefix(more)), layout) else {
        continue
      }
      let right = zip(symbol.words, words).count { $0 == $1 }
      let seen = zip(symbol.words, cells).count { $0 == $1.value }
      return PDF417Reader.result(symbol, votes, seen: seen, wrong: words.count - right, patch, isNegative)
    }
    return nil
  }

  /// The bank of patterns that is more like the pixels where lines are sure.
  private func blur(_ cells: [PDF417Votes.Cell]) -> Int {
    let layout = votes.layout
    let sure = cells.indices.filter { cells[$0].margin >= PDF417Sampling.sure }
    var best: (blur: Int, sum: Float) = (0, -.infinity)
    for blur in PatternBank.codewords.indices {
      let reader = CodewordReader(luma: patch, isInverted: isNegative, blur: blur)
      var sum: Float = 0
      for i in stride(from: 0, to: sure.count, by: max(1, sure.count / 24)) {
        let (row, column) = sure[i].quotientAndRemainder(dividingBy: layout.columns)
        sum += reader.likeness(
          cells[sure[i]].value, (layout.cluster + row) % 3, at: Double(layout.start(ofColumn: column)), row: row
        ) { mesh.point($0, row: $1) }
      }
      if sum > best.sum { best = (blur, sum) }
    }
    return best.blur
  }

  /// How like its codewords the pixels of a symbol are in the mean, from -1 to 1.
  static func likeness(_ symbol: PDF417Symbol, _ mesh: PDF417Mesh, _ patch: LumaView, isNegative: Bool) -> Float {
    let layout = symbol.layout
    var best: Float = -1
    for blur in PatternBank.codewords.indices {
      let reader = CodewordReader(luma: patch, isInverted: isNegative, blur: blur)
      var sum: Float = 0
      for (i, word) in symbol.words.enumerated() {
        let (row, column) = i.quotientAndRemainder(dividingBy: layout.columns)
        var likeness: Float = -1
        for shift in [0, -0.4, 0.4] where likeness < 0.8 {
          let at = Double(layout.start(ofColumn: column)) + shift
          likeness = max(
            likeness,
            reader.likeness(word, (layout.cluster + row) % 3, at: at, row: row) { mesh.point($0, row: $1) })
        }
        sum += likeness
      }
      best = max(best, sum / Float(symbol.words.count))
    }
    return best
  }
}
