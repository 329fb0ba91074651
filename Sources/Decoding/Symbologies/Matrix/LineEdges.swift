import CPlatform

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
    var isDark = Int(pixels[0]) < level
    /// The edge before pixel `i`, at or before it.
    @inline(__always)
    func edge(_ i: Int) -> LineEdge {
      isDark.toggle()
      // Where the level was crossed.
      var (k, a) = (i, i &* stride)
      while k > 1, (Int(pixels[a &- stride]) < level) == isDark {
        k &-= 1
        a &-= stride
      }
      let (first, second) = (Float(pixels[a &- stride]), Float(pixels[a]))
      let part = first == second ? 0.5 : max(0, min(1, (Float(level) - first) / (second - first)))
      // The middle of a pixel is half a pixel from where it begins.
      return LineEdge(place: Float(k) - 0.5 + part, isDarkAfter: isDark)
    }
    var count = 0
    if stride == 1, length <= 65_535, low >= 0, high <= 255 {
      return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: length) { places in
        guard let places = places.baseAddress else { return 0 }
        let all = cplatform_crossings(
          pixels, length, UInt8(truncatingIfNeeded: low), UInt8(truncatingIfNeeded: high), isDark ? 0 : 1, places)
        let count = min(all, limit)
        for i in 0..<count { edges[i] = edge(Int(places[i])) }
        return count
      }
    }
    var (i, at) = (1, stride)
    while i < length, count < limit {
      let value = Int(pixels[at])
      if isDark ? value > high : value < low {
        edges[count] = edge(i)
        count &+= 1
      }
      i &+= 1
      at &+= stride
    }
    return count
  }
}
