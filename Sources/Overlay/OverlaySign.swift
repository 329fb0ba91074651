import Glibc
import ReaderCore

/// Signs as lines in a square of 1 by 1, so that every renderer draws the same: shapes have them in their points.
extension OverlayShape.Sign {
  /// Lines through points; closed ones end where they begin.
  ///
  /// - Parameter state: Of the button that it is on.
  func strokes(_ state: Int32) -> [[Point]] {
    func line(_ numbers: Double...) -> [Point] {
      (0..<numbers.count / 2).map { Point(numbers[2 * $0], numbers[2 * $0 + 1]) }
    }
    switch self {
    case .none: return []
    case .zoom:
      let circle = (0...16).map { i in
        Point(0.44 + 0.18 * cos(Double(i) * .pi / 8), 0.44 + 0.18 * sin(Double(i) * .pi / 8))
      }
      // The level after 2 is the normal one again.
      let plus = state < 2 ? [line(0.44, 0.36, 0.44, 0.52)] : []
      return [circle, line(0.57, 0.57, 0.74, 0.74), line(0.36, 0.44, 0.52, 0.44)] + plus
    case .light:
      let bolt = line(0.56, 0.22, 0.34, 0.54, 0.48, 0.54, 0.44, 0.78, 0.66, 0.44, 0.52, 0.44, 0.56, 0.22)
      return state == 0 ? [bolt, line(0.26, 0.26, 0.74, 0.74)] : [bolt]
    case .close: return [line(0.3, 0.3, 0.7, 0.7), line(0.7, 0.3, 0.3, 0.7)]
    case .start: return [line(0.38, 0.28, 0.72, 0.5, 0.38, 0.72, 0.38, 0.28)]
    case .stop: return [line(0.33, 0.33, 0.67, 0.33, 0.67, 0.67, 0.33, 0.67, 0.33, 0.33)]
    case .pause: return [line(0.4, 0.28, 0.4, 0.72), line(0.6, 0.28, 0.6, 0.72)]
    }
  }

  /// The ends of the lines, two by two, of a sign that fills a rectangle of a view as far as a square can.
  func lines(_ state: Int32, in frame: Rectangle, of view: (width: Double, height: Double)) -> [Point] {
    let side = min(frame.width * view.width, frame.height * view.height)
    let (middle, w, h) = (frame.centre, side / view.width, side / view.height)
    return strokes(state).flatMap { stroke in
      let places = stroke.map { Point(middle.x + ($0.x - 0.5) * w, middle.y + ($0.y - 0.5) * h) }
      return zip(places, places.dropFirst()).flatMap { [$0, $1] }
    }
  }
}
