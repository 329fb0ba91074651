import ReaderCore

/// Where the rows of a stacked symbol are, found by the edges along lines through it: engines tell only roughly how far a stack
/// reaches, and its width is that of the row that they read last.
///
/// Lines run in the direction of reading, beside each other, over all of the symbol. Stretches of the rows that a value
/// demands are looked for among the edges of each line, whatever the size of a module is.
final class StackedRows {
  /// A stretch of a row that was found on a line.
  struct Hit {
    /// Shares of the width of the lines.
    var start: Double
    var end: Double
  }

  /// Elements of a row from the end of the first character on, and where they are.
  private struct Stretch: Hashable {
    var widths: [Float]
    var isLight: Bool
  }

  /// What is known about one row of a claim.
  struct RowPlaces {
    /// Where it was seen, in the order of the lines; the likeness is the share of its stretches that is there.
    var places: [BarsVerifier.Place] = []
    /// The largest share of its stretches that was seen on one line.
    var coverage: Double { Double(places.reduce(0) { max($0, $1.likeness) }) }
    /// The middle of its height.
    var middle: Double { places.reduce(0) { $0 + $1.h } / Double(max(1, places.count)) }
    /// From the first line to the last.
    var height: Double { (places.last?.h ?? 0) - (places.first?.h ?? 0) }
  }

  /// Stretches of the length of a pair of characters with their finder pattern.
  private static let elements = 21
  /// Elements that tell a stretch from others.
  private static let least = 11
  /// Lines that are looked at on either side, at most.
  private static let mostLines = 100

  let lines: VerifierLines
  /// Shares of the height at which there is a line, from top to bottom.
  private(set) var heights: [Double] = []
  /// Modules in pixels, by what was found first; 0 while nothing was.
  private(set) var module = 0.0
  private var edges: [[Float]] = []
  private var seen: [Stretch: [Int: [Hit]]] = [:]
  private let isInverted: Bool
  /// Whether stretches with other characters around the same finder pattern count as well.
  private let isLoose: Bool
  private let buffer: FloatBuffer
  private let finder = EdgeFinder()
  /// Of the lines that are sampled: share of the width at which they begin, samples, and pixels between them.
  private var (first, count, step) = (0.0, 0, 1.0)

  /// Looks along lines through a quad, beyond its ends as well; nil where no stretch of any claim is seen.
  init?(
    _ lines: VerifierLines, _ isInverted: Bool, _ claims: [DrawnBars], _ buffer: FloatBuffer, isLoose: Bool = false
  ) {
    (self.lines, self.isInverted, self.buffer, self.isLoose) = (lines, isInverted, buffer, isLoose)
    let (width, tall) = (lines.width, max(lines.height, 1))
    guard width.isFinite, width >= 16 else { return nil }
    // Modules of a pixel disappear between samples that are a pixel apart.
    if width < 2.5 * (claims.map { $0.modules }.min() ?? 0) { step = 0.5 }
    layLines(6)
    let stretches = stretches(claims)
    // From the middle on to both sides, until something is seen.
    var at: Double?
    for k in 0..<60 where at == nil {
      let h = 0.5 + Double((k + 1) / 2 * (k % 2 == 0 ? 1 : -1)) * 3 / tall
      guard let line = look(h) else { continue }
      for stretch in stretches {
        guard let hit = find(stretch, in: line).first else { continue }
        let modules = Double(stretch.widths.reduce(0, +))
        module = (hit.end - hit.start) * width / modules
        at = h
        break
      }
    }
    guard let at, module > 0.4 else { return nil }
    if module > 4 { step = module / 4 }
    layLines(6)
    // Rows of five modules are the lowest there are.
    let stride = max(1.5, 1.6 * module) / tall
    var found: [(h: Double, edges: [Float])] = []
    for side in [-1.0, 1] {
      var empty = 0
      for k in 0..<StackedRows.mostLines where side > 0 || k > 0 {
        let h = at + side * Double(k) * stride
        guard empty < 12, let line = look(h) else { break }
        let isSeen = stretches.contains { !find($0, in: line).isEmpty }
        empty = isSeen ? 0 : empty + 1
        found.append((h, line))
      }
    }
    found.sort { $0.h < $1.h }
    heights = found.map { $0.h }
    edges = found.map { $0.edges }
  }

