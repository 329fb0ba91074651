import ReaderCore

/// The frame sampled along lines through a symbol: dark is positive.
struct VerifierLines {
  let frame: LumaView
  var left: (top: Point, bottom: Point)
  var right: (top: Point, bottom: Point)

  /// Lines from the start side to the end side of a quad. A quad without height gets some: engines often report the
  /// one line that they read.
  init?(_ frame: LumaView, _ quad: Quad, reversed: Bool) {
    for c in quad.corners where !c.x.isFinite || !c.y.isFinite || abs(c.x) > 1e6 || abs(c.y) > 1e6 { return nil }
    self.frame = frame
    left = (quad.topLeft, quad.bottomLeft)
    right = (quad.topRight, quad.bottomRight)
    let dx = (right.top.x + right.bottom.x - left.top.x - left.bottom.x) / 2
    let dy = (right.top.y + right.bottom.y - left.top.y - left.bottom.y) / 2
    let length = (dx * dx + dy * dy).squareRoot()
    guard length >= 16, length < 40000 else { return nil }
    let height = min(distance(left.top, left.bottom), distance(right.top, right.bottom))
    if height < 4 {
      let nx = -dy / length * 2
      let ny = dx / length * 2
      left = (Point(left.top.x - nx, left.top.y - ny), Point(left.bottom.x + nx, left.bottom.y + ny))
      right = (Point(right.top.x - nx, right.top.y - ny), Point(right.bottom.x + nx, right.bottom.y + ny))
    }
    if reversed { swap(&left, &right) }
  }

  var width: Double {
    distance(middle(left.top, left.bottom), middle(right.top, right.bottom))
  }
  var height: Double { (distance(left.top, left.bottom) + distance(right.top, right.bottom)) / 2 }

  /// The point at shares of the height and the width.
  func point(_ h: Double, _ s: Double) -> Point {
    let (ax, ay) = (left.top.x + (left.bottom.x - left.top.x) * h, left.top.y + (left.bottom.y - left.top.y) * h)
    let (bx, by) = (right.top.x + (right.bottom.x - right.top.x) * h, right.top.y + (right.bottom.y - right.top.y) * h)
    return Point(ax + (bx - ax) * s, ay + (by - ay) * s)
  }

  /// Whether the left end of a line lies in the frame.
  func contains(_ h: Double) -> Bool {
    let x = left.top.x + (left.bottom.x - left.top.x) * h
    let y = left.top.y + (left.bottom.y - left.top.y) * h
    return x >= 0 && y >= 0 && x < Double(frame.width) && y < Double(frame.height)
  }

  /// Writes `count` samples of the line at share h of the height (0 top, 1 bottom; beyond is allowed); sample i lies at
  /// share s0 + i * step of the width. `thickness` lines, a pixel and a half apart, are averaged.
  func sample(
    _ h: Double, _ s0: Double, _ step: Double, _ target: UnsafeMutablePointer<Float>, _ count: Int, thickness: Int
  ) {
    target.update(repeating: 0, count: count)
    let tall = max(height, 1)
    for k in 0..<thickness {
      let hk = h + (Double(k) - Double(thickness - 1) / 2) * 1.5 / tall
      let ax = left.top.x + (left.bottom.x - left.top.x) * hk
      let ay = left.top.y + (left.bottom.y - left.top.y) * hk
      let bx = right.top.x + (right.bottom.x - right.top.x) * hk
      let by = right.top.y + (right.bottom.y - right.top.y) * hk
      // Pixel centres lie at half pixels.
      addLine(
        frame, Float(ax + (bx - ax) * s0 - 0.5), Float(ay + (by - ay) * s0 - 0.5), Float((bx - ax) * step),
        Float((by - ay) * step), target, count)
    }
    let scale = -1 / Float(max(1, thickness))
    for i in 0..<count { target[i] *= scale }
    // Nothing is known outside the frame; it is taken for light, as a quiet zone would be.
    let ax = left.top.x + (left.bottom.x - left.top.x) * h
    let ay = left.top.y + (left.bottom.y - left.top.y) * h
    let bx = right.top.x + (right.bottom.x - right.top.x) * h
    let by = right.top.y + (right.bottom.y - right.top.y) * h
    func inside(_ i: Int) -> Bool {
      let s = s0 + Double(i) * step
      let x = ax + (bx - ax) * s
      let y = ay + (by - ay) * s
      return x >= 0 && y >= 0 && x <= Double(frame.width) && y <= Double(frame.height)
    }
    var first = 0
    while first < count, !inside(first) { first += 1 }
    var last = count
    while last > first, !inside(last - 1) { last -= 1 }
    guard first < last, first > 0 || last < count else { return }
    var light = target[first]
    for i in first..<last { light = min(light, target[i]) }
    for i in 0..<first { target[i] = light }
    for i in last..<count { target[i] = light }
  }

