import Glibc
import ReaderCore

/// A spot that is darker (or lighter) than what is around it.
struct DotBlob {
  var x: Float
  var y: Float
  /// By how many grey values.
  var depth: Float
}

/// Finds separate spots: places that are darker than their eight neighbours after a little smoothing.
final class DotBlobFinder {
  private var smooth: UnsafeMutablePointer<Int16>?
  private var sums: UnsafeMutablePointer<Int32>?
  private var capacity = 0
  private(set) var width = 0
  private(set) var height = 0
  /// Radius of the surroundings that a spot is compared with.
  private static let reach = 4
  /// Grey values are counted in sixteenths.
  private static let unit: Int16 = 16
  private static let most = 20_000

  deinit { free() }

  private func free() {
    smooth?.deallocate()
    sums?.deallocate()
    (smooth, sums, capacity) = (nil, nil, 0)
  }

  /// Smooths a picture; what follows is about that one.
  func prepare(_ luma: LumaView) {
    (width, height) = (luma.width, luma.height)
    let need = (width &+ 1) &* (height &+ 1)
    if need > capacity {
      free()
      smooth = .allocate(capacity: need &+ 16)
      smooth?.initialize(repeating: 0, count: need &+ 16)
      sums = .allocate(capacity: need)
      capacity = need
    }
    guard let smooth, let sums else { return }
    for y in 0..<height {
      let above = luma.row(max(0, y &- 1))
      let row = luma.row(y)
      let below = luma.row(min(height &- 1, y &+ 1))
      let out = smooth + y &* width
      @inline(__always) func column(_ x: Int) -> Int16 {
        Int16(above[x]) &+ Int16(row[x]) &+ Int16(row[x]) &+ Int16(below[x])
      }
      guard width >= 3 else {
        for x in 0..<width { out[x] = column(x) &* 4 }
        continue
      }
      out[0] = column(0) &* 3 &+ column(1)
      out[width &- 1] = column(width &- 1) &* 3 &+ column(width &- 2)
      for x in 1..<(width &- 1) { out[x] = column(x &- 1) &+ column(x) &* 2 &+ column(x &+ 1) }
    }
    let stride = width &+ 1
    for x in 0...width { sums[x] = 0 }
    for y in 0..<height {
      let row = luma.row(y)
      let (before, out) = (sums + y &* stride, sums + (y &+ 1) &* stride)
      var sum: Int32 = 0
      out[0] = 0
      for x in 0..<width {
        sum &+= Int32(row[x])
        out[x &+ 1] = before[x &+ 1] &+ sum
      }
    }
  }

  /// The spots of the picture that was prepared, row by row: darker than their surroundings, and lighter.
  ///
  /// - Parameter least: Smallest depth.
  func spots(least: Float = 8) -> (dark: [DotBlob], light: [DotBlob]) {
    guard let smooth, width >= 8, height >= 8 else { return ([], []) }
    var (dark, light): ([DotBlob], [DotBlob]) = ([], [])
    let last = width &- 1
    for y in 1..<(height &- 1) {
      let row = smooth + y &* width
      var x = 1
      while x < last {
        // Eight places at a time; behind the last one of a row is memory of the rows that follow, or of the table.
        var (lows, highs) = peaks(row + x)
        let others = UInt8.max >> UInt8(truncatingIfNeeded: max(0, 8 &- (last &- x)))
        (lows, highs) = (lows & others, highs & others)
        while lows != 0 {
          let spot = spot(x &+ lows.trailingZeroBitCount, y, row, sign: 1)
          lows &= lows &- 1
          if spot.depth >= least, dark.count < DotBlobFinder.most { dark.append(spot) }
        }
        while highs != 0 {
          let spot = spot(x &+ highs.trailingZeroBitCount, y, row, sign: -1)
          highs &= highs &- 1
          if spot.depth >= least, light.count < DotBlobFinder.most { light.append(spot) }
        }
        x &+= 8
      }
    }
    return (dark, light)
  }

