import ReaderCore

extension LinearVerifier {
  /// Whether the symbol is a row of a stack of Code 128 rows (Codablock F): right above or below it, parted by no more
  /// than a separator, stands another row with the same start and stop and other characters between.
  func isStacked(_ p: Placement) -> Bool {
    let tall = max(p.lines.height, 1)
    let module = p.lines.width / Double(p.layout.modules)
    guard p.layout.cells.count >= 4 else { return false }
    // The row without its data: what else may stand there.
    var open = p
    for i in 1..<p.layout.cells.count - 1 { open.layout.cells[i].claimed = -1 }
    let count = load(p, 0.5, thickness: 1)
    let own = FloatBuffer(count)
    own.base.update(from: line.base, count: count)
    for direction in [-1.0, 1.0] {
      // Follow the claimed row until it ends, then look at what comes next.
      let step = max(1, module * 0.75)
      let limit = tall + 60 * module
      var away = 0.0
      var ended = 0.0
      var looks = 0
      while away < limit, looks < 4, ended == 0 || away - ended < 8 * module {
        away += step
        let h = 0.5 + direction * away / tall
        guard contains(p, h) else { break }
        _ = load(p, h, thickness: 1)
        if alike(own.base, line.base, count) > 0.8 {
          ended = 0
          continue
        }
        if ended == 0 { ended = away }
        guard endsFit(p, count) else { continue }
        looks += 1
        guard let r = compare(open, count, pair: (2, 0)), r.free < 0.15 else { continue }
        // A claim that leaves characters open fits whatever stands there: then only the look of the row speaks.
        if p.layout.isOpen { return true }
        guard let same = compare(p, count, pair: (2, 0)) else { continue }
        if same.claimed > r.free + 0.15 { return true }
        // Still the claimed row, askew or in noise: it has not ended.
        (ended, looks) = (0, 0)
      }
    }
    return false
  }

  private func contains(_ p: Placement, _ h: Double) -> Bool {
    let x = p.lines.left.top.x + (p.lines.left.bottom.x - p.lines.left.top.x) * h
    let y = p.lines.left.top.y + (p.lines.left.bottom.y - p.lines.left.top.y) * h
    return x >= 0 && y >= 0 && x < Double(p.lines.frame.width) && y < Double(p.lines.frame.height)
  }

  /// Correlation of two lines.
  private func alike(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ count: Int) -> Float {
    var ma: Float = 0
    var mb: Float = 0
    for i in 0..<count {
      ma += a[i]
      mb += b[i]
    }
    ma /= Float(max(1, count))
    mb /= Float(max(1, count))
    var aa: Float = 0
    var bb: Float = 0
    var ab: Float = 0
    for i in 0..<count {
      aa += (a[i] - ma) * (a[i] - ma)
      bb += (b[i] - mb) * (b[i] - mb)
      ab += (a[i] - ma) * (b[i] - mb)
    }
    return aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : 0
  }
}
