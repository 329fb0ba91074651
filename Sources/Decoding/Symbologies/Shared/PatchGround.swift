import Imaging
import ReaderCore

/// Light bars on dark ground are read as their negative.
enum PatchGround {
  /// The patch, or its negative when its left and right ends are darker than what lies between; nil without memory.
  static func light(_ patch: LumaView) -> LumaView? {
    let side = max(2, patch.width / 24)
    guard patch.width > 4 * side else { return patch }
    var (ends, inner) = (0, 0)
    var rows = 0
    for y in stride(from: 0, to: patch.height, by: max(1, patch.height / 16)) {
      let row = patch.row(y)
      for x in 0..<side { ends += Int(row[x]) + Int(row[patch.width - 1 - x]) }
      for x in side..<(patch.width - side) { inner += Int(row[x]) }
      rows += 1
    }
    // Means with a margin, so that ground that is hardly darker stays as it is.
    let (outside, inside) = (ends / (2 * side * rows), inner / ((patch.width - 2 * side) * rows))
    guard outside + 8 < inside else { return patch }
    guard let image = try? LumaImage(width: patch.width, height: patch.height) else { return nil }
    invert(patch, into: image.base)
    return image.view
  }
}
