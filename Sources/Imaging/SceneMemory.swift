import Glibc
import ReaderCore

/// A picture to compare later ones with: every second row of it.
///
/// Pixels are compared with pixels, not means with means: two codes of a kind can be equally light in every block, and a code that
/// comes into focus is as light as before.
public final class SceneMemory {
  private var pixels: UnsafeMutablePointer<UInt8>?
  private var width = 0
  /// Rows that are kept.
  private var rows = 0

  /// Remembers nothing.
  public init() {}

  deinit { free(pixels) }

  /// Remembers a picture; nothing when there is no memory.
  public func take(_ luma: LumaView) {
    let kept = (luma.height + 1) / 2
    if luma.width != width || kept != rows {
      forget()
      free(pixels)
      pixels = malloc(luma.width * kept)?.assumingMemoryBound(to: UInt8.self)
    }
    guard let pixels else { return }
    (width, rows) = (luma.width, kept)
    for r in 0..<rows { memcpy(pixels + r * width, luma.row(2 * r), width) }
  }

  /// Forgets the picture.
  public func forget() { (width, rows) = (0, 0) }

  /// Whether a picture looks like the one that is remembered: in no block of 8 x 16 pixels do the rows that are kept differ by more
  /// than `tolerance` in the mean. Pictures of less than 16 columns or 15 rows are never alike.
  public func isLike(_ luma: LumaView, tolerance: Int) -> Bool {
    guard let pixels, luma.width == width, (luma.height + 1) / 2 == rows, width >= 16, rows >= 8 else { return false }
    let limit = Int32(64 * max(0, min(tolerance, 255)))
    var r = 0
    while true {
      let row = min(r, rows - 8)
      let (new, old) = (luma.row(2 * row), UnsafePointer(pixels + row * width))
      var x = 0
      while x < width {
        let left = min(x, width &- 8)
        if SceneMemory.difference(new + left, 2 &* luma.stride, old + left, width) > limit { return false }
        x &+= 8
      }
      r += 8
      if r >= rows { return true }
    }
  }

  /// Sum of the absolute differences of two blocks, eight pixels wide and eight rows high: in this form processors have an
  /// instruction for each row of it.
  @inline(__always)
  private static func difference(
    _ new: UnsafePointer<UInt8>, _ newStride: Int, _ old: UnsafePointer<UInt8>, _ oldStride: Int
  ) -> Int32 {
    var (p, q) = (new, old)
    var sum: Int32 = 0
    for _ in 0..<8 {
      for i in 0..<8 {
        let d = Int32(p[i]) &- Int32(q[i])
        sum &+= d < 0 ? 0 &- d : d
      }
      p += newStride
      q += oldStride
    }
    return sum
  }
}
