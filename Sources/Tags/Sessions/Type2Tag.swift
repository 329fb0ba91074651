import ReaderCore

/// NFC Forum type 2: MIFARE Ultralight and NTAG. Pages of 4 bytes; a read gives 4 pages. Page 3 is the capability
/// container: E1, version, data area in units of 8 bytes, access (facts: contactless, section 13).
public final class Type2Tag: TLVTag {
  private let memory: TagMemory
  private static let dataStart = 16

  /// Makes the session; sends nothing.
  public init(_ channel: TagChannel) {
    memory = TagMemory(unit: 4) { (page) throws(ReaderError) in
      try channel.perform(.read(block: page, count: 16), "Reading page \(page)")
    } write: { (page, bytes) throws(ReaderError) in
      try channel.perform(.write(block: page, bytes), "Writing page \(page)")
    }
    super.init(channel, forumType: 2)
  }

  override func container() throws(ReaderError) -> TLVContainer? {
    let bytes = try memory.load(3)
    guard bytes[0] == 0xe1, bytes[1] >> 4 == 1, bytes[2] > 0 else { return nil }
    let end = Type2Tag.dataStart + Int(bytes[2]) * 8
    return TLVContainer(
      area: TLVArea(memory: memory, range: Type2Tag.dataStart..<end, hasControl: true),
      isReadable: bytes[3] >> 4 == 0, isWritable: bytes[3] & 0x0f == 0)
  }

  override func makeContainer() throws(ReaderError) {
    // The container is one-time programmable: only a blank one may be written.
    guard try memory.load(3) == [0, 0, 0, 0] else {
      throw ReaderError(
        .tagFormat, "The tag's capability container is taken by something else; it cannot be formatted.")
    }
    try memory.store(3, [0xe1, 0x10, try size(), 0x00])
  }

  /// Size of the data area in units of 8 bytes, by which pages there are: Ultralight 16 pages; NTAG 213, 215 and 216 45,
  /// 135 and 231 (their data sheets; the area ends before the configuration pages).
  private func size() throws(ReaderError) -> UInt8 {
    for (page, size) in [(0xe2, UInt8(0x6d)), (0x82, 0x3e), (0x28, 0x12)] {
      // A tag without the page answers with an error, some fall silent for a moment.
      if try channel.exchange(.read(block: page, count: 16)).status.isOK { return size }
    }
    return 0x06
  }

  override func lock(_ container: TLVContainer, key: [UInt8]) throws(ReaderError) {
    let slot = try container.area.find()
    // First the access bits, so that a tag that is taken away between is read-only for all who follow the standard.
    var capability = try memory.load(3)
    capability[3] |= 0x0f
    try memory.store(3, capability)
    for range in locks(slot, end: container.area.range.upperBound) {
      for index in (range.lowerBound / 4)...((range.upperBound - 1) / 4) {
        var bytes = try memory.load(index)
        for i in 0..<4 where range.contains(index * 4 + i) { bytes[i] = 0xff }
        try memory.store(index, bytes)
      }
    }
    var fixed = try memory.load(2)
    fixed[2] = 0xff
    fixed[3] = 0xff
    try memory.store(2, fixed)
  }

  /// The dynamic lock bytes: those of the lock control blocks, else just behind the data area when it is longer than
  /// the 48 bytes that the fixed ones cover, one bit for 8 bytes.
  private func locks(_ slot: TLVArea.Slot, end: Int) -> [Range<Int>] {
    guard slot.locks.isEmpty else { return slot.locks }
    let beyond = end - Type2Tag.dataStart - 48
    guard beyond > 0 else { return [] }
    let bytes = ((beyond + 7) / 8 + 7) / 8
    return [end..<(end + bytes)]
  }
}
