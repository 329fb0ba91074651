import ReaderCore

/// Where a drawn symbol lies on the pixels.
extension LinearVerifier {
  /// Finds direction, polarity, layout and ends on the middle line by correlation with the drawn symbol.
  func align(_ frame: LumaView, _ quad: Quad, _ layouts: [VerifierLayout]) -> Placement? {
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
  func fill(_ frame: LumaView, _ quad: Quad, _ layouts: [VerifierLayout]) -> Placement? {
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
      if abs(best) < 0.7, modules > 50, !layout.isOpen {
        for bend in [-3, -1.5, 1.5, 3] { search(free, 1, bend) }
        // The longer a symbol, the more its middle moves.
        if abs(best) < 0.7, modules > 100 { for bend in [-7.5, -6, -4.5, 4.5, 6, 7.5] { search(free, 1, bend) } }
      }
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
}
