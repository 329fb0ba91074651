import Imaging
import ReaderCore

/// A small upright picture of a candidate, with the way back to the frame.
struct Patch {
  /// The pixels; borrowed from the frame, or from `owner`.
  let luma: LumaView
  /// Keeps the memory of the pixels; nil when they are the frame's.
  let owner: LumaImage?
  /// From patch coordinates to frame coordinates.
  let toFrame: Affine
  /// Light and dark are exchanged.
  var isInverted = false

  /// Frame coordinates of what was found in the patch.
  func restore(_ quad: Quad) -> Quad { quad.map { toFrame.apply($0) } }

  /// The same place with other pixels.
  private func with(_ image: LumaImage?, _ map: Affine = Affine()) -> Patch? {
    guard let image else { return nil }
    return Patch(luma: image.view, owner: image, toFrame: toFrame.after(map), isInverted: isInverted)
  }

  private static func image(_ width: Int, _ height: Int) -> LumaImage? { try? LumaImage(width: width, height: height) }

  /// Light and dark exchanged.
  func inverted() -> Patch? {
    guard let image = Patch.image(luma.width, luma.height) else { return nil }
    invert(luma, into: image.base)
    var patch = with(image)
    patch?.isInverted.toggle()
    return patch
  }

  /// Twice the size; nil above `limit` pixels.
  func enlarged(limit: Int = 16_000_000) -> Patch? {
    guard luma.width * luma.height <= limit / 4, let image = Patch.image(2 * luma.width, 2 * luma.height) else {
      return nil
    }
    enlarge(luma, into: image.base)
    // Pixel 2x lies where pixel x was.
    return with(image, Affine(a: 0.5, d: 0.5, tx: 0.25, ty: 0.25))
  }

  /// Half the size; nil when hardly anything is left.
  func halved() -> Patch? {
    guard luma.width >= 32, luma.height >= 32, let image = Patch.image(luma.width / 2, luma.height / 2) else {
      return nil
    }
    halve(luma, into: image.base)
    return with(image, Affine(a: 2, d: 2))
  }

  /// Blurred, against noise.
  func blurred(_ sigma: Double) -> Patch? {
    guard let image = Patch.image(luma.width, luma.height) else { return nil }
    gaussian(luma, sigma: sigma, into: image.base)
    return with(image)
  }

  /// Sharpened, against blur.
  func sharpened(_ sigma: Double, _ amount: Double) -> Patch? {
    guard let image = Patch.image(luma.width, luma.height) else { return nil }
    unsharp(luma, sigma: sigma, amount: amount, into: image.base)
    return with(image)
  }

  /// Rows averaged, doubled in width, sharpened: for codes whose bars run down the patch.
  func averaged(rows: Int = .max) -> Patch? {
    let tall = luma.height > 120
    let box = min(tall ? 15 : 7, luma.height)
    let step = max(tall ? 12 : 4, (luma.height - box) / max(1, rows - 1))
    let rows = averagedRows(luma.height, box: box, step: step)
    guard rows > 0, let image = Patch.image(2 * luma.width, rows) else { return nil }
    averageRows(luma, box: box, step: step, sigma: 1.5, amount: 1, into: image.base)
    return with(
      image, Affine(a: 0.5, d: Double(step), tx: 0.25, ty: Double(box) / 2 - Double(step) / 2))
  }

  /// Turned by a quarter, columns become rows (mirrored as well: the map says so).
  func transposed() -> Patch? {
    guard let image = Patch.image(luma.height, luma.width) else { return nil }
    transpose(luma, into: image.base)
    return with(image, Affine(a: 0, b: 1, c: 1, d: 0))
  }
}
