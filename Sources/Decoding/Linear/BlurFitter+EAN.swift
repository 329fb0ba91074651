import ReaderCore

/// Where digits and guards of a member of the EAN/UPC family lie.
struct EANLayout {
  var variant: Variant
  var modules: Int
  /// First module of each digit.
  var offsets: [Int]
  /// Digits that may be from sets A and B (the others are set C, or A only in EAN-8).
  var mixed: Range<Int>
  /// First digit of the right half.
  var right: Int
  /// Guard bars, by module.
  var guards: [Int]

  static let ean13 = EANLayout(
    variant: .ean13, modules: 95, offsets: (0..<12).map { $0 < 6 ? 3 + 7 * $0 : 50 + 7 * ($0 - 6) }, mixed: 0..<6,
    right: 6, guards: [0, 2, 46, 48, 92, 94])
  static let ean8 = EANLayout(
    variant: .ean8, modules: 67, offsets: (0..<8).map { $0 < 4 ? 3 + 7 * $0 : 36 + 7 * ($0 - 4) }, mixed: 0..<0,
    right: 4, guards: [0, 2, 32, 34, 64, 66])
  static let upcE = EANLayout(
    variant: .upcE, modules: 51, offsets: (0..<6).map { 3 + 7 * $0 }, mixed: 0..<6, right: 6,
    guards: [0, 2, 46, 48, 50])
  static let all = [ean13, ean8, upcE]

  /// Characters (in the numbering of the template set) that may stand at digit n.
  func range(_ n: Int) -> Range<Int> { n >= right ? 20..<30 : mixed.contains(n) ? 0..<20 : 0..<10 }

  /// The bars of a row of characters.
  func bars(_ characters: [Int]) -> [(Float, Float)] {
    var bars = guards.map { (Float($0), Float($0 + 1)) }
    for (n, c) in characters.enumerated() {
      let hex = c >= 10 && c < 20 ? EANTables.setB(c - 10) : EANTables.setA[c % 10]
      var at = Float(offsets[n])
      for i in 0..<4 {
        let w = Float(hex >> UInt32(4 * (3 - i)) & 15)
        if (i & 1 == 1) == (c < 20) { bars.append((at, at + w)) }
        at += w
      }
    }
    return bars
  }
}

extension BlurFitter {
  /// The best row of characters for the normalised samples under a template set; no check digit, any parity.
  func freeEAN(_ layout: EANLayout, _ set: TemplateSet, _ kernel: BlurKernel, growth: Float) -> [Int] {
    prepareEAN(layout, kernel, growth: growth)
    let digits = layout.offsets.count
    unary.reserve(digits * 32)
    score.reserve(digits * 32)
    if from.count < digits * 128 { from = [Int32](repeating: 0, count: digits * 128) }
    let u = unary.base
    let s = score.base
    for n in 0..<digits {
      let range = layout.range(n)
      set.unary(normalised.base + layout.offsets[n] * TemplateSet.perModule, range, u + n * 32)
      for b in range {
        guard n > 0, n != layout.right else {
          var low: Float = 0
          var at = 0
          if n > 0 {
            low = .infinity
            for a in layout.range(n - 1) where s[(n - 1) * 32 + a] < low {
              low = s[(n - 1) * 32 + a]
              at = a
            }
          }
          s[n * 32 + b] = u[n * 32 + b] + low
          from[n * 32 + b] = Int32(at)
          continue
        }
        let row = set.pair + b * set.count
        var low = Float.infinity
        var at = 0
        for a in layout.range(n - 1) {
          let v = s[(n - 1) * 32 + a] + row[a]
          if v < low {
            low = v
            at = a
          }
        }
        s[n * 32 + b] = u[n * 32 + b] + low
        from[n * 32 + b] = Int32(at)
      }
    }
    var out = [Int](repeating: 0, count: digits)
    var at = layout.range(digits - 1).lowerBound
    for a in layout.range(digits - 1) where s[(digits - 1) * 32 + a] < s[(digits - 1) * 32 + at] { at = a }
    for n in stride(from: digits - 1, through: 0, by: -1) {
      out[n] = at
      at = Int(from[n * 32 + at])
    }
    return out
  }

  /// Normalises the samples and takes the guards out of them.
  private func prepareEAN(_ layout: EANLayout, _ kernel: BlurKernel, growth: Float) {
    model.normalise(normalised.base)
    let kept = model.bars
    model.bars = layout.bars([])
    model.draw(guards.base, growth: growth, kernel)
    model.bars = kept
    for i in 0..<model.count { normalised.base[i] -= guards.base[i] }
  }

