import ReaderCore

/// What one line says about the characters of a symbol.
extension LinearVerifier {
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
