import Glibc
import ReaderCore

/// The two dotted borders of a Data Matrix: they tell how many modules it has and where its fourth corner lies.
struct DataMatrixGrid {
  let luma: LumaView
  let base: DataMatrixCorner
  var quad: Quad

  init(_ luma: LumaView, _ base: DataMatrixCorner) {
    self.luma = luma
    self.base = base
    let (o, r, t) = (base.corner, base.right, base.top)
    quad = Quad(t, Point(r.x + t.x - o.x, r.y + t.y - o.y), r, o)
  }

  private static func distance(_ a: Point, _ b: Point) -> Double { hypot(a.x - b.x, a.y - b.y) }
  private var width: Double { DataMatrixGrid.distance(quad.bottomLeft, quad.bottomRight) }
  private var height: Double { DataMatrixGrid.distance(quad.bottomLeft, quad.topLeft) }

  /// Sizes that the dotted borders can be of, likeliest first.
  ///
  /// - Parameter module: Pixels a module, about.
  func sizes(module: Double, limit: Int) -> [Int] {
    let (w, h) = (width, height)
    guard w >= 9, h >= 7 else { return [] }
    let columns = changes(quad.topLeft, quad.topRight, quad.bottomLeft, quad.bottomRight, module, h) + 1
    guard columns >= 8 else { return [] }
    let rows = changes(quad.topRight, quad.bottomRight, quad.topLeft, quad.bottomLeft, module, w) + 1
    guard rows >= 7 else { return [] }
    var all: [(index: Int, off: Int)] = []
    for (index, size) in DataMatrixSize.all.enumerated() {
      let off = (abs(size.columns - columns), abs(size.rows - rows))
      guard off.0 <= 2 + columns / 16, off.1 <= 2 + rows / 16 else { continue }
      let shape = w * Double(size.rows) / (h * Double(size.columns))
      if shape > 0.6, shape < 1.67 { all.append((index, off.0 + off.1)) }
    }
    return all.sorted { $0.off < $1.off }.prefix(limit).map { $0.index }
  }

  /// The most changes between ink and paper along a side, at any depth below it: from a quarter of a module to nearly two, and no
  /// deeper than the largest modules are.
  private func changes(_ a: Point, _ b: Point, _ c: Point, _ d: Point, _ module: Double, _ extent: Double) -> Int {
    let (down0, down1) = (DataMatrixCorner.unit(a, c), DataMatrixCorner.unit(b, d))
    let count = Int(min(600, max(16, DataMatrixGrid.distance(a, b) / max(0.6, 0.25 * module))))
    let deepest = min(extent / 9, 2 * max(module, 1.2))
    let band = abs(base.paper - base.ink) / 8
    let level = (base.ink + base.paper) / 2
    var (most, depth) = (0, max(0.7, 0.25 * module))
    while depth <= deepest {
      let from = Point(a.x + down0.x * depth, a.y + down0.y * depth)
      let to = Point(b.x + down1.x * depth, b.y + down1.y * depth)
      let (dx, dy) = ((to.x - from.x) / Double(count), (to.y - from.y) / Double(count))
      var (changes, isLow) = (0, base.ink < base.paper)
      for i in 0...count {
        let p = Point(from.x + dx * Double(i), from.y + dy * Double(i))
        let value = Double(Pixel.value(luma, p))
        if isLow ? value > level + band : value < level - band {
          isLow.toggle()
          changes += 1
        }
      }
      most = max(most, changes)
      depth *= 1.6
    }
    return most
  }

  /// The grid for a size: the fourth corner moved to where the dots of both borders end.
  func fitted(_ size: DataMatrixSize) -> DataMatrixGrid? {
    var grid = self
    for _ in 0..<2 {
      let q = grid.quad
      let (w, h) = (grid.width / Double(size.columns), grid.height / Double(size.rows))
      // Dots are in the even columns of the top, and in the odd rows on the right.
      guard
        let top = grid.edge(q.topLeft, q.topRight, q.bottomLeft, q.bottomRight, size.columns, 0, h),
        let right = grid.edge(q.topRight, q.bottomRight, q.topLeft, q.bottomLeft, size.rows, 1, w),
        let corner = QuadGeometry.crossing(top, right),
        let first = QuadGeometry.crossing(top, (q.bottomLeft, q.topLeft)),
        let last = QuadGeometry.crossing(right, (q.bottomLeft, q.bottomRight))
      else { return nil }
      // Paper may lean, but not like that.
      let reach = 0.35 * (grid.width + grid.height)
      let moved = DataMatrixGrid.distance(corner, q.topRight)
      guard moved < reach, DataMatrixGrid.distance(first, q.topLeft) < 0.2 * grid.height,
        DataMatrixGrid.distance(last, q.bottomRight) < 0.2 * grid.width
      else { return nil }
      grid.quad = Quad(first, corner, last, q.bottomLeft)
      if moved < 0.3 * min(w, h) { break }
    }
    return grid
  }

  /// The line along the outer ends of the dots of a side, as two points of it; nil when it has none.
  private func edge(_ a: Point, _ b: Point, _ c: Point, _ d: Point, _ count: Int, _ first: Int, _ module: Double)
    -> (Point, Point)?
  {
    var dots: [(s: Double, off: Double)] = []
    dots.reserveCapacity(count / 2 + 1)
    let step = max(0.3, module / 8)
    let reach = 0.9 * module
    for i in stride(from: first, to: count, by: 2) {
      let s = (Double(i) + 0.5) / Double(count)
      let from = Point(a.x + (b.x - a.x) * s, a.y + (b.y - a.y) * s)
      let out = DataMatrixCorner.unit(Point(c.x + (d.x - c.x) * s, c.y + (d.y - c.y) * s), from)
      var off = reach
      var wasInk = true
      // From outside to the first ink.
      while off > -reach {
        let isInk = base.isInk(luma, Point(from.x + out.x * off, from.y + out.y * off))
        if isInk {
          if !wasInk { dots.append((s, off + step / 2)) }
          break
        }
        wasInk = false
        off -= step
      }
    }
    guard dots.count >= 3, dots.count >= (count / 2) / 2 else { return nil }
    // A line through them, then through those that are near it.
    var (mean, slope) = (0.0, 0.0)
    var limit = Double.infinity
    for _ in 0..<3 {
      var (n, s, o, ss, so) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for dot in dots where abs(dot.off - mean - slope * dot.s) <= limit {
        n += 1
        s += dot.s
        o += dot.off
        ss += dot.s * dot.s
        so += dot.s * dot.off
      }
      let spread = n * ss - s * s
      guard n >= 3, spread > 1e-9 else { break }
      slope = (n * so - s * o) / spread
      mean = (o - slope * s) / n
      limit = limit == .infinity ? 0.5 * module : 0.3 * module
    }
    let out0 = DataMatrixCorner.unit(c, a)
    let out1 = DataMatrixCorner.unit(d, b)
    return (
      Point(a.x + out0.x * mean, a.y + out0.y * mean),
      Point(b.x + out1.x * (mean + slope), b.y + out1.y * (mean + slope))
    )
  }
}
