import Imaging
import ReaderCore

#if ZXING
  extension ZXingEngine {
    /// What a first look reads. Where there can be matrix codes only, it is over with the first one that takes up most of the
    /// picture: decoders that come later would look at that once more.
    func firstReads(_ luma: LumaView, _ symbologies: SymbologySet) -> [ZXingRead] {
      if symbologies.subtracting(.matrix).isEmpty {
        let reads = splitReads(luma, symbologies) ?? read(luma, symbologies, .fast, maxCodes: 1)
        guard let code = reads.first?.code else { return [] }
        if QuadGeometry.area(code.corners) > 0.3 * Double(luma.width * luma.height) { return reads }
      }
      return read(luma, symbologies, .fast, maxCodes: 0)
    }

    /// What is read of a picture that was split into dark and light by our own, which takes a tenth of the time; nil for small pictures,
    /// where that is not so.
    private func splitReads(_ luma: LumaView, _ symbologies: SymbologySet) -> [ZXingRead]? {
      guard min(luma.width, luma.height) >= 40,
        let image = try? LumaImage(width: luma.width, height: luma.height)
      else { return nil }
      splitLocally(luma, into: image.base)
      return withExtendedLifetime(image) { read(image.view, symbologies, ZXingMode(split: true), maxCodes: 1) }
    }
  }
#endif
