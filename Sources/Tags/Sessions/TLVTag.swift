import ReaderCore

/// What a tag's capability container says.
struct TLVContainer {
  var area: TLVArea
  var isReadable: Bool
  var isWritable: Bool
}

/// A tag that keeps its message in TLV blocks: types 2 and 5 of the NFC Forum and MIFARE Classic. What lies where, and how a
/// tag is formatted and locked, is the subclass's.
public class TLVTag: NDEFStore {
  let channel: TagChannel
  private let forumType: Int32

  init(_ channel: TagChannel, forumType: Int32) {
    self.channel = channel
    self.forumType = forumType
  }

  /// Reads the container; nil when the tag has none.
  func container() throws(ReaderError) -> TLVContainer? { nil }

  /// Writes a container to a tag that has none, where that can be done.
  func makeContainer() throws(ReaderError) {
    throw ReaderError(.tagFormat, "The tag is not formatted for NDEF, and tags of this kind cannot be formatted here.")
  }

  /// Takes the write access away, for ever. `key`: what opens a MIFARE Classic.
  func lock(_ container: TLVContainer, key: [UInt8]) throws(ReaderError) {}

  private func requireContainer() throws(ReaderError) -> TLVContainer {
    guard let container = try container() else {
      throw ReaderError(.tagFormat, "The tag is not formatted for NDEF; format it first.")
    }
    return container
  }

  public func read() throws(ReaderError) -> NDEFState? {
    guard let container = try container(), container.isReadable else { return nil }
    let slot = try container.area.find()
    guard let message = try container.area.message(slot) else { return nil }
    return NDEFState(
      forumType: forumType, message: message, capacity: container.area.capacity(slot), isWritable: container.isWritable)
  }

  public func write(_ message: [UInt8]) throws(ReaderError) {
    let container = try requireContainer()
    guard container.isWritable else { throw ReaderError(.tagReadOnly, "The tag is locked; it cannot be written.") }
    try container.area.write(message, try container.area.find())
  }

  public func format() throws(ReaderError) {
    if try container() == nil { try makeContainer() }
    try write([])
  }

  public func lock(key: [UInt8]) throws(ReaderError) { try lock(try requireContainer(), key: key) }
}
