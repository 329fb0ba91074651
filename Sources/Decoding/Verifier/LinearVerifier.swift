import ReaderCore

/// Judges a claimed linear value by the pixels: the value is redrawn, character by character, and compared along several
/// lines over the symbol's height with what else could stand there.
///
/// Each character may be shifted against its place, neighbours alike (a dynamic programme over shifts), so that
/// perspective, curved surfaces and the inexact positions that engines report do no harm; ink growth and blur are
/// searched. A character's cost is 1 - NCC². What cannot be fitted is unverifiable, not wrong. One verifier belongs to one
/// thread at a time; a verdict depends on nothing but the arguments.
public final class LinearVerifier {
  static let growths: [Float] = [-0.5, -0.25, 0, 0.25, 0.5]
  static let blurs: [Float] = [0.15, 0.35, 0.6, 0.9]
  /// Shifts searched, in samples on either side.
  static let reach = 14
  static let shifts = 2 * reach + 1
  /// Likeness of a line and a drawn symbol from which no better place is looked for.
  static let plain: Float = 0.85
  /// Modules sampled beyond both ends.
  static let margin: Float = 12

  private var banks: [Int: TemplateBank] = [:]
  private var kernels: [BlurKernel] = LinearVerifier.blurs.map { BlurKernel(radius: 0, sigma: $0) }
  let line = FloatBuffer(4096)
  private let drawn = FloatBuffer(4096)
  private let costs = FloatBuffer(8192)
  private let paths = FloatBuffer(8192)
  private let window = FloatBuffer(512)
  let solver = ChainSolver()
  /// Details of each line for `explain` and for tuning.
  public var trace: ((String) -> Void)?

  /// Makes a verifier; templates are drawn when first needed.
  public init() {}

  /// What one line says.
  struct LineResult {
    /// Mean cost of the claimed characters, and of the best ones.
    var claimed: Float
    var free: Float
    /// Costs of all candidates, one list for each cell that has several.
    var costs: [[Float]]
    var quietStart: Bool
    var quietEnd: Bool
    /// Growth and blur that fit.
    var pair: (Int, Int)
  }

  /// Judges a code of one of the symbologies of `LinearDecoder` by the frame that it was read from.
  public func verify(_ frame: LumaView, _ code: DecodedCode) -> Verdict {
    let layouts = VerifierLayout.layouts(for: code)
    guard !layouts.isEmpty else {
      return Verdict(outcome: .unverifiable, confidence: 0, reason: "The value cannot be redrawn.")
    }
    let closed = layouts.filter { !$0.isOpen }
    var verdict = Verdict(outcome: .unverifiable, confidence: 0, reason: "The symbol is not where it was reported.")
    if let place = align(frame, code.corners, closed) { verdict = judge(place, code) }
    // A Code 128 may be spelled as no encoder of ours spells it.
    guard verdict.outcome == .unverifiable, closed.count < layouts.count,
      let place = fill(frame, code.corners, layouts.filter { $0.isOpen })
    else { return verdict }
    let other = judge(place, code)
    return other.outcome == .unverifiable ? verdict : other
  }

  /// Where a layout lies best.
  struct Placement {
    var lines: VerifierLines
    var layout: VerifierLayout
    /// Corrections of start and end in shares of the width, and whether bars are light.
    var start: Double
    var end: Double
    /// How far the middle lies off the mean of the ends, in modules: perspective and curved surfaces.
    var bow: Double = 0
    var inverted: Bool
    var likeness: Float
  }

  /// Finds direction, polarity, layout and ends on the middle line by correlation with the drawn symbol.
  private func align(_ frame: LumaView, _ quad: Quad, _ layouts: [VerifierLayout]) -> Placement? {
    var best: Placement?
    for reversed in [false, true] {
      guard let lines = VerifierLines(frame, quad, reversed: reversed) else { continue }
      for layout in layouts where layout.fits(lines.width) {
        if let best, best.likeness > LinearVerifier.plain { return best }
        for h in [0.5, 0.25, 0.75] {
          let p = correlate(lines, layout, h)
          if p.likeness > (best?.likeness ?? 0) { best = p }
          if p.likeness > 0.75 { break }
        }
      }
    }
    guard let best, best.likeness > 0.25 else { return nil }
    return best
  }

