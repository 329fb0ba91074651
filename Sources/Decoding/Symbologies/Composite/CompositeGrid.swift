import ReaderCore

/// The rows of a 2D component of a certain size, as the address patterns show them.
struct CompositeGrid {
  let layout: CompositeLayout
  /// How well the patterns fit: the sum over all lines of how much more they are alike than not, for a column.
  let score: Float
  /// By column of address patterns: its first module, and its place in each row, from the top.
  private var anchors: [(module: Double, points: [Point])] = []

  /// How much larger modules become from one to the next.
  private var bend = 0.0

  /// Likeness at which a line speaks neither for nor against.
  private static let even: Float = 0.55

  /// Tries the sizes that fit best, at most three, until something comes of one.
  static func first<T>(_ strips: [AddressStrip], _ place: LinearPlace, _ body: (CompositeGrid) -> T?) -> T? {
    let ranked =
      CompositeLayout.all(columns: place.columns)
      .compactMap { layout -> (CompositeLayout, [Column], Float)? in
        guard let columns = columns(of: layout, strips) else { return nil }
        var score: Float = 0
        for column in columns {
          guard let (sum, _) = assign(column.strip, column.keys) else { return nil }
          score += sum
        }
        return (layout, columns, score / Float(columns.count))
      }
      .sorted { $0.2 > $1.2 }
    for (layout, columns, _) in ranked.prefix(3) {
      if let grid = CompositeGrid(layout, columns, place), let result = body(grid) { return result }
    }
    return nil
  }

  /// A column of patterns: its first module, the pattern of each row, and what is seen there.
  typealias Column = (start: Int, keys: [Int], strip: AddressStrip)

  private static func columns(of layout: CompositeLayout, _ strips: [AddressStrip]) -> [Column]? {
    // The strips of three columns begin with the left one, which CC-A lacks.
    let all: [(start: Int?, first: Int)] =
      layout.columns == 2
      ? [(layout.leftStart, layout.left), (layout.rightStart, layout.right)]
      : [
        (layout.leftStart, layout.left), (layout.centreStart, layout.centre), (layout.rightStart, layout.right),
      ]
    guard all.count == strips.count else { return nil }
    return zip(strips, all).compactMap { strip, pattern in
      pattern.start.map { start in
        (start, (0..<layout.rows).map { CompositeLayout.address(pattern.first, row: $0) - 1 }, strip)
      }
    }
  }

  /// Places the rows of a size by columns of patterns; nil when those are not there.
  init?(_ layout: CompositeLayout, _ columns: [Column], _ place: LinearPlace) {
    self.layout = layout
    var score: Float = 0
    for (start, keys, strip) in columns {
      guard let (sum, _) = CompositeGrid.assign(strip, keys) else { return nil }
      score += sum
      let heights = CompositeGrid.heights(strip, keys)
      anchors.append((Double(start), CompositeGrid.points(strip, keys, heights, place)))
    }
    guard anchors.count >= 2 else { return nil }
    let (a, b) = (columns[0], columns[columns.count - 1])
    bend = (b.strip.scale - a.strip.scale) / Double(b.start - a.start)
    self.score = score / Float(anchors.count)
    guard self.score > 0.1 * Float(layout.rows) else { return nil }
  }

  /// Gives lines to rows, each row one line at least, from the lowest row upwards, so that the lines are as much like the
  /// patterns of their rows as possible.
  ///
  /// - Returns: The sum, and for each row from the top its lines with the place of the pattern.
  private static func assign(
    _ strip: AddressStrip, _ keys: [Int]
  ) -> (Float, [[(line: Int, position: Double)]])? {
    let (count, rows) = (strip.lines.count, keys.count)
    guard count >= rows, rows >= 3 else { return nil }
    let addresses = Array(keys.reversed())
    var best = [Float](repeating: -.infinity, count: rows)
    // Whether the line began its row.
    var begins = [Bool](repeating: false, count: count * rows)
    var (top, end): (Float, Int) = (-.infinity, -1)
    for (i, line) in strip.lines.enumerated() {
      for k in (0..<rows).reversed() {
        let before = k == 0 ? 0 : best[k - 1]
        begins[i * rows + k] = before > best[k]
        best[k] = max(best[k], before) + line.likeness[addresses[k]] - even
      }
      if best[rows - 1] > top { (top, end) = (best[rows - 1], i) }
    }
    guard end >= 0, top.isFinite else { return nil }
    var out = [[(line: Int, position: Double)]](repeating: [], count: rows)
    var (i, k) = (end, rows - 1)
    while i >= 0 {
      out[rows - 1 - k].append((i, Double(strip.lines[i].position[addresses[k]])))
      if begins[i * rows + k] {
        if k == 0 { break }
        k -= 1
      }
      i -= 1
    }
    return out.contains { $0.isEmpty } ? nil : (top, out)
  }