  /// Which of eight places that follow each other are darker than their neighbours, and which are lighter: a bit each. Equal values belong
  /// to the first of them.
  @inline(__always)
  private func peaks(_ at: UnsafePointer<Int16>) -> (lows: UInt8, highs: UInt8) {
    @inline(__always) func eight(_ offset: Int) -> SIMD8<Int16> {
      UnsafeRawPointer(at + offset).loadUnaligned(as: SIMD8<Int16>.self)
    }
    @inline(__always) func bits(_ mask: SIMDMask<SIMD8<Int16>>) -> UInt8 {
      let ones = SIMD8<Int16>(1, 2, 4, 8, 16, 32, 64, 128)
      return UInt8(truncatingIfNeeded: SIMD8<Int16>(repeating: 0).replacing(with: ones, where: mask).wrappedSum())
    }
    let (own, left, right) = (eight(0), eight(-1), eight(1))
    let isLow = (own .< left) .& (own .<= right)
    let isHigh = (own .> left) .& (own .>= right)
    let (above, aboveLeft, aboveRight) = (eight(-width), eight(-width &- 1), eight(1 &- width))
    let (below, belowLeft, belowRight) = (eight(width), eight(width &- 1), eight(width &+ 1))
    let isLowest =
      isLow .& (own .< above) .& (own .<= below) .& (own .< aboveLeft) .& (own .< aboveRight) .& (own .<= belowLeft)
      .& (own .<= belowRight)
    let isHighest =
      isHigh .& (own .> above) .& (own .>= below) .& (own .> aboveLeft) .& (own .> aboveRight) .& (own .>= belowLeft)
      .& (own .>= belowRight)
    return (bits(isLowest), bits(isHighest))
  }

  /// Where exactly a spot is, by the parabola through its neighbours, and how deep.
  private func spot(_ x: Int, _ y: Int, _ row: UnsafePointer<Int16>, sign: Float) -> DotBlob {
    guard let sums else { return DotBlob(x: 0, y: 0, depth: 0) }
    let (w, stride, reach) = (width, width &+ 1, DotBlobFinder.reach)
    let (top, bottom) = (max(0, y &- reach), min(height, y &+ reach &+ 1))
    let (left, right) = (max(0, x &- reach), min(w, x &+ reach &+ 1))
    let (sumTop, sumBottom) = (sums + top &* stride, sums + bottom &* stride)
    let total = sumBottom[right] &- sumBottom[left] &- sumTop[right] &+ sumTop[left]
    let mean = Float(total) / Float((right &- left) &* (bottom &- top))
    let m = Float(row[x])
    let (l, r, u, d) = (Float(row[x &- 1]), Float(row[x &+ 1]), Float(row[x &- w]), Float(row[x &+ w]))
    let (bendX, bendY) = (l + r - 2 * m, u + d - 2 * m)
    return DotBlob(
      x: Float(x) + (bendX == 0 ? 0 : max(-0.5, min(0.5, 0.5 * (l - r) / bendX))),
      y: Float(y) + (bendY == 0 ? 0 : max(-0.5, min(0.5, 0.5 * (u - d) / bendY))),
      depth: sign * (mean - m / Float(DotBlobFinder.unit)))
  }

  /// The spots that are about as deep as the deep ones among them: print, without what noise makes of the ground.
  static func strong(_ spots: [DotBlob]) -> [DotBlob] {
    guard spots.count >= 4 else { return spots }
    let depths = spots.map { $0.depth }.sorted()
    let least = 0.4 * depths[depths.count * 9 / 10]
    return spots.filter { $0.depth >= least }
  }

  /// Smoothed grey value between pixels; a pixel's value lies at whole coordinates.
  @inline(__always)
  func value(_ x: Double, _ y: Double) -> Float {
    guard let smooth else { return 0 }
    let cx = max(0, min(Double(width &- 1), x))
    let cy = max(0, min(Double(height &- 1), y))
    let (x0, y0) = (Int(cx), Int(cy))
    let (x1, y1) = (min(x0 &+ 1, width &- 1), min(y0 &+ 1, height &- 1))
    let (s, t) = (Float(cx) - Float(x0), Float(cy) - Float(y0))
    let (above, below) = (smooth + y0 &* width, smooth + y1 &* width)
    let (a, b, c, d) = (Float(above[x0]), Float(above[x1]), Float(below[x0]), Float(below[x1]))
    let upper = a + s * (b - a)
    let lower = c + s * (d - c)
    return (upper + t * (lower - upper)) / Float(DotBlobFinder.unit)
  }
}