  /// Lets lines begin and end so many widths of the quad before and behind it, as far as the frame goes.
  private func layLines(_ widths: Double) {
    let width = lines.width
    let reach = min(widths * width, Double(lines.frame.width + lines.frame.height))
    first = -reach / width
    count = min(20_000, Int((2 * reach + width) / step))
  }

  /// The edges of a line; nil where it lies outside of the frame.
  private func look(_ h: Double) -> [Float]? {
    let frame = lines.frame
    let (a, b) = (lines.point(h, 0), lines.point(h, 1))
    // The part of it in the frame.
    var (from, to) = (first, first + Double(count) * step / lines.width)
    for (p, d, size) in [(a.x, b.x - a.x, Double(frame.width)), (a.y, b.y - a.y, Double(frame.height))] {
      guard abs(d) > 1e-9 else {
        if p < 0 || p > size { return nil }
        continue
      }
      let (s, t) = (-p / d, (size - p) / d)
      (from, to) = (max(from, min(s, t)), min(to, max(s, t)))
    }
    // A little of what counts as light outside.
    let unit = step / lines.width
    (from, to) = (from - 8 * unit, to + 8 * unit)
    let n = Int((to - from) / unit)
    guard to > from, n >= 32, n <= 20_100 else { return nil }
    buffer.reserve(n)
    lines.sample(h, from, unit, buffer.base, n, thickness: 1)
    if !isInverted { for i in 0..<n { buffer.base[i] = -buffer.base[i] } }
    let range = contrast(buffer.base, n)
    guard range > 8 else { return [] }
    finder.find(buffer.base, n, hysteresis: 0.15 * range)
    return (0..<finder.count).map { Float(from) + finder.edges.base[$0] * Float(unit) }
  }

  /// The stretches of all rows, each once.
  private func stretches(_ claims: [DrawnBars]) -> Set<Stretch> {
    var out: Set<Stretch> = []
    for claim in claims {
      for row in claim.rows { for part in StackedRows.parts(row.pattern) { out.insert(stretch(row.pattern, part)) } }
    }
    return out
  }

  private func stretch(_ pattern: LinearPattern, _ part: Range<Int>) -> Stretch {
    var out = Stretch(widths: Array(pattern.widths[part]), isLight: part.lowerBound % 2 == 1)
    guard isLoose else { return out }
    // Of other characters the width as a whole counts.
    for character in [0..<8, 13..<21] where character.upperBound <= out.widths.count {
      let sum = out.widths[character].reduce(0, +)
      for i in character { out.widths[i] = i == character.lowerBound ? sum : 0 }
    }
    return out
  }

  /// The elements of a row in stretches, without the guard before them.
  private static func parts(_ pattern: LinearPattern) -> [Range<Int>] {
    let (count, begin) = (pattern.widths.count, pattern.elements(of: 0).upperBound)
    var out: [Range<Int>] = []
    for from in stride(from: begin, to: count, by: elements) {
      let to = min(from + elements, count)
      // Less belongs to the stretch before it.
      let start = to - from >= least ? from : out.popLast()?.lowerBound ?? from
      out.append(start..<to)
    }
    return out
  }

  /// Where edges are as far apart as a stretch demands; from an edge to the next but one, as print makes all bars wider or narrower.
  private func find(_ stretch: Stretch, in edges: [Float]) -> [Hit] {
    let n = stretch.widths.count
    guard n >= 3, edges.count > n else { return [] }
    if isLoose { return findAlike(stretch, in: edges) }
    let modules = stretch.widths.reduce(0, +)
    var out: [Hit] = []
    var i = stretch.isLight ? 1 : 0
    edges.withUnsafeBufferPointer { e in
      stretch.widths.withUnsafeBufferPointer { widths in
        while i + n < e.count {
          let unit = (e[i + n] - e[i]) / modules
          var sum: Float = 0
          var k = 0
          while k + 1 < n {
            let off = abs(e[i + k + 2] - e[i + k] - (widths[k] + widths[k + 1]) * unit)
            sum += off
            if off > 0.8 * unit || sum > 0.3 * unit * Float(n) { break }
            k += 1
          }
          if k + 1 == n, unit > 0 { out.append(Hit(start: Double(e[i]), end: Double(e[i + n]))) }
          i += 2
        }
      }
    }
    return out
  }

