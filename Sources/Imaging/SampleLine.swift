import ReaderCore

/// The grey values of the pixels along a line; the edge of the picture repeats.
///
/// - Parameters:
///   - start: The first point.
///   - step: From one point to the next.
///   - count: At most 1024.
///   - out: `count` bytes.
public func sampleLine(
  _ luma: LumaView, from start: Point, by step: Point, count: Int, into out: UnsafeMutablePointer<UInt8>
) {
  precondition(count <= 1024)
  guard count > 0 else { return }
  // 32.32 fixed point; a thousand of the longest steps do not overflow.
  func fixed(_ v: Double) -> Int { v.isFinite ? Int(max(-1e6, min(1e6, v)) * 4_294_967_296) : 0 }
  let (stepX, stepY) = (fixed(step.x), fixed(step.y))
  var (x, y) = (fixed(start.x), fixed(start.y))
  let (right, bottom) = (luma.width - 1, luma.height - 1)
  let (base, stride) = (luma.base, luma.stride)
  let (lastX, lastY) = (x &+ (count - 1) &* stepX, y &+ (count - 1) &* stepY)
  if min(x, lastX) >= 0, min(y, lastY) >= 0, max(x, lastX) >> 32 <= right, max(y, lastY) >> 32 <= bottom {
    for i in 0..<count {
      out[i] = base[(y >> 32) &* stride &+ (x >> 32)]
      x &+= stepX
      y &+= stepY
    }
    return
  }
  for i in 0..<count {
    out[i] = base[max(0, min(bottom, y >> 32)) &* stride &+ max(0, min(right, x >> 32))]
    x &+= stepX
    y &+= stepY
  }
}
