import ReaderCore

/// What the frames of a camera are used for, so that those who share the work on one know of each other. Any thread.
final class FrameUse {
  /// The chroma of JPEG frames.
  let colours = RecentColours()

  private let lock = Lock()
  // How many frames of the other may come without one of theirs until they count as gone: the two take turns unevenly.
  private var painted = 0
  private var searched = 0
  private static let patience = 4

  /// A frame is painted; true while frames are searched as well.
  func paint() -> Bool {
    lock.locked {
      (painted, searched) = (FrameUse.patience, max(0, searched - 1))
      return searched > 0
    }
  }

  /// A frame is searched; true while frames are painted as well.
  func search() -> Bool {
    lock.locked {
      (searched, painted) = (FrameUse.patience, max(0, painted - 1))
      return painted > 0
    }
  }
}
