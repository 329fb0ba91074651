import Glibc
import ReaderCore

/// A DotCode on a lattice of spots: which rectangle it takes up, which of its dots are there, and what they say.
struct DotCodeGrid {
  /// What was read.
  struct Symbol {
    var messages: [DotCodeText.Message]
    /// Corners in pixels (a pixel's value lies at whole coordinates), from the symbol's own top left on.
    var corners: Quad
    /// Share of the dots that are as the value demands.
    var share: Double
  }

  private let lattice: DotLattice
  private let picture: DotBlobFinder
  private let isLight: Bool
  /// Largest rectangle that is looked at, and how sure each dot of it is there: about 1 when it is, -1 when it is not.
  private let left: Int
  private let top: Int
  private let width: Int
  private let height: Int
  private var dots: [Float] = []

  /// The lattice is looked at two places beyond its spots.
  private static let margin = 2

  /// - Parameter isLight: Dots are lighter than the ground.
  init?(_ lattice: DotLattice, _ picture: DotBlobFinder, isLight: Bool) {
    self.lattice = lattice
    self.picture = picture
    self.isLight = isLight
    let u = lattice.spots.keys.map { $0.u }
    let v = lattice.spots.keys.map { $0.v }
    guard let u0 = u.min(), let u1 = u.max(), let v0 = v.min(), let v1 = v.max() else { return nil }
    (left, top) = (u0 - DotCodeGrid.margin, v0 - DotCodeGrid.margin)
    (width, height) = (u1 - u0 + 1 + 2 * DotCodeGrid.margin, v1 - v0 + 1 + 2 * DotCodeGrid.margin)
    guard width <= DotCodeLayout.sides.upperBound + 8, height <= DotCodeLayout.sides.upperBound + 8 else { return nil }
    sample()
    guard !dots.isEmpty else { return nil }
  }

  private func isPlace(_ x: Int, _ y: Int) -> Bool { (x + left + y + top) & 1 == 0 }

