/// Where a line of pixels changes between dark and light.
struct LineEdge {
  /// In pixels, to a part of one.
  var place: Float
  var isDarkAfter: Bool
  /// What it belongs to, for those who follow edges.
  var chain: Int32 = -1

  /// The edges of a line; how many.
  ///
  /// - Parameters:
  ///   - stride: From one pixel to the next.
  ///   - level: Parts dark from light; what differs from it by less than `band` is neither.
  ///   - limit: Room behind `edges`; the rest of the line is not looked at.
  static func scan(
    _ pixels: UnsafePointer<UInt8>, _ stride: Int, _ length: Int, _ level: Int, _ band: Int,
    into edges: UnsafeMutablePointer<LineEdge>, limit: Int
  ) -> Int {
    let (low, high) = (level &- band, level &+ band)
    var count = 0
    var isDark = Int(pixels[0]) < level
    var (i, at) = (1, stride)
    while i < length {
      let value = Int(pixels[at])
      if isDark ? value > high : value < low {
        isDark.toggle()
        // Where the level was crossed.
        var (k, a) = (i, at)
        while k > 1, (Int(pixels[a &- stride]) < level) == isDark {
          k &-= 1
          a &-= stride
        }
        let (first, second) = (Float(pixels[a &- stride]), Float(pixels[a]))
        let part = first == second ? 0.5 : max(0, min(1, (Float(level) - first) / (second - first)))
        // The middle of a pixel is half a pixel from where it begins.
        edges[count] = LineEdge(place: Float(k) - 0.5 + part, isDarkAfter: isDark)
        count &+= 1
        if count == limit { break }
      }
      i &+= 1
      at &+= stride
    }
    return count
  }
}
