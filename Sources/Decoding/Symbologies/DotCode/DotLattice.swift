import Glibc
import ReaderCore

/// Spots that lie on a lattice, by their places in it, and the map from places to pixels.
///
/// Places (u, v) are counted along the sides of the symbol; dots are where u + v is even.
struct DotLattice {
  struct Place: Hashable {
    var u: Int
    var v: Int
  }

  /// From (u, v) to pixels: a perspective map, row by row.
  private(set) var map: [Double]
  /// The spots by place.
  private(set) var spots: [Place: DotBlob]
  /// Pixels from place to place.
  let pitch: Double

  /// The box around the spots, in pixels.
  var bounds: (minX: Double, minY: Double, maxX: Double, maxY: Double) {
    var (left, top, right, bottom) = (Float.infinity, Float.infinity, -Float.infinity, -Float.infinity)
    for spot in spots.values {
      (left, right) = (min(left, spot.x), max(right, spot.x))
      (top, bottom) = (min(top, spot.y), max(bottom, spot.y))
    }
    return (Double(left), Double(top), Double(right), Double(bottom))
  }

  /// The pixel of a place.
  func pixel(_ u: Double, _ v: Double) -> Point {
    let w = map[6] * u + map[7] * v + 1
    guard abs(w) > 1e-6 else { return Point(-1, -1) }
    return Point((map[0] * u + map[1] * v + map[2]) / w, (map[3] * u + map[4] * v + map[5]) / w)
  }

  /// Follows the spots from one to the next, from those in the middle on.
  ///
  /// - Parameter near: Where to begin.
  init?(_ all: [DotBlob], _ pattern: DotPattern, near: Point) {
    let distance = pattern.distance
    guard all.count >= 9, distance > 1.2, distance < 60 else { return nil }
    let finder = SpotGrid(all, cell: distance)
    var best: [Int: (i: Int, j: Int)] = [:]
    // The largest of what grows from a few beginnings.
    let (x, y) = (Float(near.x), Float(near.y))
    let squares = all.map { ($0.x - x) * ($0.x - x) + ($0.y - y) * ($0.y - y) }
    let order = all.indices.sorted { squares[$0] < squares[$1] }
    var seen = Set<Int>()
    var tries = 0
    for start in order.prefix(60) where !seen.contains(start) {
      let grown = DotLattice.grow(all, finder, start, distance, pattern.angle)
      seen.formUnion(grown.keys)
      if grown.count > best.count { best = grown }
      tries += 1
      if tries >= 12 || best.count * 2 > all.count { break }
    }
    guard best.count >= 9 else { return nil }
    // Diagonals (i, j) to sides.
    var pairs = best.map { (Place(u: $1.i + $1.j, v: $1.j - $1.i), all[$0]) }
    guard var fitted = DotLattice.fit(pairs) else { return nil }
    pitch = distance / 2.0.squareRoot()
    for _ in 0..<2 {
      let slack = 0.45 * pitch
      let kept = pairs.filter { DotLattice.miss(fitted, $0.0, $0.1) < slack }
      guard kept.count >= 9, let better = DotLattice.fit(kept) else { return nil }
      (pairs, fitted) = (kept, better)
    }
    map = fitted
    spots = [:]
    for (place, spot) in pairs where (spots[place]?.depth ?? 0) < spot.depth { spots[place] = spot }
  }

  /// Which spots belong together, by their places along the diagonals.
  private static func grow(
    _ all: [DotBlob], _ finder: SpotGrid, _ start: Int, _ distance: Double, _ angle: Double
  ) -> [Int: (i: Int, j: Int)] {
    struct Step {
      var spot: Int
      var ax: Double
      var ay: Double
      var bx: Double
      var by: Double
    }
    var places: [Int: (i: Int, j: Int)] = [start: (0, 0)]
    var taken: Set<Place> = [Place(u: 0, v: 0)]
    let (c, s) = (distance * cos(angle), distance * sin(angle))
    var queue = [Step(spot: start, ax: c, ay: s, bx: -s, by: c)]
    var next = 0
    // Neighbours along the diagonals first; across them, and over one that is missing, later.
    let near = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    let far = [(1, 1), (1, -1), (-1, 1), (-1, -1), (2, 0), (-2, 0), (0, 2), (0, -2)]
    var later: [Step] = []
    func follow(_ step: Step, _ directions: [(Int, Int)], _ share: Double) {
      guard let (i, j) = places[step.spot] else { return }
      let here = all[step.spot]
      for (di, dj) in directions {
        let (dx, dy) = (
          Double(di) * step.ax + Double(dj) * step.bx, Double(di) * step.ay + Double(dj) * step.by
        )
        let key = Place(u: i + di, v: j + dj)
        guard !taken.contains(key),
          let other = finder.nearest(Double(here.x) + dx, Double(here.y) + dy, within: share * distance),
          places[other] == nil
        else { continue }
        taken.insert(key)
        places[other] = (i + di, j + dj)
        // What was measured bends the axes a little.
        var moved = step
        moved.spot = other
        let (ex, ey) = (Double(all[other].x - here.x) - dx, Double(all[other].y - here.y) - dy)
        let steps = Double(di * di + dj * dj)
        moved.ax += 0.2 * Double(di) * ex / steps
        moved.ay += 0.2 * Double(di) * ey / steps
        moved.bx += 0.2 * Double(dj) * ex / steps
        moved.by += 0.2 * Double(dj) * ey / steps
        queue.append(moved)
      }
    }
    while next < queue.count || !later.isEmpty {
      if next < queue.count {
        let step = queue[next]
        next += 1
        follow(step, near, 0.33)
        later.append(step)
      } else {
        let steps = later
        later = []
        for step in steps { follow(step, far, 0.33) }
      }
    }
    return places
  }

