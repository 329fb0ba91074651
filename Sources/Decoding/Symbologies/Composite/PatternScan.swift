import ReaderCore

/// Looks for patterns along lines of a place.
enum PatternScan {
  /// How a pattern is sampled.
  struct Shape {
    /// Modules of the pattern, and how many of them stand before what is sought.
    let modules: Int
    let before: Int
    /// Samples, by sixteen.
    let lanes: Int

    /// A row address pattern with one module on either side.
    static let address = Shape(modules: 12, before: 1, lanes: 3)
  }

  /// The samples of a pattern at each place of a line where there is contrast, within `slack` modules of a start.
  ///
  /// - Parameter scale: Modules there, by those of the place.
  static func windows(
    _ luma: LumaView, _ place: LinearPlace, _ isInverted: Bool, _ shape: Shape, at start: Double, _ height: Double,
    _ slack: Double, _ scale: Double, _ body: (Double, UnsafePointer<Float>) -> Void
  ) {
    let samples = 16 * shape.lanes
    let step = scale * Double(shape.modules) / Double(samples)
    let half = Int((slack * scale / step).rounded(.up))
    let count = samples + 2 * half
    let before = Double(shape.before) * scale
    let from = start - before - Double(half) * step
    withUnsafeTemporaryAllocation(of: Float.self, capacity: count + samples) { buffer in
      let all = buffer.baseAddress!
      let window = all + count
      for (i, y) in [height - 0.25, height + 0.25].enumerated() {
        let first = from + step / 2
        Sampling.line(
          luma, place.point(first, y), place.point(first + 1, y), step, count, isInverted, add: i > 0, into: all)
      }
      for shift in 0...2 * half {
        window.update(from: all + shift, count: samples)
        guard PatternBank.normalise(window, samples) else { continue }
        body(from + before + Double(shift) * step, window)
      }
    }
  }

  /// Whether above the bars there are about as many edges as rows of codewords have.
  ///
  /// - Parameter modules: Where, from the first bar on.
  static func hasBars(_ luma: LumaView, _ place: LinearPlace, _ isInverted: Bool, _ modules: ClosedRange<Double>)
    -> Bool
  {
    let count = 2 * Int(modules.upperBound - modules.lowerBound)
    guard count >= 16 else { return false }
    var samples = [Float](repeating: 0, count: count)
    let middle = (modules.lowerBound + modules.upperBound) / 2
    for height in [3.0, 6, 9, 12] where LinearPlace.isInside(place.point(middle, height), luma) {
      Sampling.line(
        luma, place.point(modules.lowerBound, height), place.point(modules.lowerBound + 1, height), 0.5, count,
        isInverted, add: false, into: &samples)
      let (low, high) = (samples.min() ?? 0, samples.max() ?? 0)
      guard high - low > 24 else { continue }
      let (dark, light) = (low + 0.6 * (high - low), low + 0.4 * (high - low))
      var (edges, isDark) = (0, samples[0] > dark)
      for value in samples where isDark ? value < light : value > dark {
        edges += 1
        isDark.toggle()
      }
      // A codeword of 17 modules has four bars, an address pattern of ten has three.
      if edges > count / 6 { return true }
    }
    return false
  }
}
