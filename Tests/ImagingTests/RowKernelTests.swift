import CPlatform
import ReaderCore
import Testing

@testable import Imaging

/// The kernels that are compiled for several processors: the same results, to the bit, as the formulas that they stand for.
@Suite struct RowKernelTests {
  /// Numbers that look like noise, the same in every run.
  private static func noise(_ count: Int, _ seed: UInt32, upTo limit: Float = 9000) -> [Float] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(state >> 8) / 16_777_216 * limit
    }
  }

  private static let widths = [1, 2, 3, 7, 8, 9, 31, 63, 64, 65, 128, 131, 240]

  @Test(arguments: widths) func means(_ n: Int) {
    let rows = (1...3).map { RowKernelTests.noise(n, UInt32($0)) }
    var (line, out) = ([Float](repeating: 0, count: n), [Float](repeating: 0, count: n))
    cplatform_smooth_row(rows[0], rows[1], rows[2], n, &line, &out)
    for c in 0..<n {
      func column(_ c: Int) -> Float { (rows[0][c] + 2 * rows[1][c] + rows[2][c]) * 0.0625 }
      let (left, own, right) = (column(max(0, c - 1)), column(c), column(min(n - 1, c + 1)))
      #expect(abs(out[c] - (left + 2 * own + right)) < 1e-2)
    }
  }

  @Test(arguments: widths) func directions(_ n: Int) {
    let energy = RowKernelTests.noise(n, 5)
    let share = RowKernelTests.noise(n, 6, upTo: 2).map { $0 - 1 }
    let (d, p) = (zip(energy, share).map { $0 * $1 }, zip(energy, share).map { $0 * (1 - abs($1)) })
    var strengths = [Float](repeating: -1, count: n)
    cplatform_stripe_row(energy, d, p, n, 4000, &strengths)
    var own = [Float](repeating: -1, count: n)
    var (re, im) = (own, own)
    cplatform_dense_row(energy, d, p, n, 3000, 0.6, &own, &re, &im)
    for c in 0..<n {
      let strength = d[c] * d[c] + p[c] * p[c]
      let isStriped = energy[c] > 4000 && strength > 0.25 * energy[c] * energy[c]
      #expect(strengths[c] == (isStriped ? strength : 0))
      let isDense = energy[c] > 3000 && strength < 0.6 * energy[c] * energy[c]
      #expect(own[c] == (isDense ? energy[c] : 0))
      let length = max(strength.squareRoot(), 1e-3)
      #expect(abs(re[c] - (d[c] * d[c] - p[c] * p[c]) / length) <= 1e-5 * length)
      #expect(abs(im[c] - 2 * d[c] * p[c] / length) <= 1e-5 * length)
    }
  }

  @Test func energies() {
    // From the middle of each bin, below the first and above the last.
    let values = [0, 0.5, 1, 1.13, 2, 2.3, 1023, 1024, 1_048_575, 3e9] + RowKernelTests.noise(777, 9, upTo: 70_000)
    var bins = [UInt32](repeating: 0, count: 160)
    cplatform_count_energies(values, values.count, &bins)
    var expected = [UInt32](repeating: 0, count: 160)
    for value in values {
      // Eight bins of the same width to each factor of two.
      let octave = value < 1 ? 0 : Int(value.exponent)
      let part = value < 1 ? 0 : Int((value.significand - 1) * 8)
      expected[min(159, 8 * octave + part)] += 1
    }
    #expect(bins == expected)
  }

  @Test(arguments: widths) func darkAndLight(_ n: Int) {
    let rows = RowKernelTests.noise(3 * n, 17, upTo: 255.9).map { UInt8($0) }
    var (least, most, out) = (
      [UInt8](repeating: 0, count: n), [UInt8](repeating: 0, count: n), [UInt8](repeating: 1, count: n)
    )
    cplatform_column_extremes(rows, n, 3, n, &least, &most)
    let levels = [UInt8](rows[n..<2 * n])
    cplatform_split_row(rows, levels, n, &out)
    for x in 0..<n {
      let column = [rows[x], rows[n + x], rows[2 * n + x]]
      #expect(least[x] == column.min() && most[x] == column.max())
      #expect(out[x] == (rows[x] > levels[x] ? 255 : 0))
    }
  }

  /// Squares of 20 pixels in light that falls to a third: a single threshold cannot split them. Their insides have no contrast.
  @Test(arguments: [(100, 100), (61, 43), (8, 8)]) func squaresInUnevenLight(_ width: Int, _ height: Int) throws {
    let (image, out) = (try LumaImage(width: width, height: height), try LumaImage(width: width, height: height))
    func isDark(_ x: Int, _ y: Int) -> Bool { (x / 20 + y / 20) % 2 == 0 }
    for y in 0..<height {
      for x in 0..<width {
        let light = 230 - 150 * x / width
        image.base[y * width + x] = UInt8(isDark(x, y) ? light / 4 : light)
      }
    }
    splitLocally(image.view, into: out.base)
    guard width > 20 else { return }
    var wrong = 0
    for y in 0..<height { for x in 0..<width where (out.base[y * width + x] == 0) != isDark(x, y) { wrong += 1 } }
    #expect(wrong == 0)
  }

  @Test(arguments: widths) func runs(_ n: Int) {
    for threshold: Float in [0, 0.1, 0.5, 0.9, 1] {
      let row = RowKernelTests.noise(n, 11, upTo: 1)
      var (fast, plain) = ([Int32](repeating: 0, count: n + 1), [Int32](repeating: 0, count: n + 1))
      let count = cplatform_runs(row, n, threshold, &fast)
      #expect(count == cplatform_runs_plainly(row, n, threshold, &plain))
      #expect(fast == plain)
      var isInside = [Bool](repeating: false, count: n)
      for i in 0..<count {
        #expect(fast[2 * i] < fast[2 * i + 1] && (i == 0 || fast[2 * i - 1] < fast[2 * i]))
        for c in fast[2 * i]..<fast[2 * i + 1] { isInside[Int(c)] = true }
      }
      for c in 0..<n { #expect(isInside[c] == (row[c] > threshold)) }
    }
  }

  @Test(arguments: widths) func crossings(_ n: Int) {
    let line = RowKernelTests.noise(n, 13, upTo: 255.9).map { UInt8($0) }
    for (dark, light): (UInt8, UInt8) in [(100, 150), (128, 127), (0, 255), (255, 0), (30, 220)] {
      for start: Int32 in [0, 1] {
        var (fast, plain) = ([UInt16](repeating: 0, count: n), [UInt16](repeating: 0, count: n))
        let count = cplatform_crossings(line, n, dark, light, start, &fast)
        #expect(count == cplatform_crossings_plainly(line, n, dark, light, start, &plain))
        #expect(fast == plain)
        var (isLight, places) = (start == 1, [UInt16]())
        for (i, value) in line.enumerated() where isLight ? value < dark : value > light {
          isLight.toggle()
          places.append(UInt16(i))
        }
        #expect(Array(fast.prefix(count)) == places)
      }
    }
  }
}
