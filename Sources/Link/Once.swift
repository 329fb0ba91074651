import ReaderCore

/// Something that happens once, whoever comes first. Any thread.
final class Once {
  private let lock = Lock()
  private var isDone = false

  /// True for the first caller alone.
  func first() -> Bool {
    lock.locked {
      defer { isDone = true }
      return !isDone
    }
  }
}
