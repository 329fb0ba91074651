import ReaderCore

/// Finds the cheapest valid value among candidate costs, and how far the claim is from it.
struct VerifierRules {
  let solver: ChainSolver
  let positions: [ChainSolver.Position]
  /// Claimed choice by position, -1 where open.
  let claimed: [Int]
  private let noPairs = UnsafeMutablePointer<Float>.allocate(capacity: 1)

  init(solver: ChainSolver, positions: [ChainSolver.Position], claimed: [Int]) {
    self.solver = solver
    self.positions = positions
    self.claimed = claimed
  }

  /// One way to be valid: some candidates with shares of a sum that must vanish.
  private struct Problem {
    var positions: [ChainSolver.Position]
    var start: Int
    var modulus: Int
  }

  func judge(_ symbology: Symbology, _ variant: Variant) -> (gap: Float, agrees: Bool, lead: Float, choice: [Int]) {
    defer { noPairs.deallocate() }
    guard !positions.isEmpty else { return (0, true, 0, []) }
    let problems = self.problems(symbology, variant)
    let breaks = Set(0..<positions.count)
    var best: (cost: Float, values: [Int])?
    var offers: [(cost: Float, values: [Int])] = []
    func offer(_ cost: Float, _ values: [Int]) {
      offers.append((cost, values))
      if cost < best?.cost ?? .infinity { best = (cost, values) }
    }
    // The best of each problem first; runners-up only where they can matter.
    var solved: [(problem: Problem, solution: ChainSolver.Solution)] = []
    for problem in problems {
      guard
        let s = solver.solve(
          problem.positions, modulus: problem.modulus, start: problem.start, pair: noPairs, stride: 0, breaks: breaks)
      else { continue }
      offer(s.cost, s.choice.enumerated().map { problem.positions[$0.offset].characters[$0.element] })
      solved.append((problem, s))
    }
    let limit = (best?.cost ?? 0) + 0.5
    for (problem, s) in solved where s.cost < limit {
      for n in 0..<problem.positions.count {
        if let other = solver.solve(
          problem.positions, modulus: problem.modulus, start: problem.start, pair: noPairs, stride: 0, breaks: breaks,
          except: (n, s.choice[n]))
        {
          offer(other.cost, other.choice.enumerated().map { problem.positions[$0.offset].characters[$0.element] })
        }
      }
    }
    guard let best else { return (1, false, 0, []) }
    var agrees = true
    var cost: Float = 0
    for (n, p) in positions.enumerated() {
      if claimed[n] < 0 {
        cost += p.costs[p.characters.firstIndex(of: best.values[n]) ?? 0]
        continue
      }
      cost += p.costs[claimed[n]]
      if p.characters[claimed[n]] != best.values[n] { agrees = false }
    }
    // The next best that says something else: a Code 128 spells the same in several ways.
    var second = best.cost + 1
    for other in offers where other.cost < second && !isSame(symbology, other.values, best.values) {
      second = other.cost
    }
    let lead = second - best.cost
    return (max(0, cost - best.cost), agrees, agrees ? lead : best.cost - cost, best.values)
  }

  private func isSame(_ symbology: Symbology, _ a: [Int], _ b: [Int]) -> Bool {
    if a == b { return true }
    guard symbology == .code128, let one = Code128Tables.message(Array(a.dropLast())),
      let other = Code128Tables.message(Array(b.dropLast()))
    else { return false }
    return one.bytes == other.bytes && one.isGS1 == other.isGS1
  }

  private func problems(_ symbology: Symbology, _ variant: Variant) -> [Problem] {
    switch symbology {
    case .upcEan where positions.count == 12:
      return (0..<10).map { leading in
        let parity = EANTables.leadingParity[leading]
        return Problem(
          positions: positions.enumerated().map { n, p in
            ean(p, n < 6 ? parity >> (5 - n) & 1 == 1 : false, n & 1 == 0 ? 3 : 1)
          }, start: leading, modulus: 10)
      }
    case .upcEan where positions.count == 8:
      return [
        Problem(
          positions: positions.enumerated().map { n, p in ean(p, false, n & 1 == 0 ? 3 : 1) }, start: 0, modulus: 10)
      ]
    case .upcEan where positions.count == 6:
      var out: [Problem] = []
      for system in 0..<2 {
        for check in 0..<10 {
          let parity = EANTables.upcEParity[check] ^ (system == 1 ? 63 : 0)
          for last in 0..<10 {
            let w = EANTables.upcEWeights(last: last)
            out.append(
              Problem(
                positions: positions.enumerated().map { n, p in
                  var q = ean(p, parity >> (5 - n) & 1 == 1, w[n])
                  if n == 5 {
                    q = ChainSolver.Position(
                      characters: [q.characters[last]], costs: [q.costs[last]], shares: [q.shares[last]])
                  }
                  return q
                }, start: (3 * system + check) % 10, modulus: 10))
          }
        }
      }
      return out
    case .code128:
      let last = positions.count - 1
      return [
        Problem(
          positions: positions.enumerated().map { n, p in
            cheapest(p, n, weight: n == 0 ? 1 : n == last ? 102 : n)
          }, start: 0, modulus: 103)
      ]
    default:
      return [Problem(positions: positions, start: 0, modulus: 1)]
    }
  }

  /// The candidates of one parity; position costs are ordered set A, set B.
  private func ean(_ p: ChainSolver.Position, _ setB: Bool, _ weight: Int) -> ChainSolver.Position {
    let base = setB ? 10 : 0
    return ChainSolver.Position(
      characters: (0..<10).map { p.characters[base + $0] }, costs: (0..<10).map { p.costs[base + $0] },
      shares: (0..<10).map { $0 * weight % 10 })
  }

  /// The eight cheapest candidates and the claimed one.
  private func cheapest(_ p: ChainSolver.Position, _ n: Int, weight: Int) -> ChainSolver.Position {
    var order = Array(0..<p.characters.count)
    order.sort { p.costs[$0] < p.costs[$1] }
    var kept = Array(order.prefix(8))
    if claimed[n] >= 0, !kept.contains(claimed[n]) { kept.append(claimed[n]) }
    return ChainSolver.Position(
      characters: kept.map { p.characters[$0] }, costs: kept.map { p.costs[$0] },
      shares: kept.map { p.characters[$0] * weight % 103 })
  }
}
