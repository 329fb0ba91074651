import Glibc
import Imaging
import ReaderCore

/// Cuts candidates out of a frame.
///
/// Within 2 degrees of an axis nothing is resampled: interpolation between pixels destroys modules of one or two
/// pixels. Everything else is turned upright by bilinear sampling. What lies outside of the frame is the grey value
/// that 90 % of the pixels do not exceed: a quiet zone, not a repeated edge.
enum Rectifier {
  /// Largest number of pixels of a patch that is sampled.
  static let maximumPixels = 16_000_000

  /// The upright patch of a candidate with its margins; nil when there is no memory for it or it is out of the picture.
  ///
  /// - Parameter quiet: Pixels that must be seen on both sides of the bars.
  static func patch(of candidate: Candidate, in luma: LumaView, quiet: Double = 0) -> Patch? {
    switch candidate.kind {
    case .whole:
      return Patch(frame: luma)
    case .stripes, .dense:
      let (u, v) = margins(candidate)
      return cut(candidate, luma, marginU: max(u, quiet), marginV: v)
    }
  }

  /// Whether so many pixels on both sides of the bars of a candidate are part of its patch.
  static func shows(quiet: Double, of candidate: Candidate) -> Bool { margins(candidate).u >= quiet }

  /// Quiet zones that are cut out with a candidate, in pixels.
  private static func margins(_ candidate: Candidate) -> (u: Double, v: Double) {
    if candidate.kind == .stripes { return (max(16, 0.12 * 2 * candidate.halfLength), 4) }
    let margin = max(12, 0.08 * 2 * max(candidate.halfLength, candidate.halfHeight))
    return (margin, margin)
  }

  /// What a look at a candidate costs, in pixels; turning it upright counts half a look.
  static func cost(of candidate: Candidate) -> Int {
    let (u, v) = margins(candidate)
    let pixels = 4 * (candidate.halfLength + u) * (candidate.halfHeight + v)
    return Int(min(isUpright(candidate) ? pixels : 1.5 * pixels, 1e9))
  }

  /// Whether a candidate is cut out without resampling.
  private static func isUpright(_ candidate: Candidate) -> Bool {
    abs(candidate.angle) < slack || abs(abs(candidate.angle) - .pi / 2) < slack
  }

  /// 2 degrees.
  private static let slack = 0.035

  /// The whole frame with a light border around it, for codes that fill it.
  static func padded(_ luma: LumaView) -> Patch? {
    let margin = max(12, min(luma.width, luma.height) / 12)
    return crop(luma, -margin, -margin, luma.width + 2 * margin, luma.height + 2 * margin)
  }

  private static func cut(_ candidate: Candidate, _ luma: LumaView, marginU: Double, marginV: Double) -> Patch? {
    let (halfU, halfV) = (candidate.halfLength + marginU, candidate.halfHeight + marginV)
    guard halfU.isFinite, halfV.isFinite, 4 * halfU * halfV <= Double(maximumPixels) * 2 else { return nil }
    if abs(candidate.angle) < slack {
      return upright(luma, candidate.centre, halfU, halfV)
    }
    if abs(abs(candidate.angle) - .pi / 2) < slack {
      // Bars that run along the rows: the patch turns them upright, mirrored like a sheet seen from behind.
      return upright(luma, candidate.centre, halfV, halfU)?.transposed()
    }
    let (width, height) = (Int((2 * halfU).rounded(.up)), Int((2 * halfV).rounded(.up)))
    guard width > 0, height > 0, width * height <= maximumPixels,
      let image = try? LumaImage(width: width, height: height)
    else { return nil }
    let (u, v) = candidate.axes
    let map = Affine(
      a: u.x, b: v.x, c: u.y, d: v.y, tx: candidate.centre.x - halfU * u.x - halfV * v.x,
      ty: candidate.centre.y - halfU * u.y - halfV * v.y)
    let place = [candidate.centre.x, candidate.centre.y, candidate.angle, candidate.halfLength, candidate.halfHeight]
    return Patch(image, toFrame: map, recipe: Patch.Recipe([-1, marginU, marginV] + place)) {
      sampleAffine(luma, map, into: $0, width: width, height: height, fill: background(luma, candidate))
    }
  }

  private static func upright(_ luma: LumaView, _ centre: Point, _ halfU: Double, _ halfV: Double) -> Patch? {
    let x = Int((centre.x - halfU).rounded(.down))
    let y = Int((centre.y - halfV).rounded(.down))
    let width = Int((centre.x + halfU).rounded(.up)) - x
    let height = Int((centre.y + halfV).rounded(.up)) - y
    return crop(luma, x, y, width, height)
  }

  private static func crop(_ luma: LumaView, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Patch? {
    let map = Affine(tx: Double(x), ty: Double(y))
    let recipe = Patch.Recipe([-2, Double(x), Double(y), Double(width), Double(height)])
    if let view = luma.crop(x: x, y: y, width: width, height: height) {
      return Patch(luma: view, owner: nil, toFrame: map, recipe: recipe)
    }
    let (left, top) = (max(x, 0), max(y, 0))
    let (right, bottom) = (min(x + width, luma.width), min(y + height, luma.height))
    guard let inside = luma.crop(x: left, y: top, width: right - left, height: bottom - top),
      width * height <= maximumPixels, let image = try? LumaImage(width: width, height: height)
    else { return nil }
    return Patch(image, toFrame: map, recipe: recipe) {
      let fill = ground(luma, x, y, x + width, y + height, Histogram(inside, rowStep: max(1, inside.height / 16)))
      copyCrop(luma, x: x, y: y, into: $0, width: width, height: height, fill: fill)
    }
  }

  /// The grey value of a quiet zone around a candidate.
  private static func background(_ luma: LumaView, _ candidate: Candidate) -> UInt8 {
    let b = candidate.quad.bounds
    let (left, top) = (max(0, Int(b.minX)), max(0, Int(b.minY)))
    let (right, bottom) = (min(luma.width, Int(b.maxX) + 1), min(luma.height, Int(b.maxY) + 1))
    guard let inside = luma.crop(x: left, y: top, width: right - left, height: bottom - top) else { return 255 }
    let histogram = Histogram(inside, rowStep: max(1, inside.height / 16))
    return ground(luma, Int(b.minX) - 1, Int(b.minY) - 1, Int(b.maxX) + 2, Int(b.maxY) + 2, histogram)
  }

  /// What continues a picture beyond its edges in a rectangle: light as a quiet zone, or dark where all of the picture's edge
  /// that lies in the rectangle is dark, as around a light code on dark ground.
  private static func ground(
    _ luma: LumaView, _ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int, _ histogram: Histogram
  ) -> UInt8 {
    let (light, dark) = (histogram.percentile(0.9), histogram.percentile(0.1))
    let middle = (UInt16(light) + UInt16(dark)) / 2
    let (left, right) = (max(0, x0), min(luma.width, x1) - 1)
    let (top, bottom) = (max(0, y0), min(luma.height, y1) - 1)
    guard left < right, top < bottom else { return light }
    var (count, below) = (0, 0)
    func see(_ x: Int, _ y: Int) {
      count += 1
      if UInt16(luma.row(y)[x]) < middle { below += 1 }
    }
    for i in 0..<32 {
      let (x, y) = (left + (right - left) * i / 31, top + (bottom - top) * i / 31)
      if y0 < 0 { see(x, top) }
      if y1 > luma.height { see(x, bottom) }
      if x0 < 0 { see(left, y) }
      if x1 > luma.width { see(right, y) }
    }
    return count > 0 && 20 * below >= 19 * count ? dark : light
  }
}
