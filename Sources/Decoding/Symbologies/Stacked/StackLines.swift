import Glibc
import Imaging
import ReaderCore

/// Scan lines through a patch: averages of a few rows of pixels, along lines that may rise or fall.
final class StackLines {
  /// Samples per pixel along a line.
  static let over = 2
  /// Most pixels of a patch that is read.
  static let maximumPixels = 6_000_000

  /// Samples of a line.
  private(set) var count = 0
  private(set) var width = 0
  private(set) var height = 0
  /// The samples of the line that was taken last, and their number.
  let line = FloatBuffer()
  private(set) var samples = 0
  /// Row y holds the sums of the pixels above row y, column by column.
  private var sums: UnsafeMutablePointer<UInt32>
  private var capacity = 1
  private let averages = FloatBuffer()
  private let blurred = FloatBuffer()
  private var isNegative = false

  init() {
    sums = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    sums.initialize(to: 0)
  }

  deinit { sums.deallocate() }

  /// Takes a patch whose lines are read; false when it is too large or too small.
  func begin(_ patch: LumaView, isNegative: Bool) -> Bool {
    (width, height) = (patch.width, patch.height)
    guard width >= 24, height >= 4, width * height <= StackLines.maximumPixels else { return false }
    self.isNegative = isNegative
    count = width * StackLines.over
    averages.reserve(width)
    line.reserve(count)
    return true
  }

  /// Adds up the patch, so that lines of any thickness cost the same.
  func load(_ patch: LumaView) {
    guard patch.width == width, patch.height == height else { return }
    let needed = width * (height + 1)
    if needed > capacity {
      sums.deallocate()
      capacity = needed
      sums = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
      sums.initialize(repeating: 0, count: capacity)
    }
    sums.update(repeating: 0, count: width)
    for y in 0..<height {
      let row = patch.row(y)
      let above = sums + y * width
      let below = above + width
      for x in 0..<width { below[x] = above[x] &+ UInt32(row[x]) }
    }
  }

  /// Takes the line whose middle lies at height `y` of the loaded patch, that falls by `slope` rows a column, averaged over
  /// `thickness` rows.
  func take(_ y: Float, slope: Float, thickness: Float) {
    let out = averages.base
    let half = max(0.5, thickness / 2)
    let last = Float(height)
    let middle = Float(width - 1) / 2
    for x in 0..<width {
      let at = y + slope * (Float(x) - middle)
      let top = Int(max(0, min(last - 1, (at - half).rounded())))
      let bottom = max(top &+ 1, Int(max(0, min(last, (at + half).rounded()))))
      let sum = sums[bottom &* width &+ x] &- sums[top &* width &+ x]
      let mean = Float(sum) / Float(bottom &- top)
      out[x] = isNegative ? 255 - mean : mean
    }
  }

  /// The same for a level line of a patch that need not be loaded.
  func take(_ patch: LumaView, _ y: Float, thickness: Int) {
    let out = averages.base
    let top = max(0, min(height - thickness, Int(y) - thickness / 2))
    let rows = max(1, min(thickness, height - top))
    let scale = (isNegative ? -1 : 1) / Float(rows)
    out.update(repeating: isNegative ? 255 : 0, count: width)
    for k in 0..<rows {
      let row = patch.row(top + k)
      for x in 0..<width { out[x] += scale * Float(row[x]) }
    }
  }

  /// Makes samples of the line: its pixels.
  func keep() {
    line.base.update(from: averages.base, count: width)
    samples = width
  }

  /// Makes samples of the line: finer than the pixels.
  func refine() {
    resample(averages.base, width, -0.25, 1 / Float(StackLines.over), line.base, count)
    samples = count
  }

  /// Standard deviation of the blur that is taken out, in pixels, and in how many steps.
  private static let blur: Float = 1.6
  private static let steps = 8

  /// Makes samples of the line, one a pixel, without a blur: what is missing when the samples are blurred once more is added,
  /// again and again, within the light and the dark that the line has (Van Cittert's method with limits).
  func deblur() {
    let (source, out) = (averages.base, line.base)
    var (low, high) = (Float.infinity, -Float.infinity)
    for x in 0..<width {
      out[x] = source[x]
      low = min(low, source[x])
      high = max(high, source[x])
    }
    blurred.reserve(width)
    let b = blurred.base
    let radius = StackLines.kernel.count - 1
    let last = width - 1
    for _ in 0..<StackLines.steps {
      for x in 0..<width {
        var sum = StackLines.kernel[0] * out[x]
        for k in 1...radius { sum += StackLines.kernel[k] * (out[max(0, x &- k)] + out[min(last, x &+ k)]) }
        b[x] = sum
      }
      for x in 0..<width { out[x] = max(low, min(high, out[x] + source[x] - b[x])) }
    }
    samples = width
  }

  /// One side of the blur, from its middle on.
  private static let kernel: [Float] = {
    var out = (0...6).map { exp(-Float($0 * $0) / (2 * blur * blur)) }
    let sum = out[0] + 2 * out[1...].reduce(0, +)
    for k in out.indices { out[k] /= sum }
    return out
  }()

  /// Place in the patch of a sample of a line.
  func point(_ sample: Float, _ y: Float, slope: Float) -> Point {
    let x = (sample + 0.5) / Float(StackLines.over) - 0.5
    return Point(Double(x) + 0.5, Double(y + slope * (x - Float(width - 1) / 2)))
  }
}