  /// The layout with open characters that can be filled best on the middle line.
  private func fill(_ frame: LumaView, _ quad: Quad, _ layouts: [VerifierLayout]) -> Placement? {
    var open: [Placement] = []
    for reversed in [false, true] {
      guard let lines = VerifierLines(frame, quad, reversed: reversed) else { continue }
      for layout in layouts where layout.fits(lines.width) { open.append(correlate(lines, layout, 0.5)) }
    }
    open.sort { $0.likeness > $1.likeness }
    var best: Placement?
    var filled: Float = 0.4
    for p in open.prefix(4) {
      let count = load(p, 0.5, thickness: 3)
      guard let line = compare(p, count, pair: nil), line.free < filled else { continue }
      filled = line.free
      best = p
    }
    return best
  }

  /// The ends at which a drawn layout correlates best with a line; cells that are open are left out.
  func correlate(_ lines: VerifierLines, _ layout: VerifierLayout, _ h: Double, near: Placement? = nil) -> Placement {
    let per = 3
    let modules = Double(layout.modules)
    let free = min(8, 3 + modules / 80)
    let extra = free + 5
    let count = Int((modules + 2 * extra) * Double(per))
    line.reserve(count)
    lines.sample(h, -extra / modules, 1 / (modules * Double(per)), line.base, count, thickness: 3)
    // What is to be found, per sample of the symbol and one module of light on both sides; open cells have no weight.
    let size = (Int(layout.modules) + 2) * per
    drawn.reserve(2 * size)
    let h0 = drawn.base
    let weight = drawn.base + size
    h0.update(repeating: 0, count: size)
    weight.update(repeating: 1, count: size)
    for cell in layout.cells {
      if cell.claimed < 0 {
        // All starts of Code 128 begin 2 1 1 2: two modules dark, one light, one dark, two light.
        let isStart = cell.kind == .code128 && cell.range.lowerBound == Code128Tables.startA
        if isStart {
          for (from, to) in [(Float(1), Float(3)), (4, 5)] {
            kernels[2].addBar(from, to, h0, size, first: 0.5 / Float(per), perModule: Float(per))
          }
        }
        let from = Int((cell.offset + (isStart ? 7 : 1)) * Float(per))
        let to = min(size, Int((cell.offset + cell.width + 1) * Float(per)))
        if from < to, from >= 0 { for i in from..<to { weight[i] = 0 } }
        continue
      }
      let (codes, elements, twoWidth) = cell.kind.candidates
      var at = cell.offset + 1
      var bar = cell.kind.startsWithBar
      let code = codes[cell.claimed]
      for i in 0..<elements {
        let shift = UInt32(elements - 1 - i)
        let w = twoWidth ? (code >> shift & 1 == 1 ? layout.ratio : 1) : Float(code >> (4 * shift) & 15)
        if bar { kernels[2].addBar(at, at + w, h0, size, first: 0.5 / Float(per), perModule: Float(per)) }
        at += w
        bar.toggle()
      }
    }
    var mean: Float = 0
    var total: Float = 0
    for i in 0..<size {
      mean += h0[i] * weight[i]
      total += weight[i]
    }
    mean /= max(1, total)
    var hh: Float = 0
    for i in 0..<size {
      h0[i] = (h0[i] - mean) * weight[i]
      hh += h0[i] * h0[i]
    }
    // Where there is anything to compare.
    var spans: [Range<Int>] = []
    for i in 0..<size where weight[i] > 0 {
      if let last = spans.last, last.upperBound == i {
        spans[spans.count - 1] = last.lowerBound..<i + 1
      } else {
        spans.append(i..<i + 1)
      }
    }
    var best: Float = 0
    var at: (Double, Double) = (0, 0)
    let y = line.base
    var bow = 0.0
    func evaluate(_ a: Double, _ b: Double, _ bend: Double = 0) {
      // Sample i of the drawing lies at module t; the symbol spans a to modules + b on the line.
      let scale = Float((modules + b - a) / modules)
      let shift = Float((extra + a) * Double(per))
      let bent = Float(4 * bend * Double(per))
      let unit = 1 / (Float(modules) * Float(per))
      var sy: Float = 0
      var sh: Float = 0
      var syy: Float = 0
      for span in spans {
        for i in span {
          let t = (Float(i) + 0.5) - Float(per)
          let u = t * unit
          let x = Int(max(0, min(Float(count - 1), t * scale + shift + bent * u * (1 - u))))
          let v = y[x]
          sy += v
          syy += v * v
          sh += v * h0[i]
        }
      }
      let variance = syy - sy * sy / max(1, total)
      guard variance > 1, hh > 0 else { return }
      let ncc = sh / (variance * hh).squareRoot()
      if abs(ncc) > abs(best) {
        best = ncc
        at = (a, b)
        bow = bend
      }
    }
    if let near {
      // The neighbour of a line that is known.
      let a0 = near.start * modules
      let b0 = near.end * modules
      for i in -4...4 { for j in -4...4 { evaluate(a0 + Double(i) * 0.5, b0 + Double(j) * 0.5, near.bow) } }
    } else {
      search(1.5, 0.5, 0)
      if abs(best) < LinearVerifier.plain { search(free, 0.5, 0) }
      // Straight lines do not explain it: try bent ones.
      if abs(best) < 0.7, modules > 50, !layout.isOpen { for bend in [-3, -1.5, 1.5, 3] { search(free, 1, bend) } }
    }
    func search(_ free: Double, _ step: Double, _ bend: Double) {
      var a = -free
      while a <= free {
        var b = -free
        while b <= free {
          evaluate(a, b, bend)
          b += step
        }
        a += step
      }
    }
    let coarse = at
    let bend = bow
    let turns = bend == 0 ? [0.0] : [-0.75, -0.4, 0, 0.4, 0.75]
    for da in bend == 0 ? [-0.25, 0, 0.25] : [-0.6, -0.3, 0, 0.3, 0.6] {
      for db in bend == 0 ? [-0.25, 0, 0.25] : [-0.6, -0.3, 0, 0.3, 0.6] {
        for dq in turns { evaluate(coarse.0 + da, coarse.1 + db, bend + dq) }
      }
    }
    return Placement(
      lines: lines, layout: layout, start: at.0 / modules, end: at.1 / modules, bow: bow, inverted: best < 0,
      likeness: abs(best))
  }

