import Imaging
import ReaderCore

/// The surroundings of a place, as they are looked at.
struct DotCodePart {
  /// What is done to them besides reducing.
  enum Sight {
    case plain
    /// Against blur, in which dots that are near each other melt.
    case sharpened
    /// Twice the size: dots that are two pixels from each other touch.
    case enlarged
  }

  let luma: LumaView
  /// Whether the picture ends where the part does.
  let endsLeft: Bool
  let endsTop: Bool
  let endsRight: Bool
  let endsBottom: Bool
  private let scale: Double
  private let x: Double
  private let y: Double
  private let half: Double

  /// Cuts it out; nil when hardly anything is there, or without memory.
  ///
  /// - Parameters:
  ///   - reach: How far it goes to each side, in pixels of the picture.
  ///   - scale: By how much it is reduced: 1, 2, 4 or 8.
  init?(_ picture: LumaView, _ centre: Point, reach: Int, scale: Int, _ sight: Sight = .plain) {
    guard centre.x > -1e6, centre.x < 1e6, centre.y > -1e6, centre.y < 1e6 else { return nil }
    let (cx, cy) = (Int(centre.x), Int(centre.y))
    let (left, top) = (max(0, cx - reach), max(0, cy - reach))
    let (right, bottom) = (min(picture.width, cx + reach), min(picture.height, cy + reach))
    guard right - left >= 12 * scale, bottom - top >= 12 * scale,
      var part = picture.crop(x: left, y: top, width: right - left, height: bottom - top)
    else { return nil }
    var rest = scale
    while rest > 1 {
      guard let half = try? LumaImage(width: part.width / 2, height: part.height / 2) else { return nil }
      halve(part, into: half.base)
      part = half.view
      rest /= 2
    }
    var pixels = Double(scale)
    switch sight {
    case .plain: break
    case .sharpened:
      guard let sharp = try? LumaImage(width: part.width, height: part.height) else { return nil }
      unsharp(part, sigma: 1.5, amount: 4, into: sharp.base)
      part = sharp.view
    case .enlarged:
      guard part.width * part.height <= 1_000_000,
        let twice = try? LumaImage(width: 2 * part.width, height: 2 * part.height)
      else { return nil }
      enlarge(part, into: twice.base)
      part = twice.view
      pixels /= 2
    }
    luma = part
    (endsLeft, endsTop) = (left == 0, top == 0)
    (endsRight, endsBottom) = (right == picture.width, bottom == picture.height)
    self.scale = pixels
    // Of what is enlarged, pixel 2x lies where pixel x was.
    half = sight == .enlarged ? 0.25 * Double(scale) : 0
    (x, y) = (Double(left), Double(top))
  }

  /// A place of the picture (pixels begin at whole coordinates) in the part (pixels have their value there).
  func place(_ p: Point) -> Point { Point((p.x - x - half) / scale - 0.5, (p.y - y - half) / scale - 0.5) }

  /// A place of the part in the picture.
  func restore(_ p: Point) -> Point { Point((p.x + 0.5) * scale + half + x, (p.y + 0.5) * scale + half + y) }
}
