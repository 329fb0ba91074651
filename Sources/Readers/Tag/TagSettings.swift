import ReaderCore

/// How a contactless reader reads.
public struct TagSettings: Equatable {
  /// What results carry.
  public var format = TagDataFormat.tagTypeAndID
  /// Milliseconds that a tag may be gone before it counts as taken away.
  public var removalDelayMs: Int32 = 300
  /// Show each good read with the reader's light and sound.
  public var confirms = false
  /// Makes the defaults.
  public init() {}
}
