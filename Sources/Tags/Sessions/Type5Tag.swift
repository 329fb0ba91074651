import ReaderCore

/// NFC Forum type 5: ISO 15693. The capability container is in block 0: E1 (4 bytes) or E2 (8 bytes), version and access,
/// size in units of 8 bytes, features; then TLV blocks (facts: contactless, section 13).
public final class Type5Tag: TLVTag {
  private let first: TagMemory
  /// Longer than any block of the standard.
  private static let largestBlock = 32

  /// Makes the session; sends nothing.
  public init(_ channel: TagChannel) {
    first = Type5Tag.memory(channel, 4)
    super.init(channel, forumType: 5)
  }

  private static func memory(_ channel: TagChannel, _ unit: Int) -> TagMemory {
    TagMemory(unit: unit) { (block) throws(ReaderError) in
      try channel.perform(.read(block: block, count: unit), "Reading block \(block)")
    } write: { (block, bytes) throws(ReaderError) in
      try channel.perform(.write(block: block, bytes), "Writing block \(block)")
    }
  }

  override func container() throws(ReaderError) -> TLVContainer? {
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
    return TLVContainer(
      area: TLVArea(memory: memory, range: length..<(length + size * 8), hasControl: false),
      isReadable: (head[1] >> 2) & 3 == 0, isWritable: head[1] & 3 == 0)
  }

  /// Only a blank tag: block 0 may hold something else's data. How many blocks there are is found out by reading them.
  override func makeContainer() throws(ReaderError) {
    let answer = try channel.exchange(.read(block: 0, count: 4))
    guard answer.status.isOK, answer.data.count == 4, answer.data == [0, 0, 0, 0] else {
      throw ReaderError(
        .tagFormat, "The tag is not blank, or its blocks are not of 4 bytes; it cannot be formatted here.")
    }
    // Blocks 0 to `some` are there, `none` is not. 255 is the last that a size in one byte reaches for.
    var (some, none) = (0, 512)
    while none - some > 1 {
      let middle = (some + none) / 2
      let isThere = try channel.exchange(.read(block: middle, count: 4)).status.isOK
      if isThere { some = middle } else { none = middle }
    }
    let size = min(some * 4 / 8, 255)
    guard size > 0 else { throw ReaderError(.tagFormat, "The tag has no memory for a message.") }
    try channel.perform(.write(block: 0, [0xe1, 0x40, UInt8(size), 0x00]), "Writing the capability container")
    try channel.perform(.write(block: 1, [0x03, 0x00, 0xfe, 0x00]), "Writing an empty message")
    first.forget()
  }

  /// By the access bits of the container, which all who follow the standard obey; locking single blocks is a command of
  /// the tag that PC/SC has no form for.
  override func lock(_ container: TLVContainer, key: [UInt8]) throws(ReaderError) {
    let memory = container.area.memory
    var bytes = try memory.load(0)
    bytes[1] |= 0x03
    try memory.store(0, bytes)
  }
}
