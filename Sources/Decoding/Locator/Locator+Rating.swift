import Glibc
import Imaging
import ReaderCore

extension Locator {
  /// Looks at a few lines through a candidate: how many edges they have, whether they agree, how narrow the narrowest bars are.
  ///
  /// These features order candidates; none of them separates codes from clutter well enough to reject on.
  static func rate(_ candidate: inout Candidate, _ luma: LumaView) {
    let count = max(8, min(512, Int(2 * candidate.halfLength)))
    var lines: [[Float]] = []
    let (u, v) = candidate.axes
    for offset in candidate.kind == .stripes ? [-0.3, 0, 0.3] : [-0.15, 0.15] {
      let middle = Point(
        candidate.centre.x + offset * 2 * candidate.halfHeight * v.x,
        candidate.centre.y + offset * 2 * candidate.halfHeight * v.y)
      lines.append(profile(luma, middle, u, candidate.halfLength, count))
    }
    let pixelsPerSample = 2 * candidate.halfLength / Double(count)
    let edges = lines.map { crossings($0) }
    let most = edges.map { $0.count }.max() ?? 0
    candidate.edges = most
    candidate.module = (edges.map { $0.narrow }.filter { $0 > 0 }.min() ?? 0) * pixelsPerSample
    switch candidate.kind {
    case .stripes:
      let agreement = max(correlation(lines[0], lines[1]), correlation(lines[1], lines[2]))
      candidate.score = min(Double(most), 40) / 40 + max(0, agreement) + 0.5 * candidate.fill
    case .dense, .whole:
      let aspect = min(candidate.halfLength, candidate.halfHeight) / max(candidate.halfLength, candidate.halfHeight)
      candidate.score = min(Double(most), 20) / 20 + candidate.fill + 0.5 * aspect
    }
  }

  /// Grey values along a line, nearest pixel; the edge of the picture repeats.
  private static func profile(
    _ luma: LumaView, _ middle: Point, _ direction: Point, _ half: Double, _ count: Int
  ) -> [Float] {
    let step = 2 * half / Double(count)
    var values = [Float](repeating: 0, count: count)
    var x = middle.x - half * direction.x
    var y = middle.y - half * direction.y
    for i in 0..<count {
      let px = max(0, min(luma.width - 1, Int(max(-1e6, min(1e6, x)))))
      let py = max(0, min(luma.height - 1, Int(max(-1e6, min(1e6, y)))))
      values[i] = Float(luma.row(py)[px])
      x += step * direction.x
      y += step * direction.y
    }
    return values
  }

  /// Crossings of the middle between the extremes of the neighbourhood, and the width of narrow runs in samples.
  private static func crossings(_ line: [Float]) -> (count: Int, narrow: Double) {
    guard let low = line.min(), let high = line.max(), high - low > 12 else { return (0, 0) }
    let mean = line.reduce(0, +) / Float(line.count)
    let slack = 0.12 * (high - low)
    var state = line[0] > mean
    var last = 0
    var runs: [Int] = []
    for (i, value) in line.enumerated() {
      if state ? value < mean - slack : value > mean + slack {
        state.toggle()
        runs.append(i - last)
        last = i
      }
    }
    guard runs.count > 4 else { return (runs.count, 0) }
    runs.sort()
    return (runs.count, Double(runs[runs.count / 4]))
  }

  private static func correlation(_ a: [Float], _ b: [Float]) -> Double {
    let n = Float(a.count)
    let (ma, mb) = (a.reduce(0, +) / n, b.reduce(0, +) / n)
    var (ab, aa, bb): (Float, Float, Float) = (0, 0, 0)
    for i in 0..<a.count {
      let (x, y) = (a[i] - ma, b[i] - mb)
      ab += x * y
      aa += x * x
      bb += y * y
    }
    // Flat lines correlate with anything: they count as not at all.
    guard aa > n, bb > n else { return 0 }
    return Double(ab / (aa * bb).squareRoot())
  }
}