  /// Angle between the bars and the normal of the line, as a tangent, from the gradients inside the quad; nil when it
  /// is too small or has no contrast.
  var lean: Double? {
    var xx = 0.0
    var xy = 0.0
    var yy = 0.0
    let ux = (right.top.x + right.bottom.x - left.top.x - left.bottom.x) / 2
    let uy = (right.top.y + right.bottom.y - left.top.y - left.bottom.y) / 2
    let length = (ux * ux + uy * uy).squareRoot()
    guard length > 8 else { return nil }
    for k in 0..<5 {
      let h = (Double(k) + 0.5) / 5
      for i in 0..<min(2000, Int(length)) {
        let s = Double(i) / length
        let x = Int(left.top.x + (left.bottom.x - left.top.x) * h + ux * s)
        let y = Int(left.top.y + (left.bottom.y - left.top.y) * h + uy * s)
        guard x >= 0, y >= 0, x + 1 < frame.width, y + 1 < frame.height else { continue }
        let a = frame.row(y) + x
        let b = frame.row(y + 1) + x
        let gx = Double(Int(a[1]) - Int(a[0]) + Int(b[1]) - Int(b[0]))
        let gy = Double(Int(b[0]) + Int(b[1]) - Int(a[0]) - Int(a[1]))
        let along = (gx * ux + gy * uy) / length
        let across = (gy * ux - gx * uy) / length
        xx += along * along
        xy += along * across
        yy += across * across
      }
    }
    guard xx + yy > 0 else { return nil }
    // Direction of the largest gradient, seen from the line.
    let difference = xx - yy
    let root = (difference * difference + 4 * xy * xy).squareRoot()
    let c = difference + root
    return c > 1e-9 ? 2 * xy / c : 1e9
  }
}

private func distance(_ a: Point, _ b: Point) -> Double {
  ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
}

private func middle(_ a: Point, _ b: Point) -> Point { Point((a.x + b.x) / 2, (a.y + b.y) / 2) }

/// Adds bilinear samples along a line; places outside the frame repeat its border.
private func addLine(
  _ frame: LumaView, _ x0: Float, _ y0: Float, _ dx: Float, _ dy: Float, _ target: UnsafeMutablePointer<Float>,
  _ count: Int
) {
  let maxX = Float(frame.width - 1)
  let maxY = Float(frame.height - 1)
  let w = frame.width
  let h = frame.height
  let base = frame.base
  let stride = frame.stride
  for i in 0..<count {
    let x = min(max(x0 + Float(i) * dx, 0), maxX)
    let y = min(max(y0 + Float(i) * dy, 0), maxY)
    let xi = Int(x)
    let yi = Int(y)
    let fx = x - Float(xi)
    let fy = y - Float(yi)
    let row = base + yi &* stride
    let next = yi &+ 1 < h ? row + stride : row
    let xn = xi &+ 1 < w ? xi &+ 1 : xi
    let a = Float(row[xi]) + fx * (Float(row[xn]) - Float(row[xi]))
    let b = Float(next[xi]) + fx * (Float(next[xn]) - Float(next[xi]))
    target[i] += a + fy * (b - a)
  }
}
