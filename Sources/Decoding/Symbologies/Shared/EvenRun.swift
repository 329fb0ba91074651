/// Places that follow each other at even distances.
enum EvenRun {
  /// The longest run of places whose distances change by no more than a share; fewer than three are always even.
  static func longest(_ places: [Float], tolerance: Float) -> Range<Int> {
    var best = 0..<0
    var from = 0
    var distance: Float = 0
    for i in places.indices.dropFirst() {
      let d = places[i] - places[i - 1]
      if i > from + 1, abs(d - distance) > tolerance * distance { from = i - 1 }
      distance = i == from + 1 ? d : distance + 0.25 * (d - distance)
      if i - from + 1 > best.count { best = from..<(i + 1) }
    }
    return best
  }
}
