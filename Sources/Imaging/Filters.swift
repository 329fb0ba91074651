import CPlatform
import ReaderCore

/// 255 - v for each pixel. `out` holds `width * height` bytes.
public func invert(_ luma: LumaView, into out: UnsafeMutablePointer<UInt8>) {
  for y in 0..<luma.height {
    let row = luma.row(y)
    let to = out + y * luma.width
    for x in 0..<luma.width { to[x] = ~row[x] }
  }
}

/// Weights of a Gaussian as 8.8 fixed point, from the middle outwards; together (both sides) exactly 256.
func gaussianWeights(_ sigma: Double) -> [Int32] {
  let sigma = max(0.1, min(sigma, 8))
  let radius = max(1, Int((2.5 * sigma).rounded(.up)))
  var raw: [Double] = []
  for i in 0...radius { raw.append(expNegative(Double(i * i) / (2 * sigma * sigma))) }
  let sum = raw[0] + 2 * raw[1...].reduce(0, +)
  var weights = raw.map { Int32(256 * $0 / sum + 0.5) }
  weights[0] = 256 - 2 * weights[1...].reduce(0, +)
  return weights
}

/// e^-x for x >= 0 without the C library.
private func expNegative(_ x: Double) -> Double {
  // e^-x = (e^(-x/1024))^1024; the inner term by its series.
  let y = x / 1024
  var value = 1 - y + y * y / 2 - y * y * y / 6
  for _ in 0..<10 { value *= value }
  return value
}

/// A picture blurred by a Gaussian; edges repeat. `out` holds `width * height` bytes.
public func gaussian(_ luma: LumaView, sigma: Double, into out: UnsafeMutablePointer<UInt8>) {
  mix(luma, sigma: sigma, own: 0, blurred: 256, into: out)
}

/// A picture sharpened by `v + amount (v - blurred v)`; edges repeat. `out` holds `width * height` bytes.
///
/// - Parameter amount: 0 to 4.
public func unsharp(_ luma: LumaView, sigma: Double, amount: Double, into out: UnsafeMutablePointer<UInt8>) {
  let part = Int32(256 * max(0, min(amount, 4)))
  mix(luma, sigma: sigma, own: 256 + part, blurred: -part, into: out)
}

/// `own * v + blurred * (Gaussian of v)`, both in 8.8 fixed point.
///
/// All sums stay in 16 bits, which every processor multiplies many at a time: the blurred rows are rounded to whole grey
/// values before they are blurred along the row.
private func mix(_ luma: LumaView, sigma: Double, own: Int32, blurred: Int32, into out: UnsafeMutablePointer<UInt8>) {
  let weights = gaussianWeights(sigma).map { UInt16($0) }
  let radius = weights.count - 1
  let (w, h) = (luma.width, luma.height)
  // One line, blurred down the columns, with its ends repeated to both sides.
  let line = UnsafeMutablePointer<UInt16>.allocate(capacity: w + 2 * radius)
  let sum = UnsafeMutablePointer<UInt16>.allocate(capacity: w)
  defer {
    line.deallocate()
    sum.deallocate()
  }
  weights.withUnsafeBufferPointer { weights in
    let middle = line + radius
    let w0 = weights[0]
    for y in 0..<h {
      let centre = luma.row(y)
      for x in 0..<w { sum[x] = UInt16(centre[x]) &* w0 &+ 128 }
      for i in 1...radius {
        let a = luma.row(max(y - i, 0))
        let b = luma.row(min(y + i, h - 1))
        let wi = weights[i]
        for x in 0..<w { sum[x] = sum[x] &+ (UInt16(a[x]) &+ UInt16(b[x])) &* wi }
      }
      for x in 0..<w { middle[x] = sum[x] >> 8 }
      for i in 1...radius {
        middle[-i] = middle[0]
        middle[w - 1 + i] = middle[w - 1]
      }
      for x in 0..<w { sum[x] = middle[x] &* w0 &+ 128 }
      for i in 1...radius {
        let wi = weights[i]
        let (left, right) = (middle - i, middle + i)
        for x in 0..<w { sum[x] = sum[x] &+ (left[x] &+ right[x]) &* wi }
      }
      let row = out + y * w
      if own == 0, blurred == 256 {
        for x in 0..<w { row[x] = UInt8(truncatingIfNeeded: sum[x] >> 8) }
      } else if own == 512, blurred == -256 {
        for x in 0..<w {
          let value = 2 &* Int16(centre[x]) &- Int16(truncatingIfNeeded: sum[x] >> 8)
          row[x] = UInt8(truncatingIfNeeded: max(0, min(255, value)))
        }
      } else {
        for x in 0..<w {
          let value = (Int32(centre[x]) &* own &+ Int32(sum[x] >> 8) &* blurred &+ 128) >> 8
          row[x] = UInt8(truncatingIfNeeded: max(0, min(255, value)))
        }
      }
    }
  }
}

/// Rows of a linear code averaged, doubled in width and sharpened.
///
/// Output row r is the mean of source rows `r * step ..< r * step + box`, sharpened along the row with a Gaussian and
/// doubled in width by cubic interpolation (-1 9 9 -1) / 16. Noise and print defects average out, the bars stay.
///
/// - Parameters:
///   - box: Rows in a mean, 1 to 32, at most the height.
///   - step: From one output row to the next, at least 1.
///   - out: `2 * width * averagedRows(height, box, step)` bytes.
public func averageRows(
  _ luma: LumaView, box: Int, step: Int, sigma: Double, amount: Double, into out: UnsafeMutablePointer<UInt8>
) {
  var weights = gaussianWeights(sigma).map { Float(amount) * (Float($0) / 256) }
  precondition(box >= 1 && box <= 32 && box <= luma.height && step >= 1 && weights.count <= 5)
  weights[0] = 1 + Float(amount) - weights[0]
  while weights.count < 5 { weights.append(0) }
  let w = luma.width
  let margin = 4
  let sums = UnsafeMutablePointer<UInt16>.allocate(capacity: w)
  let line = UnsafeMutablePointer<Float>.allocate(capacity: w + 2 * margin)
  let grey = UnsafeMutablePointer<Int16>.allocate(capacity: w + 3)
  defer {
    sums.deallocate()
    line.deallocate()
    grey.deallocate()
  }
  let middle = line + margin
  let from = grey + 1
  let scale = 1 / Float(box)
  for r in 0..<averagedRows(luma.height, box: box, step: step) {
    cplatform_add_rows(luma.row(r * step), luma.stride, box, w, sums)
    for x in 0..<w { middle[x] = Float(sums[x]) * scale }
    for i in 1...margin {
      middle[-i] = middle[0]
      middle[w - 1 + i] = middle[w - 1]
    }
    cplatform_sharpen_row(middle, w, weights, from)
    from[-1] = from[0]
    from[w] = from[w - 1]
    from[w + 1] = from[w - 1]
    cplatform_double_row(from, w, out + 2 * r * w)
  }
}

/// How many rows `averageRows` makes.
public func averagedRows(_ height: Int, box: Int, step: Int) -> Int { (height - box) / step + 1 }