  /// How much each place differs from the places beside it, where no dots are.
  private mutating func sample() {
    let sign: Float = isLight ? -1 : 1
    var values = [Float](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        var p = lattice.pixel(Double(x + left), Double(y + top))
        // Dots are read where they are, not where they should be.
        if let spot = lattice.spots[DotLattice.Place(u: x + left, v: y + top)] {
          p = Point(Double(spot.x), Double(spot.y))
        }
        values[y * width + x] = sign * picture.value(p.x, p.y)
      }
    }
    var all: [Float] = []
    var raw = [Float](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width where isPlace(x, y) {
        // The lightest two of the four around: dots that touch darken what is between them.
        var (first, second) = (-Float.infinity, -Float.infinity)
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
          let (a, b) = (x + dx, y + dy)
          guard a >= 0, a < width, b >= 0, b < height else { continue }
          let value = values[b * width + a]
          if value > first {
            second = first
            first = value
          } else if value > second {
            second = value
          }
        }
        let ground = second.isFinite ? (first + second) / 2 : first
        raw[y * width + x] = ground - values[y * width + x]
        let m = DotCodeGrid.margin
        if x >= m, y >= m, x < width - m, y < height - m { all.append(raw[y * width + x]) }
      }
    }
    guard all.count >= 12, let (low, high) = DotCodeGrid.levels(all), high - low > 4 else { return }
    let (middle, half) = ((low + high) / 2, (high - low) / 2)
    dots = raw.map { max(-1.5, min(1.5, ($0 - middle) / half)) }
  }

  /// Means of the places without and with a dot; five of nine have one.
  private static func levels(_ all: [Float]) -> (Float, Float)? {
    let sorted = all.sorted()
    var (low, high) = (sorted[sorted.count / 5], sorted[sorted.count * 7 / 10])
    for _ in 0..<12 {
      let middle = (low + high) / 2
      var (a, b, m, n) = (Float(0), Float(0), 0, 0)
      for value in all {
        if value < middle {
          a += value
          m += 1
        } else {
          b += value
          n += 1
        }
      }
      guard m > 0, n > 0 else { return nil }
      (low, high) = (a / Float(m), b / Float(n))
    }
    return (low, high)
  }

  // MARK: which rectangle

  private struct Box: Hashable {
    var x0: Int
    var y0: Int
    var x1: Int
    var y1: Int
    var width: Int { x1 - x0 + 1 }
    var height: Int { y1 - y0 + 1 }
  }

  /// Dots of a row or column inside a box.
  private func lit(_ box: Box, row: Int? = nil, column: Int? = nil) -> Int {
    var count = 0
    if let row { for x in box.x0...box.x1 where isPlace(x, row) && dots[row * width + x] > 0 { count += 1 } }
    if let column { for y in box.y0...box.y1 where isPlace(column, y) && dots[y * width + column] > 0 { count += 1 } }
    return count
  }

  /// Rectangles that can be the symbol, likeliest first. Rows beyond it have no dots; its own outermost ones have some,
  /// and width and height are one odd, one even.
  private func boxes() -> [Box] {
    let m = DotCodeGrid.margin
    var box = Box(x0: m, y0: m, x1: width - 1 - m, y1: height - 1 - m)
    // Stray spots beyond the symbol: rows with hardly a dot.
    func isWeak(_ count: Int, _ length: Int) -> Bool { count * 14 < length }
    var trimmed = true
    while trimmed, box.width > 5, box.height > 5 {
      trimmed = false
      if isWeak(lit(box, row: box.y0), box.width) {
        box.y0 += 1
        trimmed = true
      }
      if isWeak(lit(box, row: box.y1), box.width) {
        box.y1 -= 1
        trimmed = true
      }
      if isWeak(lit(box, column: box.x0), box.height) {
        box.x0 += 1
        trimmed = true
      }
      if isWeak(lit(box, column: box.x1), box.height) {
        box.x1 -= 1
        trimmed = true
      }
    }
    // Five of nine are there; a regular pattern has all, print hardly any.
    var (count, places) = (0, 0)
    for y in box.y0...box.y1 {
      for x in box.x0...box.x1 where isPlace(x, y) {
        places += 1
        if dots[y * width + x] > 0 { count += 1 }
      }
    }
    guard count * 5 > places * 2, count * 4 < places * 3 else { return [] }
    var found: [Box] = []
    func offer(_ dx0: Int, _ dy0: Int, _ dx1: Int, _ dy1: Int) {
      let one = Box(x0: box.x0 + dx0, y0: box.y0 + dy0, x1: box.x1 + dx1, y1: box.y1 + dy1)
      guard one.x0 >= 0, one.y0 >= 0, one.x1 < width, one.y1 < height, DotCodeLayout.isSize(one.width, one.height),
        !found.contains(one)
      else { return }
      found.append(one)
    }
    offer(0, 0, 0, 0)
    let steps = [-1, 1]
    for d in steps {
      offer(d, 0, 0, 0)
      offer(0, d, 0, 0)
      offer(0, 0, d, 0)
      offer(0, 0, 0, d)
    }
    for a in steps {
      for b in steps {
        offer(a, b, 0, 0)
        offer(a, 0, b, 0)
        offer(a, 0, 0, b)
        offer(0, a, b, 0)
        offer(0, a, 0, b)
        offer(0, 0, a, b)
      }
    }
    return found
  }

  // MARK: what it says

  /// Reads the symbol; nil when there is none.
  func read() -> Symbol? {
    for box in boxes() {
      for isMirrored in [false, true] {
        if let symbol = read(box, isMirrored) { return symbol }
      }
    }
    return nil
  }

  private func read(_ box: Box, _ isMirrored: Bool) -> Symbol? {
    // Turned until it is odd in width, with dots at both ends of the top row. Four corners from the top left on, each with
    // the direction of the row that begins there.
    let (w, h) = (box.width, box.height)
    let corners = [(box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1)]
    var turns = w % 2 == 1 ? 0 : 1
    if !isPlace(corners[turns].0, corners[turns].1) { turns += 2 }
    let (columns, rows) = turns % 2 == 0 ? (w, h) : (h, w)
    let (ox, oy) = corners[turns]
    let along = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    let (right, down) = (along[turns], along[(turns + 1) % 4])
    guard isPlace(ox, oy) else { return nil }
    var grid = [Float](repeating: 0, count: columns * rows)
    for r in 0..<rows {
      for c in 0..<columns {
        let k = isMirrored ? columns - 1 - c : c
        let (x, y) = (ox + k * right.0 + r * down.0, oy + k * right.1 + r * down.1)
        grid[r * columns + c] = dots[y * width + x]
      }
    }
    guard let (messages, share) = DotCode.read(grid, width: columns, height: rows) else { return nil }
    // A row around it is free of dots.
    guard isQuiet(box) else { return nil }
    // Corners of the symbol, half a place beyond its dots.
    var quad = [0, 1, 2, 3].map { corner(box, (turns + $0) % 4) }
    if isMirrored { quad = [quad[1], quad[0], quad[3], quad[2]] }
    // The specification leaves open which side is up: the wider one is, as printers have it.
    if columns < rows {
      // It was turned clockwise; back again.
      quad = [quad[1], quad[2], quad[3], quad[0]]
    }
    return Symbol(messages: messages, corners: Quad(quad[0], quad[1], quad[2], quad[3]), share: share)
  }

  private func corner(_ box: Box, _ index: Int) -> Point {
    let isRight = index == 1 || index == 2
    let isBelow = index >= 2
    return lattice.pixel(
      Double(isRight ? box.x1 : box.x0) + (isRight ? 0.5 : -0.5) + Double(left),
      Double(isBelow ? box.y1 : box.y0) + (isBelow ? 0.5 : -0.5) + Double(top))
  }

  /// Whether nearly no dots are in the rows right beyond a rectangle.
  private func isQuiet(_ box: Box) -> Bool {
    var (count, places) = (0, 0)
    for y in (box.y0 - 1)...(box.y1 + 1) {
      for x in (box.x0 - 1)...(box.x1 + 1) {
        let isOutside = x < box.x0 || x > box.x1 || y < box.y0 || y > box.y1
        guard isOutside, x >= 0, y >= 0, x < width, y < height, isPlace(x, y) else { continue }
        places += 1
        if dots[y * width + x] > 0.3 { count += 1 }
      }
    }
    return count * 5 <= places
  }
}
