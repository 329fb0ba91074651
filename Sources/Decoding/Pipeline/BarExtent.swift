import Imaging
import ReaderCore

/// How far the bars of a linear code reach: engines only report the lines that they read.
enum BarExtent {
  /// Samples along a line; enough to tell the same bars from others.
  private static let samples = 64

  /// The corners of a linear code over the whole height of its bars.
  ///
  /// From the middle of what was read, lines are compared with it step by step to both sides, as long as they look
  /// the same. A line may shift against the one before, so that leaning bars are followed.
  /// - Parameter quad: As the engine reported it; at least its left and right ends count.
  static func full(_ quad: Quad, in luma: LumaView) -> Quad {
    let left = Point((quad.topLeft.x + quad.bottomLeft.x) / 2, (quad.topLeft.y + quad.bottomLeft.y) / 2)
    let right = Point((quad.topRight.x + quad.bottomRight.x) / 2, (quad.topRight.y + quad.bottomRight.y) / 2)
    let (dx, dy) = (right.x - left.x, right.y - left.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length >= 8, length < 1e5 else { return quad }
    let u = Point(dx / length, dy / length)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * samples) { memory in
      let memory = memory.baseAddress!
      var reference = Line(values: memory)
      guard reference.take(luma, left, right, Point(0, 0)) else { return quad }
      return full(left, right, u, length, reference, Line(values: memory + samples), in: luma)
    }
  }

  /// Goes from a line to both sides, as long as the lines there look like it.
  ///
  /// - Parameters:
  ///   - u: Direction of the line, `length` its length.
  ///   - other: Memory for another line.
  private static func full(
    _ left: Point, _ right: Point, _ u: Point, _ length: Double, _ reference: Line, _ other: Line, in luma: LumaView
  ) -> Quad {
    var other = other
    func follow(_ sign: Double) -> Point {
      let v = Point(-u.y * sign, u.x * sign)
      var end = 0.0
      var (shift, failures) = (0.0, 0)
      var best = 0.0
      // Far strides as long as nothing changes, then close ones: most bars are straight.
      let stride = 8.0
      var (k, step) = (1.0, stride)
      while k < length * 4, failures < 2 {
        func look(_ s: Double) -> Double {
          let (x, y) = (v.x * k + u.x * s, v.y * k + u.y * s)
          return other.take(luma, left, right, Point(x, y)) ? reference.likeness(other) : 0
        }
        var likeness = look(shift)
        if likeness < 0.9 {
          for s in [shift - 1, shift + 1] {
            let there = look(s)
            if there > likeness + 0.02 { (likeness, shift) = (there, s) }
          }
        }
        if likeness > 0.6 {
          end = k
          best = shift
          failures = 0
        } else if step == stride {
          k -= stride
          step = 2
        } else {
          failures += 1
        }
        k += step
      }
      // Every second line is looked at; the end lies between the last that fits and the next.
      let reach = end + 1
      return Point(v.x * reach + u.x * best, v.y * reach + u.y * best)
    }
    let (up, down) = (follow(-1), follow(1))
    return Quad(
      Point(left.x + up.x, left.y + up.y), Point(right.x + up.x, right.y + up.y),
      Point(right.x + down.x, right.y + down.y), Point(left.x + down.x, left.y + down.y))
  }

  /// Modules of an EAN or UPC, and of its add-on.
  private static func modules(_ code: DecodedCode) -> (own: Double, addOn: Double) {
    (code.variant == .upcE ? 51 : code.variant == .ean8 ? 67 : 95, code.addOn?.utf8.count == 5 ? 47 : 20)
  }

