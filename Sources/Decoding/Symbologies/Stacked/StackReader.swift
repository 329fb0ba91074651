import Imaging
import ReaderCore

/// Reads symbols of rows of bars on top of each other: Codablock F, Code 16K, Code 49.
///
/// A few lines tell whether there is a row of such a symbol at all. If so, all of the patch is scanned, with lines of several
/// thicknesses that lie level or rise or fall, until the rows are complete and every check holds.
final class StackReader: PatchReader {
  let symbologies = SymbologySet(StackKind.allCases.map { $0.symbology })
  let wantsEvenBars = false
  private let lines = StackLines()
  private let finder = EdgeFinder()
  /// Edges of the last line, most of them weak ones perhaps.
  private var edgeCount = 0
  /// The first and the last of them.
  private var ends: (first: Float, last: Float) = (0, 0)
  private let characters = CharacterSet(Code128Tables.widths + [0x211133], elements: 6, modules: 11, barFirst: true)

  func read(_ patch: LumaView, _ wanted: SymbologySet, isMirrored: Bool, effort: Int) -> [PatchRead] {
    let kinds = StackKind.allCases.filter { wanted.contains($0.symbology) }
    guard !kinds.isEmpty, patch.width >= 60, patch.height >= 12 else { return [] }
    let isDark = PatchGround.isDark(patch)
    for isNegative in effort <= 2 ? [isDark] : [isDark, !isDark] {
      guard lines.begin(patch, isNegative: isNegative) else { return [] }
      // Bars of one kind can look like a row of another.
      var kinds = kinds
      while !kinds.isEmpty, let seed = seed(patch, kinds, looks: effort <= 2 ? 6 : 24) {
        if var read = read(patch, seed, effort: effort) {
          read.code.isInverted = isNegative
          return [read]
        }
        kinds.removeAll { $0 == seed.kind }
      }
    }
    return []
  }

  /// A row of a kind, and whether it was read without the blur.
  private struct Seed {
    var kind: StackKind
    var row: StackRow
    var isDeblurred: Bool
  }

  /// A row on one of a few lines, and on the one beside it.
  private func seed(_ patch: LumaView, _ kinds: [StackKind], looks: Int) -> Seed? {
    let thickness = max(1, min(looks > 8 ? 9 : 5, patch.height / 24))
    let levels: [Float] = looks > 8 ? [0.12, 0.25] : [0.17]
    // Spread over the height, the middle first.
    func height(_ look: Int) -> Float {
      let share = Float(look) * 0.618 + 0.45
      return (0.04 + 0.92 * (share - share.rounded(.down))) * Float(patch.height)
    }
    func seed(_ y: Float, _ isDeblurred: Bool) -> Seed? {
      lines.take(patch, y, thickness: thickness)
      guard let (kind, row) = rows(kinds, isDeblurred: isDeblurred, levels: levels).first else { return nil }
      for other in [y + Float(thickness), y - Float(thickness)] {
        lines.take(patch, other, thickness: thickness)
        let isSame = rows([kind], isDeblurred: isDeblurred).contains { $0.1.words == row.words && $0.1.row == row.row }
        if isSame { return Seed(kind: kind, row: row, isDeblurred: isDeblurred) }
      }
      return nil
    }
    var rich: [(look: Int, first: Float, last: Float)] = []
    for look in 0..<looks {
      if let seed = seed(height(look), false) { return seed }
      // The shortest row has 36 edges; blur takes some.
      if edgeCount >= 28 { rich.append((look, ends.first, ends.last)) }
      if look == 2, rich.isEmpty { return nil }
    }
    // Taking the blur out is dear: only where rows begin and end below each other, in light.
    guard 2 * rich.count > looks else { return nil }
    let (first, last) = (rich.map { $0.first }.sorted()[rich.count / 2], rich.map { $0.last }.sorted()[rich.count / 2])
    let slack = 0.03 * (last - first)
    let aligned = rich.filter { abs($0.first - first) < slack && abs($0.last - last) < slack }
    let margin = 0.05 * (last - first)
    guard 2 * aligned.count > looks, first > margin, last < Float(lines.count) - margin else { return nil }
    for one in aligned.prefix(looks / 2) {
      if let seed = seed(height(one.look), true) { return seed }
    }
    return nil
  }

