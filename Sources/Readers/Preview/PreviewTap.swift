import ReaderCore

/// What somebody who looks wants of a frame.
enum PreviewWish: Int, Comparable {
  case nothing
  /// Its colours may be those of a frame shortly before.
  case lateColour
  case ownColour

  static func < (a: PreviewWish, b: PreviewWish) -> Bool { a.rawValue < b.rawValue }
}

/// Hands the frames of one reader to whoever looks at them. Any thread.
final class PreviewTap {
  private struct Entry {
    weak var feed: PreviewFeed?
  }

  private let lock = Lock()
  private var entries: [Entry] = []
  private var lastNumber: UInt64 = 0
  /// Pictures and pushed frames, which come as luminance.
  private let pool = FramePool()
  private let poolLock = Lock()

  /// Whether anybody looks.
  var isWatched: Bool { lock.locked { entries.contains { $0.feed != nil } } }

  func add(_ feed: PreviewFeed) {
    lock.locked {
      entries.removeAll { $0.feed == nil }
      entries.append(Entry(feed: feed))
    }
  }

  func remove(_ feed: PreviewFeed) { lock.locked { entries.removeAll { $0.feed == nil || $0.feed === feed } } }

  /// The most that somebody wants of a frame of this time.
  func wish(_ time: Int64) -> PreviewWish {
    lock.locked { entries.reduce(.nothing) { max($0, $1.feed?.wish(time) ?? .nothing) } }
  }

  /// Counts a frame, before others hold it: they must find it as it will stay.
  func number(_ frame: PreviewFrame) {
    lock.locked {
      lastNumber &+= 1
      frame.number = lastNumber
    }
  }

  /// Gives a counted frame to everybody who wants it.
  func offer(_ frame: PreviewFrame) {
    for feed in lock.locked({ entries.compactMap { $0.feed } }) { feed.offer(frame) }
  }

  /// The same for a frame of luminance, which is copied if somebody wants it.
  func offer(_ luma: LumaView, time: Int64) {
    guard wish(time) != .nothing else { return }
    let frame = poolLock.locked { () -> PreviewFrame? in
      let frame = pool.take(luma.width &* luma.height)
      frame?.fill(luma)
      frame?.time = time
      return frame
    }
    guard let frame else { return }
    number(frame)
    offer(frame)
  }
}
