import ReaderCore

extension BlurFitter {
  /// The bars of characters and stop.
  private func bars128(_ characters: [Int]) -> [(Float, Float)] {
    var bars: [(Float, Float)] = []
    var at: Float = 0
    for c in characters {
      for i in 0..<6 {
        let w = Float(Code128Tables.widths[c] >> UInt32(4 * (5 - i)) & 15)
        if i & 1 == 0 { bars.append((at, at + w)) }
        at += w
      }
    }
    return bars + stop128(at)
  }

  private func stop128(_ at: Float) -> [(Float, Float)] {
    [(at, at + 2), (at + 5, at + 8), (at + 9, at + 10), (at + 11, at + 13)].map { ($0.0, $0.1) }
  }

  private func range128(_ n: Int) -> Range<Int> { n == 0 ? 103..<106 : 0..<103 }

  private func prepare128(_ n: Int, _ kernel: BlurKernel, growth: Float) {
    model.normalise(normalised.base)
    let kept = model.bars
    model.bars = stop128(Float(11 * n))
    model.draw(guards.base, growth: growth, kernel)
    model.bars = kept
    for i in 0..<model.count { normalised.base[i] -= guards.base[i] }
  }

  private func unary128(_ n: Int, _ set: TemplateSet) {
    unary.reserve(n * 106)
    for i in 0..<n {
      set.unary(normalised.base + 11 * i * TemplateSet.perModule, range128(i), unary.base + i * 106)
    }
  }

  /// The best row of n characters, start first, no check.
  private func free128(_ n: Int, _ set: TemplateSet, _ kernel: BlurKernel, growth: Float) -> [Int] {
    prepare128(n, kernel, growth: growth)
    unary128(n, set)
    forward128(n, set)
    var out = [Int](repeating: 0, count: n)
    let s = score.base
    var at = 0
    for a in range128(n - 1) where s[(n - 1) * 106 + a] < s[(n - 1) * 106 + at] { at = a }
    for i in stride(from: n - 1, through: 0, by: -1) {
      out[i] = at
      at = Int(from[i * 106 + at])
    }
    return out
  }

  /// score[i][b]: the cheapest row that ends with b at position i.
  private func forward128(_ n: Int, _ set: TemplateSet) {
    score.reserve(2 * n * 106)
    if from.count < n * 106 { from = [Int32](repeating: 0, count: n * 106) }
    let u = unary.base
    let s = score.base
    from.withUnsafeMutableBufferPointer { from in
      for b in range128(0) { s[b] = u[b] }
      for i in 1..<n {
        let before = s + (i - 1) * 106
        let r = range128(i - 1)
        for b in range128(i) {
          let row = set.pair + b * 106
          var low = Float.infinity
          var at = 0
          for a in r {
            let v = before[a] + row[a]
            if v < low {
              low = v
              at = a
            }
          }
          s[i * 106 + b] = u[i * 106 + b] + low
          from[i * 106 + b] = Int32(at)
        }
      }
    }
  }

  /// rest[i][a]: the cheapest continuation after a at position i.
  private func backward128(_ n: Int, _ set: TemplateSet) -> UnsafeMutablePointer<Float> {
    let u = unary.base
    let rest = score.base + n * 106
    for a in 0..<106 { rest[(n - 1) * 106 + a] = 0 }
    for i in stride(from: n - 2, through: 0, by: -1) {
      for a in range128(i) {
        var low = Float.infinity
        for b in range128(i + 1) {
          let v = u[(i + 1) * 106 + b] + set.pair[b * 106 + a] + rest[(i + 1) * 106 + b]
          if v < low { low = v }
        }
        rest[i * 106 + a] = low
      }
    }
    return rest
  }

