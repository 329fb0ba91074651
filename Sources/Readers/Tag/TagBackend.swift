import ReaderCore
import Tags

/// The place for tags on a reader, as it is told.
struct TagSlot: Equatable {
  /// Whether a tag that answers lies on it.
  var hasTag: Bool
  /// Another number each time that a tag comes or goes, so that one that was changed quickly is noticed.
  var changes: UInt32
  /// What the reader gives as an answer to reset; empty when only the card tells.
  var atr: [UInt8] = []
}

/// A tag that was reached. Given back when it goes.
protocol TagCard: TagChannel {
  var atr: [UInt8] { get }
  /// Keeps other programs from the tag until `unlock`.
  func lock() throws(ReaderError)
  func unlock()
}

/// How a connection reaches its reader and the tags on it. All calls come on the connection's thread and may wait.
protocol TagBackend: AnyObject {
  /// Name of the reader, once it is open.
  var name: String { get }
  /// Finds the reader; called first.
  func open() throws(ReaderError)
  /// Gives it back; called last.
  func close()
  /// Connects to the tag.
  func card(_ slot: TagSlot) throws(ReaderError) -> TagCard
  /// Sends a command to the reader itself; code 0: an escape command. `card`: the tag on it, if there is one.
  func control(_ code: UInt32, _ command: [UInt8], _ card: TagCard?) throws(ReaderError) -> [UInt8]
  /// Commands that show contentment or the opposite; empty when none are known.
  func signal(good: Bool) -> [[UInt8]]
}
