import ReaderCore

extension LinearDecoder {
  /// Reads a whole frame without a locator: the frame as one patch when it is low, else strips of rows that overlap by
  /// half. Quads are in frame coordinates. Bars must be roughly vertical.
  public func scan(_ frame: LumaView, _ symbologies: SymbologySet, effort: Int) -> [LinearRead] {
    if frame.height <= 400 {
      let reads = decode(frame, symbologies, effort: effort)
      if !reads.isEmpty { return reads }
    }
    var out: [LinearRead] = []
    let strip = max(24, min(96, frame.height / 8))
    var y = 0
    while y < frame.height {
      let top = min(y, max(0, frame.height - strip))
      let height = min(strip, frame.height - top)
      if let patch = frame.crop(x: 0, y: top, width: frame.width, height: height) {
        for var read in decode(patch, symbologies, effort: effort) {
          read.quad = read.quad.map { Point($0.x, $0.y + Double(top)) }
          if let same = out.firstIndex(where: { $0.symbology == read.symbology && $0.bytes == read.bytes }) {
            out[same].support += read.support
            out[same].bands += read.bands
            out[same].confidence = max(out[same].confidence, read.confidence)
            out[same].quad.bottomLeft = read.quad.bottomLeft
            out[same].quad.bottomRight = read.quad.bottomRight
          } else {
            out.append(read)
          }
        }
      }
      y += strip / 2
    }
    return out
  }
}
