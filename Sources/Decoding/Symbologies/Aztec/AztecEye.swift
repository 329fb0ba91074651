import Glibc
import ReaderCore

/// The bull's eye of an Aztec Code: squares in each other, each one module thick.
struct AztecEye {
  var centre: Point
  /// Pixels a module, along rows and columns of the picture.
  var module: Double
  /// Light on dark.
  let isInverted: Bool
  /// How many modules of the first three squares are as they should be.
  private var right = 0

  /// Modules of the first three squares, and how many must be right.
  private static let squares = 48
  private static let leastRight = 36
  private static let mostEdges = 400
  /// Bull's eyes in one picture, at most.
  private static let most = 4

  /// The bull's eyes of a picture: rows and columns through the middle cross seven runs of one module each at least.
  ///
  /// - Parameters:
  ///   - angle: About how far their sides are turned.
  ///   - module: Pixels a module, about; 0 when it is not known.
  static func all(_ luma: LumaView, _ light: MatrixLight, angle: Double, module: Double) -> [AztecEye] {
    guard luma.width >= 11, luma.height >= 11 else { return [] }
    var found: [AztecEye] = []
    let step = max(1, min(Int(0.7 * (module > 0 ? min(module, 40) : 2)), luma.height / 15))
    withUnsafeTemporaryAllocation(of: LineEdge.self, capacity: 2 * mostEdges) { edges in
      guard let edges = edges.baseAddress else { return }
      let column = edges + mostEdges
      for y in stride(from: step / 2, to: luma.height, by: step) {
        let count = LineEdge.scan(
          luma.row(y), 1, luma.width, light.level, light.band, into: edges, limit: mostEdges)
        guard count >= 8 else { continue }
        // Seven runs in sequence, each of which can be as long as the next one.
        var (even, before) = (0, edges[1].place - edges[0].place)
        for last in 2..<count {
          let run = edges[last].place - edges[last &- 1].place
          even = max(run, before) <= 2.1 * min(run, before) + 1.1 ? even &+ 1 : 0
          before = run
          let i = last &- 7
          guard even >= 6, let row = middle(edges + i) else { continue }
          let x = Int(row.middle)
          // The run in the middle begins where its ink does.
          let isInverted = !edges[i + 3].isDarkAfter
          guard x >= 0, x < luma.width,
            !found.contains(where: { $0.isNear(row.middle, Double(y), 2 * $0.module) && $0.right == squares })
          else { continue }
          let reach = Int(5 * row.module) + 2
          let (first, end) = (max(0, y - reach), min(luma.height, y + reach + 1))
          let crossing = LineEdge.scan(
            luma.row(first) + x, luma.stride, end - first, light.level, light.band, into: column, limit: mostEdges)
          guard crossing >= 8 else { continue }
          for k in 0...crossing - 8 where column[k + 3].isDarkAfter == edges[i + 3].isDarkAfter {
            let at = Double(y - first) + 0.5
            guard Double(column[k + 3].place) <= at, at <= Double(column[k + 4].place), let tall = middle(column + k),
              tall.module < 1.5 * row.module, row.module < 1.5 * tall.module
            else { continue }
            var eye = AztecEye(
              centre: Point(row.middle, tall.middle + Double(first)),
              module: (row.module * tall.module).squareRoot(), isInverted: isInverted)
            eye.right = eye.squares(luma, light, angle)
            guard eye.right >= leastRight else { continue }
            // Beside the middle much looks alike: the best of a place counts.
            if let i = found.firstIndex(where: { $0.isNear(eye.centre.x, eye.centre.y, 2 * $0.module) }) {
              if eye.right > found[i].right { found[i] = eye }
            } else {
              found.append(eye)
            }
          }
          if found.count >= most { return }
        }
      }
    }
    return found
  }

  /// How many modules of the first three squares around the middle are as they should be: lines of the reference grid cross in the
  /// same way, but nothing around them is alike.
  private func squares(_ luma: LumaView, _ light: MatrixLight, _ angle: Double) -> Int {
    let (c, s) = (cos(angle), sin(angle))
    // Rows cross a square that is turned over a longer way.
    let pixels = module * max(abs(c), abs(s))
    var right = 0
    for y in -3...3 {
      for x in -3...3 where x != 0 || y != 0 {
        let (u, v) = (pixels * Double(x), pixels * Double(y))
        let isDark =
          Pixel.value(luma, Point(centre.x + u * c - v * s, centre.y + u * s + v * c)) < Int32(16 * light.level)
        if (isDark != isInverted) == (max(abs(x), abs(y)) == 2) { right += 1 }
      }
    }
    return right
  }

