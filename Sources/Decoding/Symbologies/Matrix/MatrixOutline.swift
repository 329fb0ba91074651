import Imaging
import ReaderCore

/// The outline of a dense piece of a picture: the four corners of all that hangs together and stands out from its surroundings.
struct MatrixOutline {
  /// Clockwise, the first one anywhere; pixels of the frame begin at whole coordinates.
  var corners: Quad
  /// Light on dark.
  var isInverted: Bool
  /// Part of the quadrilateral that the convex hull covers.
  var fill: Double
  /// Grey values of dark and light.
  var dark: Double
  var light: Double

  /// Longest side of the picture in which the outline is looked for, in pixels.
  private static let largest = 360
  /// The least that light and dark differ.
  private static let leastContrast = 24

  /// The outline of what lies in a rectangle of the frame; nil when it reaches beyond, or nothing hangs together.
  ///
  /// - Parameter module: Pixels a module, about; 0 when it is not known.
  static func find(_ luma: LumaView, x: Range<Int>, y: Range<Int>, module: Double) -> MatrixOutline? {
    let x = x.clamped(to: 0..<luma.width)
    let y = y.clamped(to: 0..<luma.height)
    guard x.count >= 24, y.count >= 24,
      var part = luma.crop(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
    else { return nil }
    var owner: LumaImage?
    var scale = 1.0
    while max(part.width, part.height) > largest {
      guard let half = try? LumaImage(width: part.width / 2, height: part.height / 2) else { return nil }
      halve(part, into: half.base)
      owner = half
      part = half.view
      scale *= 2
    }
    return withExtendedLifetime(owner) {
      let histogram = Histogram(part, rowStep: max(1, part.height / 64))
      // A small symbol can be less than the usual share of a picture.
      let levels = [0.03, 0.01].map { (Int(histogram.percentile($0)), Int(histogram.percentile(1 - $0))) }
      guard let (dark, light) = levels.first(where: { $0.1 - $0.0 >= leastContrast }) else { return nil }
      let isInverted = border(part) < (dark + light) / 2
      let level = UInt8((dark + light) / 2)
      // Wide enough to bridge a module.
      let width = max(module / scale, 0.5 * meanRun(part, level))
      let cell = max(3, min(Int((1.6 * width).rounded(.up)), max(part.width, part.height) / 16))
      let ink = InkCells(part, level: level, isInverted: isInverted, cell: cell)
      guard let points = ink.largestPiece(), let hull = ConvexHull(points), let quad = hull.largestQuad() else {
        return nil
      }
      let area = QuadGeometry.area(quad)
      guard area > 256 else { return nil }
      let origin = Point(Double(x.lowerBound), Double(y.lowerBound))
      return MatrixOutline(
        corners: quad.map { Point($0.x * scale + origin.x, $0.y * scale + origin.y) }, isInverted: isInverted,
        fill: area / max(hull.area, 1), dark: Double(dark), light: Double(light))
    }
  }

  /// Mean length of the pieces that rows and columns cross between the first and the last of them: nearly two modules. Only one of
  /// both would see the long bars of a low symbol, or none of them.
  private static func meanRun(_ luma: LumaView, _ level: UInt8) -> Double {
    var (length, runs) = (0, 0)
    func cross(_ count: Int, _ isDark: (Int) -> Bool) {
      var (first, last, changes) = (-1, 0, 0)
      var before = isDark(0)
      for i in 1..<count {
        let now = isDark(i)
        if now != before {
          if first < 0 { first = i }
          last = i
          changes += 1
          before = now
        }
      }
      guard changes > 3 else { return }
      length += last - first
      runs += changes - 1
    }
    for y in stride(from: luma.height / 4, to: luma.height * 3 / 4, by: max(1, luma.height / 48)) {
      let row = luma.row(y)
      cross(luma.width) { row[$0] < level }
    }
    for x in stride(from: luma.width / 4, to: luma.width * 3 / 4, by: max(1, luma.width / 48)) {
      cross(luma.height) { luma.row($0)[x] < level }
    }
    return runs > 0 ? Double(length) / Double(runs) : 0
  }

  /// The mean of the pixels along the border.
  private static func border(_ luma: LumaView) -> Int {
    var sum = 0
    let (first, last) = (luma.row(0), luma.row(luma.height - 1))
    for x in 0..<luma.width { sum += Int(first[x]) + Int(last[x]) }
    for y in 0..<luma.height { sum += Int(luma.row(y)[0]) + Int(luma.row(y)[luma.width - 1]) }
    return sum / (2 * (luma.width + luma.height))
  }
}

/// What stands out of a picture, in square cells.
private struct InkCells {
  let luma: LumaView
  let level: UInt8
  let isInverted: Bool
  let cell: Int
  let columns: Int
  let rows: Int
  private var marked: [Bool]