  /// Where edges are as far apart as around any characters with the finder pattern of a stretch.
  private func findAlike(_ stretch: Stretch, in edges: [Float]) -> [Hit] {
    let (widths, n) = (stretch.widths, stretch.widths.count)
    guard n >= 13 else { return [] }
    let modules = widths.reduce(0, +)
    var spans: [(from: Int, to: Int, modules: Float)] = [(0, 8, widths[0])]
    // Of the finder patterns of the other kinds of DataBar two elements of one module are the same.
    for k in 8..<12 where widths[0] == 17 || widths[k] + widths[k + 1] == 2 {
      spans.append((k, k + 2, widths[k] + widths[k + 1]))
    }
    if n >= 21 { spans.append((13, 21, widths[13])) }
    var out: [Hit] = []
    for i in stride(from: stretch.isLight ? 1 : 0, to: edges.count - n, by: 2) {
      let unit = (edges[i + n] - edges[i]) / modules
      var fits = true
      for span in spans where fits {
        fits = abs(edges[i + span.to] - edges[i + span.from] - span.modules * unit) < 0.5 * unit
      }
      if fits { out.append(Hit(start: Double(edges[i]), end: Double(edges[i + n]))) }
    }
    return out
  }

  /// Where the rows of a claim are.
  func places(of claim: DrawnBars) -> [RowPlaces] {
    claim.rows.map { row in
      let parts = StackedRows.parts(row.pattern)
      var out = RowPlaces()
      guard !parts.isEmpty else { return out }
      let modules = Double(row.pattern.modules)
      var begins: [Double] = [0]
      for width in row.pattern.widths { begins.append(begins[begins.count - 1] + Double(width)) }
      let hits = parts.map { self.hits(stretch(row.pattern, $0)) }
      for (i, h) in heights.enumerated() {
        // The first and the last stretch that are where they must be to each other.
        var best: (from: (at: Double, module: Double), to: (at: Double, module: Double), count: Int)?
        for (p, part) in parts.enumerated() {
          for hit in hits[p][i] ?? [] {
            let unit = (hit.end - hit.start) / (begins[part.upperBound] - begins[part.lowerBound])
            var last = (hit.end, begins[part.upperBound])
            var n = 1
            for q in (p + 1)..<max(p + 1, parts.count) {
              let (from, to) = (begins[parts[q].lowerBound], begins[parts[q].upperBound])
              let expected = last.0 + (from - last.1) * unit
              let next = (hits[q][i] ?? []).first { abs($0.start - expected) < unit * (1.5 + 0.05 * (from - last.1)) }
              guard let next else { continue }
              last = (next.end, to)
              n += 1
            }
            if n > best?.count ?? 0 { best = ((hit.start, begins[part.lowerBound]), last, n) }
          }
        }
        guard let best else { continue }
        let unit = (best.to.at - best.from.at) / (best.to.module - best.from.module)
        let start = best.from.at - best.from.module * unit
        out.places.append(
          BarsVerifier.Place(
            lines: lines, h: h, start: start, end: start + modules * unit,
            likeness: Float(best.count) / Float(parts.count)))
      }
      return out
    }
  }

  /// The edges of the line that is nearest to a share of the height, in shares of the width; nil without any.
  func edges(near h: Double) -> [Float]? {
    heights.indices.min { abs(heights[$0] - h) < abs(heights[$1] - h) }.map { edges[$0] }
  }

  /// Where a stretch is, by the number of the line.
  private func hits(_ stretch: Stretch) -> [Int: [Hit]] {
    if let known = seen[stretch] { return known }
    var out: [Int: [Hit]] = [:]
    for (i, line) in edges.enumerated() {
      let hits = find(stretch, in: line)
      if !hits.isEmpty { out[i] = hits }
    }
    seen[stretch] = out
    return out
  }
}