  func fitEAN(_ profile: PatchProfile, _ segment: BlurSegment, _ layout: EANLayout) -> BlurFit? {
    let samples = UnsafePointer(profile.combined)
    let length = profile.count
    let module = (segment.end - segment.start) / Float(layout.modules)
    guard module > 1.8 else { return nil }
    // Which kernel, direction and place of the ends explain most: the place only where the others explain something.
    var starts: [(Float, Int, Bool, Float, Float)] = []
    func look(_ k: Int, _ reversed: Bool, _ a: Float, _ b: Float) {
      place(segment, modules: layout.modules, kernel: k, reversed: reversed, a, b)
      model.sample(samples, length)
      let row = freeEAN(layout, ean[k], startKernels[k], growth: 0)
      model.bars = layout.bars(row)
      starts.append((model.unexplained(growth: 0, startKernels[k]), k, reversed, a, b))
    }
    for reversed in [false, true] { for k in 0..<BlurFitter.kernels.count { look(k, reversed, 0, 0) } }
    starts.sort { $0.0 < $1.0 }
    guard let rough = starts.first, rough.0 < BlurFitter.roughLimit else { return nil }
    for start in starts.prefix(4) where start.0 < 1.5 * rough.0 {
      for a in [Float(-0.4), 0, 0.4] {
        for b in [Float(-0.4), 0, 0.4] where a != 0 || b != 0 { look(start.1, start.2, a, b) }
      }
    }
    starts.sort { $0.0 < $1.0 }
    trace?("start \(layout.variant.name) \(segment.start) rough \(rough.0) first \(starts.first?.0 ?? 9)")
    guard let first = starts.first, first.0 < BlurFitter.startLimit else { return nil }
    var best: BlurFit?
    for start in starts.prefix(3) where start.0 < first.0 * 1.5 {
      guard let f = refineEAN(profile, segment, layout, start) else { continue }
      if best == nil || f.unexplained < best!.unexplained { best = f }
      if f.unexplained < 0.01 { break }
    }
    return best
  }