  /// The heights of rows: equally high, so that their lines are most like their patterns. What is above the highest row and
  /// below the lowest can look like those.
  private static func heights(_ strip: AddressStrip, _ keys: [Int]) -> Parabola {
    let (count, rows) = (strip.lines.count, keys.count)
    let likeness = keys.flatMap { key in strip.lines.map { $0.likeness[key] } }
    let shares = SIMD4(-0.36, -0.12, 0.12, 0.36)
    var best: (sum: Float, bottom: Double, pitch: Double) = (0, 0, 0)
    // In lines; rows are from 1.5 to 8 modules high.
    for pitch in stride(from: 3.0, through: 16, by: 0.25) {
      let last = Double(count) - pitch * Double(rows - 1)
      guard last > 0 else { break }
      let lowest = min(last, lowestRow)
      for bottom in stride(from: 0.5 * pitch, to: lowest, by: 0.5) {
        var sum: Float = 0
        for row in 0..<rows {
          let middle = bottom + pitch * Double(rows - 1 - row) + 0.5
          for i in 0..<4 {
            let line = Int(middle + shares[i] * pitch)
            if line < count { sum += likeness[row * count + line] }
          }
        }
        if sum > best.sum { best = (sum, bottom, pitch) }
      }
    }
    // In perspective the rows' heights change slowly.
    var middles: [(x: Double, y: Double)] = []
    for row in 0..<rows {
      let middle = best.bottom + best.pitch * Double(rows - 1 - row)
      var (sum, weight) = (0.0, 0.0)
      for line in 0..<count where abs(Double(line) - middle) < 0.7 * best.pitch + 1 {
        let value = Double(max(0, likeness[row * count + line] - 0.6))
        sum += value * Double(line)
        weight += value
      }
      let refined = rows > 6 && row > 0 && row + 1 < rows && weight > 0 ? sum / weight : middle
      middles.append((Double(row), strip.firstHeight + AddressStrip.lineStep * refined))
    }
    return Parabola(middles, isStraight: rows < 7)
  }

  /// The line in which the lowest row is, at most.
  private static let lowestRow = 56.0

  /// The middle of each row at a column of patterns.
  private static func points(
    _ strip: AddressStrip, _ keys: [Int], _ heights: Parabola, _ place: LinearPlace
  ) -> [Point] {
    var middles: [(Double, Double)] = []
    for (row, key) in keys.enumerated() {
      let middle = heights.value(Double(row))
      let half = abs(heights.value(Double(row) + 0.5) - middle)
      let near = strip.lines.indices.filter { abs(strip.height(ofLine: $0) - middle) < max(half, 0.6) }
        .filter { strip.lines[$0].likeness[key] > 0.6 }
      guard !near.isEmpty else { continue }
      let sum = near.reduce(0) { $0 + Double(strip.lines[$1].position[key]) }
      middles.append((Double(row), sum / Double(near.count)))
    }
    let positions = Parabola(middles, isStraight: keys.count < 6)
    return keys.indices.map { place.point(positions.value(Double($0)), heights.value(Double($0))) }
  }

  /// The place of a module in a row; rows may lie between two and outside.
  ///
  /// In perspective modules change in size along a row: a parabola through three columns, or through two by the sizes that were
  /// seen there.
  func point(_ module: Double, row: Double) -> Point {
    let (a, b) = (anchors[0], anchors[anchors.count - 1])
    let (p, q) = (CompositeGrid.between(a.points, row), CompositeGrid.between(b.points, row))
    let share = (module - a.module) / (b.module - a.module)
    let straight = Point(p.x + share * (q.x - p.x), p.y + share * (q.y - p.y))
    // What is to be added at a module where the factor is 1.
    let arc = (module - a.module) * (module - b.module)
    guard anchors.count > 2 else {
      let part = 0.5 * bend * arc / (b.module - a.module)
      return Point(straight.x + part * (q.x - p.x), straight.y + part * (q.y - p.y))
    }
    let middle = anchors[1]
    let seen = CompositeGrid.between(middle.points, row)
    let at = (middle.module - a.module) / (b.module - a.module)
    let part = arc / ((middle.module - a.module) * (middle.module - b.module))
    return Point(
      straight.x + part * (seen.x - p.x - at * (q.x - p.x)), straight.y + part * (seen.y - p.y - at * (q.y - p.y)))
  }

  private static func between(_ points: [Point], _ row: Double) -> Point {
    guard points.count > 1 else { return points[0] }
    let i = max(0, min(points.count - 2, Int(row.rounded(.down))))
    let share = row - Double(i)
    let (p, q) = (points[i], points[i + 1])
    return Point(p.x + share * (q.x - p.x), p.y + share * (q.y - p.y))
  }

  /// The corners of the component.
  var corners: Quad {
    let (right, bottom) = (Double(layout.width), Double(layout.rows) - 0.5)
    return Quad(point(0, row: -0.5), point(right, row: -0.5), point(right, row: bottom), point(0, row: bottom))
  }
}

/// A straight line or a parabola through points, by least squares.
struct Parabola {
  private var a = 0.0
  private var b = 0.0
  private var c = 0.0

  init(_ points: [(x: Double, y: Double)], isStraight: Bool) {
    guard let first = points.first else { return }
    let n = Double(points.count)
    let mx = points.reduce(0) { $0 + $1.x } / n
    c = points.reduce(0) { $0 + $1.y } / n
    // Orthogonal polynomials over the places: 1, u, u² - pu - q.
    let (s2, s3) = points.reduce((0, 0)) { sums, p in
      let u = p.x - mx
      return (sums.0 + u * u, sums.1 + u * u * u)
    }
    guard s2 > 1e-9, points.contains(where: { $0.x != first.x }) else { return }
    b = points.reduce(0) { $0 + ($1.x - mx) * $1.y } / s2
    if !isStraight, points.count > 3 {
      let (p, q) = (s3 / s2, s2 / n)
      let (top, bottom) = points.reduce((0.0, 0.0)) { sums, point in
        let u = point.x - mx
        let v = u * u - p * u - q
        return (sums.0 + v * point.y, sums.1 + v * v)
      }
      if bottom > 1e-9 {
        a = top / bottom
        b -= a * p
        c -= a * q
      }
    }
    // Powers of x.
    (b, c) = (b - 2 * a * mx, c - b * mx + a * mx * mx)
  }

  func value(_ x: Double) -> Double { (a * x + b) * x + c }
}