  /// Samples a line at the density of the templates, from `margin` modules before to `margin` after the symbol.
  func load(_ p: Placement, _ h: Double, thickness: Int) -> Int {
    let modules = Double(p.layout.modules)
    let per = Double(TemplateBank.perModule)
    let span = 1 + p.end - p.start
    let count = Int((modules + 2 * Double(LinearVerifier.margin)) * per)
    line.reserve(count)
    let step = span / (modules * per)
    p.lines.sample(
      h, p.start - Double(LinearVerifier.margin) * per * step + 0.5 * step, step, line.base, count,
      thickness: thickness)
    if p.inverted { for i in 0..<count { line.base[i] = -line.base[i] } }
    if p.bow != 0 {
      drawn.reserve(count)
      drawn.base.update(from: line.base, count: count)
      let bent = Float(4 * p.bow * per)
      for i in 0..<count {
        let u = max(0, min(1, (Float(i) / Float(per) - LinearVerifier.margin) / p.layout.modules))
        let x = max(0, min(Float(count - 1), Float(i) + bent * u * (1 - u)))
        let n = Int(x)
        let next = min(n + 1, count - 1)
        line.base[i] = drawn.base[n] + (x - Float(n)) * (drawn.base[next] - drawn.base[n])
      }
    }
    return count
  }