  private func refineEAN(
    _ profile: PatchProfile, _ segment: BlurSegment, _ layout: EANLayout, _ start: (Float, Int, Bool, Float, Float)
  ) -> BlurFit? {
    let samples = UnsafePointer(profile.combined)
    let length = profile.count
    place(segment, modules: layout.modules, kernel: start.1, reversed: start.2, start.3, start.4)
    model.sample(samples, length)
    var row = freeEAN(layout, ean[start.1], startKernels[start.1], growth: 0)
    for round in 0..<6 {
      model.bars = layout.bars(row)
      if round == 0 {
        _ = model.unexplained(growth: 0, startKernels[start.1])
        model.step([0, 1, 5, 7, 9, 10])
        model.sample(samples, length)
      }
      for _ in 0..<3 {
        model.step([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
        model.sample(samples, length)
      }
      eanRefined.draw(model.kernel, growth: model.p[6])
      let next = freeEAN(layout, eanRefined, model.kernel, growth: model.p[6])
      if next == row, round >= 1 { break }
      row = next
    }
    model.kernel.set(radius: model.p[4], sigma: model.p[5])
    // A value with a right check digit explains no more than the best digits do.
    let kept = model.p
    model.bars = layout.bars(row)
    guard model.unexplained(growth: model.p[6], model.kernel) < 2 * BlurFitter.limit else { return nil }
    model.p = kept
    guard let solved = solveEAN(layout, eanRefined) else { return nil }
    // Explain the checked value with its own parameters.
    if solved.characters != row {
      model.bars = layout.bars(solved.characters)
      for _ in 0..<3 {
        model.step([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
        model.sample(samples, length)
      }
      eanRefined.draw(model.kernel, growth: model.p[6])
    }
    prepareEAN(layout, model.kernel, growth: model.p[6])
    guard let final = solveEAN(layout, eanRefined), final.characters == solved.characters else { return nil }
    var energy: Float = 0
    for i in 0..<model.count { energy += normalised.base[i] * normalised.base[i] }
    let residual = max(1e-3 * Float(model.count) * 0.1, energy + final.cost)
    let margin = (final.second - final.cost) / residual
    let start = model.place(0)
    let end = model.place(Float(layout.modules))
    let fitted = model.p
    model.bars = layout.bars(final.characters)
    let unexplained = model.unexplained(growth: model.p[6], model.kernel)
    model.p = fitted
    var support = 0
    for h in 0..<2 {
      model.sample(profile.half(h), length)
      prepareEAN(layout, model.kernel, growth: model.p[6])
      if let other = solveEAN(layout, eanRefined), other.characters == final.characters { support += 1 }
    }
    model.sample(samples, length)
    let reversed = model.p[1] < 0
    var d = final.digits
    var variant = layout.variant
    if variant == .ean13, d[0] == 0 {
      variant = .upcA
      d.removeFirst()
    }
    trace?(
      "\(layout.variant.name) \(String(decoding: d.map { $0 + 48 }, as: UTF8.self)) start \(starts(start)) unexplained \(unexplained) margin \(margin) support \(support) radius \(model.p[4]) sigma \(model.p[5]) growth \(model.p[6])"
    )
    return BlurFit(
      symbology: .upcEan, variant: variant, bytes: d.map { $0 + 0x30 }, aimID: variant == .ean8 ? "]E4" : "]E0",
      isGS1: false, start: min(start, end), end: max(start, end), reversed: reversed,
      confidence: confidence(unexplained, margin, support), support: support, unexplained: unexplained, margin: margin)
  }

  private func starts(_ x: Float) -> Int { Int(max(-1e6, min(1e6, x))) }

  /// The best value with a right check digit, and the cost of the next best.
  private func solveEAN(_ layout: EANLayout, _ set: TemplateSet)
    -> (characters: [Int], digits: [UInt8], cost: Float, second: Float)?
  {
    let digits = layout.offsets.count
    let u = unary.base
    for n in 0..<digits {
      set.unary(normalised.base + layout.offsets[n] * TemplateSet.perModule, layout.range(n), u + n * 32)
    }
    // Every parity pattern (and, for UPC-E, every form of expansion) is a problem of its own.
    var problems: [(positions: [ChainSolver.Position], start: Int, head: [UInt8], tail: [UInt8])] = []
    func position(_ n: Int, _ base: Int, _ weight: Int, only: Int? = nil) -> ChainSolver.Position {
      let digitsHere = only.map { [$0] } ?? Array(0..<10)
      return ChainSolver.Position(
        characters: digitsHere.map { base + $0 }, costs: digitsHere.map { u[n * 32 + base + $0] },
        shares: digitsHere.map { $0 * weight % 10 })
    }
    switch layout.variant {
    case .ean8:
      problems.append(((0..<8).map { position($0, $0 < 4 ? 0 : 20, $0 & 1 == 0 ? 3 : 1) }, 0, [], []))
    case .ean13:
      for leading in 0..<10 {
        let parity = EANTables.leadingParity[leading]
        let positions = (0..<12).map { n in
          position(n, n >= 6 ? 20 : parity >> (5 - n) & 1 == 1 ? 10 : 0, n & 1 == 0 ? 3 : 1)
        }
        problems.append((positions, leading, [UInt8(leading)], []))
      }
    default:
      for system in 0..<2 {
        for check in 0..<10 {
          let parity = EANTables.upcEParity[check] ^ (system == 1 ? 63 : 0)
          for last in 0..<10 {
            // Weights of the six digits in the UPC-A number that they stand for.
            let w = EANTables.upcEWeights(last: last)
            let positions = (0..<6).map { n in
              position(n, parity >> (5 - n) & 1 == 1 ? 10 : 0, w[n], only: n == 5 ? last : nil)
            }
            problems.append((positions, (3 * system + check) % 10, [UInt8(system)], [UInt8(check)]))
          }
        }
      }
    }
    let breaks: Set<Int> = layout.right < digits ? [layout.right] : []
    var best: (Int, ChainSolver.Solution)?
    var second = Float.infinity
    for (i, problem) in problems.enumerated() {
      guard
        let s = solver.solve(
          problem.positions, modulus: 10, start: problem.start, pair: set.pair, stride: set.count, breaks: breaks)
      else { continue }
      if let b = best, s.cost >= b.1.cost {
        second = min(second, s.cost)
      } else {
        if let b = best { second = min(second, b.1.cost) }
        best = (i, s)
      }
    }
    guard let (index, solution) = best else { return nil }
    let problem = problems[index]
    second = min(
      second,
      solver.runnerUp(
        solution, problem.positions, modulus: 10, start: problem.start, pair: set.pair, stride: set.count,
        breaks: breaks))
    let characters = (0..<digits).map { problem.positions[$0].characters[solution.choice[$0]] }
    return (characters, problem.head + characters.map { UInt8($0 % 10) } + problem.tail, solution.cost, second)
  }
}
