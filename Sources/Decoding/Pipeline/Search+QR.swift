import Imaging
import ReaderCore

extension Search {
  /// QR codes by their finder patterns: each place where three of them can be corners is turned upright, at a scale that
  /// engines like, whatever the picture around it looks like.
  func byFinderPatterns() {
    guard wanted.contains(.qr), !isOver, afford(4 * luma.width * luma.height) else { return }
    let patterns = QRFinderPattern.all(luma)
    guard patterns.count >= 3 else { return }
    var levels = [luma]
    var owners: [LumaImage] = []
    while let last = levels.last, last.width >= 80, last.height >= 80, levels.count < 6,
      let half = try? LumaImage(width: last.width / 2, height: last.height / 2)
    {
      halve(last, into: half.base)
      owners.append(half)
      levels.append(half.view)
    }
    withExtendedLifetime(owners) {
      var failures = 0
      // Bars and text make places too: what they cost is not taken from those who read bars.
      let reserve = work - work / 4
      for place in QRPlace.all(patterns) {
        if isOver || work <= reserve || failures >= 30 { break }
        if isTaken(place) { continue }
        if !read(place, levels, isEarly: failures < 10) { failures += 1 }
      }
    }
  }

  /// Whether patterns of a place lie in a code that was read: what belongs to one belongs to no other. A smaller code in the middle
  /// of a larger one has three of its own, none of them at the corners of that one.
  private func isTaken(_ place: QRPlace) -> Bool {
    let patterns = [place.corner, place.right, place.below]
    let side = place.side * (place.corner.module + place.right.module + place.below.module) / 3
    return found.contains { one in
      let quad = one.code.corners
      guard one.code.symbology == .qr else { return false }
      let inside = patterns.count { QuadGeometry.contains(quad, $0.centre, slack: 0) }
      if inside == 0 { return false }
      if inside < 3 || QuadGeometry.area(quad) < 2 * side * side { return true }
      // The middle of a finder pattern lies five modules from its corner.
      return quad.corners.contains { corner in
        patterns.contains {
          let (dx, dy) = ($0.centre.x - corner.x, $0.centre.y - corner.y)
          return (dx * dx + dy * dy).squareRoot() < 7 * $0.module
        }
      }
    }
  }

  /// The engines and Scanbeam's own grid on one place, as it is and sharpened; whether one of them read it.
  private func read(_ place: QRPlace, _ levels: [LumaView], isEarly: Bool) -> Bool {
    let pixels = place.side > 90 ? 3.0 : 4.0
    guard let patch = place.patch(levels, pixels: pixels) else { return false }
    let before = found.count
    let only = SymbologySet([.qr])
    zxing(patch, only, .careful, nil)
    if found.count > before { return true }
    guard place.strain < 0.5 else { return false }
    grid(patch, place, pixels)
    if found.count > before { return true }
    if isEarly { zbar(patch, only, nil) }
    if found.count > before { return true }
    guard place.strain < 0.35 else { return false }
    if afford(8 * patch.width * patch.height), let sharp = patch.sharpened(0.75 * pixels, 2) {
      zxing(sharp, only, .careful, nil)
      if found.count > before { return true }
      grid(sharp, place, pixels)
    }
    return found.count > before
  }

  /// Scanbeam's own reading of the modules.
  private func grid(_ patch: Patch, _ place: QRPlace, _ pixels: Double) {
    guard !place.corner.isInverted, afford(4 * patch.width * patch.height) else { return }
    let slack = 4 + 0.1 * place.side
    let corners = place.corners(pixels: pixels)
    if let symbol = QRSampler.read(patch.luma, corners, sides: place.side - slack...place.side + slack) {
      take(QRCodeResult.code(symbol, corners), 1, .own, patch, nil)
    }
  }
}
