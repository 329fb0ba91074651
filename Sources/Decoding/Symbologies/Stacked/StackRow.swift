import ReaderCore

/// One reading of one row of a stacked symbol, on one scan line.
struct StackRow {
  /// Number of the row from the top of the symbol; nil: the last one, however many there are.
  var row: Int?
  /// What stands in the row, without start and stop.
  var words: [Int]
  /// First edge of the first bar and last edge of the last bar in samples, from left to right whatever the direction.
  var start: Float
  var end: Float
  /// Width of a module in samples.
  var module: Float
  /// Read from the right.
  var reversed = false
}

/// What a stacked symbol says.
struct StackValue: Equatable {
  var bytes: [UInt8]
  var aimID: String
  var isGS1 = false
  /// It is one of several that belong together.
  var part: StructuredAppend?
}

/// The edges of a scan line in the order of reading: even ones begin a bar, odd ones end one.
struct StackEdges {
  var e: UnsafePointer<Float>
  var count: Int

  /// Width of elements `from` to `to`, the latter not included.
  @inline(__always)
  func width(_ from: Int, _ to: Int) -> Float { e[to] - e[from] }

  /// How far elements from edge `at` on are from their widths in modules: sum of the squared differences of the distances
  /// between edges of the same direction, which blur and the growth of bars leave alone.
  func cost(_ at: Int, _ widths: [Float], module: Float) -> Float {
    guard module > 0, at + widths.count < count, widths.count > 1 else { return .infinity }
    var sum: Float = 0
    for i in 0..<(widths.count - 1) {
      let d = (e[at + i + 2] - e[at + i]) / module - widths[i] - widths[i + 1]
      sum += d * d
    }
    return sum
  }
}
