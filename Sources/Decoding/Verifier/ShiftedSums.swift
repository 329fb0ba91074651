/// What a line and a drawn symbol have in common, by pieces of some samples at every shift: any placement of the symbol is then a sum
/// over pieces instead of samples. Within a piece the samples keep their distance.
final class ShiftedSums {
  /// Of the line, of its squares, and of its products with the drawing.
  typealias Sums = SIMD4<Float>

  /// Samples of a module.
  private var per = 1
  /// The pieces.
  private var pieces: [Range<Int>] = []
  /// The shifts that are known, in samples.
  private var shifts = 0..<0
  /// For each piece and shift the sums.
  private var table: [Sums] = []

  /// Begins with another line or drawing.
  ///
  /// - Parameters:
  ///   - spans: Samples of the drawing that count.
  ///   - size: Samples of the drawing.
  func begin(_ spans: [Range<Int>], of size: Int, per: Int) {
    self.per = per
    shifts = 0..<0
    pieces.removeAll(keepingCapacity: true)
    // Short symbols change in size the most.
    let length = size < 8 * 24 ? 4 : 8
    for span in spans {
      var i = span.lowerBound
      while i < span.upperBound {
        pieces.append(i..<min(i + length, span.upperBound))
        i += length
      }
    }
  }

  /// Makes the shifts between two places known, in modules from the first sample of the line on.
  func reach(
    from low: Double, to high: Double, _ line: UnsafePointer<Float>, _ count: Int, _ drawn: UnsafePointer<Float>
  ) {
    // A piece lies a module behind its sample, and half a sample beside it.
    var wanted = Int(((low - 1) * Double(per)).rounded(.down)) - 1..<Int(((high - 1) * Double(per)).rounded(.up)) + 2
    if !shifts.isEmpty {
      if shifts.lowerBound <= wanted.lowerBound, wanted.upperBound <= shifts.upperBound { return }
      wanted = min(shifts.lowerBound, wanted.lowerBound)..<max(shifts.upperBound, wanted.upperBound)
    }
    shifts = wanted
    table.removeAll(keepingCapacity: true)
    table.reserveCapacity(pieces.count * wanted.count)
    for piece in pieces {
      for shift in wanted {
        table.append(ShiftedSums.sums(line, count, drawn, piece, shift))
      }
    }
  }

  @inline(__always)
  private static func sums(
    _ line: UnsafePointer<Float>, _ count: Int, _ drawn: UnsafePointer<Float>, _ piece: Range<Int>, _ shift: Int
  ) -> Sums {
    let first = piece.lowerBound &+ shift
    if piece.count == 8, first >= 0, first &+ 8 <= count {
      let v = UnsafeRawPointer(line + first).loadUnaligned(as: SIMD8<Float>.self)
      let h = UnsafeRawPointer(drawn + piece.lowerBound).loadUnaligned(as: SIMD8<Float>.self)
      return Sums(v.sum(), (v * v).sum(), (v * h).sum(), 0)
    }
    var sums = Sums()
    for i in piece {
      let v = line[max(0, min(count &- 1, i &+ shift))]
      sums += Sums(v, v * v, v * drawn[i], 0)
    }
    return sums
  }

  /// The sums of a placement: `shift` in samples, `scale` of the drawing, and what its middle is bent, in samples.
  func sum(_ scale: Float, _ shift: Float, _ bent: Float, _ modules: Float) -> Sums {
    let unit = 1 / (modules * Float(per))
    let width = shifts.count
    let (lowest, last) = (Float(shifts.lowerBound), Float(width &- 1))
    let start = Float(per)
    return table.withUnsafeBufferPointer { table in
      guard var sums = table.baseAddress, width > 0 else { return Sums() }
      var total = Sums()
      for piece in pieces {
        let middle = Float(piece.lowerBound &+ piece.upperBound) * 0.5
        let t = middle - start
        let u = t * unit
        let at = t * scale + shift + bent * u * (1 - u) - middle + 0.5 - lowest
        total += sums[Int(max(0, min(last, at)))]
        sums += width
      }
      return total
    }
  }
}
