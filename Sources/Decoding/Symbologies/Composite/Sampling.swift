import ReaderCore

/// Pixels between pixels.
enum Sampling {
  /// Darkness at `count` points from `from` on, `share` of the way to `to` apart; outside of the picture as at its edge.
  static func line(
    _ luma: LumaView, _ from: Point, _ to: Point, _ share: Double, _ count: Int, _ isInverted: Bool, add: Bool,
    into out: UnsafeMutablePointer<Float>
  ) {
    let (dx, dy) = (Float((to.x - from.x) * share), Float((to.y - from.y) * share))
    let (maxX, maxY) = (Float(luma.width - 1), Float(luma.height - 1))
    let (lastX, lastY) = (luma.width - 1, luma.height - 1)
    let sign: Float = isInverted ? 1 : -1
    guard from.x.isFinite, from.y.isFinite, abs(from.x) < 1e6, abs(from.y) < 1e6, dx.isFinite, dy.isFinite,
      abs(dx) < 1e4, abs(dy) < 1e4
    else {
      if !add { out.update(repeating: 0, count: count) }
      return
    }
    let (x0, y0) = (Float(from.x) - 0.5, Float(from.y) - 0.5)
    for i in 0..<count {
      let x = max(0, min(maxX, x0 + Float(i) * dx))
      let y = max(0, min(maxY, y0 + Float(i) * dy))
      let (ix, iy) = (Int(x), Int(y))
      let (fx, fy) = (x - Float(ix), y - Float(iy))
      let row = luma.row(iy)
      let below = luma.row(min(iy &+ 1, lastY))
      let next = min(ix &+ 1, lastX)
      let upper = Float(row[ix]) + fx * (Float(row[next]) - Float(row[ix]))
      let lower = Float(below[ix]) + fx * (Float(below[next]) - Float(below[ix]))
      let value = sign * (upper + fy * (lower - upper))
      out[i] = add ? out[i] + value : value
    }
  }
}
