import Imaging
import ReaderCore

/// Light bars on dark ground are read as their negative.
enum PatchGround {
  /// Whether the left and right ends of a patch are darker than what lies between.
  static func isDark(_ patch: LumaView) -> Bool {
    let side = max(2, patch.width / 24)
    guard patch.width > 4 * side else { return false }
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
    return outside + 8 < inside
  }

  /// The patch, or its negative when its ground is dark; nil without memory.
  static func light(_ patch: LumaView) -> LumaView? {
    guard isDark(patch) else { return patch }
    guard let image = try? LumaImage(width: patch.width, height: patch.height) else { return nil }
    invert(patch, into: image.base)
    return image.view
  }
}