  private func isNear(_ x: Double, _ y: Double, _ distance: Double) -> Bool {
    abs(centre.x - x) < distance && abs(centre.y - y) < distance
  }

  /// The middle of eight edges and their distance, when all are about as far apart.
  private static func middle(_ edges: UnsafeMutablePointer<LineEdge>) -> (middle: Double, module: Double)? {
    let module = (edges[7].place - edges[0].place) / 7
    guard module >= 1.2 else { return nil }
    // Ink grows: dark and light runs differ, but each kind is even.
    let slack = 0.35 * module + 0.35
    for i in 0..<7 where abs(edges[i + 1].place - edges[i].place - module) > slack { return nil }
    return (Double(edges[3].place + edges[4].place) / 2, Double(module))
  }
}

extension AztecEye {
  /// Where the third square, counted from the middle, ends on each side: the corners of what is seven modules wide, clockwise. Nil
  /// where its sides are no lines.
  ///
  /// - Parameters:
  ///   - edge: Which edge on the way from the middle: 3 for the end of seven modules, 5 for that of eleven.
  ///   - angle: About how far its sides are turned.
  func square(_ luma: LumaView, _ light: MatrixLight, edge: Int, angle: Double) -> Quad? {
    let pixels = module * cos(min(0.8, abs(angle)))
    let least = (Double(edge) - 0.6) * pixels
    var lines: [(Point, Point)] = []
    for side in 0..<4 {
      let direction = angle + Double(side) * .pi / 2
      var points: [Point] = []
      // Within the side, away from its corners.
      for i in -4...4 {
        let turn = direction + Double(i) * 0.15
        let d = Point(cos(turn), sin(turn))
        if let r = crossing(luma, light, d, edge, pixels), r > least * 0.8 {
          points.append(Point(centre.x + d.x * r, centre.y + d.y * r))
        }
      }
      guard let line = AztecEye.line(points, across: Point(cos(direction), sin(direction)), slack: 0.4 * pixels) else {
        return nil
      }
      lines.append(line)
    }
    // Sides to the right, below, on the left, above.
    guard let a = QuadGeometry.crossing(lines[2], lines[3]), let b = QuadGeometry.crossing(lines[3], lines[0]),
      let c = QuadGeometry.crossing(lines[0], lines[1]), let d = QuadGeometry.crossing(lines[1], lines[2])
    else { return nil }
    return Quad(a, b, c, d)
  }

  /// How far from the middle a ray changes between dark and light for a number of times.
  private func crossing(_ luma: LumaView, _ light: MatrixLight, _ d: Point, _ edge: Int, _ pixels: Double) -> Double? {
    let level = Int32(16 * light.level)
    let step = max(0.25, pixels / 8)
    var (r, left) = (0.0, edge + 1)
    var before = Pixel.value(luma, centre)
    var isDark = before < level
    guard isDark != isInverted else { return nil }
    let most = Double(edge + 2) * pixels * 1.5
    while r < most {
      r += step
      let now = Pixel.value(luma, Point(centre.x + d.x * r, centre.y + d.y * r))
      if (now < level) != isDark {
        isDark.toggle()
        left -= 1
        if left == 0 {
          let part = now == before ? 0.5 : Double(level - before) / Double(now - before)
          return r - step + step * max(0, min(1, part))
        }
      }
      before = now
    }
    return nil
  }

  /// The line through points on a side, as two points of it; nil when too few lie on one.
  private static func line(_ points: [Point], across n: Point, slack: Double) -> (Point, Point)? {
    guard points.count >= 5 else { return nil }
    // Along the side and across.
    let t = points.map { $0.y * n.x - $0.x * n.y }
    let o = points.map { $0.x * n.x + $0.y * n.y }
    var (mean, slope) = (0.0, 0.0)
    var isUsed = points.map { _ in true }
    for round in 0..<3 {
      if round > 0 {
        for i in isUsed.indices { isUsed[i] = abs(o[i] - mean - slope * t[i]) <= slack / Double(round) }
      }
      var (count, st, so, stt, sto) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for i in isUsed.indices where isUsed[i] {
        count += 1
        st += t[i]
        so += o[i]
        stt += t[i] * t[i]
        sto += t[i] * o[i]
      }
      let spread = count * stt - st * st
      guard count >= 4, spread > 1e-9 else { return nil }
      slope = (count * sto - st * so) / spread
      mean = (so - slope * st) / count
    }
    guard abs(slope) < 0.5 else { return nil }
    func at(_ t: Double) -> Point {
      let o = mean + slope * t
      return Point(o * n.x - t * n.y, o * n.y + t * n.x)
    }
    return (at(t.min()!), at(t.max()!))
  }
}
