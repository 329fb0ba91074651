import CPlatform
import ReaderCore

/// Whether a picture can show the bull's eye of an Aztec Code at all: seven runs of about the same width, light and dark in turn, along a row,
/// and the same across and aslant through their middle. What fails here no decoder needs to look at.
enum AztecRings {
  /// - Parameters:
  ///   - split: A picture of dark and light, 0 and 255, whose middle half is looked at.
  ///   - module: Pixels a module, about; 0 when it is not known.
  static func mayShow(_ split: LumaView, module: Double) -> Bool {
    let (width, height) = (split.width, split.height)
    // Places are numbers of 16 bits.
    guard width <= 65_535 else { return true }
    let step = max(1, Int(0.6 * min(module, 40)))
    return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: width) { places in
      guard let at = places.baseAddress else { return true }
      for y in stride(from: height / 4, to: height - height / 4, by: step) {
        let row = split.row(y)
        let count = cplatform_crossings(row, width, 128, 127, row[0] < 128 ? 0 : 1, at)
        guard count >= 8 else { continue }
        // Ink grows: neighbours together are as wide as the next two.
        @inline(__always) func pair(_ i: Int) -> Int32 { Int32(at[i &+ 2]) &- Int32(at[i]) }
        var (even, before) = (0, pair(0))
        for i in 1..<count &- 2 {
          let now = pair(i)
          even = areAlike(min(before, now), max(before, now)) ? even &+ 1 : 0
          before = now
          guard even >= 5 else { continue }
          let first = i &- 5
          var (least, most) = (now, now)
          for k in first..<i { (least, most) = (min(least, pair(k)), max(most, pair(k))) }
          guard areAlike(least, most) else { continue }
          let x = (Int(at[first &+ 3]) &+ Int(at[first &+ 4])) / 2
          let total = Int(at[first &+ 7]) &- Int(at[first])
          if crosses(split, x, y, 0, 1, total), crosses(split, x, y, 1, 1, total), crosses(split, x, y, 1, -1, total) {
            return true
          }
        }
      }
      return false
    }
  }

  /// Whether two pairs of runs can be two modules each.
  @inline(__always)
  private static func areAlike(_ least: Int32, _ most: Int32) -> Bool { 3 &* most <= 4 &* least &+ 3 }

  /// Whether seven runs of about the same width lie around a place, in a direction.
  ///
  /// - Parameter total: How wide seven of them are along the row.
  private static func crosses(_ split: LumaView, _ x: Int, _ y: Int, _ dx: Int, _ dy: Int, _ total: Int) -> Bool {
    /// Four runs from the place on, the first one from its middle; nil where there are fewer.
    func runs(_ sign: Int) -> SIMD4<Int32>? {
      var widths = SIMD4<Int32>(repeating: 0)
      var (x, y, value, run) = (x, y, split.row(y)[x], 0)
      for _ in 0..<2 &* total {
        x &+= sign &* dx
        y &+= sign &* dy
        guard x >= 0, x < split.width, y >= 0, y < split.height else { return nil }
        widths[run] &+= 1
        let now = split.row(y)[x]
        guard now != value else { continue }
        if run == 3 { return widths }
        (run, value) = (run &+ 1, now)
      }
      return nil
    }
    guard let a = runs(-1), let b = runs(1) else { return false }
    let middle = a[0] &+ b[0] &- 1
    let (left, right) = (a[2] &+ a[1], b[1] &+ b[2])
    let pairs = SIMD8(a[3] &+ a[2], left, a[1] &+ middle, middle &+ b[1], right, b[2] &+ b[3], left, right)
    return areAlike(pairs.min(), pairs.max())
  }
}
