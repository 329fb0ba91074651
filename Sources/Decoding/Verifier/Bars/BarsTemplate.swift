/// A drawn row of bars, cut into pieces of some bars, for one bar growth and blur.
struct BarsTemplate {
  /// Samples in a module, and modules sampled beyond both ends.
  static let perModule = 4
  static let margin = 4
  /// Modules of a piece: so few that one bar a module off counts, so many that their place is certain.
  static let shortest: Float = 9

  /// A piece: its first sample, counted from `margin` modules before the first bar, and its samples, zero in the mean and of length
  /// one, in `values`.
  struct Piece {
    let first: Int
    let values: Range<Int>
  }

  let modules: Float
  let pieces: [Piece]
  let values: [Float]
  /// The whole with the margin: dark is 1.
  let whole: [Float]
  /// The whole with a module on either side, two samples in a module and zero in the mean, and the sum of its squares.
  let coarse: [Float]
  let coarseEnergy: Float

  /// Nil for what is no row of bars.
  init?(_ pattern: LinearPattern, growth: Float, kernel: BlurKernel) {
    modules = pattern.modules
    guard modules >= 8, modules < 2000, pattern.widths.count < 2000 else { return nil }
    let (per, margin) = (Float(BarsTemplate.perModule), Float(BarsTemplate.margin))
    let count = Int((modules + 2 * margin) * per)
    var whole = [Float](repeating: 0, count: count)
    var ends: [Float] = []
    whole.withUnsafeMutableBufferPointer { all in
      var at = margin
      for (i, width) in pattern.widths.enumerated() {
        if i % 2 == 0 {
          kernel.addBar(
            at - growth / 2, at + width + growth / 2, all.baseAddress!, count, first: 0.5 / per, perModule: per)
        }
        at += width
        ends.append(at)
      }
    }
    var pieces: [Piece] = []
    var values: [Float] = []
    var from = margin
    for (i, end) in ends.enumerated() {
      var to = end
      // What is left at the end is no piece by itself.
      if margin + modules - to < BarsTemplate.shortest { to = margin + modules }
      guard to - from >= BarsTemplate.shortest || i == ends.count - 1, to > from else { continue }
      // A module more on both sides holds the edges.
      let first = Int((from - 1) * per)
      let end = min(count, Int((to + 1) * per))
      let begin = values.count
      let mean = whole[first..<end].reduce(0, +) / Float(end - first)
      var energy: Float = 0
      for value in whole[first..<end] { energy += (value - mean) * (value - mean) }
      let scale = energy > 0 ? 1 / energy.squareRoot() : 0
      for value in whole[first..<end] { values.append((value - mean) * scale) }
      pieces.append(Piece(first: first, values: begin..<values.count))
      from = to
    }
    var coarse: [Float] = []
    let skip = (BarsTemplate.margin - 1) * BarsTemplate.perModule
    for i in stride(from: skip, to: count - skip, by: 2) { coarse.append(whole[i]) }
    let mean = coarse.reduce(0, +) / Float(max(1, coarse.count))
    var energy: Float = 0
    for i in coarse.indices {
      coarse[i] -= mean
      energy += coarse[i] * coarse[i]
    }
    guard !pieces.isEmpty, energy > 0 else { return nil }
    (self.coarse, coarseEnergy) = (coarse, energy)
    (self.whole, self.pieces, self.values) = (whole, pieces, values)
  }
}
