import CPlatform
import ReaderCore

/// Rows of frames with luminance and chroma, made into words whole and then sampled: the processor converts eight pixels at a
/// time, but only neighbours.
struct ColourRows {
  /// As `cplatform_colour_layout`.
  enum Layout: Int32 {
    case packed = 0
    case packedChromaFirst = 1
    case pairs = 2
    case pairsRedFirst = 3
    case planes = 4
    case wholePlanes = 5
  }

  let layout: Layout
  let luma: Plane
  /// Of U, or of pairs.
  var blue: Plane?
  /// Of V.
  var red: Plane?
  /// Rows of the frame that share one of chroma: 1 or 2.
  var rowsOfChroma = 1
  /// From 0 to 255, as in JPEG.
  var isFullRange = false

  /// Pixels `from`, an even number, and the following of row `y`.
  @inline(__always)
  func convert(_ y: Int, from: Int, count: Int, _ out: UnsafeMutablePointer<UInt32>) {
    let line = luma.row(y) + from &* (layout.rawValue <= 1 ? 2 : 1)
    let at =
      switch layout {
      case .packed, .packedChromaFirst: 0
      case .pairs, .pairsRedFirst, .wholePlanes: from
      case .planes: from / 2
      }
    let row = rowsOfChroma == 2 ? y / 2 : y
    cplatform_colour_row(
      layout.rawValue, line, blue.map { $0.row(row) + at }, red.map { $0.row(row) + at }, isFullRange ? 1 : 0, out,
      count)
  }
}

extension Grid {
  /// As the other, row by row. Where much less is seen than there is, or frames are turned, pixel by pixel.
  func paint(_ rows: ColourRows, _ target: FramePainter.Target, _ line: inout [UInt32]) {
    guard let columns = span, !isTurned else { return paintPixels(rows, target) }
    let from = columns.lowerBound & ~1
    let count = columns.upperBound &+ 1 &- from
    guard count / 6 <= width else { return paintPixels(rows, target) }
    if line.count < count { line = [UInt32](repeating: 0, count: count) }
    line.withUnsafeMutableBufferPointer { buffer in
      let words = buffer.baseAddress!
      paint(target) {
        rows.convert($0, from: from, count: count, words)
      } sample: {
        words[$0 &- from]
      }
    }
  }

  private func paintPixels(_ rows: ColourRows, _ target: FramePainter.Target) {
    paint(SinglePixels(rows: rows), target)
  }
}

private struct SinglePixels: PixelReader {
  let rows: ColourRows

  @inline(__always)
  func word(_ x: Int, _ y: Int) -> UInt32 {
    // Two words: their chroma is one.
    var pair = SIMD2<UInt32>(repeating: 0)
    withUnsafeMutableBytes(of: &pair) { raw in
      rows.convert(y, from: x & ~1, count: 1 &+ (x & 1), raw.bindMemory(to: UInt32.self).baseAddress!)
    }
    return pair[x & 1]
  }
}
