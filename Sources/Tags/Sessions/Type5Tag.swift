import ReaderCore

/// NFC Forum type 5: ISO 15693. The capability container is in block 0: E1 (4 bytes) or E2 (8 bytes), version and access,
/// size in units of 8 bytes, features; then TLV blocks (facts: contactless, section 13).
public final class Type5Tag: NDEFStore {
  private let channel: TagChannel
  private let first: TagMemory
  /// Longer than any block of the standard.
  private static let largestBlock = 32

  /// Makes the session; sends nothing.
  public init(_ channel: TagChannel) {
    self.channel = channel
    first = Type5Tag.memory(channel, 4)
  }

  private static func memory(_ channel: TagChannel, _ unit: Int) -> TagMemory {
    TagMemory(unit: unit) { (block) throws(ReaderError) in
      try channel.perform(.read(block: block, count: unit), "Reading block \(block)")
    } write: { (block, bytes) throws(ReaderError) in
      try channel.perform(.write(block: block, bytes), "Writing block \(block)")
    }
  }

  private struct Container {
    var area: TLVArea
    var isReadable: Bool
    var isWritable: Bool
  }

  private func container() throws(ReaderError) -> Container? {
    // A reader gives whole blocks: the first answer tells how long they are.
    let answer = try channel.exchange(.read(block: 0, count: 4))
    guard answer.status.isOK, answer.data.count >= 4, answer.data.count <= Type5Tag.largestBlock else { return nil }
    let block = answer.data.count
    let memory = block == 4 ? first : Type5Tag.memory(channel, block)
    let head = answer.data
    guard head[0] == 0xe1 || head[0] == 0xe2, head[1] >> 6 == 1 else { return nil }
    var length = 4
    var size = Int(head[2])
    if size == 0 {
      // The long form: the size is in bytes 6 and 7.
      length = 8
      size = Int(try memory.byte(6)) << 8 | Int(try memory.byte(7))
    }
    guard size > 0 else { return nil }
    return Container(
      area: TLVArea(memory: memory, range: length..<(length + size * 8), hasControl: false),
      isReadable: (head[1] >> 2) & 3 == 0, isWritable: head[1] & 3 == 0)
  }

  private func requireContainer() throws(ReaderError) -> Container {
    guard let container = try container() else {
      throw ReaderError(.tagFormat, "The tag is not formatted for NDEF.")
    }
    return container
  }

  public func read() throws(ReaderError) -> NDEFState? {
    guard let container = try container(), container.isReadable else { return nil }
    let slot = try container.area.find()
    guard let message = try container.area.message(slot) else { return nil }
    return NDEFState(
      forumType: 5, message: message, capacity: container.area.capacity(slot), isWritable: container.isWritable)
  }

  public func write(_ message: [UInt8]) throws(ReaderError) {
    let container = try requireContainer()
    guard container.isWritable else { throw ReaderError(.tagReadOnly, "The tag is locked; it cannot be written.") }
    try container.area.write(message, try container.area.find())
  }

  public func format() throws(ReaderError) { try write([]) }

  /// By the access bits of the container, which all who follow the standard obey; locking single blocks is a command of
  /// the tag that PC/SC has no form for.
  public func lock() throws(ReaderError) {
    let memory = try requireContainer().area.memory
    var bytes = try memory.load(0)
    bytes[1] |= 0x03
    try memory.store(0, bytes)
  }
}
