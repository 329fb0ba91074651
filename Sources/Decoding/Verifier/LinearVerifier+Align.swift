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
    let y = UnsafePointer(line.base)
    sums.begin(spans, of: size, per: per)
    var best = Ends()
    /// Keeps ends that are more alike than all before.
    func keep(_ ends: Ends, _ sum: SIMD4<Float>) {
      let (sy, syy, sh) = (sum[0], sum[1], sum[2])
      let variance = syy - sy * sy / max(1, total)
      guard variance > 1, hh > 0 else { return }
      let ncc = sh / (variance * hh).squareRoot()
      if abs(ncc) > abs(best.likeness) {
        best = ends
        best.likeness = ncc
      }
    }
    /// Sample i of the drawing lies at module t; the symbol spans a to modules + b on the line.
    func scale(_ ends: Ends) -> Float { Float((modules + ends.b - ends.a) / modules) }
    func shift(_ ends: Ends) -> Float { Float((extra + ends.a) * Double(per)) }
    func evaluate(_ ends: Ends) {
      let (scale, shift) = (scale(ends), shift(ends))
      let bent = Float(4 * ends.bend * Double(per))
      let unit = 1 / (Float(modules) * Float(per))
      var sum = SIMD4<Float>()
      for span in spans {
        for i in span {
          let t = (Float(i) + 0.5) - Float(per)
          let u = t * unit
          let x = Int(max(0, min(Float(count - 1), t * scale + shift + bent * u * (1 - u))))
          let v = y[x]
          sum += SIMD4(v, v * v, v * h0[i], 0)
        }
      }
      keep(ends, sum)
    }
    /// The likeliest of the ends around two.
    func search(_ a: Double, _ b: Double, _ free: Double, _ step: Double, _ bend: Double) {
      let (low, high) = (extra + min(a, b) - free, extra + max(a, b) + free)
      sums.reach(from: low + min(0, bend), to: high + max(0, bend), y, count, h0)
      var i = a - free
      while i <= a + free {
        var j = b - free
        while j <= b + free {
          let ends = Ends(a: i, b: j, bend: bend)
          keep(ends, sums.sum(scale(ends), shift(ends), Float(4 * bend * Double(per)), Float(modules)))
          j += step
        }
        i += step
      }
    }
    if let near {
      // The neighbour of a line that is known.
      search(near.start * modules, near.end * modules, 2, 0.5, near.bow)
    } else {
      search(0, 0, 1.5, 0.5, 0)
      if abs(best.likeness) < LinearVerifier.plain { search(0, 0, free, 0.5, 0) }
      // Straight lines do not explain it: try bent ones.
      if abs(best.likeness) < 0.7, modules > 50, !layout.isOpen {
        for bend in [-3, -1.5, 1.5, 3] { search(0, 0, free, 1, bend) }
        // The longer a symbol, the more its middle moves.
        if abs(best.likeness) < 0.7, modules > 100 {
          for bend in [-7.5, -6, -4.5, 4.5, 6, 7.5] { search(0, 0, free, 1, bend) }
        }
      }
    }
    // Sums of pieces are not exact: the best is found once more among what is around it.
    let coarse = best
    best.likeness = 0
    let isStraight = coarse.bend == 0
    for da in isStraight ? [-0.25, 0, 0.25] : [-0.6, -0.3, 0, 0.3, 0.6] {
      for db in isStraight ? [-0.25, 0, 0.25] : [-0.6, -0.3, 0, 0.3, 0.6] {
        for turn in isStraight ? [0.0] : [-0.75, -0.4, 0, 0.4, 0.75] {
          evaluate(Ends(a: coarse.a + da, b: coarse.b + db, bend: coarse.bend + turn))
        }
      }
    }
    return Placement(
      lines: lines, layout: layout, start: best.a / modules, end: best.b / modules, bow: best.bend,
      inverted: best.likeness < 0, likeness: abs(best.likeness))
  }

  /// Where a symbol ends on a line, in modules beyond the ends that were given, how far its middle is off, and how alike it is.
  private struct Ends {
    var a = 0.0
    var b = 0.0
    var bend = 0.0
    var likeness: Float = 0
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
