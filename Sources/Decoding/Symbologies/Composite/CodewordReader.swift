import ReaderCore

/// Reads the codewords of one PDF417 row by their bars.
struct CodewordReader {
  /// A codeword as the pixels show it.
  struct Reading {
    var codeword = 0
    /// From -1 to 1, and that of the best other codeword.
    var likeness: Float = -1
    var second: Float = -1
    /// Modules off its place.
    var offset = 0.0
  }

  /// Samples of a codeword.
  private static let samples = 64

  let luma: LumaView
  let isInverted: Bool
  /// Which of the banks fits the blur of the picture.
  var blur = 0

  /// The codewords of a row, each as 17 modules from a start on. In perspective the places drift; they are followed along the
  /// row and from one row to the next.
  ///
  /// - Parameters:
  ///   - offsets: How far off each codeword of the row before was, in modules; nil: not known.
  ///   - point: The place of a module and a row.
  func read(
    _ cluster: Int, starts: [Double], row: Int, offsets: inout [Double?], _ point: (Double, Double) -> Point
  ) -> [Reading] {
    var along = 0.0
    return starts.indices.map { column in
      let offset = offsets[column] ?? along
      var best = Reading()
      for shift in offsets[column] == nil ? CodewordReader.far : CodewordReader.near {
        var reading = read(cluster, at: starts[column] + offset + shift, row, point)
        reading.offset = offset + shift
        if reading.likeness > best.likeness { best = reading }
        if shift == 0, best.likeness > 0.95 { break }
      }
      if best.likeness > 0.85 {
        along = max(-3, min(3, offset + 0.6 * (best.offset - offset)))
        offsets[column] = along
      }
      return best
    }
  }

  private static let near = [0, -0.3, 0.3, -0.6, 0.6]
  private static let far = near + [-0.9, 0.9, -1.2, 1.2]

  /// The codeword at a place.
  func read(_ cluster: Int, at start: Double, _ row: Int, _ point: (Double, Double) -> Point) -> Reading {
    var out = Reading()
    withSamples(at: start, row, point) { samples in
      let first = cluster * PDF417Patterns.count
      PatternBank.codewords[blur].compare(samples, first..<first + PDF417Patterns.count) { index, likeness in
        if likeness > out.likeness {
          out = Reading(codeword: index - first, likeness: likeness, second: out.likeness)
        } else if likeness > out.second {
          out.second = likeness
        }
      }
    }
    return out
  }

  /// How like a codeword the pixels are.
  func likeness(_ codeword: Int, _ cluster: Int, at start: Double, row: Int, _ point: (Double, Double) -> Point)
    -> Float
  {
    var best: Float = -1
    withSamples(at: start, row, point) { samples in
      let index = cluster * PDF417Patterns.count + codeword
      PatternBank.codewords[blur].compare(samples, index..<index + 1) { best = max(best, $1) }
    }
    return best
  }

  /// Samples over the middle of a row; not called where there is no contrast.
  private func withSamples(
    at start: Double, _ row: Int, _ point: (Double, Double) -> Point, _ body: (UnsafePointer<Float>) -> Void
  ) {
    let count = CodewordReader.samples
    withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { buffer in
      let samples = buffer.baseAddress!
      let step = 17 / Double(count)
      for (i, offset) in [0, -0.22, 0.22].enumerated() {
        let height = Double(row) + offset
        let (a, b) = (point(start + step / 2, height), point(start + 17 + step / 2, height))
        Sampling.line(luma, a, b, 1 / Double(count), count, isInverted, add: i > 0, into: samples)
      }
      if PatternBank.normalise(samples, count) { body(samples) }
    }
  }
}