  init(_ luma: LumaView, level: UInt8, isInverted: Bool, cell: Int) {
    self.luma = luma
    self.level = level
    self.isInverted = isInverted
    self.cell = cell
    let (columns, rows) = ((luma.width + cell - 1) / cell, (luma.height + cell - 1) / cell)
    self.columns = columns
    self.rows = rows
    marked = [Bool](repeating: false, count: columns * rows)
    var counts = [Int32](repeating: 0, count: columns)
    for row in 0..<rows {
      for i in 0..<columns { counts[i] = 0 }
      counts.withUnsafeMutableBufferPointer { counts in
        let counts = counts.baseAddress!
        for y in row * cell..<min(luma.height, (row + 1) * cell) {
          let pixels = luma.row(y)
          var x = 0
          for i in 0..<columns {
            let end = min(luma.width, x &+ cell)
            var below: Int32 = 0
            while x < end {
              if pixels[x] < level { below &+= 1 }
              x &+= 1
            }
            counts[i] &+= below
          }
        }
      }
      // Single pixels are noise.
      let least = Int32(max(2, cell * cell / 8))
      let height = min(luma.height, (row + 1) * cell) - row * cell
      for i in 0..<columns {
        let size = Int32(height * (min(luma.width, (i + 1) * cell) - i * cell))
        if (isInverted ? size - counts[i] : counts[i]) >= least { marked[row * columns + i] = true }
      }
    }
  }

  @inline(__always)
  private func isInk(_ pixels: UnsafePointer<UInt8>, _ x: Int) -> Bool { (pixels[x] < level) != isInverted }

  /// The ends of the rows of pixels in the largest group of cells; nil when it touches the border.
  func largestPiece() -> [Point]? {
    var label = [Int32](repeating: 0, count: marked.count)
    var (best, bestSize, next): (Int32, Int, Int32) = (0, 0, 0)
    var stack: [Int] = []
    for start in marked.indices where marked[start] && label[start] == 0 {
      next += 1
      label[start] = next
      stack.append(start)
      var size = 0
      while let i = stack.popLast() {
        size += 1
        let (cx, cy) = (i % columns, i / columns)
        for y in max(0, cy - 1)...min(rows - 1, cy + 1) {
          for x in max(0, cx - 1)...min(columns - 1, cx + 1) {
            let j = y * columns + x
            if marked[j], label[j] == 0 {
              label[j] = next
              stack.append(j)
            }
          }
        }
      }
      if size > bestSize { (best, bestSize) = (next, size) }
    }
    guard bestSize >= 8 else { return nil }
    var points: [Point] = []
    for y in 0..<luma.height {
      let pixels = luma.row(y)
      let base = y / cell * columns
      var (left, right) = (-1, -1)
      // From either end to the first that stands out.
      search: for column in 0..<columns where label[base + column] == best {
        for x in column * cell..<min(luma.width, (column + 1) * cell) where isInk(pixels, x) {
          left = x
          break search
        }
      }
      guard left >= 0 else { continue }
      search: for column in (0..<columns).reversed() where label[base + column] == best {
        for x in (column * cell..<min(luma.width, (column + 1) * cell)).reversed() where isInk(pixels, x) {
          right = x
          break search
        }
      }
      guard left > 0, right < luma.width - 1, y > 0, y < luma.height - 1 else { return nil }
      let (top, bottom) = (Double(y), Double(y + 1))
      points.append(Point(Double(left), top))
      points.append(Point(Double(left), bottom))
      points.append(Point(Double(right + 1), top))
      points.append(Point(Double(right + 1), bottom))
    }
    return points
  }
}
