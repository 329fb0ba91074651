import Imaging
import ReaderCore

extension Patch {
  /// Each row drawn once more as plain bars between the edges that are seen in it, twice as wide: so that a decoder which splits a
  /// row by one threshold reads bars that lie half in a shadow.
  ///
  /// An edge is where the grey changes fastest between a light and a dark place, however light either of them is.
  func drawnByEdges() -> Patch? {
    with(2 * width, height, Affine(a: 0.5, d: 1), .edges) { luma, out in
      let finder = EdgeFinder()
      let line = FloatBuffer(luma.width)
      for y in 0..<luma.height {
        let (row, n) = (luma.row(y), luma.width)
        for x in 0..<n { line.base[x] = Float(row[x]) }
        finder.find(line.base, n, hysteresis: max(4, 0.08 * contrast(line.base, n)))
        drawBars(finder, into: out + 2 * n * y, 2 * n)
      }
    }
  }
}

/// Draws the bars between edges into pixels half as wide.
private func drawBars(_ finder: EdgeFinder, into out: UnsafeMutablePointer<UInt8>, _ count: Int) {
  out.update(repeating: 255, count: count)
  for k in stride(from: 0, to: finder.count - 1, by: 2) {
    let (from, to) = (2 * finder.edges.base[k] + 1, 2 * finder.edges.base[k + 1] + 1)
    var i = max(0, Int(from))
    while i < count, Float(i) < to {
      // The share of the pixel that the bar covers.
      let dark = min(to, Float(i + 1)) - max(from, Float(i))
      out[i] = UInt8(max(0, min(255, Float(out[i]) - 255 * dark)))
      i += 1
    }
  }
}