  private static func miss(_ map: [Double], _ place: Place, _ spot: DotBlob) -> Double {
    let (u, v) = (Double(place.u), Double(place.v))
    let w = map[6] * u + map[7] * v + 1
    guard abs(w) > 1e-6 else { return .infinity }
    return hypot(
      (map[0] * u + map[1] * v + map[2]) / w - Double(spot.x), (map[3] * u + map[4] * v + map[5]) / w - Double(spot.y))
  }

  /// The perspective map that fits best; of few spots a map without perspective.
  private static func fit(_ pairs: [(Place, DotBlob)]) -> [Double]? {
    let n = pairs.count >= 24 ? 8 : 6
    guard let first = pairs.first else { return nil }
    // Numbers of about one: places and pixels from the first spot on, in units of their spread.
    var (spreadUV, spreadXY) = (1.0, 1.0)
    for (place, spot) in pairs {
      spreadUV = max(spreadUV, Double(abs(place.u - first.0.u)), Double(abs(place.v - first.0.v)))
      spreadXY = max(spreadXY, Double(abs(spot.x - first.1.x)), Double(abs(spot.y - first.1.y)))
    }
    var m = [Double](repeating: 0, count: n * (n + 1))
    for (place, spot) in pairs {
      let (u, v) = (Double(place.u) / spreadUV, Double(place.v) / spreadUV)
      let (x, y) = (Double(spot.x - first.1.x) / spreadXY, Double(spot.y - first.1.y) / spreadXY)
      for (row, value) in [([u, v, 1, 0, 0, 0, -x * u, -x * v], x), ([0, 0, 0, u, v, 1, -y * u, -y * v], y)] {
        for a in 0..<n where row[a] != 0 {
          for b in 0..<n { m[a * (n + 1) + b] += row[a] * row[b] }
          m[a * (n + 1) + n] += row[a] * value
        }
      }
    }
    guard let x = solve(&m, n) else { return nil }
    let (g, h) = n == 8 ? (x[6], x[7]) : (0, 0)
    let (ox, oy) = (Double(first.1.x), Double(first.1.y))
    // Back to places and pixels.
    let (gu, hv) = (g / spreadUV, h / spreadUV)
    return [
      x[0] * spreadXY / spreadUV + ox * gu, x[1] * spreadXY / spreadUV + ox * hv, x[2] * spreadXY + ox,
      x[3] * spreadXY / spreadUV + oy * gu, x[4] * spreadXY / spreadUV + oy * hv, x[5] * spreadXY + oy, gu, hv,
    ]
  }

  /// Solves n equations by elimination.
  private static func solve(_ m: inout [Double], _ n: Int) -> [Double]? {
    for column in 0..<n {
      var pivot = column
      for row in column..<n where abs(m[row * (n + 1) + column]) > abs(m[pivot * (n + 1) + column]) { pivot = row }
      guard abs(m[pivot * (n + 1) + column]) > 1e-10 else { return nil }
      if pivot != column { for k in 0...n { m.swapAt(pivot * (n + 1) + k, column * (n + 1) + k) } }
      for row in 0..<n where row != column {
        let factor = m[row * (n + 1) + column] / m[column * (n + 1) + column]
        if factor != 0 { for k in column...n { m[row * (n + 1) + k] -= factor * m[column * (n + 1) + k] } }
      }
    }
    let x = (0..<n).map { m[$0 * (n + 1) + n] / m[$0 * (n + 1) + $0] }
    return x.allSatisfy { $0.isFinite } ? x : nil
  }
}

/// Spots by where they are.
private struct SpotGrid {
  private let spots: [DotBlob]
  private let cell: Double
  private let columns: Int
  private let rows: Int
  private var starts: [Int32]
  private var order: [Int32]

  init(_ spots: [DotBlob], cell: Double) {
    self.spots = spots
    self.cell = max(1, cell)
    var (right, bottom) = (0.0, 0.0)
    for spot in spots {
      right = max(right, Double(spot.x))
      bottom = max(bottom, Double(spot.y))
    }
    columns = Int(right / self.cell) + 1
    rows = Int(bottom / self.cell) + 1
    starts = [Int32](repeating: 0, count: columns * rows + 1)
    order = [Int32](repeating: 0, count: spots.count)
    let cells = spots.map { [cell = self.cell, columns] in Int(Double($0.y) / cell) * columns + Int(Double($0.x) / cell)
    }
    for one in cells { starts[one + 1] += 1 }
    for i in 1..<starts.count { starts[i] += starts[i - 1] }
    var fill = starts
    for (i, one) in cells.enumerated() {
      order[Int(fill[one])] = Int32(i)
      fill[one] += 1
    }
  }

  func nearest(_ x: Double, _ y: Double, within reach: Double) -> Int? {
    guard x.isFinite, y.isFinite, x > -1e6, y > -1e6, x < 1e6, y < 1e6 else { return nil }
    let left = max(0, Int(((x - reach) / cell).rounded(.down)))
    let right = min(columns - 1, Int(((x + reach) / cell).rounded(.down)))
    let top = max(0, Int(((y - reach) / cell).rounded(.down)))
    let bottom = min(rows - 1, Int(((y + reach) / cell).rounded(.down)))
    guard left <= right, top <= bottom else { return nil }
    var best: (Int, Double)?
    for row in top...bottom {
      for k in starts[row * columns + left]..<starts[row * columns + right + 1] {
        let i = Int(order[Int(k)])
        let (dx, dy) = (Double(spots[i].x) - x, Double(spots[i].y) - y)
        let squared = dx * dx + dy * dy
        if squared < best?.1 ?? (reach * reach) { best = (i, squared) }
      }
    }
    return best?.0
  }
}
