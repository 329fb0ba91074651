import Discovery
import ReaderCore

/// A scanner: there when its node is.
final class ScannerPresence: Presence {
  private let name: String
  private let hub: TerminalHub
  private var key: UInt64?

  init(_ name: String, _ hub: TerminalHub) {
    self.name = name
    self.hub = hub
  }

  /// The node of the scanner now.
  func node() throws(ReaderError) -> String {
    if name.hasPrefix("/") { return name }
    guard let node = ScannerList.current().first(where: { $0.identity == "hid:" + name })?.node else {
      throw ReaderError(.notFound, "The scanner is not there: plug it in; `scanbeam list` shows what is there.")
    }
    return node
  }

  override func current() -> Availability {
    name.hasPrefix("/")
      ? (FileNode.exists(name) ? .available : .unavailable)
      : ScannerList.current().contains { $0.identity == "hid:" + name } ? .available : .unavailable
  }

  override func watch(_ changed: @escaping (Availability) -> Void) {
    // Also when nothing seems to have changed: it may have been away and back before anybody looked, on the same node.
    key = hub.add { [weak self] in if let self { changed(current()) } }
  }

  override func unwatch() { if let key { hub.remove(key) } }
}