  /// One line: what the claim costs and what else could stand there costs. `pair` is growth and blur; nil searches them.
  func compare(_ p: Placement, _ count: Int, pair: (Int, Int)?) -> LineResult? {
    let range = contrast(line.base, count)
    guard range > 4 else { return nil }
    let cells = p.layout.cells
    let ratio = p.layout.ratio
    var found = pair
    if found == nil {
      // Blur first, without growth; then growth, and blur once more beside it.
      var best = Float.infinity
      func offer(_ g: Int, _ b: Int) {
        guard g >= 0, b >= 0, g < LinearVerifier.growths.count, b < LinearVerifier.blurs.count else { return }
        let cost = walk(cells, ratio, g, b, count, range, free: false, near: nil)
        if cost < best {
          best = cost
          found = (g, b)
        }
      }
      for b in 0..<LinearVerifier.blurs.count { offer(2, b) }
      let blur = found?.1 ?? 1
      for g in [1, 3, 0, 4] { offer(g, blur) }
      if let (g, b) = found, g != 2 {
        offer(g, b - 1)
        offer(g, b + 1)
      }
    }
    guard let (g, b) = found else { return nil }
    let claimedTotal = walk(cells, ratio, g, b, count, range, free: false, near: nil)
    var path = cells.indices.map { Int(paths.base[$0]) }
    let open = p.layout.isOpen
    // Large alphabets are looked at near the claimed path only: what is claimed wrongly lies between what is not.
    let large = cells.contains { $0.range.count > 40 }
    let freeTotal = walk(cells, ratio, g, b, count, range, free: true, near: large && !open ? path : nil)
    let freePath = cells.indices.map { Int(paths.base[$0]) }
    if open { path = freePath }
    var all: [[Float]] = []
    for (i, cell) in cells.enumerated() where cell.range.count > 1 {
      let bank = self.bank(cell.kind, g, b, ratio)
      var cost = [Float](repeating: 1, count: cell.range.count)
      for centre in path[i] == freePath[i] ? [path[i]] : [path[i], freePath[i]] {
        for s in max(0, centre - 1)...min(LinearVerifier.shifts - 1, centre + 1) {
          guard let scale = loadWindow(bank, start(cell, s), count, range) else { continue }
          for (k, c) in cell.range.enumerated() { cost[k] = min(cost[k], self.cost(bank, c, scale)) }
        }
      }
      all.append(cost)
    }
    let n = Float(cells.count)
    return LineResult(
      claimed: (open ? freeTotal : claimedTotal) / n, free: freeTotal / n, costs: all,
      quietStart: quiet(count, p.layout, range, path.first ?? 0, atEnd: false),
      quietEnd: quiet(count, p.layout, range, path.last ?? 0, atEnd: true), pair: (g, b))
  }

  /// First sample of a cell's window at shift index s.
  @inline(__always)
  private func start(_ cell: VerifierCell, _ s: Int) -> Int {
    Int((cell.offset + LinearVerifier.margin - TemplateBank.context) * Float(TemplateBank.perModule) + 0.5) &+ s
      &- LinearVerifier.reach
  }

  private func bank(_ kind: CellKind, _ g: Int, _ b: Int, _ ratio: Float) -> TemplateBank {
    let key = ((kind.rawValue * 8 + g) * 4 + b) * 8 + Int(ratio * 2)
    if let bank = banks[key] { return bank }
    let bank = TemplateBank(kind, growth: LinearVerifier.growths[g], kernel: kernels[b], ratio: max(1, ratio))
    banks[key] = bank
    return bank
  }

  /// Takes the mean out of a window; returns the reciprocal of its length, bounded where there is no contrast.
  @inline(__always)
  private func loadWindow(_ bank: TemplateBank, _ start: Int, _ count: Int, _ range: Float) -> Float? {
    let n = bank.length
    guard start >= 0, start &+ n &* TemplateBank.step < count else { return nil }
    window.reserve(n)
    let w = window.base
    let y = line.base + start
    var mean: Float = 0
    for i in 0..<n {
      let v = y[i &* TemplateBank.step]
      w[i] = v
      mean += v
    }
    mean /= Float(n)
    var energy: Float = 0
    for i in 0..<n {
      let v = w[i] - mean
      w[i] = v
      energy += v * v
    }
    let floor = 0.07 * range
    return 1 / max(energy, floor * floor * Float(n)).squareRoot()
  }