  func fitCode128(_ profile: PatchProfile, _ segment: BlurSegment) -> BlurFit? {
    let samples = UnsafePointer(profile.combined)
    let length = profile.count
    // Start and stop alone tell the number of characters, the direction and a first kernel.
    var starts: [(Float, Int, Int, Bool)] = []
    for n in 3...40 {
      let modules = 11 * n + 13
      guard (segment.end - segment.start) / Float(modules) > 1.8 else { break }
      for reversed in [false, true] {
        for k in [0, 1, 3, 4] {
          place(segment, modules: modules, kernel: k, reversed: reversed, 0, 0)
          starts.append((ends128(samples, length, n, startKernels[k]), n, k, reversed))
        }
      }
    }
    starts.sort { $0.0 < $1.0 }
    trace?("ends 128 \(starts.first?.0 ?? 9)")
    guard let ends = starts.first, ends.0 < BlurFitter.endsLimit else { return nil }
    var tried = Set<Int>()
    var candidates: [(Float, Int, Int, Bool, Float, Float)] = []
    func look(_ n: Int, _ k: Int, _ reversed: Bool, _ a: Float, _ b: Float) {
      if code128[k] == nil {
        let set = BlurFitter.makeCode128()
        set.draw(startKernels[k], growth: 0)
        code128[k] = set
      }
      guard let set = code128[k] else { return }
      place(segment, modules: 11 * n + 13, kernel: k, reversed: reversed, a, b)
      model.sample(samples, length)
      let row = free128(n, set, startKernels[k], growth: 0)
      model.bars = bars128(row)
      candidates.append((model.unexplained(growth: 0, startKernels[k]), n, k, reversed, a, b))
    }
    for s in starts where tried.count < 4 {
      guard tried.insert(s.1 * 2 + (s.3 ? 1 : 0)).inserted else { continue }
      for k in [s.2, s.2 == 0 ? 1 : s.2 == 1 ? 2 : s.2 == 3 ? 2 : 5] { look(s.1, k, s.3, 0, 0) }
    }
    candidates.sort { $0.0 < $1.0 }
    guard let rough = candidates.first, rough.0 < BlurFitter.roughLimit else { return nil }
    for c in candidates where c.0 < 1.5 * rough.0 {
      for (a, b) in [(Float(0.35), Float(0)), (-0.35, 0), (0, 0.35), (0, -0.35)] { look(c.1, c.2, c.3, a, b) }
    }
    candidates.sort { $0.0 < $1.0 }
    trace?("start 128 \(segment.start) \(segment.end) rough \(rough.0) first \(candidates.first?.0 ?? 9)")
    guard let first = candidates.first, first.0 < BlurFitter.startLimit else { return nil }
    var best: BlurFit?
    for c in candidates.prefix(2) where c.0 < first.0 * 1.4 {
      guard let f = refine128(profile, segment, c) else { continue }
      if best == nil || f.unexplained < best!.unexplained { best = f }
      if f.unexplained < 0.015 { break }
    }
    return best
  }

  /// How badly start and stop fit where n characters would put them: shares of variance, added.
  private func ends128(_ samples: UnsafePointer<Float>, _ length: Int, _ n: Int, _ kernel: BlurKernel) -> Float {
    model.sample(samples, length)
    var best: Float = 1
    let per = TemplateSet.perModule
    let head = TemplateSet.margin - per..<TemplateSet.margin + 10 * per
    for c in 103..<106 {
      model.bars = []
      var at: Float = 0
      for i in 0..<6 {
        let w = Float(Code128Tables.widths[c] >> UInt32(4 * (5 - i)) & 15)
        if i & 1 == 0 { model.bars.append((at, at + w)) }
        at += w
      }
      model.bars.append((11, 12))
      model.draw(guards.base, growth: 0, kernel)
      best = min(best, unlike(model.luminance, guards.base, head))
    }
    let stop = 11 * n
    model.bars = stop128(Float(stop))
    model.draw(guards.base, growth: 0, kernel)
    let tail = TemplateSet.margin + (stop + 1) * per..<TemplateSet.margin + (stop + 14) * per
    return best + unlike(model.luminance, guards.base, tail)
  }

  /// 1 - (negative correlation)² of two stretches.
  private func unlike(_ y: UnsafePointer<Float>, _ h: UnsafePointer<Float>, _ r: Range<Int>) -> Float {
    var sy: Float = 0, sh: Float = 0, syy: Float = 0, shh: Float = 0, syh: Float = 0
    for i in r {
      sy += y[i]
      sh += h[i]
    }
    let n = Float(r.count)
    let my = sy / n
    let mh = sh / n
    for i in r {
      let a = y[i] - my
      let b = h[i] - mh
      syy += a * a
      shh += b * b
      syh += a * b
    }
    guard syh < 0, syy > 0, shh > 0 else { return 1 }
    return 1 - syh * syh / (syy * shh)
  }

