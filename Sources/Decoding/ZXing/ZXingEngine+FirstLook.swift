import Imaging
import ReaderCore

#if ZXING
  extension ZXingEngine {
    /// What a first look reads. Where there can be matrix codes only, it is over with the first one that takes up most of the
    /// picture: decoders that come later would look at that once more.
    ///
    /// - Parameter split: Gives it split into dark and light by our own, which takes a tenth of the time; nil for small pictures, where that
    ///   is not so.
    func firstReads(_ luma: LumaView, _ symbologies: SymbologySet, split: () -> LumaView?) -> [ZXingRead] {
      let areas = symbologies.intersection(.areas)
      // Lines of linear codes are split by themselves.
      let lines = symbologies.subtracting(areas)
      guard !areas.intersection(.matrix).isEmpty else { return read(luma, symbologies, .fast) }
      let first = split().map { read($0, areas, ZXingMode(split: true), maxCodes: 1) }
      if first?.isEmpty ?? false { return lines.isEmpty ? [] : read(luma, lines, .fast) }
      if symbologies.subtracting(.matrix).isEmpty {
        let reads = first ?? read(luma, symbologies, .fast, maxCodes: 1)
        guard let code = reads.first?.code else { return [] }
        if QuadGeometry.area(code.corners) > 0.3 * Double(luma.width * luma.height) { return reads }
      }
      return read(luma, symbologies, .fast)
    }
  }
#endif
