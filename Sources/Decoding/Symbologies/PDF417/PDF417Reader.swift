import Imaging
import ReaderCore

/// Reads PDF417 and MicroPDF417 in upright patches.
///
/// A few lines tell whether there are start or stop patterns, or rows between address patterns, and which way they are read. Then lines
/// all over the height vote for every codeword; the row indicators say in which row a line is at either end. What lines do not
/// tell is sampled where it must be, or left to the error correction. The corrected symbol must be what the lines showed, or
/// explain the pixels.
final class PDF417Reader {
  static let symbologies = SymbologySet([.pdf417, .microPDF417])
  /// Lines that the last patch was read by, besides the first few.
  private(set) var scanned = 0
  /// The corners of the symbol that the last patch shows a part of, without being read; nil: of none.
  private(set) var whole: Quad?
  private let lines = StackLines()
  private let finder = EdgeFinder()

  /// Edges of the last line.
  private var edges: StackEdges { StackEdges(e: finder.edges.base, count: finder.count) }
  private var mirrored: StackEdges { StackEdges(e: finder.mirrored.base, count: finder.count) }

  func read(_ patch: LumaView, _ wanted: SymbologySet, effort: Int) -> [PatchRead] {
    (scanned, whole) = (0, nil)
    guard patch.width >= 36, patch.height >= 8 else { return [] }
    let isDark = PatchGround.isDark(patch)
    for isNegative in effort <= 2 ? [isDark] : [isDark, !isDark] {
      guard lines.begin(patch, isNegative: isNegative) else { return [] }
      let seeds = seeds(patch, wanted, looks: effort <= 1 ? 3 : effort <= 2 ? 7 : 15)
      if seeds.isEmpty { continue }
      lines.load(patch)
      for seed in seeds {
        if var read = read(patch, seed, isNegative: isNegative, effort: effort) {
          read.code.isInverted = isNegative
          return [read]
        }
      }
    }
    return []
  }

  /// What a few lines show: a kind of symbol, and whether it is read from the right.
  private struct Seed: Hashable {
    var isMicro: Bool
    var isReversed: Bool
    /// Columns of a MicroPDF417.
    var columns = 0
    /// Whether thick lines show it better, against noise.
    var isThick = false
  }

  /// What of one kind and direction was seen most often comes first.
  private func seeds(_ patch: LumaView, _ wanted: SymbologySet, looks: Int) -> [Seed] {
    var counts: [(seed: Seed, thick: Int, lines: [PDF417Votes.Line])] = []
    let thickness = max(1, min(3, patch.height / 40))
    for look in 0..<looks {
      let share = Float(look) * 0.618 + 0.45
      let y = (0.06 + 0.88 * (share - share.rounded(.down))) * Float(patch.height)
      // Every second one thicker, against noise.
      lines.take(patch, y, thickness: look % 2 == 0 ? thickness : min(7, 2 * thickness + 1))
      guard findEdges(level: look % 2 == 0 ? 0.12 : 0.2) else { continue }
      for isReversed in [false, true] {
        for (isMicro, rows) in rows(wanted, isReversed: isReversed) {
          for row in rows {
            let seed = Seed(
              isMicro: isMicro, isReversed: isReversed,
              columns: isMicro ? (row.elements ?? 0) - (row.elements ?? 0 > 4 ? 3 : 2) : 0)
            if let i = counts.firstIndex(where: { $0.seed == seed }) {
              counts[i].thick += look % 2
              counts[i].lines.append((y, row))
            } else {
              counts.append((seed, look % 2, [(y, row)]))
            }
          }
        }
      }
      // Nothing like it anywhere so far.
      if look == 5, counts.isEmpty { return [] }
    }
    // Letters can look like a row of a MicroPDF417, and so can the bars of a linear code, again and again.
    let likely = counts.filter {
      !$0.seed.isMicro
        || PDF417Size.agree($0.lines, columns: $0.seed.columns, samplesPerPixel: Float(StackLines.over))
    }
    return likely.sorted { $0.lines.count > $1.lines.count }.prefix(2).map {
      var seed = $0.seed
      seed.isThick = 3 * $0.thick > 2 * $0.lines.count
      return seed
    }
  }