  private func refine128(
    _ profile: PatchProfile, _ segment: BlurSegment, _ start: (Float, Int, Int, Bool, Float, Float)
  ) -> BlurFit? {
    let samples = UnsafePointer(profile.combined)
    let length = profile.count
    let n = start.1
    let all = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    place(segment, modules: 11 * n + 13, kernel: start.2, reversed: start.3, start.4, start.5)
    model.sample(samples, length)
    guard let set = code128[start.2] else { return nil }
    var row = free128(n, set, startKernels[start.2], growth: 0)
    for round in 0..<4 {
      model.bars = bars128(row)
      if round == 0 {
        _ = model.unexplained(growth: 0, startKernels[start.2])
        model.step([0, 1, 5, 7, 9, 10])
        model.sample(samples, length)
      }
      for _ in 0..<3 {
        model.step(all)
        model.sample(samples, length)
      }
      model.kernel.set(radius: model.p[4], sigma: model.p[5])
      code128Refined.draw(model.kernel, growth: model.p[6])
      let next = free128(n, code128Refined, model.kernel, growth: model.p[6])
      if next == row, round >= 1 { break }
      row = next
    }
    guard let solved = solve128(n, code128Refined) else { return nil }
    if solved.characters != row {
      model.bars = bars128(solved.characters)
      for _ in 0..<3 {
        model.step(all)
        model.sample(samples, length)
      }
      model.kernel.set(radius: model.p[4], sigma: model.p[5])
      code128Refined.draw(model.kernel, growth: model.p[6])
      prepare128(n, model.kernel, growth: model.p[6])
      unary128(n, code128Refined)
    }
    guard let final = solve128(n, code128Refined), final.characters == solved.characters,
      let message = Code128Tables.message(Array(final.characters.dropLast())), !message.bytes.isEmpty
    else { return nil }
    var energy: Float = 0
    for i in 0..<model.count { energy += normalised.base[i] * normalised.base[i] }
    let residual = max(1e-4 * Float(model.count), energy + final.cost)
    let margin = (final.second - final.cost) / residual
    let first = model.place(0)
    let last = model.place(Float(model.modules))
    let kept = model.p
    model.bars = bars128(final.characters)
    let unexplained = model.unexplained(growth: model.p[6], model.kernel)
    model.p = kept
    var support = 0
    for h in 0..<2 {
      model.sample(profile.half(h), length)
      prepare128(n, model.kernel, growth: model.p[6])
      unary128(n, code128Refined)
      if let other = solve128(n, code128Refined), other.characters == final.characters { support += 1 }
    }
    model.sample(samples, length)
    trace?(
      "Code 128 \(final.characters) unexplained \(unexplained) margin \(margin) support \(support) radius \(model.p[4]) sigma \(model.p[5]) growth \(model.p[6])"
    )
    return BlurFit(
      symbology: .code128, variant: message.isGS1 ? .gs1Code128 : .none, bytes: message.bytes, aimID: message.aimID,
      isGS1: message.isGS1, start: min(first, last), end: max(first, last), reversed: model.p[1] < 0,
      confidence: confidence(unexplained, margin, support), support: support, unexplained: unexplained, margin: margin)
  }

  /// The best characters with a right check character, and the cost of the next best. Unary costs must be there.
  /// Only characters that can be in a row almost as good as the best without the check are looked at.
  private func solve128(_ n: Int, _ set: TemplateSet) -> (characters: [Int], cost: Float, second: Float)? {
    forward128(n, set)
    let rest = backward128(n, set)
    let s = score.base
    let u = unary.base
    var positions: [ChainSolver.Position] = []
    for i in 0..<n {
      var order: [(Float, Int)] = []
      for a in range128(i) { order.append((s[i * 106 + a] + rest[i * 106 + a], a)) }
      order.sort { $0.0 < $1.0 }
      let kept = order.prefix(7).map { $0.1 }
      let weight = i == 0 ? 1 : i == n - 1 ? 102 : i
      positions.append(
        ChainSolver.Position(
          characters: kept, costs: kept.map { u[i * 106 + $0] }, shares: kept.map { $0 * weight % 103 }))
    }
    guard let best = solver.solve(positions, modulus: 103, start: 0, pair: set.pair, stride: 106) else { return nil }
    let second = solver.runnerUp(best, positions, modulus: 103, start: 0, pair: set.pair, stride: 106)
    let characters = (0..<n).map { positions[$0].characters[best.choice[$0]] }
    guard characters.count >= 3 else { return nil }
    // When no other row among these passes the check, the next best is at least as far away as the first one left out.
    let far = second.isFinite ? second : best.cost + abs(best.cost)
    return (characters, best.cost, far)
  }
}
