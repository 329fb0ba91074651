import Imaging
import ReaderCore

/// Tells whether a frame shows what the one before showed.
///
/// The signature of a frame is the mean grey value of its 16x16 blocks (every second row is read). Camera noise moves
/// such a mean by fractions of a grey value; a code that comes into the picture moves several by dozens.
struct Gate {
  /// How far a block's mean may move, in grey values.
  static let tolerance = 4
  private var means: [UInt8] = []
  private var width = 0
  private var height = 0

  /// Whether the frame differs from the one that the gate last took; the gate takes it then.
  ///
  /// A frame is always compared with the one that was searched, not with the one before: slow drift adds up to a
  /// change.
  mutating func isNew(_ luma: LumaView) -> Bool {
    let now = blockMeans(luma, block: 16, rowStep: 2)
    if luma.width == width, luma.height == height, !now.isEmpty, !Gate.differ(now, means) { return false }
    means = now
    width = luma.width
    height = luma.height
    return true
  }

  /// Forgets: the next frame is new.
  mutating func reset() { means = [] }

  private static func differ(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return true }
    for i in 0..<a.count where abs(Int(a[i]) - Int(b[i])) > tolerance { return true }
    return false
  }
}
