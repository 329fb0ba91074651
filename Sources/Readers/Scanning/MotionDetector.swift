import Imaging
import ReaderCore

/// Tells when something is brought into the view of a camera that stands still.
///
/// The scene is remembered as the mean grey values of its 16 x 16 blocks. Something that comes moves several of them by
/// dozens; noise moves them by fractions, and the light of the day moves them so slowly that the memory follows.
struct MotionDetector {
  /// How far the mean of a block must move, in grey values.
  private static let threshold = 12
  /// One block in so many must move, and three at least.
  private static let share = 400
  private var scene: [UInt8] = []
  private var columns = 0

  /// Whether the frame shows something that the scene did not. The first frame is the scene.
  mutating func sees(_ luma: LumaView) -> Bool {
    let now = blockMeans(luma, block: 16, rowStep: 2)
    guard now.count == scene.count, columns == luma.width / 16 else {
      scene = now
      columns = luma.width / 16
      return false
    }
    var moved = 0
    for i in 0..<now.count where abs(Int(now[i]) - Int(scene[i])) > MotionDetector.threshold { moved += 1 }
    if moved >= max(3, now.count / MotionDetector.share) { return true }
    for i in 0..<now.count where now[i] != scene[i] {
      scene[i] = now[i] > scene[i] ? scene[i] &+ 1 : scene[i] &- 1
    }
    return false
  }

  /// The next frame is the scene.
  mutating func reset() { scene = [] }
}
