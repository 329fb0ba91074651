/// Edges of blurred bars.
extension EdgeFinder {
  /// Turns on either side among which the lightest and the darkest tell the levels: somewhere in so many there are wide elements.
  private static let neighbours = 24

  /// Moves the edges of the last `find` to where the darkness between two turns puts them, when the profile is blurred so much that
  /// narrow elements do not reach the levels of wide ones; whether it did.
  ///
  /// Blur moves edges towards narrow neighbours, but hardly moves darkness from one side of a turn to the other: the darkness
  /// between the lightest places on both sides of a bar is its width, and its centre of mass the bar's centre. Spaces
  /// give the same edges once more from their lightness.
  func moveByAreas(_ p: UnsafePointer<Float>) -> Bool {
    guard count >= 4 else { return false }
    let (e, m, turn) = (edges.base, mirrored.base, turns.base)
    func value(_ k: Int) -> Float { p[Int(turn[k])] }
    var (low, high) = (value(1), value(0))
    for k in 0...count { (low, high) = (min(low, value(k)), max(high, value(k))) }
    let shallow = (1...count).count { abs(value($0) - value($0 - 1)) < 0.75 * (high - low) }
    guard 4 * shallow >= count else { return false }
    // Of the quiet zones no more than blur can reach.
    let begin = max(Int(turn[0]), Int(e[0] - 1.5 * (e[1] - e[0])))
    let end = min(Int(turn[count]), Int(e[count - 1] + 1.5 * (e[count - 1] - e[count - 2])) + 1)
    // Each element gives both of its edges; the outermost ones have one opinion only.
    for k in 0..<count { e[k] = 0 }
    for k in 1..<count {
      var (dark, light) = (value(k), value(k))
      for other in max(0, k - EdgeFinder.neighbours)...min(count, k + EdgeFinder.neighbours) {
        (dark, light) = (min(dark, value(other)), max(light, value(other)))
      }
      let (from, to) = (k == 1 ? begin : Int(turn[k - 1]), k + 1 == count ? end : Int(turn[k + 1]))
      guard from < to else { return false }
      let scale = 1 / max(1, light - dark)
      var (width, moment): (Float, Float) = (0, 0)
      for i in from...to {
        let share = (k & 1 == 1 ? light - p[i] : p[i] - dark) * scale * (i == from || i == to ? 0.5 : 1)
        width += share
        moment += share * Float(i - from)
      }
      guard width > 0 else { return false }
      let centre = Float(from) + moment / width
      e[k - 1] += (centre - width / 2) * (k == 1 ? 1 : 0.5)
      e[k] += (centre + width / 2) * (k == count - 1 ? 1 : 0.5)
    }
    for k in 0..<count { m[k] = -e[count - 1 - k] }
    return true
  }
}
