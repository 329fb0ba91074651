import CPlatform
import Imaging
import ReaderCore

extension Locator {
  /// Samples along a line through a candidate, at most.
  private static let maximumSamples = 512

  /// Looks at a few lines through a candidate: how many edges they have, whether they agree, how narrow the narrowest bars are.
  ///
  /// These features order candidates; none of them separates codes from clutter well enough to reject on.
  static func rate(_ candidate: inout Candidate, _ luma: LumaView) {
    let count = max(8, min(maximumSamples, Int(2 * candidate.halfLength)))
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 * count) { buffer in
      let lines = buffer.baseAddress!
      let (u, v) = candidate.axes
      let offsets: (Double, Double, Double) = candidate.kind == .stripes ? (-0.3, 0, 0.3) : (-0.15, 0.15, 0)
      let used = candidate.kind == .stripes ? 3 : 2
      let step = 2 * candidate.halfLength / Double(count)
      var (most, narrow) = (0, 0)
      for i in 0..<used {
        let offset = i == 0 ? offsets.0 : i == 1 ? offsets.1 : offsets.2
        let middle = Point(
          candidate.centre.x + offset * 2 * candidate.halfHeight * v.x,
          candidate.centre.y + offset * 2 * candidate.halfHeight * v.y)
        let half = candidate.halfLength
        sampleLine(
          luma, from: Point(middle.x - half * u.x, middle.y - half * u.y), by: Point(step * u.x, step * u.y),
          count: count, into: lines + i * count)
        let found = crossings(lines + i * count, count)
        most = max(most, found.count)
        if found.narrow > 0, narrow == 0 || found.narrow < narrow { narrow = found.narrow }
      }
      candidate.edges = most
      candidate.module = Double(narrow) * 2 * candidate.halfLength / Double(count)
      switch candidate.kind {
      case .stripes:
        let agreement = max(
          correlation(lines, lines + count, count), correlation(lines + count, lines + 2 * count, count))
        candidate.score = min(Double(most), 40) / 40 + max(0, agreement) + 0.5 * candidate.fill
      case .dense, .whole:
        let aspect = min(candidate.halfLength, candidate.halfHeight) / max(candidate.halfLength, candidate.halfHeight)
        candidate.score = min(Double(most), 20) / 20 + candidate.fill + 0.5 * aspect
      }
    }
  }

  /// Crossings of the mean, and the width of narrow runs in samples: a quarter is narrower. 0: too few to tell.
  private static func crossings(_ line: UnsafePointer<UInt8>, _ count: Int) -> (count: Int, narrow: Int) {
    var (low, high): (UInt8, UInt8) = (255, 0)
    var sum = 0
    for i in 0..<count {
      low = min(low, line[i])
      high = max(high, line[i])
      sum &+= Int(line[i])
    }
    guard high - low > 12 else { return (0, 0) }
    let mean = Float(sum) / Float(count)
    let slack = 0.12 * Float(high - low)
    // A pixel is a whole number: beyond the first one outside of the slack.
    let toDark = UInt8(max(0, min(255, (mean - slack).rounded(.up))))
    let toLight = UInt8(max(0, min(255, (mean + slack).rounded(.down))))
    return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 2 * count + 1) { memory in
      let widths = memory.baseAddress!
      let places = widths + count + 1
      let isLight: Int32 = Float(line[0]) > mean ? 1 : 0
      let runs = cplatform_crossings(line, count, toDark, toLight, isLight, places)
      guard runs > 4 else { return (runs, 0) }
      widths.initialize(repeating: 0, count: count + 1)
      var last = 0
      for i in 0..<runs {
        let place = Int(places[i])
        widths[place &- last] &+= 1
        last = place
      }
      var (narrow, seen) = (0, Int(widths[0]))
      while seen <= runs / 4 {
        narrow += 1
        seen += Int(widths[narrow])
      }
      return (runs, narrow)
    }
  }

  private static func correlation(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int) -> Double {
    var (sumA, sumB, ab, aa, bb): (Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0)
    // 512 products of two bytes stay below 2^26.
    for i in 0..<count {
      let (x, y) = (Int32(a[i]), Int32(b[i]))
      sumA &+= x
      sumB &+= y
      ab &+= x &* y
      aa &+= x &* x
      bb &+= y &* y
    }
    let n = Double(count)
    let covariance = Double(ab) - Double(sumA) * Double(sumB) / n
    let (va, vb) = (Double(aa) - Double(sumA) * Double(sumA) / n, Double(bb) - Double(sumB) * Double(sumB) / n)
    // Flat lines correlate with anything: they count as not at all.
    guard va > n, vb > n else { return 0 }
    return covariance / (va * vb).squareRoot()
  }
}
