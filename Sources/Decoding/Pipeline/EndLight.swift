import Imaging
import ReaderCore

/// Whether the light beyond an end of bars is a quiet zone or the glare in which the rest of them drowns.
enum EndLight {
  /// Codes whose end can stand anywhere in a longer one, and which nothing checks.
  static let asked = SymbologySet([.interleaved2of5, .code25])

  /// Whether it is nearly white beyond one end of the bars, and far darker both beyond the other and on most of the paper between them:
  /// glare, which may hide more bars.
  ///
  /// - Parameter quad: The corners of the bars, dark on light.
  static func isGlare(beyond quad: Quad, in luma: LumaView) -> Bool {
    let left = Point((quad.topLeft.x + quad.bottomLeft.x) / 2, (quad.topLeft.y + quad.bottomLeft.y) / 2)
    let right = Point((quad.topRight.x + quad.bottomRight.x) / 2, (quad.topRight.y + quad.bottomRight.y) / 2)
    let (dx, dy) = (right.x - left.x, right.y - left.y)
    let beyond = 8
    let count = 128
    // An eighth of the length beyond each end: there is glare that hides as much as a digit.
    let step = Point(dx / Double(count), dy / Double(count))
    guard (dx * dx + dy * dy) >= 64 else { return false }
    let first = Double(2 * beyond)
    let all = count + 4 * beyond
    let start = Point(left.x - first * step.x, left.y - first * step.y)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: all) { buffer in
      let line = buffer.baseAddress!
      sampleLine(luma, from: start, by: step, count: all, into: line)
      let inside = UnsafeBufferPointer(start: line + 2 * beyond, count: count)
      guard let dark = inside.min(), let light = inside.max() else { return false }
      let middle = (Int(dark) + Int(light)) / 2
      let spaces = inside.filter { Int($0) > middle }.sorted()
      guard !spaces.isEmpty else { return false }
      // Narrow spaces are blurred, but wide ones take up more.
      let paper = Int(spaces[spaces.count / 2])
      func mean(_ from: Int) -> Int { (from..<from + beyond).reduce(0) { $0 + Int(line[$1]) } / beyond }
      let ends = (mean(beyond / 2), mean(all - beyond - beyond / 2))
      let lightest = max(ends.0, ends.1)
      return lightest >= 235 && 5 * (lightest - max(paper, min(ends.0, ends.1))) > paper - Int(dark)
    }
  }
}