  /// The rows on the line that was taken, in both directions; it is looked at with growing demands on the strength of edges.
  private func rows(_ kinds: [StackKind], isDeblurred: Bool, levels: [Float] = [0.12, 0.25]) -> [(StackKind, StackRow)]
  {
    if isDeblurred { lines.deblur() } else { lines.keep() }
    let range = contrast(lines.line.base, lines.samples)
    edgeCount = 0
    guard range > 12 else { return [] }
    for level in levels {
      findEdges(max(3, level * range), mayRefine: !isDeblurred)
      if finder.count > edgeCount {
        edgeCount = finder.count
        ends = (finder.edges.base[0], finder.edges.base[finder.count - 1])
      }
      var out: [(StackKind, StackRow)] = []
      for kind in kinds {
        for row in kind.rows(StackEdges(e: finder.edges.base, count: finder.count), characters) {
          out.append((kind, row))
        }
        for var row in kind.rows(StackEdges(e: finder.mirrored.base, count: finder.count), characters) {
          (row.start, row.end, row.reversed) = (-row.end, -row.start, true)
          out.append((kind, row))
        }
      }
      if !out.isEmpty { return out }
    }
    return []
  }

  /// Elements are 1.8 modules in the mean: narrower ones than this many pixels want finer samples.
  private static let fine: Float = 4

  /// The edges of the line in fine samples, whatever its own are.
  private func findEdges(_ hysteresis: Float, mayRefine: Bool) {
    let (edges, mirrored) = (finder.edges, finder.mirrored)
    if lines.samples == lines.width {
      finder.find(lines.line.base, lines.samples, hysteresis: hysteresis)
      let n = finder.count
      guard mayRefine, n >= 20, edges.base[n - 1] - edges.base[0] < StackReader.fine * Float(n - 1) else {
        let over = Float(StackLines.over)
        for i in 0..<n {
          edges.base[i] = over * edges.base[i] + (over - 1) / 2
          mirrored.base[i] = over * mirrored.base[i] - (over - 1) / 2
        }
        return
      }
      lines.refine()
    }
    finder.find(lines.line.base, lines.samples, hysteresis: hysteresis)
  }

  /// Slopes of lines that are tried, in rows a column.
  private static let slopes: [Float] = [0, 0.02, -0.02, 0.045, -0.045, 0.075, -0.075]

  private func read(_ patch: LumaView, _ seed: Seed, effort: Int) -> PatchRead? {
    lines.load(patch)
    let module = max(0.5, seed.row.module / Float(StackLines.over))
    // A line a module; the largest symbols have fewer than 500 modules from top to bottom.
    let step = max(1, module, Float(lines.height) / 500)
    // What blur makes of a row is the same on all of its lines, so they are not counted together with those without it.
    var plain = StackVotes(seed.row)
    var sharp = plain
    // Thickness in modules, and whether the blur is taken out.
    var passes: [(Float, Bool)] = [(3, seed.isDeblurred), (3, !seed.isDeblurred)]
    if effort > 2 { passes += [(1, false), (5, false), (5, true)] }
    for (thickness, isDeblurred) in passes {
      for slope in StackReader.slopes {
        var y: Float = 0.5
        while y < Float(lines.height) {
          lines.take(y, slope: slope, thickness: thickness * module)
          for (_, row) in rows([seed.kind], isDeblurred: isDeblurred) {
            if isDeblurred { sharp.add(row, y: y, slope: slope) } else { plain.add(row, y: y, slope: slope) }
          }
          y += step
        }
        let votes = isDeblurred ? sharp : plain
        if let read = settle(seed.kind, votes) { return read }
        // Where level lines show one row at most there is no stack.
        if slope == 0, !votes.hasSeveralRows { break }
      }
    }
    return nil
  }

  private func settle(_ kind: StackKind, _ votes: StackVotes) -> PatchRead? {
    guard let rows = votes.rows(kind, least: kind.leastLines), let value = kind.decode(rows.map { $0.row.words }) else {
      return nil
    }
    // The first row as it is read, its outer side.
    let (first, last) = (rows[0], rows[rows.count - 1])
    let falls = last.y > first.y
    let (a, b) = falls ? (first.top, last.bottom) : (first.bottom, last.top)
    let (p, q) = (lines.point(a.start, a.y, slope: a.slope), lines.point(a.end, a.y, slope: a.slope))
    let (r, s) = (lines.point(b.end, b.y, slope: b.slope), lines.point(b.start, b.y, slope: b.slope))
    let corners = first.row.reversed ? Quad(q, p, s, r) : Quad(p, q, r, s)
    var code = DecodedCode(symbology: kind.symbology, bytes: value.bytes, aimID: value.aimID, corners: corners)
    code.isGS1 = value.isGS1
    code.structuredAppend = value.part
    let drawn = kind.modules(rows.map { $0.row.words }).flatMap { SymbolModules($0) }.flatMap { ModuleGrid($0) }
    return PatchRead(code: code, lines: rows.reduce(0) { max($0, $1.count) }, drawn: drawn)
  }
}