  /// 1 - NCC² of the loaded window and a candidate; 1 when they are opposed.
  @inline(__always)
  private func cost(_ bank: TemplateBank, _ c: Int, _ scale: Float) -> Float {
    let n = bank.length
    let t = bank.templates + c &* n
    let w = window.base
    var s0: Float = 0
    var s1: Float = 0
    var i = 0
    while i &+ 1 < n {
      s0 += w[i] * t[i]
      s1 += w[i &+ 1] * t[i &+ 1]
      i &+= 2
    }
    let ncc = (s0 + s1) * scale
    return ncc > 0 ? 1 - ncc * ncc : 1
  }

  /// The cheapest walk over shifts; its shift indices are left in `paths`. Open cells cost nothing when not `free`.
  private func walk(
    _ cells: [VerifierCell], _ ratio: Float, _ g: Int, _ b: Int, _ count: Int, _ range: Float, free: Bool,
    near: [Int]?
  ) -> Float {
    let shifts = LinearVerifier.shifts
    costs.reserve(2 * shifts)
    paths.reserve(cells.count * (shifts + 1) + 8)
    var now = costs.base
    var next = costs.base + shifts
    let back = paths.base + cells.count
    for s in 0..<shifts { now[s] = 0 }
    for (i, cell) in cells.enumerated() {
      let known = cell.claimed >= 0
      let bank = known || free ? self.bank(cell.kind, g, b, ratio) : nil
      for s in 0..<shifts {
        var low = Float.infinity
        var at = 0
        if i == 0 {
          low = 0
          at = s
        } else {
          let from = max(0, s - 6)
          let to = min(shifts - 1, s + 6)
          for q in from...to {
            let d = Float(s - q)
            let v = now[q] + 0.0025 * d * d
            if v < low {
              low = v
              at = q
            }
          }
        }
        back[i * shifts + s] = Float(at)
        var c: Float = 0
        if let near, abs(near[i] - s) > 3 {
          c = 1
        } else if let bank {
          if let scale = loadWindow(bank, start(cell, s), count, range) {
            if free {
              c = 1
              for k in cell.range { c = min(c, cost(bank, k, scale)) }
            } else {
              c = cost(bank, cell.claimed, scale)
            }
          } else {
            c = 1
          }
        }
        next[s] = low + c
      }
      swap(&now, &next)
    }
    var at = 0
    for s in 0..<shifts where now[s] < now[at] { at = s }
    let total = now[at]
    for i in stride(from: cells.count - 1, through: 0, by: -1) {
      paths.base[i] = Float(at)
      at = Int(back[i * shifts + at])
    }
    return total
  }

  /// Whether light as wide as most of a quiet zone lies beside the symbol.
  private func quiet(_ count: Int, _ layout: VerifierLayout, _ range: Float, _ shift: Int, atEnd: Bool) -> Bool {
    let per = TemplateBank.perModule
    let offset = shift - LinearVerifier.reach
    let needed = 5 * per
    let edge = Int((LinearVerifier.margin + (atEnd ? layout.modules : 0)) * Float(per)) + offset
    let from = atEnd ? edge + per : edge - per - needed
    guard from >= 0, from + needed <= count else { return false }
    var low = Float.infinity
    var high = -Float.infinity
    for i in from..<from + needed {
      low = min(low, line.base[i])
      high = max(high, line.base[i])
    }
    return high - low < 0.35 * range
  }
}

extension LinearVerifier {
  /// Whether start and stop of the layout stand on the loaded line at their places.
  func endsFit(_ p: Placement, _ count: Int) -> Bool {
    let range = contrast(line.base, count)
    guard let first = p.layout.cells.first, let last = p.layout.cells.last else { return false }
    for cell in [first, last] {
      let bank = self.bank(cell.kind, 2, 0, p.layout.ratio)
      var best: Float = 1
      for s in LinearVerifier.reach - 6...LinearVerifier.reach + 6 {
        guard let scale = loadWindow(bank, start(cell, s), count, range) else { continue }
        for c in cell.claimed >= 0 ? cell.claimed..<cell.claimed + 1 : cell.range {
          best = min(best, cost(bank, c, scale))
        }
      }
      if best > 0.18 { return false }
    }
    return true
  }
}
