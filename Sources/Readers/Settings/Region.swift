import ReaderCore

extension LookSettings {
  /// The region as `DECODER.ROI` says it: left, right, top, bottom in pixels of a frame.
  func roi(in size: PixelSize) -> [Int] {
    let r = pixels(in: size, zoom: 100)
    return [r.x, r.x + r.width, r.y, r.y + r.height]
  }

  /// The region as `DECODER.ROI-PERCENT` says it: x, width, y, height in percent of a frame, rounded.
  func roiPercent(in size: PixelSize) -> [Int] {
    if case .percent(let list) = region { return list }
    let p = roi(in: size)
    func part(_ from: Int, _ to: Int, _ whole: Int) -> [Int] {
      let begin = min(99, (from * 100 + whole / 2) / whole)
      let end = (to * 100 + whole / 2) / whole
      return [begin, max(1, min(100, end) - begin)]
    }
    return part(p[0], p[1], size.width) + part(p[2], p[3], size.height)
  }
}