  /// The corners of a code, of an EAN or UPC with an add-on over both.
  static func withAddOn(_ code: DecodedCode) -> Quad {
    guard code.addOn != nil else { return code.corners }
    let (own, addOn) = modules(code)
    let share = (own + 12 + addOn) / own
    func beyond(_ a: Point, _ b: Point) -> Point { Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)) }
    let q = code.corners
    return Quad(q.topLeft, beyond(q.topLeft, q.topRight), beyond(q.bottomLeft, q.bottomRight), q.bottomLeft)
  }

  /// The corners of an EAN or UPC alone, when the engine's reach over its add-on.
  ///
  /// Between the two lies the widest space: 7 to 12 modules (GS1 General Specifications, add-on symbols).
  static func withoutAddOn(_ code: DecodedCode, in luma: LumaView) -> Quad {
    let (own, addOn) = modules(code)
    let q = code.corners
    let left = Point((q.topLeft.x + q.bottomLeft.x) / 2, (q.topLeft.y + q.bottomLeft.y) / 2)
    let right = Point((q.topRight.x + q.bottomRight.x) / 2, (q.topRight.y + q.bottomRight.y) / 2)
    let all = own + 9 + addOn
    let (from, to) = ((own - 6) / all, (own + 16) / all)
    let steps = 88  // four in a module
    var values: [Int] = []
    for i in 0..<steps {
      let t = from + (to - from) * (Double(i) + 0.5) / Double(steps)
      let x = max(0, min(Double(luma.width - 1), left.x + t * (right.x - left.x)))
      let y = max(0, min(Double(luma.height - 1), left.y + t * (right.y - left.y)))
      guard x.isFinite, y.isFinite else { return q }
      values.append(Int(luma.row(Int(y))[Int(x)]))
    }
    let middle = (values.min()! + values.max()!) / 2
    var share = own / all
    var (longest, start) = (0, 0)
    for i in 0...steps where i == steps || (values[i] > middle) != (values[start] > middle) {
      if i - start > longest, start > 0 {
        longest = i - start
        share = from + (to - from) * Double(start) / Double(steps)
      }
      start = min(i, steps - 1)
    }
    func between(_ a: Point, _ b: Point) -> Point { Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)) }
    return Quad(q.topLeft, between(q.topLeft, q.topRight), between(q.bottomLeft, q.bottomRight), q.bottomLeft)
  }

  /// What a line across the bars shows.
  private struct Line {
    let values: UnsafeMutablePointer<UInt8>
    /// Of the values: their sum, and `samples` squared times their variance.
    var sum: Int32 = 0
    var spread: Int32 = 0

    /// Takes the grey values between two points moved by an offset; false outside of the picture or when all are alike.
    mutating func take(_ luma: LumaView, _ left: Point, _ right: Point, _ offset: Point) -> Bool {
      let (x0, y0) = (left.x + offset.x, left.y + offset.y)
      let (x1, y1) = (right.x + offset.x, right.y + offset.y)
      let (w, h) = (Double(luma.width), Double(luma.height))
      // A code may reach a little beyond the picture; the nearest pixel stands in.
      guard min(x0, x1) > -4, min(y0, y1) > -0.5, max(x0, x1) < w + 4, max(y0, y1) < h + 0.5 else { return false }
      let n = Int32(samples)
      let step = Point((x1 - x0) / Double(samples), (y1 - y0) / Double(samples))
      sampleLine(
        luma, from: Point(x0 + 0.5 * step.x, y0 + 0.5 * step.y), by: step, count: samples, into: values)
      var squares: Int32 = 0
      sum = 0
      for i in 0..<samples {
        let v = Int32(values[i])
        sum &+= v
        squares &+= v &* v
      }
      spread = n &* squares &- sum &* sum
      return spread > 4 * n * n
    }

    /// How alike two lines are that were taken, whatever their light: 1 when they are the same.
    func likeness(_ other: Line) -> Double {
      var products: Int32 = 0
      for i in 0..<samples { products &+= Int32(values[i]) &* Int32(other.values[i]) }
      let common = Int32(samples) &* products &- sum &* other.sum
      return Double(common) / (Double(spread) * Double(other.spread)).squareRoot()
    }
  }
}