  /// The rows of each kind that the last line shows.
  private func rows(_ wanted: SymbologySet, isReversed: Bool) -> [(isMicro: Bool, rows: [PDF417Line.Row])] {
    let edges = isReversed ? mirrored : edges
    var out: [(Bool, [PDF417Line.Row])] = []
    if wanted.contains(.pdf417) {
      let rows = PDF417Line.rows(edges)
      if !rows.isEmpty { out.append((false, rows)) }
    }
    if wanted.contains(.microPDF417), out.isEmpty {
      let rows = PDF417Line.microRows(edges, columns: [4, 3, 2, 1])
      if !rows.isEmpty { out.append((true, rows)) }
    }
    return out
  }

  /// Elements are 2.1 modules in the mean: narrower ones than this many pixels want finer samples.
  private static let fine: Float = 5

  /// Finds the edges of the line that was taken, in fine samples; false where there is hardly any contrast.
  private func findEdges(level: Float, isSharp: Bool = false) -> Bool {
    if isSharp { lines.deblur() } else { lines.keep() }
    let range = contrast(lines.line.base, lines.samples)
    guard range > 12 else { return false }
    let hysteresis = max(3, level * range)
    finder.find(lines.line.base, lines.samples, hysteresis: hysteresis)
    let n = finder.count
    guard n >= 16 else { return false }
    let (e, m) = (finder.edges.base, finder.mirrored.base)
    if !isSharp, e[n - 1] - e[0] < PDF417Reader.fine * Float(n - 1) {
      lines.refine()
      finder.find(lines.line.base, lines.samples, hysteresis: hysteresis)
      return finder.count >= 16
    }
    let over = Float(StackLines.over)
    for i in 0..<n {
      e[i] = over * e[i] + (over - 1) / 2
      m[i] = over * m[i] - (over - 1) / 2
    }
    return true
  }

  /// Most lines of a symbol.
  private static let mostLines: Float = 600
  /// Lines of which a third is looked at first.
  private static let manyLines = 120

  private func read(_ patch: LumaView, _ seed: Seed, isNegative: Bool, effort: Int) -> PatchRead? {
    var last: PDF417Votes?
    // Edges that stand out, those that hardly do, and those without the blur.
    var passes: [(thickness: Float, level: Float, isSharp: Bool)] =
      seed.isThick ? [(5, 0.2, false)] : [(1, 0.12, false)]
    if effort > 1, !seed.isThick { passes.append((5, 0.2, false)) }
    if effort > 2 { passes += [(9, 0.2, false), (3, 0.06, false)] }
    if effort > 1 { passes.append((3, 0.12, true)) }
    var (seen, looked): ([PDF417Votes.Line], Int) = ([], 0)
    for (thickness, level, isSharp) in passes {
      // Without knowing the size the dearest pass is not worth it.
      if isSharp, last == nil, effort <= 2 { return nil }
      // A third of many lines often says it all.
      let isMany = seen.isEmpty && lines.height >= PDF417Reader.manyLines
      for part in isMany ? [Part.third, .rest] : [.all] {
        let before = scanned
        seen += scan(seed, part, thickness: thickness, level: level, isSharp: isSharp)
        looked += scanned - before
        // Where hardly a line shows it there is none.
        if 10 * seen.count < looked { return nil }
        var all = part == .rest ? seen.sorted { $0.y < $1.y } : seen
        guard let layout = seed.isMicro ? PDF417Size.micro(all) : PDF417Size.pdf417(&all) else { continue }
        let votes = PDF417Votes(layout, all) { [lines] x, y in
          lines.point(seed.isReversed ? -x : x, y, slope: 0)
        }
        guard let votes else { continue }
        if let read = settle(votes, patch, isNegative: isNegative) { return read }
        last = votes
      }
    }
    guard let last else { return nil }
    noteWhole(last, patch)
    guard effort > 1 else { return nil }
    return PDF417Sampling(last, patch, isNegative: isNegative)?.read(effort: effort)
  }

