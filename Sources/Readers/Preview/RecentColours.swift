import Pictures
import ReaderCore

/// The chroma of the JPEG frames of one camera. A frame that follows another closely may be shown with the chroma of that one, since
/// eyes see luminance sharply and colours not, in time as in space: the decoder has no use for them. Any thread.
final class RecentColours {
  /// How much older than a frame its chroma may be, nanoseconds: three frames at 30 a second.
  static let limit: Int64 = 110_000_000
  private static let kept = 6

  private let lock = Lock()
  // Under the lock. Those that nobody else holds are used again.
  private var planes: [ChromaPlanes] = []
  private var newest: (planes: ChromaPlanes, time: Int64)?

  /// The chroma of a frame of this size shortly before; nil: there is none.
  func recent(_ time: Int64, _ size: PixelSize) -> ChromaPlanes? {
    lock.locked {
      guard let newest, time >= newest.time, time &- newest.time <= RecentColours.limit, newest.planes.suits(size)
      else { return nil }
      return newest.planes
    }
  }

  /// Room for the chroma of a frame, which nobody else holds.
  func take() -> ChromaPlanes {
    lock.locked {
      for i in planes.indices where isKnownUniquelyReferenced(&planes[i]) { return planes[i] }
      if planes.count >= RecentColours.kept { planes.removeFirst() }
      planes.append(ChromaPlanes())
      return planes[planes.count - 1]
    }
  }

  /// It is that of a frame of this time, and does not change from now on as long as somebody holds it.
  func keep(_ planes: ChromaPlanes, _ time: Int64) {
    lock.locked { if time >= newest?.time ?? time { newest = (planes, time) } }
  }
}
