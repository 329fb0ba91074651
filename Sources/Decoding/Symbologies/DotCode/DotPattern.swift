import Glibc
import ReaderCore

/// How regular spots lie: in DotCode the nearest other dot is nearly always one place away, along one of two diagonals.
struct DotPattern {
  /// From a dot to the next along a diagonal, in pixels.
  var distance: Double
  /// Direction of the diagonals, 0 to π/2.
  var angle: Double
  /// Share of spots whose neighbour is at that distance, and how well the directions agree, 0 to 1.
  var evenness: Double
  var agreement: Double

  /// Whether spots lie like the dots of a DotCode (measured: the sum of both is up to 1.3 in print and photographs).
  var isLattice: Bool { evenness > 0.45 && agreement > 0.6 && evenness + agreement > 1.3 }

  /// Fewer spots agree by chance.
  private static let least = 11

  /// Nil when there are too few spots. They come row by row.
  init?(_ spots: [DotBlob]) {
    guard spots.count >= DotPattern.least else { return nil }
    let reach: Float = 24
    let nearest = spots.indices.compactMap { DotPattern.nearest(spots, $0, within: reach) }
    guard nearest.count >= DotPattern.least / 2 else { return nil }
    let middle = nearest.map { $0.squared }.sorted()[nearest.count / 2]
    // A quarter more or less.
    let even = nearest.filter { $0.squared > 0.56 * middle && $0.squared < 1.56 * middle }
    guard !even.isEmpty else { return nil }
    // The direction taken four times, without angles: (x + iy)⁴ over its length.
    var (c, s, sum) = (0.0, 0.0, 0.0)
    for one in even {
      let (x, y) = (Double(one.dx), Double(one.dy))
      let (re, im) = (x * x - y * y, 2 * x * y)
      let squared = Double(one.squared) * Double(one.squared)
      c += (re * re - im * im) / squared
      s += 2 * re * im / squared
      sum += Double(one.squared).squareRoot()
    }
    distance = sum / Double(even.count)
    var turn = atan2(s, c) / 4
    if turn < 0 { turn += .pi / 2 }
    angle = turn
    evenness = Double(even.count) / Double(spots.count)
    agreement = (c * c + s * s).squareRoot() / Double(even.count)
  }

  /// The spot that is nearest to another one: its distance squared, and the way to it.
  private static func nearest(
    _ spots: [DotBlob], _ index: Int, within reach: Float
  ) -> (squared: Float, dx: Float, dy: Float)? {
    spots.withUnsafeBufferPointer { spots in
      let (x, y) = (spots[index].x, spots[index].y)
      var best = (squared: reach * reach, dx: Float(0), dy: Float(0))
      var limit = reach
      func look(_ k: Int) {
        let (dx, dy) = (spots[k].x - x, spots[k].y - y)
        let squared = dx * dx + dy * dy
        guard squared < best.squared else { return }
        best = (squared, dx, dy)
        limit = squared.squareRoot()
      }
      // Spots come row by row, each within half a pixel of its own.
      var k = index &+ 1
      while k < spots.count, spots[k].y - 1 <= y + limit {
        look(k)
        k &+= 1
      }
      k = index &- 1
      while k >= 0, spots[k].y + 1 >= y - limit {
        look(k)
        k &-= 1
      }
      return best.squared < reach * reach ? best : nil
    }
  }
}