  /// Keeps the corners of a symbol that reaches out of the patch.
  private func noteWhole(_ votes: PDF417Votes, _ patch: LumaView) {
    guard let corners = votes.mesh?.corners(width: votes.layout.width, rows: votes.layout.rows) else { return }
    let b = corners.bounds
    let (width, height) = (Double(patch.width), Double(patch.height))
    // Not by more than a part of it that lines can be right about.
    guard b.minX < -2 || b.maxX > width + 2 || b.minY < -2 || b.maxY > height + 2, b.minX > -2 * width,
      b.maxX < 3 * width, b.minY > -2 * height, b.maxY < 3 * height
    else { return }
    whole = corners
  }

  /// Lines over the whole height: all, every third, or the others.
  private enum Part { case all, third, rest }

  /// What lines over the whole height show.
  private func scan(
    _ seed: Seed, _ part: Part, thickness: Float, level: Float, isSharp: Bool
  ) -> [PDF417Votes.Line] {
    var out: [PDF417Votes.Line] = []
    let height = Float(lines.height)
    // Thick ones overlap by half.
    let step = max(1, height / PDF417Reader.mostLines, lines.height >= PDF417Reader.manyLines ? thickness / 2 : 1)
    let count = Int(((height - 0.5) / step).rounded(.up))
    for number in 0..<count where part == .all || (number % 3 == 1) == (part == .third) {
      let y = 0.5 + Float(number) * step
      lines.take(y, slope: 0, thickness: max(step, thickness))
      scanned += 1
      if findEdges(level: level, isSharp: isSharp) {
        let edges = seed.isReversed ? mirrored : edges
        let rows =
          seed.isMicro ? PDF417Line.microRows(edges, columns: [seed.columns]) : PDF417Line.rows(edges)
        // One symbol a line: that with the most codewords.
        if let row = rows.max(by: { $0.tokens.count < $1.tokens.count }) { out.append((y, row)) }
      }
    }
    return out
  }

  /// The symbol that the votes are, when the error correction can tell.
  private func settle(_ votes: PDF417Votes, _ patch: LumaView, isNegative: Bool) -> PatchRead? {
    let layout = votes.layout
    let cells = votes.best
    let words = cells.map { max(0, $0.value) }
    let missing = cells.indices.filter { cells[$0].value < 0 }
    let budget = PDF417Symbol.budget(checks: layout.checks)
    guard missing.count <= budget else { return nil }
    // What was read, then without what is least sure.
    let doubtful = cells.indices.filter { cells[$0].value >= 0 }.sorted { cells[$0].margin < cells[$1].margin }
    for share in [0, 0.25, 0.5, 1] {
      let more = Int(share * Double(budget - missing.count))
      if share > 0, more == 0 { break }
      guard let (symbol, _) = PDF417Symbol.corrected(words, erasures: missing + doubtful.prefix(more), layout) else {
        continue
      }
      let right = zip(symbol.words, cells).count { $0 == $1.value }
      return PDF417Reader.result(symbol, votes, seen: right, wrong: cells.count - right, patch, isNegative)
    }
    return nil
  }

  /// The share of the codewords from which what lines showed is proof enough.
  private static let clearShare = 0.9

  /// A result when the pixels support it.
  ///
  /// - Parameter seen: Codewords that the lines show as they were corrected.
  static func result(
    _ symbol: PDF417Symbol, _ votes: PDF417Votes, seen: Int, wrong: Int, _ patch: LumaView, _ isNegative: Bool
  ) -> PatchRead? {
    guard let content = symbol.content, let mesh = votes.mesh else { return nil }
    let share = Double(seen) / Double(symbol.words.count)
    let budget = PDF417Symbol.budget(checks: symbol.layout.checks)
    let like =
      share >= clearShare ? share : Double(PDF417Sampling.likeness(symbol, mesh, patch, isNegative: isNegative))
    guard share >= clearShare || like >= PDF417Sampling.leastLikeness else { return nil }
    let spare = budget > 0 ? max(0, 1 - Double(wrong) / Double(budget)) : 1
    let verdict = Verdict(
      outcome: .confirmed, confidence: max(1, min(99, Int(50 * like + 49 * spare))),
      reason:
        "\(Int(100 * like)) % of the bars are as the value demands, \(wrong) of at most \(budget) codewords were corrected."
    )
    let corners = mesh.corners(width: symbol.layout.width, rows: symbol.layout.rows)
    return PatchRead(code: content.code(symbol.symbology, corners), lines: 1, proof: verdict)
  }
}
