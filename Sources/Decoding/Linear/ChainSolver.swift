/// The cheapest row of characters whose weighted sum has a given remainder, by dynamic programming over
/// (character, remainder); and the cheapest row that differs from it, which tells how sure the first one is.
final class ChainSolver {
  /// One position: candidate characters with their costs and their shares of the sum.
  struct Position {
    var characters: [Int]
    var costs: [Float]
    var shares: [Int]
  }

  struct Solution {
    var choice: [Int]
    var cost: Float
  }

  private var score: [Float] = []
  private var from: [Int32] = []

  /// The cheapest row, nil when there is none; `except` forbids one choice at one position. `pair` is indexed
  /// [right * stride + left] within a run; across a boundary in `breaks` neighbours do not meet.
  func solve(
    _ positions: [Position], modulus: Int, start: Int, pair: UnsafePointer<Float>, stride: Int, breaks: Set<Int> = [],
    except: (position: Int, choice: Int)? = nil
  ) -> Solution? {
    guard !positions.isEmpty else { return nil }
    var width = 0
    for p in positions { width = max(width, p.characters.count) }
    let layer = width * modulus
    let need = layer * positions.count
    if score.count < need {
      score = [Float](repeating: .infinity, count: need)
      from = [Int32](repeating: -1, count: need)
    }
    return score.withUnsafeMutableBufferPointer { score in
      from.withUnsafeMutableBufferPointer { from -> Solution? in
        for i in 0..<need { score[i] = .infinity }
        for n in 0..<positions.count {
          let p = positions[n]
          for k in 0..<p.characters.count {
            if let except, except.position == n, except.choice == k { continue }
            if n == 0 {
              score[k * modulus + (start + p.shares[k]) % modulus] = p.costs[k]
              continue
            }
            let q = positions[n - 1]
            let base = n * layer + k * modulus
            let before = (n - 1) * layer
            let row = pair + p.characters[k] * stride
            for j in 0..<q.characters.count {
              let step = p.costs[k] + (breaks.contains(n) ? 0 : row[q.characters[j]])
              var target = p.shares[k]
              for r in 0..<modulus {
                let v = score[before + j * modulus + r] + step
                if v < score[base + target] {
                  score[base + target] = v
                  from[base + target] = Int32(j * modulus + r)
                }
                target &+= 1
                if target == modulus { target = 0 }
              }
            }
          }
        }
        let last = positions.count - 1
        var best = -1
        for k in 0..<positions[last].characters.count {
          let i = last * layer + k * modulus
          if score[i] < .infinity, best < 0 || score[i] < score[last * layer + best] { best = k * modulus }
        }
        guard best >= 0 else { return nil }
        let cost = score[last * layer + best]
        var choice = [Int](repeating: 0, count: positions.count)
        var state = best
        for n in stride_(last) {
          choice[n] = state / modulus
          if n > 0 { state = Int(from[n * layer + state]) }
        }
        return Solution(choice: choice, cost: cost)
      }
    }
  }

  private func stride_(_ last: Int) -> StrideThrough<Int> { Swift.stride(from: last, through: 0, by: -1) }

  /// The cheapest row that is not `best`, by forbidding its choice at each position in turn.
  func runnerUp(
    _ best: Solution, _ positions: [Position], modulus: Int, start: Int, pair: UnsafePointer<Float>, stride: Int,
    breaks: Set<Int> = []
  ) -> Float {
    var second = Float.infinity
    for n in 0..<positions.count {
      if let s = solve(
        positions, modulus: modulus, start: start, pair: pair, stride: stride, breaks: breaks,
        except: (n, best.choice[n]))
      {
        second = min(second, s.cost)
      }
    }
    return second
  }
}
