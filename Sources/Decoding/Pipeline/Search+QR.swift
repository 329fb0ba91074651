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
        // What belongs to a code that was read belongs to no other.
        if [place.corner, place.right, place.below].contains(where: { isRead($0.centre) }) { continue }
        if !read(place, levels, isEarly: failures < 10) { failures += 1 }
      }
    }
  }

  private func isRead(_ point: Point) -> Bool {
    found.contains { $0.code.symbology == .qr && QuadGeometry.contains($0.code.corners, point, slack: 0) }
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
    if afford(8 * patch.luma.width * patch.luma.height), let sharp = patch.sharpened(0.75 * pixels, 2) {
      zxing(sharp, only, .careful, nil)
      if found.count > before { return true }
      grid(sharp, place, pixels)
    }
    return found.count > before
  }

  /// Scanbeam's own reading of the modules.
  private func grid(_ patch: Patch, _ place: QRPlace, _ pixels: Double) {
    guard !place.corner.isInverted, afford(4 * patch.luma.width * patch.luma.height) else { return }
    let slack = 4 + 0.1 * place.side
    let corners = place.corners(pixels: pixels)
    if let symbol = QRSampler.read(patch.luma, corners, sides: place.side - slack...place.side + slack) {
      take(QRCodeResult.code(symbol, corners), 1, .own, patch, nil)
    }
  }
}
