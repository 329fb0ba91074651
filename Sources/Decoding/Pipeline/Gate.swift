import Imaging
import ReaderCore

/// Tells whether a frame shows what the one that was searched showed.
struct Gate {
  /// How much of a block may change in the mean, in grey values. Camera noise of a standard deviation of 3.5 stays below it in all
  /// of the 16 000 blocks of a full HD frame; a bar of one pixel that moves is above it from a contrast of 25 on. Noisier cameras
  /// always show something new: that costs time, but no read.
  static let tolerance = 6
  private let memory = SceneMemory()

  /// Whether the frame differs from the one that the gate last took; the gate takes it then.
  ///
  /// A frame is always compared with the one that was searched, not with the one before: slow drift adds up to a change.
  func isNew(_ luma: LumaView) -> Bool {
    if memory.isLike(luma, tolerance: Gate.tolerance) { return false }
    memory.take(luma)
    return true
  }

  /// Forgets: the next frame is new.
  func reset() { memory.forget() }
}
