import Imaging
import ReaderCore

/// What parts dark from light in a part of a picture.
struct MatrixLight {
  /// The grey value halfway between, and what near it is neither.
  let level: Int
  let band: Int

  /// The least that light and dark differ.
  private static let leastContrast = 24

  /// Measures it; nil where there is hardly any contrast.
  init?(_ luma: LumaView) {
    let histogram = Histogram(luma, rowStep: max(1, luma.height / 32))
    let (dark, light) = (Int(histogram.percentile(0.02)), Int(histogram.percentile(0.98)))
    guard light - dark >= MatrixLight.leastContrast else { return nil }
    level = (dark + light) / 2
    band = (light - dark) / 8
  }
}
