import ReaderCore

extension LinearPlace {
  /// Modules that a line may go on.
  private static let longest = 90.0

  /// The place with its edge where the bars end: seen in perspective, bars lean and fan out, and the corners that an engine
  /// gave end somewhere along them.
  ///
  /// Line by line each end of the bars is followed by itself.
  func extended(in luma: LumaView, isInverted: Bool) -> LinearPlace {
    // From a little inside: the corners may reach over the end.
    extended(from: -2, in: luma, isInverted: isInverted) ?? self
  }

  /// The same above the highest row of a stack: corners may lie in any of its rows, or between two. What stays the same over more
  /// modules than a row of a component has is another row.
  func aboveRows(in luma: LumaView, isInverted: Bool) -> LinearPlace {
    var place = self
    for _ in 0..<LinearPlace.mostRows {
      // Three modules part one row from the next.
      guard let next = place.extended(from: 5, to: 5 + LinearPlace.highestRow, in: luma, isInverted: isInverted) else {
        break
      }
      place = next
    }
    return place
  }

  /// Modules that a row of a 2D component is high, at most, and rows of a DataBar Expanded Stacked.
  private static let highestRow = 10.0
  private static let mostRows = 11

  /// The same for bars that are followed from one height to another at least; nil when they end before.
  private func extended(
    from first: Double, to least: Double = 1, in luma: LumaView, isInverted: Bool
  ) -> LinearPlace? {
    let count = 2 * Int(modules)
    guard count >= 64 else { return nil }
    var (left, end) = (origin, point(modules, 0))
    var known = [Float](repeating: 0, count: count)
    var next = known
    /// A line between two ends, a share of a module moved along itself.
    func line(_ left: Point, _ end: Point, _ a: Double, _ b: Double, _ out: inout [Float]) -> Bool {
      let p = Point(left.x + a * right.x, left.y + a * right.y)
      let q = Point(end.x + b * right.x, end.y + b * right.y)
      Sampling.line(luma, p, q, 1 / Double(count), count, isInverted, add: false, into: &out)
      return PatternBank.normalise(&out, count)
    }
    left = Point(left.x + first * up.x, left.y + first * up.y)
    end = Point(end.x + first * up.x, end.y + first * up.y)
    guard line(left, end, 0, 0, &known) else { return nil }
    func isInside(_ p: Point, _ inwards: Double) -> Bool {
      LinearPlace.isInside(Point(p.x + inwards * right.x, p.y + inwards * right.y), luma)
    }
    let (step, moves) = (1.0, [0.0, -0.3, 0.3, -0.6, 0.6])
    var (lean, fan) = (0.0, 0.0)
    var height = first
    var last = (left, end, height)
    while height < LinearPlace.longest {
      height += step
      left = Point(left.x + step * up.x + lean * right.x, left.y + step * up.y + lean * right.y)
      end = Point(end.x + step * up.x + fan * right.x, end.y + step * up.y + fan * right.y)
      // Guards may touch the edge of the frame.
      guard isInside(left, 4), isInside(end, -4) else { break }
      var best: (likeness: Float, a: Double, b: Double) = (0, 0, 0)
      func look(_ a: Double, _ b: Double) {
        guard line(left, end, a, b, &next) else { return }
        var sum: Float = 0
        for i in 0..<count { sum += known[i] * next[i] }
        if sum > best.likeness + 0.01 { best = (sum, a, b) }
      }
      // One look is enough for straight bars, and for their end.
      look(0, 0)
      if best.likeness > 0.5, best.likeness < 0.95 {
        for a in moves { for b in moves where a != 0 || b != 0 { look(a, b) } }
      }
      guard best.likeness > 0.7 else { break }
      left = Point(left.x + 0.5 * best.a * right.x, left.y + 0.5 * best.a * right.y)
      end = Point(end.x + 0.5 * best.b * right.x, end.y + 0.5 * best.b * right.y)
      lean += 0.1 * best.a
      fan += 0.1 * best.b
      last = (left, end, height)
    }
    var place = self
    guard last.2 > least else { return nil }
    place.origin = last.0
    place.right = Point((last.1.x - last.0.x) / modules, (last.1.y - last.0.y) / modules)
    // Where the middle moved to.
    let middle = point(modules / 2, 0)
    let (dx, dy) = ((last.0.x + last.1.x) / 2 - middle.x, (last.0.y + last.1.y) / 2 - middle.y)
    let length = (dx * dx + dy * dy).squareRoot()
    let module = (up.x * up.x + up.y * up.y).squareRoot()
    if length > 6 * module { place.up = Point(dx / length * module, dy / length * module) }
    return place
  }

  static func isInside(_ p: Point, _ luma: LumaView) -> Bool {
    p.x >= 0 && p.y >= 0 && p.x <= Double(luma.width) && p.y <= Double(luma.height)
  }
}
